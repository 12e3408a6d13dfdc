import { documents, extensionOf } from '../formats/risky-names.ts'
import { type Finding, finding } from '../kit/index.ts'
import { isWorkingWindow } from './everyday.ts'
import type { Shortcut } from './read.ts'
import { sshCommand } from './ssh-command.ts'

const hosts = new Set(
  'powershell pwsh mshta wscript cscript rundll32 regsvr32 certutil bitsadmin msiexec forfiles conhost hh ftp scriptrunner pcalua odbcconf cmstp msbuild installutil regasm regsvcs msdt ieexec syncappvpublishingserver finger wmic presentationhost'.split(
    ' ',
  ),
)
const icons =
  /(?:imageres|shell32|moricons)\.dll$|(?:winword|excel|powerpnt|acrord32|acrobat|msedge|chrome|firefox|notepad|wordpad|photoviewer)\.(?:exe|dll)$|\.(?:pdf|docx?|xlsx?|jpg|png|ico)$/i
/** Windows shows no more of them. */
const shownArguments = 260

export function shortcutFindings(shortcut: Shortcut, filename: string): Finding[] {
  const { target, icon, window, machine, attached } = shortcut
  const given = shortcut.arguments
  const program = (target.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/["']/g, '')
  const name = program.replace(/\.exe$/, '')
  const shown = given.trim().replace(/\s{3,}/g, ' … ')
  const isShell = name === 'cmd'
  const isHost = hosts.has(name)
  const findings: Finding[] = []
  if (isWorkingWindow(name, given)) findings.push(finding('shortcut.window', { program }))
  else if (isHost && given.trim() !== '')
    findings.push(finding('shortcut.script-host', { program, arguments: shown.slice(0, 300) }))
  else if (isShell && given.trim() !== '') findings.push(finding('shortcut.shell', { program }))
  findings.push(...sshCommand(program, given))
  if (/\s{20,}/.test(given) || /^[\r\n\t\v\f\u00a0\u2000-\u200f\u3000 ]{10,}/.test(given))
    findings.push(finding('shortcut.padded-arguments', { arguments: shown.slice(0, 300) }))
  if (given.length > shownArguments && (isHost || isShell))
    findings.push(finding('shortcut.long-arguments', { length: given.length }))
  const isFar =
    name === 'explorer' && /^\s{0,5}["']?(?:\\\\[\w-]{1,63}[.@]|search-ms:|https?:)/i.test(given)
  if (isFar) findings.push(finding('shortcut.target-remote', { target: shown }))
  const address = /(?:https?:\/\/|\\\\[\w.-]{3,}@?\w{0,10}\\)[^\s"'`)]{3,500}/i.exec(given)?.[0]
  if (address !== undefined && (isHost || isShell))
    findings.push(finding('shortcut.address-arguments', { address }))
  if ((isHost || isShell) && icons.test(icon) && !/(?:cmd|powershell)\.exe$/i.test(icon))
    findings.push(finding('shortcut.icon-disguise', { icon, program }))
  if (/^(?:\\\\|https?:)/i.test(icon)) findings.push(finding('shortcut.icon-remote', { icon }))
  if (/^\\\\[^\\]{1,255}\\/.test(target) && /[.@]/.test(target.split('\\')[2] ?? ''))
    findings.push(finding('shortcut.target-remote', { target }))
  if (window === 7 && (isHost || isShell)) findings.push(finding('shortcut.hidden-window'))
  if (
    /\.lnk$/i.test(filename) &&
    documents.has(extensionOf(filename.slice(0, -4))) &&
    (isHost || isShell)
  )
    findings.push(finding('shortcut.double-name', { name: filename }))
  if (attached > 1024) findings.push(finding('shortcut.attached', { bytes: attached }))
  if (machine !== undefined) findings.push(finding('shortcut.machine', { machine }))
  return findings
}
