import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import type { FeedOrder } from '../../domain/feed.ts'
import type { Db } from '../../storage/database.ts'
import { type Dialect, postgres, sqlite } from '../../storage/dialect.ts'
import { prepared, type Steps, transact } from '../../storage/prepared.ts'
import type { ArtifactTable } from '../../storage/tables.ts'
import { addEntry } from '../feeds/store.ts'
import { insertArtifacts } from '../jobs/artifacts.ts'
import type { JobRow } from '../jobs/store.ts'

/** Kysely binds values; the partial indexes of the queue are only used when these are constants. */
const waiting = sql.lit('Waiting' as const)
const inProgress = sql.lit('InProgress' as const)

/** What running a job needs to know of it. */
const claimedColumns = [
  'id',
  'organization',
  'type',
  'worker_id',
  'data_type',
  'data',
  'attachment_id',
  'attachment_name',
  'attachment_type',
  'tlp',
  'pap',
  'message',
  'parameters',
  'priority',
  'turn',
  'attempts',
  'created_by',
] as const

export type ClaimedJob = Pick<JobRow, (typeof claimedColumns)[number]>

type Claim = { owner: string; count: number; now: number; until: number }

/** The choice stands in a CTE because PostgreSQL may otherwise make it twice. */
const claiming = (dialect: Dialect) =>
  prepared<Claim, ClaimedJob>((db, slot) =>
    db
      .with('next', (cte) =>
        dialect.skipLocked(
          cte
            .selectFrom('jobs')
            .select('id')
            .where('status', '=', waiting)
            .orderBy('priority', 'desc')
            .orderBy('turn')
            .orderBy('created_at')
            .orderBy('id')
            .limit(slot('count')),
        ),
      )
      .updateTable('jobs')
      .set((eb) => ({
        status: 'InProgress' as const,
        start_date: slot('now'),
        updated_at: slot('now'),
        attempts: eb('attempts', '+', 1),
        locked_by: slot('owner'),
        locked_until: slot('until'),
      }))
      .where('status', '=', waiting)
      .where('id', 'in', (eb) => eb.selectFrom('next').select('id'))
      .returning(claimedColumns),
  )

const claims = { sqlite: claiming(sqlite), postgres: claiming(postgres) }

/**
 * Takes up to `count` waiting jobs for this process. One statement, so each job is claimed exactly
 * once whoever races.
 */
export function* claim(
  dialect: Dialect,
  owner: string,
  count: number,
  now: number,
  leaseMs: number,
): Steps<ClaimedJob[]> {
  const rows = yield* claims[dialect.name].step({ owner, count, now, until: now + leaseMs })
  return rows.sort((a, b) => b.priority - a.priority || a.turn - b.turn)
}

export const claimJobs = (
  db: Db,
  dialect: Dialect,
  owner: string,
  count: number,
  now: number,
  leaseMs: number,
): Promise<ClaimedJob[]> => transact(db, () => claim(dialect, owner, count, now, leaseMs))

type ClaimOther = Omit<Claim, 'count'> & { except: string }

/**
 * Through the organizations and not along the queue: the jobs of the one that is left out may be a
 * hundred thousand, and all of them stand before the one that is looked for.
 */
const claimingOther = (dialect: Dialect) =>
  prepared<ClaimOther, ClaimedJob>((db, slot) =>
    db
      .with('next', (cte) =>
        dialect.skipLocked(
          cte
            .selectFrom('jobs')
            .select('id')
            .where('status', '=', waiting)
            .where('id', 'in', (eb) =>
              eb
                .selectFrom('organizations')
                .where('organizations.name', '<>', slot('except'))
                .select((of) =>
                  of
                    .selectFrom('jobs as first')
                    .select('first.id')
                    .where('first.status', '=', waiting)
                    .whereRef('first.organization', '=', 'organizations.name')
                    .orderBy('first.priority', 'desc')
                    .orderBy('first.turn')
                    .limit(1)
                    .as('id'),
                ),
            )
            .orderBy('priority', 'desc')
            .orderBy('turn')
            .orderBy('created_at')
            .limit(1),
        ),
      )
      .updateTable('jobs')
      .set((eb) => ({
        status: 'InProgress' as const,
        start_date: slot('now'),
        updated_at: slot('now'),
        attempts: eb('attempts', '+', 1),
        locked_by: slot('owner'),
        locked_until: slot('until'),
      }))
      .where('status', '=', waiting)
      .where('id', 'in', (eb) => eb.selectFrom('next').select('id'))
      .returning(claimedColumns),
  )

const claimsOfOthers = { sqlite: claimingOther(sqlite), postgres: claimingOther(postgres) }

/** The next waiting job of any organization but this one; none or one. */
export const claimOtherJob = (
  db: Db,
  dialect: Dialect,
  owner: string,
  except: string,
  now: number,
  leaseMs: number,
): Promise<ClaimedJob[]> =>
  transact(db, () =>
    claimsOfOthers[dialect.name].step({ owner, except, now, until: now + leaseMs }),
  )

/** Whether more than one organization has workers: otherwise nobody is kept waiting by anybody. */
export async function hasSeveralTenants(db: Db): Promise<boolean> {
  return (await secondTenant.now(db, {})).length > 0
}

/** Two looks into an index: it is asked with every claim. */
const secondTenant = prepared<Record<never, never>, { organization: string }>((db) =>
  db
    .selectFrom('workers')
    .select('organization')
    .where('organization', '>', (eb) =>
      eb.selectFrom('workers as all').select((all) => all.fn.min('all.organization').as('first')),
    )
    .limit(1),
)

export interface JobEnd {
  status: 'Success' | 'Failure'
  runner: string | null
  errorMessage?: string
  /** JSON text, secrets removed. */
  input?: string
  /** The report as it will leave, of a Success. */
  report?: string
  artifacts?: readonly Insertable<ArtifactTable>[]
  /** What a block list is to hold from now on. */
  feed?: FeedOrder
}

/**
 * Ends a job, its report and artifacts with it, only while we still hold it: after a pause longer
 * than the lease another process may own it, or we ourselves for a second time, which the number of
 * attempts tells; and a deleted job stays deleted. Answers whether it did.
 */
export const finishJob = (
  db: Db,
  job: Pick<JobRow, 'id' | 'organization' | 'created_by' | 'attempts'>,
  owner: string,
  end: JobEnd,
  now: number,
): Promise<boolean> =>
  transact(db, function* () {
    const ended = yield* endOfJob.step({
      status: end.status,
      runner: end.runner,
      errorMessage: end.errorMessage ?? null,
      input: end.input ?? null,
      now,
      login: job.created_by,
      id: job.id,
      owner,
      attempts: job.attempts,
    })
    if (ended.length === 0) return false
    if (end.report !== undefined)
      yield* newReport.step({ id: job.id, organization: job.organization, body: end.report })
    if (end.artifacts) yield* insertArtifacts(end.artifacts)
    if (end.feed) yield* addEntry(job, end.feed, now)
    return true
  })

type End = {
  status: JobEnd['status']
  runner: string | null
  errorMessage: string | null
  input: string | null
  now: number
  login: string
  id: string
  owner: string
  attempts: number
}

const endOfJob = prepared<End, { id: string }>((db, slot) =>
  db
    .updateTable('jobs')
    .set({
      status: slot('status'),
      runner: slot('runner'),
      error_message: slot('errorMessage'),
      input: slot('input'),
      end_date: slot('now'),
      updated_at: slot('now'),
      updated_by: slot('login'),
      locked_by: null,
      locked_until: null,
    })
    .where('id', '=', slot('id'))
    .where('status', '=', inProgress)
    .where('locked_by', '=', slot('owner'))
    .where('attempts', '=', slot('attempts'))
    .returning('id'),
)

const newReport = prepared<{ id: string; organization: string; body: string }, never>((db, slot) =>
  db
    .insertInto('reports')
    .values({ job_id: slot('id'), organization: slot('organization'), body: slot('body') }),
)

/** Our running jobs live on; answers those that are no longer ours. */
export async function renewLeases(
  db: Db,
  owner: string,
  ids: readonly string[],
  until: number,
): Promise<string[]> {
  if (ids.length === 0) return []
  const kept = await db
    .updateTable('jobs')
    .set({ locked_until: until })
    .where('id', 'in', ids)
    .where('status', '=', 'InProgress')
    .where('locked_by', '=', owner)
    .returning('id')
    .execute()
  const still = new Set(kept.map(({ id }) => id))
  return ids.filter((id) => !still.has(id))
}

/**
 * After a graceful shutdown: analyzers wait again as if they had never been taken. A responder is
 * never repeated, so it is not among them.
 */
export const releaseOwned = (db: Db, owner: string, except: readonly string[] = []) =>
  db
    .updateTable('jobs')
    .set((eb) => ({
      status: 'Waiting' as const,
      start_date: null,
      locked_by: null,
      locked_until: null,
      attempts: eb('attempts', '-', 1),
      turn: headOfLine,
    }))
    .where('status', '=', inProgress)
    .where('locked_by', '=', owner)
    .where('type', '=', 'analyzer')
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .returning(['id', 'organization'])
    .execute()

/**
 * The turn that is being served. The old turn of a job that comes back may lie far before it, which
 * would send the next newcomer's whole queue ahead of everybody, or far behind.
 */
const headOfLine = sql<number>`coalesce((select min(others.turn) from jobs as others
  where others.status = 'Waiting' and others.priority = jobs.priority), 0)`

/** Running jobs whose process has let the lease run out. */
export const expiredJobs = (db: Db, now: number) =>
  db
    .selectFrom('jobs')
    .select(['id', 'organization', 'type', 'attempts', 'locked_by', 'locked_until', 'created_by'])
    .where('status', '=', inProgress)
    .where('locked_until', '<', now)
    .limit(1000)
    .execute()

export const runningJobs = (db: Db) =>
  db
    .selectFrom('jobs')
    .select(['id', 'organization', 'type', 'attempts', 'locked_by', 'locked_until', 'created_by'])
    .where('status', '=', inProgress)
    .limit(10_000)
    .execute()

export type LostJob = Awaited<ReturnType<typeof expiredJobs>>[number]

/** Back into the queue, only if nobody has touched it since we looked. */
export async function requeue(db: Db, job: LostJob): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      status: 'Waiting',
      start_date: null,
      locked_by: null,
      locked_until: null,
      turn: headOfLine,
    })
    .where((eb) => eb.and(sameLease(job)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function failLost(db: Db, job: LostJob, message: string, now: number) {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      status: 'Failure',
      error_message: message,
      end_date: now,
      updated_at: now,
      updated_by: job.created_by,
      locked_by: null,
      locked_until: null,
    })
    .where((eb) => eb.and(sameLease(job)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const sameLease = ({ id, locked_by, locked_until }: LostJob) => ({
  id,
  status: 'InProgress' as const,
  locked_by,
  locked_until,
})
