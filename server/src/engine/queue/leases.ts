import { sql } from 'kysely'
import { givenMoment, momentOf } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { type ClaimedJob, leaseMs } from '../job-rows/claimed.ts'
import type { LimitedWorker, LostJob, Queue, QueueSource, Run } from './queue.ts'

/** Kysely binds values; the partial indexes of the queue are only used when these are constants. */
export const inProgress = sql.lit('InProgress' as const)

type Leases = Pick<
  Queue,
  'renew' | 'giveBack' | 'release' | 'running' | 'lost' | 'requeue' | 'fail'
>

/** What both databases do with the same statements: everything that finds jobs by their lease. */
export function leasesOf(source: QueueSource): Leases {
  const { queue: db, dialect } = source
  const now = () => momentOf(dialect, givenMoment(source))
  return {
    async renew(runs) {
      if (runs.length === 0) return []
      const kept = await db
        .updateTable('jobs')
        .set({ locked_until: sql<number>`${now()} + ${sql.lit(leaseMs)}` })
        .where('status', '=', inProgress)
        // guard (open = .where((eb) => eb('id', 'in', runs.map(({ id }) => id)))): server/test/engine/lost-jobs.test.ts
        .where((eb) => eb.or(runs.map(({ id, run }) => eb.and({ id, run }))))
        .returning(['id', 'run'])
        .execute()
      const still = new Set(kept.map(({ id, run }) => `${id} ${run}`))
      return runs.filter(({ id, run }) => !still.has(`${id} ${run}`))
    },
    giveBack: (owner, except = []) =>
      db
        .updateTable('jobs')
        .set((eb) => ({ ...waitingAgain, attempts: eb('attempts', '-', 1), turn: headOfLine }))
        .where('status', '=', inProgress)
        // guard: server/test/engine/lost-jobs.test.ts
        .where('locked_by', '=', owner)
        // guard: server/test/outage/spool.test.ts
        .where('type', '=', 'analyzer')
        // guard: server/test/outage/spool.test.ts
        .$if(except.length > 0, (query) => query.where('id', 'not in', except))
        .returning(['id', 'organization'])
        .execute(),
    release: (run) => releaseRun(db, run),
    running: () =>
      db
        .selectFrom('jobs')
        .select(lostColumns)
        .where('status', '=', inProgress)
        .limit(10_000)
        .execute(),
    lost: () =>
      db
        .selectFrom('jobs')
        .select(lostColumns)
        .select(sql<number>`${now()} - locked_until`.as('late_ms'))
        .where('status', '=', inProgress)
        // guard: server/test/engine/lost-jobs.test.ts
        .where('locked_until', '<', now())
        .limit(1000)
        .execute(),
    async requeue(job, attempts = job.attempts) {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({ ...waitingAgain, attempts, turn: headOfLine })
        .where((eb) => eb.and(sameLease(job)))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async fail(job, message) {
      const { numUpdatedRows } = await db
        .updateTable('jobs')
        .set({
          status: 'Failure',
          error_message: message,
          end_date: now(),
          updated_at: now(),
          updated_by: job.created_by,
          locked_by: null,
          locked_until: null,
        })
        .where((eb) => eb.and(sameLease(job)))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
  }
}

/** As a job is before it is claimed. */
const waitingAgain = {
  status: 'Waiting' as const,
  start_date: null,
  locked_by: null,
  locked_until: null,
}

/**
 * The turn that is being served. The old turn of a returning job may be far before it, which would
 * send the next newcomer's whole queue ahead of everyone, or far behind.
 */
const headOfLine = sql<number>`coalesce((select min(others.turn) from jobs as others
  where others.status = 'Waiting' and others.priority = jobs.priority), 0)`

async function releaseRun(db: Db, { id, run }: Run): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set((eb) => ({ ...waitingAgain, attempts: eb('attempts', '-', 1), turn: endOfLine }))
    .where('id', '=', id)
    .where('status', '=', 'InProgress')
    .where('run', '=', run)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const endOfLine = sql<number>`coalesce((select max(others.turn) + 1 from jobs as others
  where others.status = 'Waiting' and others.organization = jobs.organization
    and others.priority = jobs.priority), jobs.turn)`

const lostColumns = [
  'id',
  'organization',
  'type',
  'attempts',
  'run',
  'locked_by',
  'locked_until',
  'created_by',
] as const satisfies readonly (keyof LostJob)[]

/** A renewal since then keeps the run and moves the lease. */
const sameLease = ({ id, run, locked_until }: LostJob) => ({
  id,
  run,
  status: 'InProgress' as const,
  locked_until,
})

/** How many more jobs each of the workers may run. */
export async function roomOf(
  db: Db,
  workers: readonly LimitedWorker[],
): Promise<Map<string, number>> {
  const running = await db
    .selectFrom('jobs')
    .select(['worker_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', '=', inProgress)
    .where(
      'worker_id',
      'in',
      workers.map(({ id }) => id),
    )
    .groupBy('worker_id')
    .execute()
  const counts = new Map(running.map(({ worker_id: id, count }) => [id, Number(count)]))
  return new Map(workers.map(({ id, max }) => [id, max - (counts.get(id) ?? 0)]))
}

/** As they stood in the queue: a change of rows answers them in any order. */
export const inOrder = (jobs: readonly ClaimedJob[]) =>
  jobs.toSorted((a, b) => b.priority - a.priority || a.turn - b.turn)
