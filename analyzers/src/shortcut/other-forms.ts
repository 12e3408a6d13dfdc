import { unescapeXml } from '../formats/unescape-xml.ts'
import { finding } from '../kit/index.ts'
import type { OtherForm } from './form.ts'
import { settingsReaders } from './settings-files.ts'

type Reader = (text: string) => OtherForm | undefined

const attributeOf = (text: string, form: RegExp) => form.exec(text)?.[1]?.trim() ?? ''
const isElsewhere = (target: string) => /^(?:\\\\|https?:|file:\/\/[^/])/i.test(target)

/** `[Shell]`: an icon on another machine is fetched when the folder is shown. */
const explorerCommand: Reader = (text) => {
  if (!/^\s{0,20}\[Shell\]/i.test(text)) return undefined
  const icon = attributeOf(text, /^IconFile=([^\r\n]{1,1000})/im)
  return {
    form: 'Explorer command file (SCF)',
    target: icon,
    findings: isElsewhere(icon) ? [finding('shortcut.icon-remote', { icon })] : [],
  }
}

/** Desktops wait, set a variable, and start what is installed: nothing is loaded, decoded or written. */
const isPlainStart = (command: string) =>
  /^[\w\s./;&"'=%$\\[\]:,+-]{1,500}$/.test(command) &&
  !/\b(?:curl|wget|base64|openssl|python[\d.]{0,4}|perl|ruby|php|node|nc|ncat|socat|eval|chmod|source|xdg-open|tmp|shm|home|https?|ftp)\b|[~/]\.|\$(?:HOME|@|\d)|\bsh\b[\s\S]*\bsh\b(?!\.)/i.test(
    command,
  )

/** A Linux desktop launcher: a shell with a command is not an installed program. */
const desktopEntry: Reader = (text) => {
  if (!/^\s{0,200}(?:#[^\n]{0,200}\n){0,20}\[Desktop Entry\]/.test(text)) return undefined
  const command = attributeOf(text, /^Exec=([^\r\n]{1,4000})/m)
  const runs = /\b(?:ba|da|z)?sh\b\s{1,5}-c\b|\b(?:curl|wget|base64|python3?\s{1,5}-c|nc)\b/.test(
    command,
  )
  const form = 'desktop entry'
  return {
    form,
    target: command,
    findings:
      runs && !isPlainStart(command) ? [finding('shortcut.runs-command', { form, command })] : [],
  }
}

const remoteDesktop: Reader = (text) => {
  const target = attributeOf(text, /^full address:s:([^\r\n]{1,500})/im)
  if (target === '') return undefined
  const given = [
    ...(/^drivestoredirect:s:\s{0,5}[^\s]/im.test(text) ? ['the drives'] : []),
    ...(/^redirectclipboard:i:1/im.test(text) ? ['the clipboard'] : []),
    ...(/^redirectsmartcards:i:1/im.test(text) ? ['smart cards'] : []),
  ]
  const isPublic = !/^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|[\w-]{1,60}$)/.test(
    target,
  )
  return {
    form: 'remote desktop',
    target,
    findings:
      isPublic && given.includes('the drives')
        ? [finding('shortcut.remote-desktop', { target, what: given.join(', ') })]
        : [],
  }
}

/** A library or a search: it looks like a folder and lies on another machine. */
const library: Reader = (text) => {
  const form = /<libraryDescription\b/.test(text)
    ? 'Windows library file'
    : /<searchConnectorDescription\b/.test(text)
      ? 'Windows search link'
      : undefined
  if (form === undefined) return undefined
  const places = [...text.matchAll(/<(?:url|iconReference)>\s{0,20}([^<]{1,2000})</g)]
  const target = places.map(([, url = '']) => unescapeXml(url).trim()).find(isElsewhere)
  return {
    form,
    target: target ?? '',
    findings: target === undefined ? [] : [finding('shortcut.remote-folder', { form, target })],
  }
}

const settingContent: Reader = (text) => {
  if (!/<PCSettings\b/.test(text)) return undefined
  const command = unescapeXml(attributeOf(text, /<DeepLink>\s{0,20}([^<]{1,4000})/))
  const form = 'settings link'
  const runs =
    /\b(?:cmd|powershell|pwsh|mshta|wscript|cscript|rundll32|regsvr32|certutil)(?:\.exe)?\b/i
  return {
    form,
    target: command,
    findings: runs.test(command) ? [finding('shortcut.runs-command', { form, command })] : [],
  }
}

const console_: Reader = (text) => {
  if (!/<MMC_ConsoleFile\b/.test(text)) return undefined
  const script =
    /(?:res:\/\/apds\.dll|javascript:|vbscript:|<msxsl?:script|\bActiveXObject\b)[^<]{0,300}/i
  const command = /<ConsoleTask\b[^>]{0,200}>[\s\S]{0,2000}?<String [^>]{0,100}>([^<]{1,500})/i
  const evidence = unescapeXml(script.exec(text)?.[0] ?? '')
  return {
    form: 'console of Windows (MSC)',
    target: unescapeXml(attributeOf(text, command)),
    findings: evidence === '' ? [] : [finding('shortcut.console-script', { evidence })],
  }
}

const setupFile: Reader = (text) => {
  if (!/^\s{0,20}(?:;[^\n]{0,300}\n\s{0,20}){0,50}\[version\]/i.test(text)) return undefined
  const evidence =
    /scrobj\.dll\s{0,5},\s{0,5}NI\s{0,5},[^\r\n]{1,500}/i.exec(text)?.[0] ??
    /^\s{0,20}(?:RunPreSetupCommands|RunPostSetupCommands)\s{0,5}=[\s\S]{0,1000}?\b(?:cmd|powershell|mshta|rundll32|regsvr32|wscript)\b[^\r\n]{0,300}/im.exec(
      text,
    )?.[0]
  return {
    form: 'setup file (INF)',
    target: evidence ?? '',
    findings: evidence === undefined ? [] : [finding('shortcut.setup-script', { evidence })],
  }
}

const readers: readonly Reader[] = [
  explorerCommand,
  desktopEntry,
  remoteDesktop,
  library,
  settingContent,
  console_,
  setupFile,
  ...settingsReaders,
]

/** Undefined for other files. */
export function readOtherForm(bytes: Buffer): OtherForm | undefined {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = isWide ? bytes.toString('utf16le', 2) : bytes.toString('utf8').replace(/^\ufeff/, '')
  for (const read of readers) {
    const found = read(text)
    if (found) return found
  }
  return undefined
}
