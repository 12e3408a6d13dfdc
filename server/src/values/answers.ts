import type { Reason, VerdictLevel } from '@assay/contract'
import type { Selectable } from 'kysely'
import type { SaidReason } from '../domain/values/said.ts'
import { verdictOf } from '../domain/values/verdict.ts'
import type { Db } from '../storage/database.ts'
import type { ValueAnswerTable } from '../storage/value-tables.ts'

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
  'changes',
  'reasons',
  'data',
] as const

/** More analyzers than anybody has enabled for one value. */
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

export interface Verdict {
  readonly level: VerdictLevel | null
  readonly asked: number
  readonly answered: number
  readonly checkedAt?: number
}

/** The worst of what the analyzers said last. */
export function verdictFrom(rows: readonly AnswerRow[]): Verdict {
  const answers = rows.filter(({ level }) => level !== null)
  const checked = answers.map(({ answered_at }) => answered_at ?? 0)
  return {
    level:
      answers.length === 0 ? null : verdictOf(Math.max(...answers.map((row) => row.level ?? 0))),
    asked: rows.length,
    answered: answers.length,
    ...(checked.length > 0 ? { checkedAt: Math.max(...checked) } : {}),
  }
}

/** Lists of the organization itself speak first: somebody here put it there. */
const isOwnList = (analyzer: string) => /^Assay_Lists/.test(analyzer)

/**
 * Reasons of all analyzers: by level, own lists before others, then the newest. What two of them say in
 * the same words stays twice here, so that both can be named.
 */
export function reasonsFrom(rows: readonly AnswerRow[]): Reason[] {
  return rows
    .flatMap(reasonsOf)
    .map((reason) => ({ reason, rank: order.indexOf(reason.level) }))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        Number(isOwnList(b.reason.analyzer)) - Number(isOwnList(a.reason.analyzer)) ||
        b.reason.at - a.reason.at,
    )
    .map(({ reason }) => reason)
}

const order: readonly VerdictLevel[] = ['malicious', 'suspicious', 'safe', 'none']

export function reasonsOf(row: AnswerRow): Reason[] {
  if (row.level === null) return []
  return (JSON.parse(row.reasons) as SaidReason[]).map(({ rank, ...said }) => ({
    ...said,
    level: verdictOf(rank),
    analyzer: row.worker_name,
    jobId: row.job_id ?? '',
    at: row.answered_at ?? 0,
  }))
}
