import { isDownloader, type Program } from './programs.ts'

export interface Finding {
  readonly level: 'info' | 'suspicious' | 'malicious'
  readonly predicate: string
  readonly value: string
  readonly explanation: string
}

/** Texts that only an attack on a log or a server puts here; each alone is proof of the attempt. */
const attacks: readonly (readonly [form: RegExp, name: string, explanation: string])[] = [
  [
    /\$\{(?:jndi|(?:lower|upper|env|sys|::-))/i,
    'Log4Shell',
    'A log lookup that loads foreign code (CVE-2021-44228)',
  ],
  [/\(\)\s{0,5}\{/, 'Shellshock', 'A shell function that carries commands (CVE-2014-6271)'],
  [/<script[\s>]|javascript:/i, 'script', 'A script for whoever shows the log in a browser'],
  [/<\?php|\beval\s{0,5}\(/i, 'code', 'Program code for a server that includes its own log'],
  [
    /\bunion\s{1,5}(?:all\s{1,5})?select\b|\bor\s{1,5}1\s{0,5}=\s{0,5}1\b|\bsleep\s{0,5}\(\s{0,5}\d/i,
    'SQL',
    'A database query',
  ],
  [/\.\.[/\\]\.\.[/\\]|\/etc\/passwd/, 'path', 'A path to files of the server'],
]

/** System marks of which a device has one; two of them contradict each other. */
const systems: readonly (readonly [form: RegExp, name: string])[] = [
  [/Windows NT|Windows Phone/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
]

const longest = 1_000

export function examine(userAgent: string, program: Program | undefined): Finding[] {
  const findings: Finding[] = attacks
    .filter(([form]) => form.test(userAgent))
    .map(([, value, explanation]) => ({
      level: 'malicious',
      predicate: 'Attack',
      value,
      explanation,
    }))
  const suspicious = (predicate: string, value: string, explanation: string) =>
    findings.push({ level: 'suspicious', predicate, value, explanation })
  if (program?.kind === 'scanner')
    suspicious('Program', program.name, 'A tool that looks for weak spots')
  else if (program && isDownloader(program))
    suspicious('Program', program.name, 'A part of the system that intruders use to download')
  else if (program)
    findings.push({
      level: 'info',
      predicate: 'Program',
      value: program.name,
      explanation: `A ${program.kind}`,
    })
  const named = systems.filter(([form]) => form.test(userAgent)).map(([, name]) => name)
  // Phones of Microsoft really did claim to be all three.
  if (named.length > 1 && !userAgent.includes('Windows Phone'))
    suspicious('Contradiction', named.join(' and '), 'No device runs both')
  if (userAgent.length > longest)
    suspicious('Length', `${userAgent.length} characters`, `No browser sends more than ${longest}`)
  if (/\bMSIE \d|Trident\//.test(userAgent))
    suspicious(
      'Browser',
      'Internet Explorer',
      'Out of support since 2022, and a favourite of old malware',
    )
  if (/^Mozilla\/\d\.\d$/.test(userAgent.trim()) || userAgent.trim() === '')
    suspicious('Form', 'bare', 'No browser sends so little')
  return findings
}
