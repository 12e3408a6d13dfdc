export interface Program {
  readonly name: string
  readonly kind: 'scanner' | 'attack tool' | 'crawler' | 'library' | 'headless browser'
}

/** They guess passwords or exploit what they find; the others look for it. */
const attackTools =
  /hydra|havij|commix|medusa|patator|brutus|metasploit|sqlninja|nosqlmap|tplmap|xsser|pangolin|bsqlbf|wpxf|pocsuite/

/** Searched in this order without regard to capitals; scanners first, for they pretend to be others. */
const programs: readonly (readonly [mark: string, kind: Program['kind']])[] = [
  ['sqlmap', 'scanner'],
  ['nikto', 'scanner'],
  ['nmap scripting engine', 'scanner'],
  ['masscan', 'scanner'],
  ['zgrab', 'scanner'],
  ['nuclei', 'scanner'],
  ['wpscan', 'scanner'],
  ['dirbuster', 'scanner'],
  ['gobuster', 'scanner'],
  ['feroxbuster', 'scanner'],
  ['ffuf', 'scanner'],
  ['wfuzz', 'scanner'],
  ['acunetix', 'scanner'],
  ['nessus', 'scanner'],
  ['openvas', 'scanner'],
  ['qualys', 'scanner'],
  ['burpcollaborator', 'scanner'],
  ['censysinspect', 'scanner'],
  ['expanse', 'scanner'],
  ['internetmeasurement', 'scanner'],
  ['l9explore', 'scanner'],
  ...(
    'fuzz faster u fool|commix|(hydra)|thc-hydra|havij|dirsearch|dirb/|w3af|arachni|owasp zap|zaproxy|burpsuite|burp suite|' +
    'metasploit|projectdiscovery|katana - |jaeles|jorgee|morfeus|muieblackcat|zmeu|pangolin|bsqlbf|sqlninja|sqlsus|' +
    'absinthe|webshag|whatweb|skipfish|uniscan|nsauditor|netsparker|invicti|appscan|webinspect|brutus/|medusa/|patator|' +
    'joomscan|droopescan|cmsmap|wapiti|xsser|xsstrike|dalfox|fimap|dotdotpwn|golismero|paros/|webscarab|websecurify|' +
    'nettacker|rustscan|leakix|l9tcpid|massdns|gospider|hakrawler|tsunamisecurityscanner|rustbuster|sn1per|bbscan|' +
    'blackwidow|vulners|nosqlmap|tplmap|ssrfmap|kiterunner|arjun|wpxf|xray/|goby/|pocsuite|fscan|zenmap|hexometer|' +
    'hello, world|the mysterious mozilla|sqlbrute|whisker|libwhisker|n-stealth|cgichk|grendel-scan|domino hunter'
  )
    .split('|')
    .map((mark) => [mark, attackTools.test(mark) ? 'attack tool' : 'scanner'] as const),
  ['headlesschrome', 'headless browser'],
  ['phantomjs', 'headless browser'],
  ['slimerjs', 'headless browser'],
  ['electron/', 'headless browser'],
  ['googlebot', 'crawler'],
  ['bingbot', 'crawler'],
  ['duckduckbot', 'crawler'],
  ['yandexbot', 'crawler'],
  ['baiduspider', 'crawler'],
  ['applebot', 'crawler'],
  ['facebookexternalhit', 'crawler'],
  ['gptbot', 'crawler'],
  ['claudebot', 'crawler'],
  ['ccbot', 'crawler'],
  ['bytespider', 'crawler'],
  ['ahrefsbot', 'crawler'],
  ['semrushbot', 'crawler'],
  ['slackbot', 'crawler'],
  ['curl/', 'library'],
  ['wget/', 'library'],
  ['python-requests', 'library'],
  ['python-urllib', 'library'],
  ['python-httpx', 'library'],
  ['aiohttp', 'library'],
  ['go-http-client', 'library'],
  ['okhttp', 'library'],
  ['java/', 'library'],
  ['apache-httpclient', 'library'],
  ['libwww-perl', 'library'],
  ['powershell', 'library'],
  ['winhttp', 'library'],
  ['microsoft bits', 'library'],
  ['certutil', 'library'],
  ['node-fetch', 'library'],
  ['undici', 'library'],
  ['axios', 'library'],
  ['guzzlehttp', 'library'],
  ['postmanruntime', 'library'],
  ['ruby', 'library'],
  ['scrapy', 'library'],
]

export function programIn(userAgent: string): Program | undefined {
  const lower = userAgent.toLowerCase()
  const found = programs.find(([mark]) => lower.includes(mark))
  return found && { name: found[0].replace(/\/$/, ''), kind: found[1] }
}

/** System programs that intruders use to download. */
export const isDownloader = ({ name }: Program) =>
  ['powershell', 'microsoft bits', 'certutil', 'winhttp'].includes(name)
