/** Opened with a double click they run. */
export const programs: ReadonlySet<string> = new Set(
  'exe scr com pif cpl msi msix appx bat cmd ps1 vbs vbe js jse wsf wsh hta lnk url scf reg jar dll sys chm gadget application'.split(
    ' ',
  ),
)
/** They run when somebody allows it, or hide what runs. */
export const carriers: ReadonlySet<string> = new Set(
  'docm dotm xlsm xltm xlam pptm potm ppam sldm one iso img vhd vhdx cab ace arj r00 xll slk iqy'.split(
    ' ',
  ),
)
export const pages: ReadonlySet<string> = new Set(['htm', 'html', 'shtml', 'xhtml', 'svg', 'mht'])
export const documents: ReadonlySet<string> = new Set(
  'pdf doc docx xls xlsx ppt pptx txt rtf jpg jpeg png gif zip csv mp3 mp4'.split(' '),
)

/** Right-to-left marks turn `gnp.exe` into `exe.png` on the screen. */
export const isWrittenBackwards = (filename: string): boolean =>
  /[\u202a-\u202e\u2066-\u2069]/.test(filename)

/** In small letters, without the dot; empty when there is none. */
export function extensionOf(filename: string): string {
  const name = filename.slice(filename.replaceAll('\\', '/').lastIndexOf('/') + 1).trim()
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** `invoice.pdf.exe`: the last but one is what a person is shown where extensions are hidden. */
export function isDoubleExtension(filename: string): boolean {
  const parts = filename.toLowerCase().trim().split('.')
  return (
    parts.length > 2 &&
    programs.has(parts.at(-1) ?? '') &&
    documents.has((parts.at(-2) ?? '').trim())
  )
}
