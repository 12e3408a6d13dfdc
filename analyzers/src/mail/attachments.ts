import type { Finding } from './senders.ts'

/** Opened with a double click they run. */
const programs = new Set(
  'exe scr com pif cpl msi msix appx bat cmd ps1 vbs vbe js jse wsf wsh hta lnk url scf reg jar dll sys chm gadget application'.split(
    ' ',
  ),
)
/** They run when somebody allows it, or hide what runs. */
const carriers = new Set(
  'docm dotm xlsm xltm xlam pptm potm ppam sldm one iso img vhd vhdx cab ace arj r00 xll slk iqy'.split(
    ' ',
  ),
)
const pages = new Set(['htm', 'html', 'shtml', 'xhtml', 'svg', 'mht'])
const documents = new Set(
  'pdf doc docx xls xlsx ppt pptx txt rtf jpg jpeg png gif zip csv mp3 mp4'.split(' '),
)

export function nameFindings(filename: string): Finding[] {
  const found = (value: string, explanation: string): Finding => ({
    level: 'suspicious',
    predicate: 'Attachment',
    value,
    explanation: `${filename}: ${explanation}`,
  })
  // Right-to-left marks turn `gnp.exe` into `exe.png` on the screen.
  if (/[\u202a-\u202e\u2066-\u2069]/.test(filename))
    return [found('hidden name', 'its name is written backwards')]
  const parts = filename.toLowerCase().trim().split('.')
  const last = parts.at(-1) ?? ''
  const before = parts.at(-2)?.trim() ?? ''
  if (parts.length < 2) return []
  if (programs.has(last))
    return parts.length > 2 && documents.has(before)
      ? [found('double extension', `it looks like a ${before} and is a program`)]
      : [found('program', 'it runs when it is opened')]
  if (carriers.has(last)) return [found('carrier', `a ${last} may carry a program`)]
  if (pages.has(last)) return [found('web page', 'a page of its own imitates a sign-in')]
  return []
}
