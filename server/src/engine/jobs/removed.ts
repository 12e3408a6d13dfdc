import { sql } from 'kysely'
import { hitsInBody, readsLists } from '../../domain/values/list-hits.ts'
import type { Db } from '../../storage/database.ts'
import { tracedColumns } from '../../storage/rows/traced-jobs.ts'
import type { RemovedJobTable } from '../../storage/tables/values.ts'

/** A longer report of a list is not read again. */
const maxBytes = 65_536

/** Of jobs that retention is about to remove, in its transaction: the history of a verdict keeps their rows. */
export async function keepTraces(tx: Db, ids: readonly string[]): Promise<void> {
  const jobs = await tx
    .selectFrom('jobs')
    .select([...tracedColumns, 'organization', 'data_type'])
    .select((eb) => eb.fn.coalesce('attachment_id', 'data_hash').as('text_hash'))
    .where('id', 'in', ids)
    .where('type', '=', 'analyzer')
    .where('status', 'in', ['Success', 'Failure'])
    .execute()
  if (jobs.length === 0) return
  const hits = await hitsOf(
    tx,
    jobs.filter((job) => readsLists(job.worker_definition_id)).map(({ id }) => id),
  )
  const rows = jobs.flatMap(({ id, end_date, created_by, text_hash, status, ...job }) =>
    text_hash === null || (status !== 'Success' && status !== 'Failure')
      ? []
      : [
          {
            ...job,
            status,
            text_hash,
            job_id: id,
            ended_at: end_date ?? job.created_at,
            asked_by: job.asked_by ?? created_by,
            hits: hits.get(id) ?? null,
          } satisfies RemovedJobTable,
        ],
  )
  // Two processes may remove the same jobs.
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await tx
      .insertInto('removed_jobs')
      .values(rows.slice(at, at + rowsAtOnce))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Values of one statement are limited. */
const rowsAtOnce = 50

async function hitsOf(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('reports')
    .select(['job_id', 'body'])
    .where('job_id', 'in', ids)
    .where(sql<boolean>`octet_length(body) <= ${sql.lit(maxBytes)}`)
    .execute()
  return new Map(
    rows.flatMap(({ job_id, body }): [string, string][] => {
      const found = hitsInBody(body)
      return found ? [[job_id, JSON.stringify(found)]] : []
    }),
  )
}

/** Of a value that is not remembered any more. Answers whether there may be more. */
export async function removeSomeTraces(db: Db, before: number, limit: number): Promise<boolean> {
  const old = await db
    .selectFrom('removed_jobs')
    .select('job_id')
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .limit(limit)
    .execute()
  if (old.length === 0) return false
  await db
    .deleteFrom('removed_jobs')
    .where(
      'job_id',
      'in',
      old.map(({ job_id }) => job_id),
    )
    .execute()
  return true
}
