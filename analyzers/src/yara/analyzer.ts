import {
  defineAnalyzer,
  type Finding,
  fail,
  finding,
  isTechnique,
  starterContent,
  taxonomy,
  techniqueOf,
} from '../kit/index.ts'
import { yaraDescription } from './description.ts'
import type { Match } from './engine.ts'
import { ruleFiles } from './rule-files.ts'

/** The file is copied into the memory of WebAssembly, which is given back with the thread. */
const maxBytes = 64 * 1024 * 1024
/** Starter rules are about scripts, pages, notes and small programs: 20 MB would cost a second more. */
const maxForStarter = 8 * 1024 * 1024
const maxFindings = 100
const maxMatches = 500
const ids = {
  info: 'yara.noted',
  suspicious: 'yara.suspicious',
  malicious: 'yara.malicious',
} as const
type RuleLevel = keyof typeof ids

const isLevel = (text: unknown): text is RuleLevel =>
  typeof text === 'string' && Object.hasOwn(ids, text)

export const analyzer = defineAnalyzer({
  ...yaraDescription,
  async run(file, { config }) {
    const { level } = config
    if (!isLevel(level)) return fail('The setting level is info, suspicious or malicious')
    const own = ruleFiles(config.rules)
    const isSmall = file.size <= maxForStarter
    const starter = config.starter_rules && isSmall ? starterContent('rules') : undefined
    if (own.length === 0 && !starter) {
      const message = config.starter_rules
        ? `The starter rules look at files up to ${maxForStarter} bytes`
        : 'There are no rules'
      return { taxonomies: [], full: { matches: [], message } }
    }
    const bytes = await file.read(maxBytes)
    const { compile, scan } = await import('./engine.ts')
    const compiled = compile([...own, ...(starter?.files ?? [])])
    const [broken] = compiled.unusable
    // Else whoever brought them would take the silence of the starter rules for theirs.
    if (broken && compiled.unusable.length === own.length)
      return fail(`None of the rules can be used. ${broken.file}: ${broken.reason}`)
    const matches = scan(compiled, bytes)
    const isStarter = (match: Match) => Number(match.namespace.split(':')[0]) >= own.length
    return {
      taxonomies: matches.length === 0 ? [taxonomy('info', 'YARA', 'Matches', 0)] : [],
      namespace: 'YARA',
      findings: matches
        .slice(0, maxFindings)
        .map((match) => findingOf(match, isStarter(match) ? undefined : level)),
      full: {
        matches: matches.slice(0, maxMatches).map((match) => shown(match, bytes)),
        ruleFiles: own.length,
        ...(starter && { starterRules: starter.version }),
        unusable: compiled.unusable,
      },
    }
  },
})

/** Starter rules say themselves what a match means; of others the configuration does. */
function findingOf(match: Match, configured: RuleLevel | undefined): Finding {
  const said = Object.fromEntries(
    match.metadata.map(({ identifier, value }) => [identifier, value] as const),
  )
  const level = configured ?? (isLevel(said.level) ? said.level : 'suspicious')
  const found = finding(ids[level], {
    rule: match.identifier,
    file: fileOf(match),
    description: typeof said.description === 'string' ? said.description : 'it has no description',
  })
  const { technique } = said
  return isTechnique(technique) ? { ...found, technique: techniqueOf(technique) } : found
}

const fileOf = ({ namespace }: Match) => namespace.slice(namespace.indexOf(':') + 1)
const shownBytes = 64

const shown = (match: Match, bytes: Buffer) => ({
  rule: match.identifier,
  file: fileOf(match),
  tags: match.tags,
  metadata: match.metadata.map((entry) => ({ name: entry.identifier, value: textOf(entry.value) })),
  patterns: match.patterns
    .filter(({ matches }) => matches.length > 0)
    .map((pattern) => ({
      name: pattern.identifier,
      matches: pattern.matches.map(({ offset, length }) => ({
        offset,
        length,
        hex: bytes.toString('hex', offset, offset + Math.min(length, shownBytes)),
      })),
    })),
})

/** Numbers of 64 bits come as BigInt, which JSON does not have. */
const textOf = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? [...value] : value
