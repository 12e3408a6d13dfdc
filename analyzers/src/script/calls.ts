import { type CatalogueId, type Finding, finding } from '../kit/index.ts'
import { isOfWindows, type Language } from './language.ts'
import type { Layer } from './layers.ts'

interface Call {
  readonly id: CatalogueId
  readonly form: RegExp
  /** What only Windows knows, or what is ordinary elsewhere. */
  readonly onlyWindows?: true
}

const loads =
  /\bDownload(?:String|File|Data)(?:Async|TaskAsync)?\b|\bNet\.WebClient\b|\bInvoke-(?:WebRequest|RestMethod)\b|\b(?:iwr|irm)(?:\s{1,5}["'$-]?|\()\S|\bStart-BitsTransfer\b|\bbitsadmin\b[^\n]{0,100}\/transfer|\bcertutil\b[^\n]{0,100}-urlcache|\bMSXML2\.(?:Server)?XMLHTTP|\bMicrosoft\.XMLHTTP|\bWinHttp\.WinHttpRequest|\bURLDownloadToFile|\bcurl(?:\.exe)?\s[^\n]{0,200}https?:/i
const runs =
  /\b(?:iex|Invoke-Expression)\b|\[(?:System\.Management\.Automation\.)?scriptblock\]::Create\b|\bInvokeCommand\.InvokeScript\b|\bStart-Process\b|\bsaps\s|\.ShellExecute\b|\bADODB\.Stream\b|\bWScript\.Shell\b|\.(?:Run|Exec)\s{0,3}[("']|\bExecute(?:Global)?\s{0,3}\(|\beval\s{0,3}\(|^\s{0,20}start\s{1,5}\S|\b(?:rundll32|regsvr32|mshta|wscript|cscript)(?:\.exe)?\s/im

const calls: readonly Call[] = [
  { id: 'script.download', form: loads, onlyWindows: true },
  {
    id: 'script.runs-programs',
    form: /\bWScript\.Shell\b|\bShell\.Application\b|\bStart-Process\b|\.ShellExecute\b|\bWin32_Process\b/i,
    onlyWindows: true,
  },
  {
    id: 'script.runs-text',
    form: /\b(?:iex|Invoke-Expression)\b|\bExecute(?:Global)?\s{0,3}\(|\beval\s{0,3}\(|\bnew Function\s{0,3}\(/i,
    onlyWindows: true,
  },
  {
    id: 'script.decoded-run',
    form: /\b(?:iex|Invoke-Expression)\b[^\n]{0,300}(?:FromBase64String|GzipStream|DeflateStream|-join|\[char)|(?:FromBase64String|GzipStream|DeflateStream)[^\n]{0,500}(?:\|\s{0,5}(?:iex|Invoke-Expression)\b|\bInvoke-Expression\b)|\b(?:eval|Function)\s{0,3}\(\s{0,5}(?:atob|unescape|decodeURIComponent\(atob|String\.fromCharCode|Buffer\.from\([^)]{1,200}["']base64)|\bexec\s{0,3}\(\s{0,5}(?:__import__\(["'](?:base64|zlib|marshal)|base64\.b64decode|zlib\.decompress|bytes\.fromhex|compile\(base64)|\bexec\(\s{0,5}["'][^"'\n]{1,100}b64decode|\bbase64\s{1,5}(?:-d|-D|--decode)\b[^\n]{0,100}\|\s{0,5}(?:sudo\s)?(?:ba|z|da)?sh\b|\bExecute(?:Global)?\s{0,3}\(\s{0,5}(?:StrReverse|Chr|decode|unhex|base64)|\b(?:eval|assert)\s{0,3}\(\s{0,5}(?:base64_decode|gzinflate|str_rot13|gzuncompress)\s{0,3}\(/i,
  },
  {
    id: 'script.hidden-window',
    form: /\s-w(?:i(?:n(?:d(?:o(?:w(?:s(?:tyle)?)?)?)?)?)?)?\s{1,5}(?:h(?:id(?:d(?:en?)?)?)?\b|1\b)|\.Run\s{0,3}\(?[^\n]{1,300},\s{0,5}(?:0|vbHide)\b|WindowStyle\s{0,5}=\s{0,5}["']?hidden/i,
    onlyWindows: true,
  },
  {
    id: 'script.policy',
    form: /\s-e(?:p|x(?:ec(?:utionpolicy)?)?)\s{1,5}(?:bypass|unrestricted)\b|Set-ExecutionPolicy\s{1,5}(?:-\w{1,20}\s{1,5}\w{0,20}\s{0,5})?(?:Bypass|Unrestricted)/i,
    onlyWindows: true,
  },
  {
    id: 'script.protection-off',
    form: /Set-MpPreference[^\n]{0,200}(?:-Disable\w{3,50}\s{1,5}(?:\$true|1)|-ExclusionPath)|Add-MpPreference[^\n]{0,100}-Exclusion|amsiInitFailed|AmsiScanBuffer|AmsiUtils|\bDisableAntiSpyware\b|(?:sc|net)(?:\.exe)?\s{1,5}(?:stop|delete|config)\s{1,5}["']?(?:WinDefend|Sense|wscsvc|MsMpSvc)|netsh\s{1,5}advfirewall\s{1,5}set\s{1,5}\w{1,30}\s{1,5}state\s{1,5}off/i,
  },
  {
    id: 'script.recovery-off',
    form: /vssadmin(?:\.exe)?\s{1,5}(?:delete|resize)\s{1,5}shadow|wmic(?:\.exe)?\s{1,5}shadowcopy\s{1,5}delete|bcdedit(?:\.exe)?[^\n]{0,100}recoveryenabled\s{1,5}no|wbadmin\s{1,5}delete\s{1,5}(?:catalog|systemstatebackup)|Win32_ShadowCopy[^\n]{0,200}\.Delete\(/i,
  },
  {
    id: 'script.logs-cleared',
    form: /\bwevtutil(?:\.exe)?\s{1,5}(?:cl|clear-log)\b|\bClear-EventLog\b/i,
  },
  {
    id: 'script.persistence',
    form: /(?:reg(?:\.exe)?\s{1,5}add|RegWrite|(?:New|Set)-ItemProperty)[^\n]{0,200}\\CurrentVersion\\Run|^\[HK[^\]\n]{0,150}\\CurrentVersion\\Run(?:Once|Services)?\]\s{1,10}["@][^\n]{1,300}|^\[HK[^\]\n]{0,150}\\Image File Execution Options\\[^\]\n]{1,100}\]\s{1,10}"Debugger"|\\Start Menu\\Programs\\Startup\\[^\n]{0,100}\.(?:vbs|js|bat|cmd|lnk|exe|ps1|hta)/im,
  },
  {
    id: 'script.scheduled',
    form: /\bschtasks(?:\.exe)?\s[^\n]{0,50}\/create\b|\b(?:Register-ScheduledTask|New-ScheduledTaskAction)\b|Schedule\.Service/i,
    onlyWindows: true,
  },
  {
    id: 'script.memory',
    form: /\bVirtualAlloc(?:Ex)?\b[\s\S]{0,3000}\b(?:CreateThread|RtlMoveMemory|Marshal\]?::Copy|CreateRemoteThread)\b|\[(?:System\.)?Reflection\.Assembly\]::Load\s{0,3}\(|\bctypes\.windll\.kernel32\.VirtualAlloc\b/i,
  },
  {
    id: 'script.credentials',
    form: /\bInvoke-Mimikatz\b|\bsekurlsa::|\blsadump::|comsvcs\.dll[\s,"']{1,10}(?:#?\+?0{0,3}24|MiniDump)|\breg(?:\.exe)?\s{1,5}save\s{1,5}["']?hk(?:lm|ey_local_machine)\\(?:sam|security)\b/i,
  },
  {
    id: 'script.reverse-shell',
    form: /\/dev\/tcp\/[^\s/]{1,100}\/\d{1,5}[^\n]{0,50}0?[<>]&\s{0,3}[01]|\bnc(?:at)?\b[^\n]{0,60}\s-e\s{1,5}\/bin\/(?:ba)?sh|mkfifo\s[^\n]{1,100}\|\s{0,5}(?:\/bin\/)?(?:ba)?sh\s[^\n]{0,100}\|\s{0,5}nc\b|\b(?:ba|da|z|k|a)?sh\s{1,3}-i\b[^\n|]{0,100}\|\s{0,5}(?:openssl\s{1,3}s_client|nc|ncat|netcat|socat|telnet)\s|\btelnet\s[^\n|]{1,100}\|\s{0,5}(?:\/bin\/)?(?:ba)?sh\s{0,3}\|\s{0,5}telnet\s|\bsocat\s(?=[^\n]{0,300}\b(?:tcp4?|openssl)(?:-connect)?:)[^\n]{0,200}\bexec:\s{0,3}["']{0,2}(?:\/bin\/)?(?:ba)?sh\b|os\.dup2\([^\n]{1,50}fileno\(\)[\s\S]{0,500}(?:\/bin\/(?:ba)?sh|pty\.spawn)|Net\.Sockets\.TCPClient[\s\S]{0,2000}(?:iex|Invoke-Expression)\b|\bsocket\b[\s\S]{0,800}(?:STDIN|\$stdin|stdin)[\s\S]{0,300}\bexec\b\s{0,3}[({]?\s{0,3}["']\/bin\/(?:ba)?sh|\bTCPSocket\b[\s\S]{0,300}(?:IO\.popen|exec|\/bin\/(?:ba)?sh)|\bnet\.(?:Socket|connect)\b[\s\S]{0,500}spawn\(\s{0,3}["'](?:\/bin\/)?(?:ba)?sh\b/i,
  },
  {
    id: 'script.web-shell',
    form: /\b(?:eval|assert|system|shell_exec|passthru|exec|popen|proc_open)\s{0,3}\(\s{0,5}@?\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b/i,
  },
  {
    id: 'script.download-run',
    form: /(?:\bcurl|\bwget)\s[^\n|]{0,300}\|\s{0,5}(?:sudo\s{1,5}(?:-\w{1,5}\s)?)?(?:ba|da|z)?sh\b(?!\w)|(?:\bcurl|\bwget)\s[^\n|]{0,300}\|\s{0,5}(?:sudo\s{1,5})?(?:python[23]?|perl|ruby|node|php)(?:\s{1,3}-)?[ \t]{0,5}(?=$|[\n"'`;&)])|\bexec\s{0,3}\(\s{0,5}(?:urllib|requests)\.[^\n]{1,200}(?:read|text|content)\b|(?:\bcurl|\bwget)\s[^\n]{1,300}(?:-o|-O|>)\s{0,5}(\/tmp\/[^\s;&]{1,60})[\s\S]{0,300}(?:chmod\s{1,5}\S{1,10}\s{1,5}\1|\bsh\s{1,5}\1)|(?:\bcurl|\bwget|\btftp)\s[^\n;]{0,200}https?:\/\/\d{1,3}(?:\.\d{1,3}){3}[^\n]{0,200}\bchmod\s{1,5}\S{1,10}\s{1,5}(\S{1,60}?)\s{0,3}[;&\n][^\n]{0,60}\.\/\2/i,
  },
  {
    id: 'script.password-prompt',
    form: /\bdisplay dialog\b[^\n]{0,300}\bhidden answer\b|\bdisplay dialog\b[^\n]{0,200}\bpassword\b[^\n]{0,200}\bdefault answer\b|\bPromptForCredential\s{0,3}\(|\bGet-Credential\b[^\n]{0,200}-Message/i,
  },
]

/** Parts of Windows that run what they are given; with an address or a script they have no other use. */
const tools: readonly (readonly [tool: string, form: RegExp])[] = [
  ['mshta', /\bmshta(?:\.exe)?["']?\s{1,5}["']?(?:https?:|javascript:|vbscript:|\\\\)/i],
  [
    'regsvr32',
    /\bregsvr32(?:\.exe)?\b[^\n]{0,100}\/i:\s{0,3}["']?(?:https?:|\\\\|[^\s]{1,200}\.sct)/i,
  ],
  [
    'rundll32',
    /\brundll32(?:\.exe)?["']?\s{1,5}["']?(?:javascript:|\\\\|%temp%|%appdata%|[^\s"',]{1,200}\.(?:tmp|dat|jpg|png|txt))/i,
  ],
  ['certutil', /\bcertutil(?:\.exe)?\b[^\n]{0,100}\s-(?:urlcache|decode|decodehex)\b/i],
  ['bitsadmin', /\bbitsadmin(?:\.exe)?\b[^\n]{0,200}https?:/i],
  [
    'wmic',
    /\bwmic(?:\.exe)?\b[^\n]{0,100}(?:process\s{1,5}call\s{1,5}create|\/format:\s{0,3}["']?https?:)/i,
  ],
  ['msiexec', /\bmsiexec(?:\.exe)?\b[^\n]{0,100}\/(?:i|q\w{0,2}\s{1,5}\/i)\s{0,5}["']?https?:/i],
  [
    'installutil',
    /\b(?:installutil|regasm|regsvcs|msbuild)(?:\.exe)?\s[^\n]{0,100}(?:%temp%|%appdata%|\\\\|\/U\s)/i,
  ],
  [
    'msdt',
    /\bms-msdt:[-/\s]{0,5}id\b|\bmsdt(?:\.exe)?\b[^\n]{0,300}IT_(?:BrowseForFile|RebrowseForFile|LaunchMethod)/i,
  ],
  ['search-ms', /\bsearch-ms:[^\n]{0,300}crumb=location:(?:\\{2}|%5c%5c|https?:)/i],
]

const dropSites =
  /https?:\/\/(?:[\w-]{1,60}\.)?(?:pastebin\.com\/raw|paste\.ee\/r|hastebin\.com\/raw|transfer\.sh|cdn\.discordapp\.com\/attachments|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|[\w-]{1,60}\.ngrok(?:-free)?\.(?:io|app)|[\w-]{1,60}\.trycloudflare\.com|file\.io|anonfiles\.com|temp\.sh|0x0\.st)/i

const shownAround = 40
/** Split, or virus scanners report us. */
export const eicar = ['EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE'].join('')

export function evidenceOf(text: string, form: RegExp): string | undefined {
  const found = form.exec(text)
  if (!found) return undefined
  const from = Math.max(0, found.index - shownAround)
  return text
    .slice(from, Math.min(found.index + Math.min(found[0].length, 200) + shownAround, text.length))
    .trim()
}

/** What the layers do, each once, with the first piece of text that says so. */
export function callsIn(layers: readonly Layer[], language: Language): Finding[] {
  const found = new Map<string, Finding>()
  const add = (one: Finding) => {
    const key = `${one.id} ${one.value}`
    if (!found.has(key)) found.set(key, one)
  }
  const ofWindows = isOfWindows(language)
  for (const { text, how } of layers) {
    // A command that was hidden is a command of Windows, whatever it was hidden in.
    const isHidden = how.length > 0
    if (isHidden && text.includes(eicar)) add(finding('script.test-virus'))
    for (const { id, form, onlyWindows } of calls) {
      if (onlyWindows && !ofWindows && !(isHidden && /powershell|wscript/i.test(text))) continue
      const evidence = evidenceOf(text, form)
      if (evidence !== undefined) add(finding(id, { evidence }))
    }
    for (const [tool, form] of tools) {
      const evidence = evidenceOf(text, form)
      if (evidence !== undefined) add(finding('script.system-tool', { tool, evidence }))
    }
    if (ofWindows || isHidden) {
      const drop = evidenceOf(text, dropSites)
      if (drop !== undefined) add(finding('script.web-service', { evidence: drop }))
    }
  }
  const everything = layers.map(({ text }) => text).join('\n')
  const load = ofWindows ? evidenceOf(everything, loads) : undefined
  if (load !== undefined && runs.test(everything) && /https?:|\\\\[\w.-]{3,}\\/i.test(everything))
    add(finding('script.download-run', { evidence: load }))
  return [...found.values()]
}
