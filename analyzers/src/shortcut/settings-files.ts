import { elementsOf } from '../formats/elements.ts'
import { remoteHost } from '../formats/remote-host.ts'
import { unescapeXml } from '../formats/unescape-xml.ts'
import { type Finding, finding } from '../kit/index.ts'
import { evidenceOf } from '../script/calls.ts'
import type { OtherForm } from './form.ts'

type Reader = (text: string) => OtherForm | undefined

/** `.search-ms`: a search that was saved, with the folders to look in. */
const savedSearch: Reader = (text) => {
  if (!/<persistedQuery\b/.test(text.slice(0, 4096))) return undefined
  const form = 'saved Windows search'
  const places = [...text.matchAll(/\b(?:path|url)\s{0,3}=\s{0,3}"([^"]{1,2000})"/gi)]
  const target = places
    .map(([, path = '']) => unescapeXml(path).trim())
    .find((path) => /^https?:/i.test(path) || remoteHost(path) !== undefined)
  return {
    form,
    target: target ?? '',
    findings: target === undefined ? [] : [finding('shortcut.remote-folder', { form, target })],
  }
}

/** `.theme`: images, styles and a screen saver, which Windows fetches when the file is shown. */
const theme: Reader = (text) => {
  if (!/^\s{0,2000}(?:;[^\n]{0,500}\n\s{0,20}){0,50}\[Theme\]/i.test(text)) return undefined
  const values = [
    ...text.matchAll(/^[ \t]{0,20}[\w.{}\\ -]{1,80}=[ \t]{0,5}["']?([^\r\n"']{3,1000})/gm),
  ]
  const target = values.map(([, value = '']) => value.trim()).find((value) => remoteHost(value))
  return {
    form: 'theme of Windows',
    target: target ?? '',
    findings: target === undefined ? [] : [finding('shortcut.theme-remote', { target })],
  }
}

/** `desktop.ini`: how a folder is shown. */
const folderSettings: Reader = (text) => {
  if (!/^\s{0,200}\[\.?(?:ShellClassInfo|LocalizedFileNames|ViewState)\]/i.test(text))
    return undefined
  const values = [
    ...text.matchAll(
      /^[ \t]{0,20}(?:IconResource|IconFile|Logo|InfoTip|LocalizedResourceName|UICLSID|HTMLInfoTipFile|Mode)[ \t]{0,5}=[ \t]{0,5}@?([^\r\n,]{3,1000})/gim,
    ),
  ]
  const icon = values.map(([, value = '']) => value.trim()).find((value) => remoteHost(value))
  return {
    form: 'folder settings (desktop.ini)',
    target: icon ?? '',
    findings: icon === undefined ? [] : [finding('shortcut.icon-remote', { icon })],
  }
}

const scriptHosts =
  /\b(?:cmd|powershell|pwsh|mshta|wscript|cscript|rundll32|regsvr32|certutil|bitsadmin)(?:\.exe)?\b[^\r\n]{3,}|\.(?:vbs|js|jse|vbe|wsf|hta|ps1|scr|pif)\b/i

/** Written by Windows itself: the entry of a program that poses as the folder. */
const foldersWords =
  /^[ \t]{0,20}action[ \t]{0,5}=[^\r\n]{0,100}(?:open folder|view files|browse files|ordner öffnen|dateien anzeigen|ouvrir le dossier|afficher les fichiers|abrir (?:la )?carpeta|ver (?:los )?archivos|aprire? (?:la )?cartella)/im
const ownVerbs =
  /^[ \t]{0,20}shell\\open\\command[ \t]{0,5}=[\s\S]{0,2000}^[ \t]{0,20}shell\\explore\\command[ \t]{0,5}=|^[ \t]{0,20}shell\\explore\\command[ \t]{0,5}=[\s\S]{0,2000}^[ \t]{0,20}shell\\open\\command[ \t]{0,5}=/im
const hiddenFolder = /(?:^|[\\/."])(?:RECYCLE[RD]|\$RECYCLE\.BIN|System Volume Information)[\\/]/i

const autorun: Reader = (text) => {
  if (!/^\s{0,200}(?:;[^\n]{0,300}\n\s{0,20}){0,20}\[autorun(?:\.\w{1,20})?\]/i.test(text))
    return undefined
  const command =
    /^[ \t]{0,20}(?:open|shellexecute|shell\\\w{1,40}\\command)[ \t]{0,5}=[ \t]{0,5}([^\r\n]{1,1000})/im
      .exec(text)?.[1]
      ?.trim() ?? ''
  const form = 'autorun file'
  return {
    form,
    target: command,
    findings:
      scriptHosts.test(command) ||
      hiddenFolder.test(command) ||
      (command !== '' && (foldersWords.test(text) || ownVerbs.test(text)))
        ? [finding('shortcut.runs-command', { form, command })]
        : [],
  }
}

const isBareAddress = (address: string) =>
  /^\w{3,5}:\/\/(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:.]{2,45}\])(?=[:/]|$)/i.test(address) &&
  !/^\w{3,5}:\/\/(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\./.test(address)

function installs(target: string, publisher: string): Finding {
  const why = isBareAddress(target)
    ? 'from an IP address'
    : remoteHost(target) !== undefined || publisher === ''
      ? 'not signed'
      : /^http:/i.test(target) && target.slice(7).split(/[/:]/)[0]?.includes('.')
        ? 'over unencrypted HTTP'
        : undefined
  return why === undefined
    ? finding('shortcut.clickonce-signed', { target, publisher })
    : finding('shortcut.clickonce', { target, why })
}

/** `.application`, `.vsto`: a double click installs the program that it names, and starts it. */
const clickOnce: Reader = (text) => {
  const head = text.slice(0, 20_000)
  if (!/<(?:\w{1,20}:)?assembly\b/.test(head) || !/<(?:\w{1,20}:)?deployment\b/.test(head))
    return undefined
  const places = [
    ...text.matchAll(
      /<(?:\w{1,20}:)?(?:deploymentProvider|dependentAssembly)\b[^>]{0,1000}?\bcodebase\s{0,3}=\s{0,3}"([^"]{1,2000})"/g,
    ),
  ].map(([, address = '']) => unescapeXml(address).trim())
  const target =
    places.find((place) => /^(?:https?|ftp|file):|^\\\\/i.test(place)) ?? places[0] ?? ''
  const publisher =
    /<(?:\w{1,20}:)?publisherIdentity\b[^>]{0,500}?\bname\s{0,3}=\s{0,3}"([^"]{1,500})"/.exec(
      text,
    )?.[1] ??
    (/<(?:\w{1,20}:)?SignatureValue\b/.test(text)
      ? (/asmv2:publisher="([^"]{1,200})"/.exec(text)?.[1] ?? '?')
      : '')
  return {
    form: 'ClickOnce',
    target,
    findings: target === '' ? [] : [installs(target, unescapeXml(publisher))],
  }
}

/** `.appref-ms`: one line with the address of such a program. */
const clickOnceReference: Reader = (text) => {
  const target =
    /^\s{0,20}((?:https?|ftp|file):\/\/[^\s#]{4,1000}\.(?:application|vsto))(?:#|\s|$)/i.exec(
      text,
    )?.[1]
  if (target === undefined || text.length > 4_000) return undefined
  const publicKey = /publicKeyToken=([0-9a-f]{16})/i.exec(text)?.[1] ?? ''
  return {
    form: 'ClickOnce',
    target,
    findings: [installs(target, /^0+$/.test(publicKey) ? '' : publicKey)],
  }
}

const dangerousCode =
  /\bVirtualAlloc(?:Ex)?\b|\bCreateThread\b|\bCreateRemoteThread\b|\bWriteProcessMemory\b|\bQueueUserAPC\b|\bMarshal\.(?:Copy|GetDelegateForFunctionPointer)\b|\bAssembly\.Load\s{0,3}\(\s{0,3}(?!From|File)|\bDownload(?:String|Data|File)\b|\bnew\s{1,5}(?:WebClient|TcpClient|HttpClient)\b|\bPowerShell\.Create\b|\bRunspaceFactory\b|\bAmsiScanBuffer\b/
const startsProgram =
  /\bProcess\.Start\s{0,3}\(|\bnew\s{1,5}ProcessStartInfo\b|\bDllImport\s{0,3}\(/
const dangerousCommand =
  /\b(?:powershell|pwsh)\b[^\n]{0,300}(?:\s-e(?:nc?|ncodedcommand|c)?\s{1,5}[A-Za-z0-9+/]{16}|\b(?:iex|iwr|irm|DownloadString|DownloadFile|Invoke-WebRequest|Invoke-Expression)\b|\s-w\w{0,10}\s{1,5}hid)|\bmshta(?:\.exe)?\s{1,5}\S|\b(?:certutil|bitsadmin)\b[^\n]{0,200}https?:|\bregsvr32\b[^\n]{0,200}\/i:|\brundll32\b[^\n]{0,100}(?:javascript:|\\\\)|\bcurl\b[^\n]{0,300}(?:\|\s{0,5}(?:ba)?sh\b|&(?:amp;)?&(?:amp;)?[^\n]{0,200}\.(?:exe|bat|ps1|cmd)\b)/i

/** A project of MSBuild, which every machine with .NET builds: code in it runs at once. */
const buildProject: Reader = (text) => {
  if (
    !/^\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,200})?(?:<!--[\s\S]{0,5000}?-->\s{0,200}){0,10}<Project\b/.test(
      text,
    )
  )
    return undefined
  const codes = elementsOf(text, 'Code', 50).map((code) => code.text)
  const names = [...text.matchAll(/<UsingTask\b[^<>]{0,1000}>/g)]
    .filter(([tag]) => /TaskFactory\s{0,3}=/.test(tag))
    .map(([tag]) => /TaskName\s{0,3}=\s{0,3}"([^"]{1,200})"/.exec(tag)?.[1] ?? '')
  const commands = [
    ...text.matchAll(/<Exec\b[^>]{0,2000}?\bCommand\s{0,3}=\s{0,3}"([^"]{1,8000})"/g),
    ...text.matchAll(/<(?:PreBuildEvent|PostBuildEvent|PreLinkEvent)>([^<]{1,8000})</g),
    ...text.matchAll(
      /<(?:PreBuildEvent|PostBuildEvent|PreLinkEvent)>\s{0,200}<Command>([^<]{1,8000})</g,
    ),
  ].map(([, command = '']) => unescapeXml(command))
  const remote =
    /<(?:UsingTask\b[^>]{0,500}\bAssemblyFile|Import\b[^>]{0,500}\bProject)\s{0,3}=\s{0,3}"([^"]{3,500})"/g
  const loaded = [...text.matchAll(remote)]
    .map(([, path = '']) => path)
    .find((path) => remoteHost(path))
  // Builds start tools with `Exec`, and have something to build.
  const isBare = !/<(?:PropertyGroup|ItemGroup|Import)\b|<Project\b[^>]{0,500}\bSdk\s{0,3}=/.test(
    text,
  )
  const code = names.length > 0 ? codes.join('\n') : ''
  const evidence =
    evidenceOf(code, dangerousCode) ??
    (isBare ? evidenceOf(code, startsProgram) : undefined) ??
    evidenceOf(commands.join('\n'), dangerousCommand) ??
    loaded
  return {
    form: 'MSBuild project',
    target:
      evidence === undefined ? '' : commands.filter((one) => dangerousCommand.test(one)).join('\n'),
    findings: [
      ...(names.length > 0 && codes.length > 0
        ? [finding('shortcut.build-task', { name: names.join(', ').slice(0, 200) })]
        : []),
      ...(evidence === undefined ? [] : [finding('shortcut.build-code', { evidence })]),
    ],
  }
}

/** A task for the planner of Windows, as it is exported and registered (`schtasks /create /xml`). */
const plannedTask: Reader = (text) => {
  if (
    !/<Task\b[^>]{0,500}schemas\.microsoft\.com\/windows\/2004\/02\/mit\/task/.test(
      text.slice(0, 4096),
    )
  )
    return undefined
  const commands = elementsOf(text, 'Exec', 50).map(({ text: action }) => {
    const part = (name: string) => unescapeXml(elementsOf(action, name, 1)[0]?.text ?? '').trim()
    return `${part('Command')} ${part('Arguments')}`.trim()
  })
  // Administrators hide the window of scripts that they installed.
  const isInstalled = (command: string) =>
    /\s-f(?:ile)?\s{1,5}["']?(?:[a-z]:\\|%ProgramFiles|%SystemRoot%|%windir%|\\\\)/i.test(
      command,
    ) &&
    !/\\(?:AppData|Temp|Public|ProgramData)\\|\s-e(?:nc?|ncodedcommand|c)?\s|https?:/i.test(command)
  const command = commands.find((one) => dangerousCommand.test(one) && !isInstalled(one))
  const form = 'scheduled task'
  return {
    form,
    target: commands.join('\n'),
    findings: command === undefined ? [] : [finding('shortcut.runs-command', { form, command })],
  }
}

export const settingsReaders: readonly Reader[] = [
  savedSearch,
  theme,
  folderSettings,
  autorun,
  clickOnce,
  clickOnceReference,
  buildProject,
  plannedTask,
]
