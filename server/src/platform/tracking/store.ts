import type { Kysely, Selectable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import type { ActionTable } from '../../storage/platform-tables.ts'
import type { Actor } from '../changes/write.ts'

/** Tables whose rows wait for a job of an engine. */
export type TrackedTable = 'actions' | 'observable_jobs'

const columns = [
  'id',
  'organization',
  'engine_id',
  'engine_job_id',
  'status',
  'start_date',
  'poll_failures',
  'created_by',
] as const

export type TrackedRow = Pick<Selectable<ActionTable>, (typeof columns)[number]>

/** Both tables have the columns that tracking needs; Kysely cannot say "one of these two". */
type Shared = Pick<ActionTable, (typeof columns)[number] | 'next_poll_at'>
const shared = (db: Db) => db as unknown as Kysely<{ actions: Shared }>
const nameOf = (table: TrackedTable) => table as 'actions'

/**
 * Takes up to `count` rows that are due, by moving their next question into the future: nobody else
 * asks meanwhile, and if this process dies, somebody does after `leaseMs`. The choice stands in a
 * CTE because PostgreSQL may otherwise make it twice.
 */
export async function claimDue(
  db: Db,
  dialect: Dialect,
  table: TrackedTable,
  { count, now, leaseMs, without }: ClaimRequest,
): Promise<TrackedRow[]> {
  return shared(db)
    .with('due', (cte) =>
      dialect.skipLocked(
        cte
          .selectFrom(nameOf(table))
          .select('id')
          .where('next_poll_at', 'is not', null)
          .where('next_poll_at', '<=', now)
          .$if(without.length > 0, (query) => query.where('engine_id', 'not in', without))
          .orderBy('next_poll_at')
          .limit(count),
      ),
    )
    .updateTable(nameOf(table))
    .set({ next_poll_at: now + leaseMs })
    .where('next_poll_at', '<=', now)
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning(columns)
    .execute()
}

export interface ClaimRequest {
  readonly count: number
  readonly now: number
  readonly leaseMs: number
  /** Engines that are busy enough with our questions. */
  readonly without: readonly string[]
}

export async function isAnyDue(db: Db, table: TrackedTable, now: number): Promise<boolean> {
  const row = await shared(db)
    .selectFrom(nameOf(table))
    .select('id')
    .where('next_poll_at', 'is not', null)
    .where('next_poll_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Asked again later, unless it has ended meanwhile. */
export const postpone = (
  db: Db,
  table: TrackedTable,
  id: string,
  change: { next_poll_at: number; poll_failures: number },
) =>
  shared(db)
    .updateTable(nameOf(table))
    .set(change)
    .where('id', '=', id)
    .where('next_poll_at', 'is not', null)
    .execute()

/** Whoever started it: what a responder does, it does for that person. */
export const launcherOf = (row: TrackedRow): Actor => ({
  login: row.created_by,
  organization: row.organization,
  address: '',
  requestId: row.id,
})
