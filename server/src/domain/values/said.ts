import { badgeSentence, cleanText, type Taxonomy } from '@assay/contract'
import { isTechnique } from '@assay/contract/findings'
import { isObject } from '@assay/contract/objects'
import { checkJson, JsonTextError } from '../json-text.ts'
import { readTaxonomies } from '../report-summary.ts'
import { rankOfLevel } from './verdict.ts'

/** Why an analyzer judges as it does, one sentence. */
export interface SaidReason {
  readonly rank: number
  readonly text: string
  /** Of a built-in analyzer: the sentence's id in docs/findings.md, and the evidence in it. */
  readonly id?: string
  readonly parameters?: Readonly<Record<string, string | number>>
  /** Of ATT&CK, where the finding names one itself. */
  readonly technique?: string
}

/** What a report says, as far as it is kept with the value. */
export interface Said {
  readonly rank: number
  readonly reasons: readonly SaidReason[]
}

const maxReasons = 6
/** Of all reasons of one answer as JSON; parameters are left out before sentences are. */
const maxBytes = 4096
/** Longer texts are not searched for sentences: the badges have to do. */
const maxFullLength = 1_048_576
const maxFindingsLength = 262_144
const maxGapLength = 280

/** From the two parts of a report, which are JSON texts that have been checked. */
export function saidIn(summary: string, full: string): Said {
  const taxonomies = readTaxonomies(summary)
  const rank = Math.max(0, ...taxonomies.map(({ level }) => rankOfLevel(level)))
  const read = membersOf(full)
  const findings = Array.isArray(read.findings) ? read.findings.flatMap(readFinding) : []
  const reasons = findings.length > 0 ? findings : taxonomies.map(reasonOfBadge)
  return { rank, reasons: bounded(reasons, rank, gapIn(read.incomplete)) }
}

/** What was not examined, as one reason: no verdict may hide it. */
function gapIn(incomplete: unknown): SaidReason | undefined {
  const gaps = Array.isArray(incomplete)
    ? incomplete.flatMap((gap) => (typeof gap === 'string' ? cleanText(gap) : [])).filter(Boolean)
    : []
  const [first] = gaps
  if (first === undefined) return undefined
  const reason = first.slice(0, maxGapLength).toWellFormed()
  return {
    rank: 0,
    text: `Not examined: ${reason}`,
    id: 'verdict.not-examined',
    parameters: { reason, count: gaps.length },
  }
}

function reasonOfBadge(taxonomy: Taxonomy): SaidReason {
  const { text, id, parameters } = badgeSentence(taxonomy)
  return {
    rank: rankOfLevel(taxonomy.level),
    text: cleanText(text),
    ...(id === undefined || parameters === undefined ? {} : { id, parameters }),
  }
}

/**
 * The worst first; none is worse than the verdict, which leaves out findings that count only together
 * with others.
 */
function bounded(
  reasons: readonly SaidReason[],
  rank: number,
  gap: SaidReason | undefined,
): SaidReason[] {
  const different = new Map<string, SaidReason>()
  const worstFirst = reasons
    .map((reason) => ({ ...reason, rank: Math.min(reason.rank, rank) }))
    .sort((a, b) => b.rank - a.rank)
  for (const reason of worstFirst)
    if (reason.text !== '' && !different.has(reason.text)) different.set(reason.text, reason)
  const kept: SaidReason[] = []
  let bytes = 2 + (gap ? sizeOf(gap) + 1 : 0)
  const most = gap ? maxReasons - 1 : maxReasons
  for (const { parameters, ...bare } of [...different.values()].slice(0, most)) {
    const whole = parameters === undefined ? bare : { ...bare, parameters }
    const fits = (one: SaidReason) => bytes + sizeOf(one) <= maxBytes
    const one = fits(whole) ? whole : bare
    if (!fits(one)) break
    kept.push(one)
    bytes += sizeOf(one) + 1
  }
  return gap ? [...kept, gap] : kept
}

const sizeOf = (reason: SaidReason) => Buffer.byteLength(JSON.stringify(reason))

/** `full.findings` and `full.incomplete`, which built-in analyzers write and others may. */
function membersOf(full: string): { findings?: unknown; incomplete?: unknown } {
  if (full.length > maxFullLength)
    return saysIncomplete.test(full) ? { incomplete: ['see the report'] } : {}
  const wanted = ['findings', 'incomplete'].filter((name) => full.includes(`"${name}"`))
  if (wanted.length === 0) return {}
  try {
    const { members } = checkJson(full, new Set(wanted))
    return Object.fromEntries(
      members
        .filter(([, span]) => span.kind === 'array' && span.end - span.start <= maxFindingsLength)
        .map(([name, span]) => [name, JSON.parse(full.slice(span.start, span.end)) as unknown]),
    )
  } catch (error) {
    if (error instanceof JsonTextError || error instanceof SyntaxError) return {}
    throw error
  }
}

/** Of a text that is too long to be read. */
const saysIncomplete = /"incomplete":\s?\["/

function readFinding(found: unknown): SaidReason[] {
  if (!isObject(found) || typeof found.explanation !== 'string') return []
  const text = cleanText(found.explanation)
  if (text === '') return []
  const { id, parameters } = found
  const technique = isObject(found.technique) ? found.technique.id : undefined
  const isKnown = typeof id === 'string' && /^[a-z0-9-]{1,40}\.[a-z0-9-]{1,60}$/.test(id)
  return [
    {
      rank: rankOfLevel(found.level),
      text,
      ...(isKnown ? { id, parameters: readParameters(parameters) } : {}),
      ...(isTechnique(technique) ? { technique } : {}),
    },
  ]
}

function readParameters(given: unknown): Record<string, string | number> {
  if (!isObject(given)) return {}
  return Object.fromEntries(
    Object.entries(given)
      .slice(0, 10)
      .flatMap(([name, value]): [string, string | number][] => {
        if (typeof value === 'number' && Number.isFinite(value)) return [[name, value]]
        return typeof value === 'string' ? [[name, cleanText(value)]] : []
      }),
  )
}
