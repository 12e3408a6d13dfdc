import { type CatalogueId, type Finding, finding } from '../kit/index.ts'
import { evidenceOf } from './calls.ts'
import type { Language } from './language.ts'
import type { Layer } from './layers.ts'

/** Names that distinguish builds of one program for many machines. */
const architecture =
  /(?:^|[^a-z0-9])(mips(?:el|64|le|r2)?|mpsl|arm(?:v?[4-8][a-z]{0,3}|eabi|hf)?|aarch64|x86(?:_64|_32)?|i[3-6]86|sh4|ppc(?:440fp|440|64)?|powerpc|m68k|spc|sparc|arc|riscv(?:64)?|amd64)(?=$|[^a-z0-9])/i
const fetching = /\b(?:wget|curl|tftp|ftpget)\s[^\n;|&]{1,300}/g
const makesRunnable = /\bchmod\s{1,5}(?:-R\s{1,5})?(?:[ugoa]{0,3}\+\w{0,2}x|0?[57][0-7]{2})\b/
const runsIt =
  /(?:^|[\n;&|({]|\bdo\s|\bthen\s)\s{0,20}(?:nohup\s{1,3}|sudo\s{1,3})?(?:\.\/|(?:ba|da)?sh\s{1,3}|\/tmp\/)[\w$"'{.]/m
/** Installers do not work like this: an address without a name, any writable folder. */
const isRude =
  /\b(?:wget|curl|ftpget)\s[^\n;|&]{0,200}\b\d{1,3}(?:\.\d{1,3}){3}\b|\btftp\s[^\n;|&]{0,100}(?:-g\b|-c\s{1,3}get|\bget\b)|\bcd\s{1,3}\/(?:tmp|var\/run|dev\/shm)\S{0,20}\s{0,3}\|\|\s{0,3}cd\s|\bchmod\s{1,5}(?:-R\s)?0?777\b|\bbusybox\s{1,3}(?:wget|tftp|ftpget|curl)\b/

function architecturesIn(text: string): Set<string> {
  const found = new Set<string>()
  const add = (word: string) => {
    const name = architecture.exec(word)?.[1]
    if (name !== undefined) found.add(name.toLowerCase())
  }
  let count = 0
  for (const [command] of text.matchAll(fetching)) {
    count += 1
    if (count > 500) break
    for (const word of command.split(/[\s/]+/)) add(word)
  }
  for (const [, list = '', body = ''] of text.matchAll(
    /\bfor\s{1,5}\w{1,40}\s{1,5}in\s{1,5}([^;\n]{1,600})\s{0,5}[;\n]\s{0,5}do\b([\s\S]{0,2000}?)\bdone\b/g,
  )) {
    if (!/\b(?:wget|curl|tftp|ftpget)\s/.test(body)) continue
    const name = /^\s{0,5}"?\$\{?(\w{1,40})\}?"?\s{0,5}$/.exec(list)?.[1]
    const words =
      name === undefined
        ? list
        : (new RegExp(`(?:^|[\\n;])\\s{0,20}${name}=["']([^"'\\n]{1,600})["']`).exec(text)?.[1] ??
          '')
    for (const word of words.split(/\s+/)) add(word)
  }
  return found
}

/** One script that is run on any machine that lets it in, and tries one build after another. */
function botnetLoader(text: string): Finding | undefined {
  if (!makesRunnable.test(text) || !runsIt.test(text) || !isRude.test(text)) return undefined
  const count = architecturesIn(text).size
  if (count < 3) return undefined
  return finding('script.botnet-loader', { count, evidence: evidenceOf(text, isRude) ?? '' })
}

interface Rule {
  readonly id: CatalogueId
  readonly languages: readonly Language[]
  readonly form: RegExp
  /** What must be there as well. */
  readonly and?: RegExp
}

const unix: readonly Language[] = ['Shell', 'Python', 'Perl', 'PHP', 'Ruby', 'Launch agent']
const node: readonly Language[] = ['JavaScript', 'JScript']
const elf =
  '(?:\\\\{1,2}x7f|\\\\{1,2}0?177|\\x7f)(?:ELF|(?:\\\\{1,2}x45|\\\\{1,2}0?105|E)(?:\\\\{1,2}x4c|\\\\{1,2}0?114|L)(?:\\\\{1,2}x46|\\\\{1,2}0?106|F))'
const unpacker =
  '(?:__import__\\(\\s{0,3}["\'](?:zlib|base64|marshal|bz2|lzma|gzip|codecs|binascii)["\']\\s{0,3}\\)|zlib|base64|marshal|bz2|lzma|gzip|codecs|binascii)\\s{0,3}\\.\\s{0,3}(?:decompress|loads|[ab](?:16|32|64|85)decode|decode|decodebytes|unhexlify)'

const request = '\\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\\b'
const runsInPhp = 'assert|system|eval|exec|shell_exec|passthru|popen|proc_open|create_function'

const rules: readonly Rule[] = [
  {
    id: 'script.download-run',
    languages: unix,
    form: /\bcd\s{1,3}\/(?:tmp|var\/run|dev\/shm)\S{0,20}\s{0,3}\|\|\s{0,3}cd\s[^\n]{0,300}\n?[^\n]{0,300}\b(?:wget|curl|tftp|ftpget)\s|\bbusybox\s{1,3}(?:wget|tftp|ftpget|curl)\s[^\n]{1,300}[;&\n][\s\S]{0,200}\bchmod\s{1,5}(?:0?777|\+x)\s/,
    and: runsIt,
  },
  {
    id: 'script.download-run',
    languages: unix,
    form: /(?:\btftp\s[^\n;|&]{0,100}(?:-g\b|-c\s{1,3}get\b)|\bftpget\s|\b(?:wget|curl)\s[^\n;|&]{0,200}\/\/(?!(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.)\d{1,3}(?:\.\d{1,3}){3}\b)[\s\S]{0,600}?\bchmod\s{1,5}(?:0?777|[ugoa]{0,3}\+x)\s[\s\S]{0,200}?[\n;&|]\s{0,5}(?:nohup\s{1,3})?\.\/[\w.$]/,
  },
  {
    id: 'script.download-run',
    languages: unix,
    form: /\b(?:wget|curl)\s[^\n]{0,300}\s["']?(\/(?:tmp|var\/tmp|dev\/shm)\b)[\s\S]{0,600}?\bnohup\s{1,3}["']?\1\/\S/,
  },
  {
    id: 'script.persistence',
    languages: unix,
    form: /\b(?:echo|printf)\b[^\n]{0,200}(?:[*@][^\n]{0,40}\s\/(?:tmp|var\/tmp|dev\/shm)\/|[*@][^\n]{0,100}\b(?:curl|wget)\b[^\n]{0,200}\|\s{0,5}(?:ba)?sh\b)[^\n]{0,200}(?:\|\s{0,5}crontab\s{1,3}-|>{1,2}\s{0,3}["']?\/(?:etc\/cron|var\/spool\/cron))/,
  },
  {
    id: 'script.preload',
    languages: unix,
    form: /\b(?:echo|printf|cat)\b[^\n;&|]{0,200}(?:\.so\b|\$\{?\w)[^\n;&|]{0,100}>{1,2}\s{0,3}["']?\/etc\/ld\.so\.preload\b|\.so\b[^\n;&]{0,100}\|\s{0,3}(?:sudo\s{1,3})?tee\s{1,3}(?:-a\s{1,3})?["']?\/etc\/ld\.so\.preload\b|\b(?:cp|mv|install|ln)\s(?:(?!ld\.so\.preload)[^\n;|&]){1,200}\s["']?\/etc\/ld\.so\.preload\b|\bopen\(\s{0,3}["']\/etc\/ld\.so\.preload["']\s{0,3},\s{0,3}["'][wa]|\bchattr\s{1,3}\+i\s{1,3}["']?\/etc\/ld\.so\.preload\b/,
  },
  {
    id: 'script.elf-written',
    languages: unix,
    form: new RegExp(
      `\\b(?:echo|printf)\\s{1,5}(?:-[neE]{1,3}\\s{1,5}){0,3}(?:--\\s{1,3})?[$]?["']?${elf}[^\\n>]{0,200000}>{1,2}\\s{0,5}(?!/proc/|/dev/null)[^\\s>&]`,
      'i',
    ),
  },
  {
    id: 'script.elf-written',
    languages: unix,
    form: /["'\s]f0VMR[g-j](?:EB|IB)[A-Za-z0-9+/]{60,}/,
    and: /^(?=[\s\S]*?\bbase64\s{1,5}(?:-d|-D|--decode)\b)(?=[\s\S]*?(?:\bchmod\s|[\n;&|]\s{0,5}(?:\.\/|\/tmp\/|\/var\/tmp\/|\/dev\/shm\/)))|b64decode[\s\S]{0,3000}(?:memfd_create|chmod|os\.exec|subprocess|os\.system|ctypes)|base64_decode[\s\S]{0,1000}(?:chmod|exec|system)|decode_base64[\s\S]{0,1000}(?:chmod|exec|system)/,
  },
  {
    id: 'script.elf-written',
    languages: unix,
    form: /["'\s](?:\\x)?7f(?:\\x)?45(?:\\x)?4c(?:\\x)?46(?:\\x)?0[12](?:(?:\\x)?[0-9a-f]{2}){40,}/i,
    and: /\bxxd\s{1,5}-r[\s\S]{0,600}\b(?:chmod|\.\/)|(?:fromhex|unhexlify|\bopen\()[\s\S]{0,3000}(?:memfd_create|chmod|os\.exec|subprocess|os\.system)|pack\(\s{0,3}["']H\*[\s\S]{0,1000}(?:chmod|exec|system|syscall)/,
  },
  {
    id: 'script.decoded-run',
    languages: ['Python'],
    form: new RegExp(
      `\\b(?:exec|eval)["')\\]]{0,3}\\s{0,3}\\(\\s{0,5}(?:[\\w.]{1,60}\\s{0,3}\\(\\s{0,3}){0,5}${unpacker}\\s{0,3}\\((?:[^\\n]{0,300}\\(){0,1}\\s{0,3}b?r?["']{1,3}[^"'\\n]{40}`,
    ),
  },
  {
    id: 'script.decoded-run',
    languages: ['Python'],
    form: new RegExp(`\\blambda\\b[^\\n:]{0,60}:[^\\n]{0,200}${unpacker}`),
    and: /\b(?:exec|eval)\s{0,3}\(\s{0,3}\(?\s{0,3}\w{1,40}\s{0,3}\)?\s{0,3}\(\s{0,3}b?["'][^"'\n]{40}/,
  },
  {
    id: 'script.decoded-run',
    languages: ['Python'],
    form: /\bexec\s{0,3}\(\s{0,5}(?:["']{2}\.join\(\s{0,3}(?:map\(\s{0,3}chr\s{0,3},|\[?\s{0,3}chr\()|bytes\(\s{0,3}\[\s{0,3}\d{1,3}\s{0,3},\s{0,3}\d{1,3}\s{0,3},|Fernet\(\s{0,3}b?["'][^"'\n]{20,80}["']\s{0,3}\)\.decrypt\()/,
  },
  {
    id: 'script.decoded-run',
    languages: ['Python'],
    form: /(?:\bgetattr\s{0,3}\(\s{0,3}(?:__builtins__|builtins|__import__\(\s{0,3}["']builtins["']\s{0,3}\))\s{0,3},\s{0,3}|(?:__builtins__(?:\.__dict__)?|builtins\.__dict__|\b(?:vars|globals)\([^)\n]{0,30}\))\s{0,3}\[\s{0,3})["'](?:exec|eval)["']/,
    and: /\b(?:[ab](?:16|32|64|85)decode|decompress|unhexlify|fromhex|marshal\.loads|chr)\s{0,3}\(/,
  },
  {
    id: 'script.decoded-run',
    languages: ['PowerShell', 'Batch', 'HTA'],
    form: /(?:\[(?:System\.Management\.Automation\.)?scriptblock\]::Create\s{0,3}\(|\bInvokeScript\s{0,3}\(|\b(?:iex|Invoke-Expression)\b)[^\n]{0,200}(?:\.ReadToEnd\b|\.GetString\b|FromBase64String|-bxor\b)/i,
    and: /FromBase64String|GzipStream|DeflateStream|-bxor\b/i,
  },
  {
    id: 'script.web-shell',
    languages: ['PHP'],
    form: new RegExp(
      `\\$(\\w{1,40})\\s{0,5}=\\s{0,5}@?(?:["'](?:${runsInPhp})["']|(?:str_rot13|base64_decode|strrev|chr|hex2bin|gzinflate|implode|join|str_replace|pack)\\s{0,3}\\(|${request}\\s{0,3}\\[)[\\s\\S]{0,3000}?\\$\\1\\s{0,3}\\(\\s{0,5}(?:@?\\w{1,40}\\s{0,3}\\(\\s{0,3}){0,3}@?${request}`,
      'i',
    ),
  },
  {
    id: 'script.web-shell',
    languages: ['PHP'],
    form: new RegExp(
      `${request}\\s{0,3}\\[[^\\]\\n]{1,60}\\]\\s{0,3}\\(|\\b(?:call_user_func(?:_array)?|array_map|array_filter|array_walk|usort|uasort|register_shutdown_function|create_function)\\s{0,3}\\([^\\n;]{0,100}["'](?:${runsInPhp})["'][^\\n;]{0,100}${request}|\\bcreate_function\\s{0,3}\\([^\\n;]{0,100}${request}|\`[^\`\\n]{0,60}${request}[^\`\\n]{0,60}\`|\\bpreg_replace\\s{0,3}\\(\\s{0,3}["']([/#~|@])[^"'\\n]{0,60}\\1\\w{0,6}e\\w{0,6}["']\\s{0,3},[^\\n;]{0,60}${request}`,
      'i',
    ),
  },
  {
    id: 'script.decoded-run',
    languages: node,
    form: /\b(?:exec|execSync|execFile|spawn|spawnSync)(?:["'`]\s{0,3}\])?\s{0,3}\(\s{0,5}(?:Buffer\.from\s{0,3}\([^\n)]{1,4000}["'`](?:base64|hex)["'`]|(?:globalThis\.|window\.)?atob\s{0,3}\(\s{0,3}["'`])/,
    and: /\bchild_process\b/,
  },
  {
    id: 'script.decoded-run',
    languages: node,
    form: /\b(?:runInThisContext|runInNewContext|runInContext|new vm\.Script|_compile|Function)\s{0,3}\(\s{0,5}(?:Buffer\.from\s{0,3}\(\s{0,3}["'`][^\n)]{1,4000}["'`](?:base64|hex)["'`]|atob\s{0,3}\(\s{0,3}["'`])/,
  },
  {
    id: 'script.download-run',
    languages: ['AutoIt'],
    form: /\bInet(?:Get|Read)\s{0,3}\(\s{0,3}[^\n]{1,300}/i,
    and: /\b(?:Run|RunWait|RunAs|ShellExecute(?:Wait)?)\s{0,3}\(/i,
  },
  {
    id: 'script.memory',
    languages: ['AutoIt', 'AutoHotkey'],
    form: /\bDllCall\s{0,3}\([^\n]{0,200}\b(?:VirtualAlloc(?:Ex)?|VirtualProtect|CreateRemoteThread|CallWindowProcW?|NtUnmapViewOfSection|WriteProcessMemory)\b/i,
    and: /(?:0x)?[0-9A-F]{120,}|\bCreateRemoteThread\b|\bDllCallAddress\b|\bNtUnmapViewOfSection\b|\bWriteProcessMemory\b/i,
  },
  {
    id: 'script.decoded-run',
    languages: ['AutoIt'],
    form: /\bExecute\s{0,3}\(\s{0,5}(?:BinaryToString|StringReverse|StringReplace|Chr|_?\w{0,30}(?:dec|crypt|xor|unpack)\w{0,20})\s{0,3}\(/i,
  },
  {
    id: 'script.keylogger',
    languages: ['AutoHotkey'],
    form: /^\s{0,40}Input\s{0,3},\s{0,3}\w{1,40}\s{0,3},[^\n]{0,20}\bV\b[^\n]{0,60}|\bInputHook\s{0,3}\(\s{0,3}["'][^"'\n]{0,20}V[^\n]{0,60}/im,
    and: /\bFileAppend\b[^\n]{0,200}(?:A_AppData|A_Temp|A_Startup|\\Users\\Public)|\bWinHttp\.WinHttpRequest|\bMSXML2\.XMLHTTP|\bCDO\.Message\b/i,
  },
  {
    id: 'script.keylogger',
    languages: ['Python'],
    form: /\bpynput\b[\s\S]{0,5000}?\bListener\s{0,3}\(\s{0,3}on_press|\bkeyboard\.(?:on_press|on_release|hook)\s{0,3}\(|\bpyHook\.HookManager\b/,
    and: /\brequests\.post\s{0,3}\(|\bsmtplib\.SMTP|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot|\bftplib\.FTP\s{0,3}\(/,
  },
  {
    id: 'script.keylogger',
    languages: ['PowerShell'],
    form: /\bGetAsyncKeyState\b[^\n]{0,100}/,
    and: /\b(?:GetKeyboardState|MapVirtualKey|ToUnicode)\b[\s\S]*(?:AppendAllText|Add-Content|Out-File|Send-MailMessage|Invoke-(?:WebRequest|RestMethod))/i,
  },
  {
    id: 'script.download-run',
    languages: ['AutoHotkey'],
    form: /\bUrlDownloadToFile\b[^\n]{1,300}|^\s{0,40}Download\b[\s(,]{1,5}["']?https?:[^\n]{1,300}|\bWinHttp\.WinHttpRequest[^\n]{0,100}/im,
    and: /^\s{0,40}(?:Run|RunWait)\b\s{0,3}[,(% "']/im,
  },
]

const secretFiles =
  /(?:["'`/\\])\.(?:npmrc|pypirc|netrc|git-credentials|aws[/\\]{1,2}credentials|docker[/\\]{1,2}config\.json|kube[/\\]{1,2}config|ssh[/\\]{1,2}id_(?:rsa|ed25519|ecdsa|dsa))\b|\bLogin Data\b|\blogins\.json\b|\bkey4\.db\b|\bwallet\.dat\b|\bExodus[/\\]{1,2}exodus\.wallet\b|\bLocal Storage[/\\]{1,4}leveldb\b/
/** Of browsers and wallets: no other program has a reason to send them. */
const stores =
  /\bLogin Data\b|\blogins\.json\b|\bkey4\.db\b|\bwallet\.dat\b|\bExodus[/\\]{1,2}exodus\.wallet\b/
const readsFile =
  /\breadFile(?:Sync)?\s{0,3}\(|\bcreateReadStream\s{0,3}\(|\bopen\s{0,3}\(|\bread_(?:text|bytes)\s{0,3}\(|\bcopyFile(?:Sync)?\s{0,3}\(|\bshutil\.copy/
/** Everything of the environment, not one of its names. */
const wholeEnvironment =
  /\bJSON\.stringify\(\s{0,3}(?:process\.env\s{0,3}[,)]|\{[^}\n]{0,300}(?:\.\.\.|:\s{0,3})process\.env\s{0,3}[,}])|\b(?:dict\(\s{0,3}os\.environ\s{0,3}\)|json\.dumps\(\s{0,3}(?:dict\(\s{0,3})?os\.environ\b)/
const asksForName = /\bos\.(?:hostname|userInfo)\(|\b(?:gethostname|getuser|getlogin)\(/
const sends =
  /\bhttps?\.request\s{0,3}\([\s\S]{0,400}?\bmethod\s{0,3}:\s{0,3}["'`](?:POST|PUT)\b|\b(?:fetch|axios)\s{0,3}\([\s\S]{0,400}?\bmethod\s{0,3}:\s{0,3}["'`](?:POST|PUT)\b|\b(?:axios|requests|httpx|session)\.(?:post|put)\s{0,3}\(|\burlopen\s{0,3}\([^\n]{0,200}\bdata\s{0,3}=|\bRequest\s{0,3}\([^\n]{0,200}\bdata\s{0,3}=|discord(?:app)?\.com\/api\/webhooks|api\.telegram\.org\/bot/

/**
 * Tools of one service read its key: a file of keys counts with the machine's name, with more such files, or with
 * the environment. The passwords of a browser count alone.
 */
function secretsSent(text: string): Finding | undefined {
  if (!sends.test(text)) return undefined
  const all = new Set(
    [...text.matchAll(new RegExp(secretFiles, 'g'))].slice(0, 200).map(([name]) => name),
  )
  const isRead = all.size > 0 && readsFile.test(text)
  const hasAll = wholeEnvironment.test(text)
  const asks = asksForName.test(text)
  const isStore = [...all].some((name) => stores.test(name))
  if (!(isRead && (isStore || all.size >= 3 || asks || hasAll)) && !(hasAll && asks))
    return undefined
  const evidence = evidenceOf(text, isRead ? secretFiles : wholeEnvironment) ?? ''
  return finding('script.secrets-sent', { evidence })
}

/** A text that is decoded into a variable first. Names are short in packed code: only calls that run text count. */
function decodedThenRun(text: string): string | undefined {
  let count = 0
  for (const [whole, name = ''] of text.matchAll(
    /\b([A-Za-z_$][\w$]{0,40})\s{0,3}=\s{0,3}(?:Buffer\.from\s{0,3}\(\s{0,3}["'`][^\n)]{16,100000}["'`](?:base64|hex)["'`]\s{0,3}\)(?:\.toString\([^)\n]{0,20}\))?|atob\s{0,3}\(\s{0,3}["'`][^\n)]{16,100000}\))/g,
  )) {
    count += 1
    if (count > 20) return undefined
    const safe = name.replaceAll('$', '\\$')
    const runs = new RegExp(
      `(?:\\beval|\\bFunction|\\brunIn(?:This|New)Context${/\bchild_process\b/.test(text) ? '|\\bexecSync|(?<!\\.)\\bexec|\\bcp\\.exec|child_process["\'`)\\]]{0,3}\\.exec(?:Sync)?|\\bspawn(?:Sync)?' : ''})\\s{0,3}\\(\\s{0,3}${safe}\\b`,
    )
    if (runs.test(text)) return whole.slice(0, 160)
  }
  return undefined
}

/** What is known by several calls together, language by language. */
export function loadersIn(layers: readonly Layer[], language: Language): Finding[] {
  const found = new Map<string, Finding>()
  const add = (one: Finding | undefined) => {
    if (one && !found.has(one.id)) found.set(one.id, one)
  }
  for (const { text, how } of layers) {
    if (how.at(-1) === 'xor') add(finding('script.xor-run', { evidence: text.slice(0, 200) }))
    // A command that was hidden may be one of any shell.
    const isUnix = unix.includes(language) || how.length > 0
    if (isUnix) add(botnetLoader(text))
    for (const { id, languages, form, and } of rules) {
      if (!languages.includes(language) && !(languages === unix && how.length > 0)) continue
      if (and && !and.test(text)) continue
      const evidence = evidenceOf(text, form)
      if (evidence !== undefined) add(finding(id, { evidence }))
    }
    if (node.includes(language) || language === 'Python') add(secretsSent(text))
    if (node.includes(language)) {
      const evidence = decodedThenRun(text)
      if (evidence !== undefined) add(finding('script.decoded-run', { evidence }))
    }
  }
  return [...found.values()]
}

/** What is in them is code, but no text. */
export const unreadCode = (layers: readonly Layer[], language: Language): string[] =>
  language === 'Python' &&
  layers.some(({ text }) =>
    /\bmarshal["')\s]{0,5}\.\s{0,3}loads\s{0,3}\((?:[^\n]{0,200}\()?\s{0,3}b?["']{1,3}[^"'\n]{40}/.test(
      text,
    ),
  )
    ? ['compiled Python code (marshal)']
    : []
