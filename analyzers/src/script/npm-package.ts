import { type Finding, finding } from '../kit/index.ts'

export interface InstallHook {
  readonly hook: string
  readonly command: string
}

/** They run on the machine of every user who installs the package, or on its author's. */
const hooks = [
  'preinstall',
  'install',
  'postinstall',
  'preprepare',
  'prepare',
  'postprepare',
] as const
const maxCommand = 20_000

/** Undefined for anything but an npm package, or for one that runs nothing. */
export function installHooks(text: string): readonly InstallHook[] | undefined {
  if (
    !/^\s*\{/.test(text) ||
    !/"(?:(?:pre|post)?install|(?:pre|post)?prepare)"\s{0,20}:/.test(text)
  )
    return undefined
  const scripts = scriptsIn(text)
  if (!scripts) return undefined
  const found = hooks.flatMap((hook) => {
    const command = scripts[hook]
    return typeof command === 'string' && command.trim() !== ''
      ? [{ hook, command: command.slice(0, maxCommand) }]
      : []
  })
  return found.length > 0 ? found : undefined
}

function scriptsIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    const scripts = isRecord(read) ? read.scripts : undefined
    return isRecord(scripts) ? scripts : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const loadsAndRuns = [
  /\b(?:curl|wget)\b[^|]{0,400}\|\s{0,5}(?:sudo\s{1,5})?(?:(?:ba|da|z|k)?sh|node|python[23]?|perl|ruby|php|powershell)\b/i,
  /\b(?:curl|wget)\b[^\n]{0,300}(?:\s-o|\s-O|\s--output(?:-document)?[= ]|>)\s{0,5}["']?([^\s"';&|]{1,80})["']?[^\n]{0,200}(?:&&|;|\|\|)[^\n]{0,200}(?:\b(?:sh|bash|node|python[23]?|perl)\s{1,5}|\bchmod\s{1,5}\S{1,6}\s{1,5}|\.\/)["']?(?:\.\/)?\1/i,
  /\b(?:sh|bash|node|python[23]?)\s{1,5}(?:-\w{1,3}\s{1,5})?["']?(?:<\(|\$\(|`)\s{0,5}(?:curl|wget)\b/i,
  /\b(?:iwr|irm|Invoke-WebRequest|Invoke-RestMethod|DownloadString|DownloadFile)\b[^\n]{0,400}(?:\biex\b|Invoke-Expression|Start-Process|\.exe\b|\.ps1\b)|\biex\b[^\n]{0,300}\b(?:iwr|irm|DownloadString)\b/i,
  /\b(?:mshta|regsvr32|certutil|bitsadmin)\b[^\n]{0,300}https?:/i,
  /\bnode\s{1,5}(?:-e|--eval|-p)\b[\s\S]{0,3000}\b(?:https?|fetch|axios|net)\b[\s\S]{0,3000}\b(?:eval|exec|execSync|spawn|Function|writeFileSync|vm)\b/,
  /\bpython[23]?\s{1,5}-c\b[\s\S]{0,2000}\burl(?:open|retrieve)\b[\s\S]{0,2000}\b(?:exec|system|subprocess)\b/,
]
const runsEncoded = [
  /\bbase64\s{1,5}(?:-d|-D|--decode)\b[^\n]{0,100}\|\s{0,5}(?:(?:ba|da|z)?sh|node|python[23]?)\b/,
  /\b(?:eval|exec|execSync|Function|spawn)\b[\s\S]{0,300}(?:\batob\b|["'`\\](?:base64|hex)["'`\\])|(?:\batob\b|["'`\\](?:base64|hex)["'`\\])[\s\S]{0,300}\b(?:eval|exec|execSync|Function|spawn)\b/,
  /\b(?:powershell|pwsh)\b[^\n]{0,100}\s-e(?:nc?|ncodedcommand|c)?\s{1,5}[A-Za-z0-9+/=]{16,}/i,
  /(?:\\{1,2}x[0-9a-f]{2}){12,}/i,
]
const sends = [
  /\b(?:curl|wget|nslookup|dig|ping|nc|ncat|iwr|irm)\b[^\n]{0,400}(?:\$\(\s{0,3}(?:hostname|whoami|id|pwd|uname|env|cat|ls|base64)\b|`\s{0,3}(?:hostname|whoami|id|pwd|uname|env|cat)\b|\$\{?(?:HOSTNAME|USER|HOME|NPM_TOKEN|AWS_\w{1,40}|GITHUB_TOKEN)\b|%(?:USERNAME|COMPUTERNAME|USERDOMAIN)%)/,
  /(?:\b(?:env|printenv|whoami|hostname|uname -a|ifconfig|cat\s{1,3}\S{0,40}(?:\.npmrc|passwd|id_rsa|\.env))\b[^\n]{0,200}\|\s{0,5}[^\n]{0,200})\b(?:curl|wget|nc|ncat)\b/,
  /\bnode\s{1,5}(?:-e|--eval|-p)\b(?=[\s\S]{0,4000}\bhttps?\b)[\s\S]{0,2000}(?:os['"\\)]{0,4}\.(?:hostname|userInfo)|process\.env\b(?!\.(?:CI|NODE_ENV|npm_))[\s\S]{0,300}JSON)/,
  /https?:\/\/(?:[\w-]{1,60}\.){1,4}(?:oast\.(?:fun|live|site|online|pro|me)|interact\.sh|burpcollaborator\.net|oastify\.com|webhook\.site|requestbin\.\w{2,5}|pipedream\.net|ngrok(?:-free)?\.(?:io|app|dev))/i,
]

/** A hook alone is ordinary: packages compile themselves and set up their tools. */
export const hookFindings = (found: readonly InstallHook[]): Finding[] =>
  found.map(({ hook, command }) => {
    const shown = command.slice(0, 300)
    const has = (forms: readonly RegExp[]) => forms.some((form) => form.test(command))
    const what = has(loadsAndRuns)
      ? 'downloads and runs code'
      : has(runsEncoded)
        ? 'runs encoded code'
        : has(sends)
          ? 'sends data about the host'
          : undefined
    return what === undefined
      ? finding('script.install-hook-present', { hook, command: shown })
      : finding('script.install-hook', { hook, what, command: shown })
  })
