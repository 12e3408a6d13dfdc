import { extensionOf } from '../formats/risky-names.ts'

export type Language =
  | 'PowerShell'
  | 'Batch'
  | 'VBScript'
  | 'JScript'
  | 'JavaScript'
  | 'HTA'
  | 'WSF'
  | 'Shell'
  | 'Python'
  | 'PHP'
  | 'Perl'
  | 'Ruby'
  | 'AppleScript'
  | 'Registry'
  | 'Launch agent'
  | 'XSL'
  | 'AutoIt'
  | 'AutoHotkey'
  | 'encoded script'

/** What Windows runs with a double click, or from a command: there few words are enough to look closer. */
export const isOfWindows = (language: Language): boolean =>
  !['JavaScript', 'Shell', 'Python', 'PHP', 'Perl', 'Ruby', 'AppleScript', 'Launch agent'].includes(
    language,
  )

const hotkeyVariable =
  '\\bA_(?:Temp|AppData|AppDataCommon|Startup|StartupCommon|ScriptDir|ScriptFullPath|ScriptName|Desktop|MyDocuments|ComSpec|AhkPath|WinDir|UserName|ComputerName|IsAdmin|Now|Index|LoopField|LoopFileName|ThisHotkey|Clipboard|TickCount)\\b'

const firstLines: readonly (readonly [Language, RegExp])[] = [
  ['encoded script', /#@~\^[A-Za-z0-9+/]{6}==/],
  ['HTA', /<hta:application\b/i],
  ['WSF', /^\s{0,200}(?:<\?xml[^>]{0,200}>\s{0,200})?<(?:package|job|component|scriptlet)\b/i],
  ['Registry', /^(?:Windows Registry Editor Version|REGEDIT4)/],
  ['XSL', /<(?:\w{1,20}:)?stylesheet\b[\s\S]{0,5000}<\w{1,20}:script\b/i],
  ['Launch agent', /<plist\b[\s\S]{0,5000}<key>Program(?:Arguments)?<\/key>/],
  ['Perl', /^#![^\n]{0,100}\bperl/],
  ['Ruby', /^#![^\n]{0,100}\bruby/],
  ['AppleScript', /^#![^\n]{0,100}\bosascript|^\s{0,20}(?:tell application "|do shell script ")/m],
  ['Python', /^#![^\n]{0,100}\bpython/],
  ['Shell', /^#![^\n]{0,100}\b(?:ba|da|z|k|a)?sh\b/],
  ['PowerShell', /^#![^\n]{0,100}\bpwsh/],
  ['JavaScript', /^#![^\n]{0,100}\b(?:node|deno|bun)\b/],
  ['PHP', /<\?php\b/i],
  [
    'AutoHotkey',
    /^\s{0,20}#(?:Requires\s{1,5}AutoHotkey|NoEnv|SingleInstance\b|Persistent\b|InstallKeybdHook\b)/im,
  ],
  ['AutoIt', /^\s{0,20}#(?:include\s{0,5}<[\w.-]{1,60}\.au3>|AutoIt3Wrapper_)/im],
  // AutoIt and AutoHotkey share the line; only one of them names its variables so.
  ['AutoHotkey', new RegExp(`^\\s{0,20}#NoTrayIcon\\b[\\s\\S]{0,20000}${hotkeyVariable}`, 'im')],
  ['AutoIt', /^\s{0,20}#NoTrayIcon\b/im],
]

/** Each hit counts once; two are needed, or one and a fitting ending. */
const words: readonly (readonly [Language, readonly RegExp[]])[] = [
  [
    'PowerShell',
    [
      /\b(?:Get|Set|New|Invoke|Start|Write|Add|Remove|Out|Import|Stop|ConvertTo|Test|Select|Where|ForEach)-[A-Z][A-Za-z]{2,30}\b/,
      /\$\w{1,60}\s{0,5}=|\$env:|\$\(/,
      /\[(?:System\.|Convert\]|Text\.|IO\.|char\]|Ref\])/i,
      /^\s{0,20}param\s{0,5}\(/im,
      /\b(?:iex|Invoke-Expression|New-Object|DownloadString|FromBase64String)\b/i,
      /\s-(?:join|replace|split|f|eq|like|match)\s/i,
    ],
  ],
  [
    'Batch',
    [
      /^\s{0,20}@?echo\s{1,5}(?:off|on)\b/im,
      /%~(?:dp|f|n)?[0-9]|%(?:temp|appdata|comspec|userprofile|systemroot|windir|cd)%/i,
      /^\s{0,20}set\s{1,5}(?:\/[ap]\s{1,5})?"?\w{1,60}=/im,
      /^\s{0,20}(?:goto\s{1,5}:?\w|:\w{1,40}\s{0,5}$|setlocal|rem\s|if\s{1,5}(?:not\s{1,5})?exist\s)/im,
      /^\s{0,20}@?(?:start|cmd|powershell|pwsh|mshta|wscript|cscript|certutil|bitsadmin|regsvr32|rundll32|reg|schtasks|vssadmin|wmic|netsh|taskkill|copy|del|md|xcopy)(?:\.exe)?\s{1,5}\S/im,
      />\s{0,5}nul\b/i,
    ],
  ],
  [
    'VBScript',
    [
      /\bCreateObject\s{0,5}\(/i,
      /^\s{0,40}(?:dim|set|const)\s{1,5}\w/im,
      /\bend (?:sub|function|if)\b/i,
      /\bWScript\.(?:Shell|Sleep|Quit|Echo|CreateObject|Arguments)/i,
      /\bon error resume next\b/i,
      /\b(?:Chr|StrReverse|Execute(?:Global)?)\s{0,5}\(/i,
      /"\s{0,5}&\s{0,5}(?:_\s{0,10})?"/,
    ],
  ],
  [
    'JScript',
    [/\bnew\s{1,5}ActiveXObject\b/, /\bWScript\.|\bWSH\./, /\bvar\s|\bfunction\b|\btry\s{0,5}\{/],
  ],
  [
    'JavaScript',
    [
      /\bfunction\b[^\n]{0,100}\{|=>\s{0,5}[{(\w]/,
      /^\s{0,20}(?:var|let|const)\s{1,5}[\w{[$]/m,
      /\b(?:document|window|module|require|exports|console)\b\s{0,5}[.(=]/,
      /===|!==/,
    ],
  ],
  [
    'AutoHotkey',
    [
      new RegExp(hotkeyVariable),
      /^\s{0,40}(?:Run|RunWait|UrlDownloadToFile|FileAppend|FileCopy|FileDelete|SetTimer|Send|SendInput|Input|Sleep|WinHide|MsgBox|RegWrite|Hotkey)\s{0,3},\s{0,3}\S/im,
    ],
  ],
  [
    'Python',
    [
      /^(?:import|from)\s{1,5}[\w.]{1,80}(?:\s|$)/m,
      /^\s{0,40}(?:def|class)\s{1,5}\w{1,80}[^\n]{0,200}:\s{0,5}$/m,
      /^\s{0,40}(?:if|for|while|try|with|except)\b[^\n]{0,200}:\s{0,5}(?:#.{0,200})?$/m,
      /\b(?:print|exec|__import__)\s{0,5}\(/,
    ],
  ],
  [
    'Shell',
    [
      /^\s{0,20}(?:if|elif)\s{1,5}\[/m,
      /\b(?:fi|esac|done)\s{0,5}$/m,
      /^\s{0,20}(?:export\s{1,5})?\w{1,60}=\S/m,
      /\|\s{0,5}(?:ba)?sh\b|\bchmod\s{1,5}\+?[0-7x]/,
    ],
  ],
]

const endings: Readonly<Record<string, Language>> = {
  ps1: 'PowerShell',
  psm1: 'PowerShell',
  bat: 'Batch',
  cmd: 'Batch',
  vbs: 'VBScript',
  vbe: 'VBScript',
  vba: 'VBScript',
  bas: 'VBScript',
  js: 'JavaScript',
  mjs: 'JavaScript',
  cjs: 'JavaScript',
  jse: 'JScript',
  hta: 'HTA',
  wsf: 'WSF',
  sct: 'WSF',
  wsc: 'WSF',
  pl: 'Perl',
  rb: 'Ruby',
  applescript: 'AppleScript',
  scpt: 'AppleScript',
  sh: 'Shell',
  py: 'Python',
  php: 'PHP',
  au3: 'AutoIt',
  ahk: 'AutoHotkey',
  ah2: 'AutoHotkey',
}

/** By content; the ending of the name only decides what the content leaves open. */
/** Rules quote what they search for. */
const yaraRule =
  /^\s{0,20}(?:(?:private|global)\s{1,5}){0,2}rule\s{1,5}\w{1,128}\s{0,5}(?::[\w\s]{1,200})?\{[\s\S]{0,100000}?\bcondition\s{0,5}:/m

export function languageOf(text: string, filename: string): Language | undefined {
  const head = text.trimStart().slice(0, 200_000)
  const clear = firstLines.find(([, form]) => form.test(head))?.[0]
  const named = endings[extensionOf(filename)]
  if (clear === 'AutoIt' && named === 'AutoHotkey') return named
  if (clear) return clear
  if (named === 'HTA' || named === 'WSF') return named
  if (named === undefined && yaraRule.test(head)) return undefined
  if (/^\s{0,1000}<(?:!doctype|html|head|body|svg|\?xml|!--)/i.test(head)) return undefined
  const scores = words.map(([language, forms]) => ({
    language,
    score: forms.filter((form) => form.test(head)).length + (named === language ? 1 : 0),
  }))
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one))
  if (best.score >= 2 && (named !== undefined || isCode(best.language, head))) return best.language
  return named
}

/** Prose quotes commands, too: a file without a code extension must look like code by its lines. */
function isCode(language: Language, head: string): boolean {
  if (['JavaScript', 'Python', 'Shell'].includes(language)) return false
  const lines = head.split('\n', 200).filter((line) => line.trim() !== '')
  const prose = lines.filter((line) => /^[A-Z*#-][^=;{}()$%"]{40,}[.,:]?$/.test(line.trim()))
  return prose.length * 3 <= lines.length
}
