import { type CatalogueId, type Finding, finding } from '../kit/index.ts'
import { isDownloader, type Program } from './programs.ts'

/** Texts that only an attack on a log or a server puts here; each alone is proof of the attempt. */
const attacks: readonly (readonly [form: RegExp, id: CatalogueId])[] = [
  [/\$\{(?:jndi|(?:lower|upper|env|sys|::-))/i, 'user-agent.log4shell'],
  [/\(\)\s{0,5}\{/, 'user-agent.shellshock'],
  [/<script[\s>]|javascript:/i, 'user-agent.script'],
  [/<\?php|\beval\s{0,5}\(/i, 'user-agent.code'],
  [
    /\bunion\s{1,5}(?:all\s{1,5})?select\b|\bor\s{1,5}1\s{0,5}=\s{0,5}1\b|\bsleep\s{0,5}\(\s{0,5}\d/i,
    'user-agent.sql',
  ],
  [/\.\.[/\\]\.\.[/\\]|\/etc\/passwd/, 'user-agent.path'],
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
  if (program?.kind === 'scanner')
    say('user-agent.tool', { program: program.name, why: 'a tool that looks for weak spots' })
  else if (program && isDownloader(program))
    say('user-agent.tool', {
      program: program.name,
      why: 'a part of the system that intruders use to download',
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
