import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { type Dialect, postgres, sqlite } from '../../storage/dialect.ts'
import { givenMoment, momentOf } from '../../storage/moment.ts'
import { prepared, type Steps, transact } from '../../storage/prepared.ts'
import { type Notified, notifyOfVerdict } from '../../storage/watch-news.ts'
import { addEntry } from '../feeds/store.ts'
import { insertArtifacts } from '../job-rows/artifacts.ts'
import { rememberToFollow } from '../job-rows/followed.ts'
import { addLikeness } from '../job-rows/similar-files.ts'
import type { JobRow } from '../job-rows/store.ts'
import { rememberAnswer } from '../values/answers.ts'
import type { QueueDeps } from './claim.ts'
import { type End, type Ended, isShareable, type JobEnd, shareEnd } from './shared-ends.ts'

export type { JobEnd } from './shared-ends.ts'

import { leaseMs } from '../job-rows/claimed.ts'

/** Kysely binds values; the partial indexes of the queue are only used when these are constants. */
const inProgress = sql.lit('InProgress' as const)

/** What a process holds: a claim counts the runs of a job up, and nothing counts them down. */
export type Run = Pick<JobRow, 'id' | 'run'>

/**
 * Ends a job, its report and artifacts with it, only while this run of it goes on: after a pause longer
 * than the lease it may have been claimed again, by another process or by ourselves; and a deleted job
 * stays deleted. Answers whether it did; once it is stored, `onNotified` gets those who watch the value.
 */
export async function finishJob(
  deps: QueueDeps,
  job: Run & Pick<JobRow, 'organization' | 'created_by'>,
  end: JobEnd,
  onNotified: (notified: readonly Notified[]) => void = () => {},
): Promise<boolean> {
  const values = {
    status: end.status,
    runner: end.runner,
    errorMessage: end.errorMessage ?? null,
    input: end.input ?? null,
    now: givenMoment(deps),
    login: job.created_by,
    id: job.id,
    run: job.run,
  }
  const { isEnded, notified } =
    deps.dialect.name === 'postgres' && isShareable(end)
      ? await shareEnd(deps.db, { ...values, organization: job.organization, end })
      : await transact(deps.db, () => endSteps(deps, job, end, values))
  if (notified.length > 0) onNotified(notified)
  return isEnded
}

function* endSteps(
  { dialect }: QueueDeps,
  job: Pick<JobRow, 'id' | 'organization' | 'created_by'>,
  end: JobEnd,
  values: End,
): Steps<Ended> {
  const [ended] = yield* ends[dialect.name].step(values)
  if (!ended) return { isEnded: false, notified: [] }
  let notified: Notified[] = []
  if (end.report !== undefined)
    yield* newReport.step({ id: job.id, organization: job.organization, body: end.report })
  if (end.artifacts) yield* insertArtifacts(end.artifacts)
  if (end.answer) {
    yield* rememberAnswer(job, end.answer, ended.end_date)
    if (end.answer.level !== null)
      notified = yield* notifyOfVerdict(
        dialect,
        { ...end.answer, organization: job.organization, job_id: job.id },
        ended.end_date,
      )
  }
  if (end.feed) yield* addEntry(job, end.feed, ended.end_date)
  if (end.likeness) yield* addLikeness(job, end.likeness, ended.end_date)
  if (end.follows) yield* rememberToFollow(job, ended.end_date)
  return { isEnded: true, notified }
}

const endOfJob = (dialect: Dialect) =>
  prepared<End, { end_date: number }>((db, slot) =>
    db
      .updateTable('jobs')
      .set({
        status: slot('status'),
        runner: slot('runner'),
        error_message: slot('errorMessage'),
        input: slot('input'),
        end_date: momentOf(dialect, slot('now')),
        updated_at: momentOf(dialect, slot('now')),
        updated_by: slot('login'),
        locked_by: null,
        locked_until: null,
      })
      .where('id', '=', slot('id'))
      // guard: server/test/engine/lost-jobs.test.ts
      .where('status', '=', inProgress)
      // guard: server/test/engine/lost-jobs.test.ts
      .where('run', '=', slot('run'))
      .returning(sql<number>`end_date`.as('end_date')),
  )

const ends = { sqlite: endOfJob(sqlite), postgres: endOfJob(postgres) }

const newReport = prepared<{ id: string; organization: string; body: string }, never>((db, slot) =>
  db
    .insertInto('reports')
    .values({ job_id: slot('id'), organization: slot('organization'), body: slot('body') }),
)

/** Our running jobs live on; answers those that are no longer ours. */
export async function renewLeases(deps: QueueDeps, runs: readonly Run[]): Promise<Run[]> {
  if (runs.length === 0) return []
  const { db, dialect } = deps
  const kept = await db
    .updateTable('jobs')
    .set({
      locked_until: sql<number>`${momentOf(dialect, givenMoment(deps))} + ${sql.lit(leaseMs)}`,
    })
    .where('status', '=', inProgress)
    // guard (open = .where((eb) => eb('id', 'in', runs.map(({ id }) => id)))): server/test/engine/lost-jobs.test.ts
    .where((eb) => eb.or(runs.map(({ id, run }) => eb.and({ id, run }))))
    .returning(['id', 'run'])
    .execute()
  const still = new Set(kept.map(({ id, run }) => `${id} ${run}`))
  return runs.filter(({ id, run }) => !still.has(`${id} ${run}`))
}

/** As a job is before it is claimed. */
export const waitingAgain = {
  status: 'Waiting' as const,
  start_date: null,
  locked_by: null,
  locked_until: null,
}

/**
 * After a graceful shutdown: analyzers wait again as if they had never been taken. A responder is
 * never repeated, so it is not among them.
 */
export const releaseOwned = (db: Db, owner: string, except: readonly string[] = []) =>
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
    .execute()

/**
 * The turn that is being served. The old turn of a job that comes back may lie far before it, which
 * would send the next newcomer's whole queue ahead of everybody, or far behind.
 */
const headOfLine = sql<number>`coalesce((select min(others.turn) from jobs as others
  where others.status = 'Waiting' and others.priority = jobs.priority), 0)`

const lostColumns = [
  'id',
  'organization',
  'type',
  'attempts',
  'run',
  'locked_by',
  'locked_until',
  'created_by',
] as const

/** Running jobs whose process has let the lease run out. */
export const expiredJobs = (deps: QueueDeps) =>
  deps.db
    .selectFrom('jobs')
    .select(lostColumns)
    .select(sql<number>`${momentOf(deps.dialect, givenMoment(deps))} - locked_until`.as('late_ms'))
    .where('status', '=', inProgress)
    // guard: server/test/engine/lost-jobs.test.ts
    .where('locked_until', '<', momentOf(deps.dialect, givenMoment(deps)))
    .limit(1000)
    .execute()

export const runningJobs = (db: Db) =>
  db.selectFrom('jobs').select(lostColumns).where('status', '=', inProgress).limit(10_000).execute()

export type LostJob = Pick<JobRow, (typeof lostColumns)[number]>

/** Back into the queue, only if nobody has touched it since we looked. */
export async function requeue(
  db: Db,
  job: LostJob,
  attempts: number = job.attempts,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('jobs')
    .set({
      status: 'Waiting',
      attempts,
      start_date: null,
      locked_by: null,
      locked_until: null,
      turn: headOfLine,
    })
    .where((eb) => eb.and(sameLease(job)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function failLost(deps: QueueDeps, job: LostJob, message: string): Promise<boolean> {
  const now = momentOf(deps.dialect, givenMoment(deps))
  const { numUpdatedRows } = await deps.db
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

/** A renewal since then keeps the run and moves the lease. */
const sameLease = ({ id, run, locked_until }: LostJob) => ({
  id,
  run,
  status: 'InProgress' as const,
  locked_until,
})
