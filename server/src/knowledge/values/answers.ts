import type { Reason, ReasonSentence, VerdictLevel } from '@assay/contract'
import { catalogue, isCatalogueId } from '@assay/contract/findings'
import { convictionOf } from '@assay/contract/headline'
import type { Selectable } from 'kysely'
import { analyst } from '../../domain/values/decision.ts'
import { disagreement } from '../../domain/values/disagreement.ts'
import type { SaidReason } from '../../domain/values/said.ts'
import { rankOf, verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import type { ValueAnswerTable } from '../../storage/tables/values.ts'

export type AnswerRow = Omit<Selectable<ValueAnswerTable>, 'organization'>

const columns = [
  'value_hash',
  'worker_id',
  'worker_name',
  'data_type',
  'text_hash',
  'is_file',
  'level',
  'level_since',
  'job_id',
  'answered_at',
  'failed_job_id',
  'failed_at',
  'first_at',
  'file_name',
  'error',
  'not_applicable',
  'changes',
  'reasons',
  'data',
] as const

/** More analyzers than are ever enabled for one value. */
const maxAnswers = 100

/** By value, of each the analyzers that were asked. */
export async function answersOf(
  db: Db,
  organization: string,
  keys: readonly string[],
): Promise<Map<string, AnswerRow[]>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('value_answers')
    .select(columns)
    .where('organization', '=', organization)
    .where('value_hash', 'in', [...new Set(keys)])
    .orderBy('worker_name')
    .limit(keys.length * maxAnswers)
    .execute()
  return Map.groupBy(rows, ({ value_hash }) => value_hash)
}

/** A person's verdict, not an analyzer's result. */
export const isDecided = ({ worker_id }: Pick<AnswerRow, 'worker_id'>): boolean =>
  worker_id === analyst
/** What analyzers say. */
export const byAnalyzers = (rows: readonly AnswerRow[]): AnswerRow[] =>
  rows.filter((row) => !isDecided(row))

export interface Verdict {
  readonly level: VerdictLevel | null
  readonly asked: number
  readonly answered: number
  readonly checkedAt?: number
}

/** What an analyst decided, which has the highest rank, or the worst of the analyzers' latest answers. */
export function verdictFrom(rows: readonly AnswerRow[]): Verdict {
  const levels = rows.flatMap(({ level }) => level ?? [])
  const analyzers = byAnalyzers(rows)
  const answers = analyzers.filter(({ level }) => level !== null)
  const checked = answers.map(({ answered_at }) => answered_at ?? 0)
  return {
    level: levels.length === 0 ? null : verdictOf(Math.max(...levels)),
    asked: analyzers.length,
    answered: answers.length,
    ...(checked.length > 0 ? { checkedAt: Math.max(...checked) } : {}),
  }
}

/**
 * What an analyst decided, then reasons of all analyzers: that they disagree, then the most convincing, then the newest. The same
 * sentence of two analyzers stays twice here, so both can be named. Lists have room for one or two: there a
 * disagreement comes first only where it says all.
 */
export function reasonsFrom(rows: readonly AnswerRow[], isWhole = false): Reason[] {
  const analyzers = byAnalyzers(rows)
  const decisions = rows.filter(isDecided).flatMap(reasonsOf)
  const sorted = analyzers
    .flatMap(reasonsOf)
    .map((reason) => ({ reason, ...convictionOf(reason) }))
    .sort(
      (a, b) =>
        b.rank - a.rank ||
        order.indexOf(a.reason.level) - order.indexOf(b.reason.level) ||
        b.reason.at - a.reason.at,
    )
    .map(({ reason }) => reason)
  const levels = analyzers.flatMap(({ level }) => (level === null ? [] : [verdictOf(level)]))
  const first = disagreement(sorted, levels)
  const isTold = first && (isWhole || first.id === 'verdict.allowed-yet-blocked')
  return isTold ? [...decisions, first, ...sorted] : [...decisions, ...sorted]
}

const order: readonly VerdictLevel[] = ['malicious', 'suspicious', 'safe', 'none']

export function reasonsOf(row: AnswerRow): Reason[] {
  if (row.level === null) return []
  return (JSON.parse(row.reasons) as SaidReason[]).map(({ rank, technique: own, ...said }) => {
    const technique = rank < rankOf('suspicious') ? undefined : (own ?? techniqueOf(said.id))
    return {
      ...said,
      level: verdictOf(rank),
      ...(technique === undefined ? {} : { technique }),
      analyzer: row.worker_name,
      jobId: row.job_id ?? '',
      at: row.answered_at ?? 0,
    }
  })
}

/** Kept reasons of before have an id and no technique. */
const techniqueOf = (id: string | undefined) =>
  isCatalogueId(id) ? catalogue[id].technique : undefined

const maxTechniques = 6

/** The first reason, which is the worst, for each technique. */
export function techniquesIn(reasons: readonly Reason[]): Reason[] {
  const found = new Map<string, Reason>()
  for (const reason of reasons)
    if (reason.technique !== undefined && !found.has(reason.technique))
      found.set(reason.technique, reason)
  return [...found.values()].slice(0, maxTechniques)
}

export const sentenceOf = ({ text, id, parameters }: ReasonSentence): ReasonSentence => ({
  text,
  ...(id === undefined ? {} : { id }),
  ...(parameters === undefined ? {} : { parameters }),
})
