/** Nothing in it chains, redirects, hides or inserts another command, or leaves its folder. */
const plain = /^(?!.*\.\.)[^&|<>^`$;%\r\n]{1,300}$/
const installed = String.raw`"?[A-Z]:\\Program Files(?: \(x86\))?\\[^"*?]{3,200}`

/** What a command window is opened with: a folder, a title, colors, the settings of installed tools. */
const forCmd = new RegExp(
  String.raw`^"?\/[sdq\s/]{0,8}k"?\s{1,3}"{0,2}(?:(?:cd|chdir|pushd)(?:\s+\/d)?\s+[^\\\s][^"]{0,200}|title\s[^"]{1,100}|color\s+[\da-f]{1,2}|cls|${installed}\.(?:bat|cmd)"?(?:\s+[\w.=-]{1,30}){0,4})"{0,2}$`,
  'i',
)
const forPowerShell =
  /^(?:-(?:nol(?:ogo)?|noe(?:xit)?|nop(?:rofile)?)\s*){1,3}(?:-(?:(?:c|command)\s+"?(?:cd|sl|set-location)|wd|workingdirectory)\s+"?'?[A-Z]:\\[^"']{0,200}'?"?)?$/i
const forDevelopers = new RegExp(
  String.raw`^-noe(?:xit)?\s+-c(?:ommand)?\s+"?&\s*\{\s*Import-Module\s+"{0,2}${installed}\.dll"{1,3};\s*Enter-VsDevShell\s[\w\s-]{1,100}\}"?$`,
  'i',
)

/**
 * An interactive window, as people and installers place it on the desktop; nothing is run in it.
 */
export function isWorkingWindow(program: string, given: string): boolean {
  const text = given.trim()
  if (program === 'cmd') return plain.test(text) && forCmd.test(text)
  if (program !== 'powershell' && program !== 'pwsh') return false
  return (
    (forDevelopers.test(text) && !text.includes('..')) ||
    (plain.test(text) && forPowerShell.test(text))
  )
}
