/** For every analyzer that extracts files; the engine reads it, the analyzer does not. */
export const followConfiguration = {
  follow_files: {
    plain: true,
    type: 'boolean',
    default: false,
    description: 'Analyze the files it finds with the built-in file analyzers, recursively',
  },
} as const
