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
import { ruleFiles, ruleGaps } from './rule-files.ts'

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
  async run(file, { config, cacheFolder }) {
    const { level } = config
    if (!isLevel(level)) return fail('Setting level must be info, suspicious or malicious')
    const own = ruleFiles(config.rules)
    const starter = config.starter_rules ? starterContent('rules') : undefined
    const missing = ruleGaps(config.rules)
    if (own.length === 0 && !starter) {
      const incomplete = missing.length > 0 ? { incomplete: missing } : {}
      return {
        taxonomies: [],
        full: { matches: [], message: 'No rules available', ...incomplete },
      }
    }
    const { scanFile } = await import('./scan-file.ts')
    const files = [...own, ...(starter?.files ?? [])]
    const { matches, unusable, gaps } = await scanFile(file, files, { cacheFolder })
    const [broken] = unusable
    // Otherwise the silence of the starter rules would be taken for that of the user's own rules.
    if (broken && unusable.length === own.length)
      return fail(`None of the rules are usable. ${broken.file}: ${broken.reason}`)
    const isStarter = (match: Match) => Number(match.namespace.split(':')[0]) >= own.length
    const incomplete = [
      ...missing,
      ...unusable.map(({ file: name, reason }) => `rules in ${name} are unusable: ${reason}`),
      ...gaps,
      ...(matches.length > maxFindings
        ? [`${matches.length} rules match; the first ${maxFindings} are reported`]
        : []),
    ]
    return {
      taxonomies: matches.length === 0 ? [taxonomy('info', 'YARA', 'Matches', 0)] : [],
      namespace: 'YARA',
      findings: matches
        .slice(0, maxFindings)
        .map((match) => findingOf(match, isStarter(match) ? undefined : level)),
      full: {
        matches: matches.slice(0, maxMatches).map(shown),
        ruleFiles: own.length,
        ...(starter && { starterRules: starter.version }),
        unusable,
        ...(incomplete.length > 0 ? { incomplete } : {}),
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
    description: typeof said.description === 'string' ? said.description : 'no description',
  })
  const { technique } = said
  return isTechnique(technique) ? { ...found, technique: techniqueOf(technique) } : found
}

const fileOf = ({ namespace }: Match) => namespace.slice(namespace.indexOf(':') + 1)
const maxMatchesShown = 20

const shown = (match: Match) => ({
  rule: match.identifier,
  file: fileOf(match),
  tags: match.tags,
  metadata: match.metadata.map((entry) => ({ name: entry.identifier, value: textOf(entry.value) })),
  patterns: match.patterns
    .filter(({ matches }) => matches.length > 0)
    .map(({ identifier, matches }) => ({
      name: identifier,
      matches: matches.slice(0, maxMatchesShown),
    })),
})

/** Numbers of 64 bits come as BigInt, which JSON does not have. */
const textOf = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? [...value] : value
