/** Of every analyzer that hands out files; the engine reads it, the analyzer does not. */
export const followConfiguration = {
  follow_files: {
    plain: true,
    type: 'boolean',
    default: false,
    description: 'Files that it finds go to the built-in analyzers of files, and so on in depth',
  },
} as const
