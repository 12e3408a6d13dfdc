import type { Headline, ValueDetail, VerdictLevel } from '@assay/contract'
import { shared } from './reasons.ts'

export type Inherited = Headline['inherited'][number]
type Told = Inherited['reason']

/** One row of the verdict: what was found on the observable itself, or on something that it leads to. */
export interface RankedReason {
  readonly level: VerdictLevel
  readonly told: Omit<Told, 'level' | 'analyzer'>
  /** The way to where it was found. */
  readonly from?: Inherited
  /** Of others that say the same of the same thing, with their evidence. */
  readonly also?: Omit<Told, 'level' | 'analyzer'>
  readonly by: readonly { readonly analyzer: string; readonly jobId?: string }[]
}

const isVerdict = (id: string | undefined) => id?.startsWith('verdict.') ?? false

/**
 * What convinces most comes first: disagreement, the reason of the headline, malicious things that it leads to,
 * its own reasons as the server ranks them, suspicious things that it leads to, and facts. What was not examined
 * is told elsewhere.
 */
export function rankedReasons({ reasons, headline }: ValueDetail): RankedReason[] {
  const own = shared(reasons).filter(({ id }) => id !== 'verdict.not-examined')
  const rows = own.map(
    ({ level, text, id, parameters, by }): RankedReason => ({
      level,
      told: sentenceOf({ text, id, parameters }),
      by,
    }),
  )
  const found = nearest(headline.inherited).map((from) => withOwn(from, rows))
  const joined = new Set(found.flatMap(({ joins }) => joins ?? []))
  const [far, near] = [
    found.map(({ row }) => row),
    rows.filter((row) => !joined.has(row) && !isVerdict(row.told.id)),
  ]
  const isOf = (level: VerdictLevel) => (row: RankedReason) => row.level === level
  const ranked = [
    ...rows.filter(({ told }) => isVerdict(told.id)),
    ...far.filter(isOf('malicious')),
    ...near.filter(({ level }) => level !== 'none'),
    ...far.filter((row) => row.level !== 'malicious'),
    ...near.filter(isOf('none')),
  ]
  const lead = ranked.find((row) => isLead(row, headline.lead))
  if (!lead) return ranked
  const first = ranked.findIndex(({ told }) => !isVerdict(told.id))
  const others = ranked.filter((row) => row !== lead)
  return [...others.slice(0, first), lead, ...others.slice(first)]
}

interface Sentence {
  readonly text: string
  readonly id?: string | undefined
  readonly parameters?: Told['parameters'] | undefined
}

const sentenceOf = ({ text, id, parameters }: Sentence) => ({
  text,
  ...(id === undefined ? {} : { id }),
  ...(parameters === undefined ? {} : { parameters }),
})

/** What it leads to first counts once, by its most convincing reason. */
function nearest(inherited: readonly Inherited[]): Inherited[] {
  const ways = new Map<string, Inherited>()
  for (const lead of inherited) {
    const [step] = lead.chain
    const key = `${step?.kind} ${step?.data ?? step?.hash}`
    if (!ways.has(key)) ways.set(key, lead)
  }
  return [...ways.values()]
}

/** Where the observable itself says something about the same link or file, both are one row. */
function withOwn(from: Inherited, own: readonly RankedReason[]) {
  const { level, reason, chain } = from
  const [step] = chain
  const names = [step?.data, step?.filename, step?.hash].filter((name) => name !== undefined)
  const joins = own.find(
    ({ level: ownLevel, told }) =>
      ownLevel !== 'none' &&
      Object.values(told.parameters ?? {}).some((value) => names.includes(String(value))),
  )
  const by = [...(joins?.by ?? []), { analyzer: reason.analyzer }]
  const row: RankedReason = {
    level,
    told: sentenceOf(reason),
    from,
    ...(joins ? { also: joins.told } : {}),
    by: [...new Map(by.toReversed().map((one) => [one.analyzer, one])).values()].toReversed(),
  }
  return { row, joins }
}

const isLead = ({ from, told, by }: RankedReason, lead: Headline['lead']): boolean => {
  if (!lead) return false
  if (from) return from.reason.text === lead.reason.text && nameOf(from) === nameOf(lead)
  return (
    told.text === lead.reason.text && by.some(({ analyzer }) => analyzer === lead.reason.analyzer)
  )
}

const nameOf = ({ chain }: Inherited) => chain.map(({ data, hash }) => data ?? hash).join(' ')
