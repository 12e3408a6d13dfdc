import type { Kysely, Selectable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows, type OrganizationWalk } from '../../storage/rows/due.ts'
import type { ActionTable } from '../../storage/tables/platform.ts'
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
  'cause_run',
] as const

export type TrackedRow = Pick<Selectable<ActionTable>, (typeof columns)[number]>

/** Both tables have the columns that tracking needs; Kysely cannot say "one of these two". */
type Shared = Pick<ActionTable, (typeof columns)[number] | 'next_poll_at'>
const shared = (db: Db) => db as unknown as Kysely<{ actions: Shared }>
const nameOf = (table: TrackedTable) => table as 'actions'

const dueOf = (table: TrackedTable) => ({ table, at: 'next_poll_at' }) as const

export const organizationsToAskFor = (db: Db, table: TrackedTable, walk: OrganizationWalk) =>
  dueOrganizations(db, dueOf(table), walk)

export const questionsDue = (db: Db, table: TrackedTable, now: number) =>
  dueRows(db, dueOf(table), now)

/** The first due rows of an organization, but not of engines that are busy enough with our questions. */
export const dueRowsOf = (
  db: Db,
  table: TrackedTable,
  organization: string,
  { now, without, limit }: { now: number; without: readonly string[]; limit: number },
): Promise<{ id: string; engine_id: string }[]> =>
  shared(db)
    .selectFrom(nameOf(table))
    .select(['id', 'engine_id'])
    .where('organization', '=', organization)
    .where('next_poll_at', '<=', now)
    .$if(without.length > 0, (query) => query.where('engine_id', 'not in', without))
    .orderBy('next_poll_at')
    .limit(limit)
    .execute()

/**
 * Claims rows that are still due, by moving their next question into the future: no other process
 * asks until then, and if this one dies, another does after `leaseMs`.
 */
export const claimDue = async (
  db: Db,
  table: TrackedTable,
  ids: readonly string[],
  { now, leaseMs }: { now: number; leaseMs: number },
): Promise<TrackedRow[]> =>
  ids.length === 0
    ? []
    : shared(db)
        .updateTable(nameOf(table))
        .set({ next_poll_at: now + leaseMs })
        .where('next_poll_at', '<=', now)
        .where('id', 'in', ids)
        .returning(columns)
        .execute()

/** Asked again later, unless it has ended since. */
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

/** The user who started it: a responder acts on behalf of that person. */
export const launcherOf = (row: TrackedRow): Actor => ({
  login: row.created_by,
  organization: row.organization,
  address: '',
  requestId: row.id,
  ...(row.cause_run !== null && { causeRun: row.cause_run }),
})
