import type { DecisionLevel } from '@assay/contract'
import type { Selectable } from 'kysely'
import { analyst, decided, saidBy } from '../../domain/values/decision.ts'
import { valueKey } from '../../domain/values/key.ts'
import { changeText, verdictOf } from '../../domain/values/verdict.ts'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import type { AnalystVerdictTable, ValueAnswerTable } from '../tables/values.ts'
import { inBatches } from './batches.ts'
import { transact } from './prepared.ts'
import { type Notified, notifyOfVerdict } from './watch-news.ts'

export type DecisionRow = Selectable<AnalystVerdictTable>

/** By value, what analysts decided that is in effect: in this case, else everywhere. */
export async function openDecisions(
  db: Db,
  organization: string,
  keys: readonly string[],
  caseId?: string,
): Promise<Map<string, DecisionRow>> {
  const rows = await inBatches(keys, (some) =>
    db
      .selectFrom('analyst_verdicts')
      .selectAll()
      .where('organization', '=', organization)
      .where('value_hash', 'in', some)
      .where('ended_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb('case_id', 'is', null),
          ...(caseId === undefined ? [] : [eb('case_id', '=', caseId)]),
        ]),
      )
      .execute(),
  )
  const open = new Map<string, DecisionRow>()
  for (const row of rows)
    if (row.case_id !== null || !open.has(row.value_hash)) open.set(row.value_hash, row)
  return open
}

/** The decision as one of the answers about its value. */
export const answerOfDecision = (row: DecisionRow): ValueAnswerTable => ({
  organization: row.organization,
  value_hash: row.value_hash,
  worker_id: analyst,
  worker_name: analyst,
  data_type: row.data_type,
  text_hash: row.text_hash,
  is_file: row.is_file,
  level: row.level + decided,
  level_since: row.at,
  job_id: null,
  answered_at: row.at,
  failed_job_id: null,
  failed_at: null,
  first_at: row.at,
  file_name: row.file_name,
  error: null,
  not_applicable: null,
  changes: changeText({ at: row.at, rank: row.level + decided, jobId: analyst }),
  reasons: JSON.stringify([saidBy(row)]),
  data: row.data,
})

type Deciding = { readonly dialect: Dialect }

/** In the transaction that begins it. Returns the watchers to notify. */
export async function putAnswer(
  tx: Db,
  { dialect }: Deciding,
  row: DecisionRow,
): Promise<Notified[]> {
  if (row.case_id !== null) return []
  const { organization, value_hash } = row
  await removeAnswer(tx, row)
  await tx.insertInto('value_answers').values(answerOfDecision(row)).execute()
  const changed = { organization, value_hash, worker_name: analyst, job_id: null }
  return transact(tx, () => notifyOfVerdict(dialect, changed, row.at))
}

/** In the transaction that ends it. Returns the watchers to notify. */
export async function takeAnswer(
  tx: Db,
  { dialect }: Deciding,
  row: DecisionRow,
  at: number,
): Promise<Notified[]> {
  if (row.case_id !== null) return []
  const { organization, value_hash } = row
  await removeAnswer(tx, row)
  const changed = { organization, value_hash, worker_name: analyst, job_id: null }
  return transact(tx, () => notifyOfVerdict(dialect, changed, at))
}

const removeAnswer = (tx: Db, { organization, value_hash }: DecisionRow) =>
  tx
    .deleteFrom('value_answers')
    .where((eb) => eb.and({ organization, value_hash, worker_id: analyst }))
    .execute()

/** In the audit trail and on the streams. */
export const shownDecision = (row: DecisionRow) => ({
  dataType: row.data_type,
  ...(row.is_file === 1
    ? { hash: row.text_hash }
    : row.data === null
      ? {}
      : { data: row.data.slice(0, 500) }),
  level: verdictOf(row.level),
  cause: row.cause,
  reason: row.reason,
  ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  ...(row.case_id === null ? {} : { caseId: row.case_id }),
})

/** What leaves for other platforms, with what was decided about it. */
export async function withDecisions<
  T extends { readonly dataType: string; readonly value: string; readonly sha256?: string },
>(
  db: Db,
  organization: string,
  items: readonly T[],
  caseId?: string,
): Promise<(T & { decided?: DecisionLevel; decidedAt?: number })[]> {
  const keys = items.map(({ dataType, value, sha256 }) =>
    valueKey(sha256 === undefined ? { dataType, data: value } : { dataType, hash: sha256 }),
  )
  const open = await openDecisions(db, organization, keys, caseId)
  return items.map((item, index) => {
    const row = open.get(keys[index] ?? '')
    return row
      ? { ...item, decided: verdictOf(row.level) as DecisionLevel, decidedAt: row.at }
      : item
  })
}
