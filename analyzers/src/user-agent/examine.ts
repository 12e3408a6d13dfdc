import { type CatalogueId, type Finding, finding } from '../kit/index.ts'
import { isDownloader, type Program } from './programs.ts'

/** Texts that only an attack on a log or a server puts here; each alone is proof of the attempt. */
const attacks: readonly (readonly [form: RegExp, id: CatalogueId])[] = [
  [
    /(?:\$|%24)(?:\{|%7b)(?:jndi|lower|upper|env|sys|date|base64|::-|(?:\$|%24)(?:\{|%7b))/i,
    'user-agent.log4shell',
  ],
  [/\(\)\s{0,5}\{/, 'user-agent.shellshock'],
  [
    /<script[\s>]|javascript:|<(?:img|svg|iframe|body)[\s/][^>]{0,100}\bon\w{3,20}\s{0,3}=/i,
    'user-agent.script',
  ],
  [
    /<\?php|\beval\s{0,5}\(|\b(?:system|passthru|shell_exec|base64_decode)\s{0,3}\(|\{\{[^{}]{0,40}\*[^{}]{0,40}\}\}|O:\d{1,3}:"\w{3,60}":/i,
    'user-agent.code',
  ],
  [
    /\bunion\s{1,5}(?:all\s{1,5})?select\b|\bor\s{1,5}1\s{0,5}=\s{0,5}1\b|\bsleep\s{0,5}\(\s{0,5}\d|'\s{0,5}(?:or|and)\s{1,5}'?\d{0,5}'?\s{0,5}=|\bwaitfor\s{1,5}delay\b|\bbenchmark\s{0,3}\(|information_schema|\bdrop\s{1,5}table\b/i,
    'user-agent.sql',
  ],
  [
    /(?:\.\.|%2e%2e|%252e%252e|%c0%ae%c0%ae)(?:[/\\]|%2f|%5c|%252f){1,2}(?:\.\.|%2e%2e|%252e%252e|%c0%ae%c0%ae)|\.{4}\/\/|\/etc\/(?:passwd|shadow)|\/proc\/self\/|win\.ini|boot\.ini|php:\/\/(?:input|filter)/i,
    'user-agent.path',
  ],
  [
    /(?:[;|&`]|\$\()\s{0,5}(?:wget|curl|nc|bash|sh|cat|id|whoami|ping|busybox|powershell|cmd)(?:\s|[)`;]|\.exe)/i,
    'user-agent.command',
  ],
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
  const findings: Finding[] = attacks.flatMap(([form, id]) => {
    const found = form.exec(userAgent)
    return found ? [finding(id, { evidence: userAgent.slice(found.index, found.index + 120) })] : []
  })
  const say = (id: CatalogueId, evidence: Parameters<typeof finding>[1] = {}) =>
    findings.push(finding(id, evidence))
  if (program?.kind === 'attack tool')
    say('user-agent.tool', { program: program.name, why: 'an attack tool' })
  else if (program?.kind === 'scanner')
    say('user-agent.tool', { program: program.name, why: 'a vulnerability scanner' })
  else if (program && isDownloader(program))
    say('user-agent.tool', {
      program: program.name,
      why: 'a built-in tool abused for downloads',
    })
  else if (program) say('user-agent.program', { program: program.name, kind: program.kind })
  const named = systems.filter(([form]) => form.test(userAgent)).map(([, name]) => name)
  // Phones of Microsoft really did claim to be all three.
  if (named.length > 1 && !userAgent.includes('Windows Phone'))
    say('user-agent.contradiction', { systems: named.join(' and ') })
  if (userAgent.length > longest) say('user-agent.length', { length: userAgent.length, longest })
  if (/\bMSIE \d|Trident\//.test(userAgent)) say('user-agent.old-browser')
  if (/^Mozilla\/\d\.\d$/.test(userAgent.trim()) || userAgent.trim() === '')
    say('user-agent.bare', { text: userAgent.trim() })
  return findings
}
