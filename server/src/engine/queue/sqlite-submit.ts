import { sql } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import { nextTurn } from '../../domain/fair-queue.ts'
import type { Db } from '../../storage/database.ts'
import { prepared, type Steps } from '../../storage/rows/prepared.ts'
import { findRequested, newRequest } from '../job-rows/requests.ts'
import { type JobRow, jobColumns, type NewJob, type VisibleJob } from '../job-rows/store.ts'
import { claimedAt, claimedOf, datesOf, firstRun, notEnded } from './new-job.ts'
import type { Answer, Submission } from './queue.ts'

/** The rules of `submit_request_1`, for one writer at a time. */
export function* submitSteps(submission: Submission, now: number): Steps<Answer> {
  const { request } = submission
  if (!request) return yield* enterSteps(submission, now)
  const { organization } = submission.job
  const known = yield* findRequested(organization, request.key)
  // guard: server/test/engine/request-keys.test.ts
  if (known && known.hash !== request.hash) return { is: 'taken' }
  if (known) return { is: 'repeated', job: known.job }
  const answer = yield* enterSteps(submission, now)
  if ('job' in answer) yield* newRequest.step({ organization, ...request, jobId: answer.job.id })
  return answer
}

/** The rules of `submit_jobs_1`. */
function* enterSteps(submission: Submission, now: number): Steps<Answer> {
  const { job, rate, freshMs, isLook } = submission
  const { organization, merge_key: key } = job
  const equal = key === null ? undefined : yield* findEqualJob(organization, key, now - freshMs)
  if (equal) return { is: 'equal', job: equal }
  if (rate) {
    const worker = { organization, id: job.worker_id }
    const since = now - rate.windowMs
    if ((yield* countSince(worker, since)) >= rate.jobs) {
      const blocker =
        rate.jobs === 0 ? undefined : yield* nthNewestSince(worker, since, rate.jobs - 1)
      return { is: 'rate', now, blocker }
    }
  }
  if (isLook) return { is: 'free' }
  const { serving, lastOfOwn } = yield* queueEnds(organization, job.priority)
  const added = { turn: nextTurn(serving, lastOfOwn), attempts: 0, ...datesOf(job, now) }
  const owner = submission.claimFor
  if (owner === undefined || (yield* isAnyWaiting()))
    return { is: 'new', job: yield* insertJob({ ...job, ...added }) }
  const accepted = { ...job, ...added }
  yield* insertJob({ ...accepted, ...firstRun, ...claimedAt(owner, now) })
  return { is: 'new', job: { ...accepted, ...notEnded }, claimed: claimedOf(job) }
}

type Claim = Pick<JobRow, 'run' | 'locked_by' | 'locked_until'>

const unclaimed: Claim = { run: 0, locked_by: null, locked_until: null }

function* insertJob(job: NewJob & Partial<Claim>): Steps<VisibleJob> {
  yield* newJob.step({ ...unclaimed, ...job })
  return { ...job, ...notEnded }
}

/** In general: a new job is only started immediately when it overtakes no other. One that is held may not start. */
export function* isAnyWaiting(): Steps<boolean> {
  return (yield* anyWaiting.step({})).length > 0
}

// guard (open = prepared<Record<never, never>, { id: string }>((db) => db.selectFrom('jobs').select('id').where('status', '=', sql.lit('Waiting' as const)).limit(1))): server/test/engine/queue-contract.test.ts
const anyWaiting = prepared<Record<never, never>, { id: string }>((db) => ({
  // Two steps into the index of needs, however many are held.
  compile: () =>
    sql<never>`select id from jobs where status = 'Waiting' and needs < ${held}
      union all select id from jobs where status = 'Waiting' and needs > ${held} limit 1`.compile(
      db,
    ),
}))
const held = sql.lit(heldNeeds)

const newJob = prepared<NewJob & Claim, never>((db, slot) =>
  db.insertInto('jobs').values({
    id: slot('id'),
    organization: slot('organization'),
    type: slot('type'),
    worker_id: slot('worker_id'),
    worker_name: slot('worker_name'),
    worker_definition_id: slot('worker_definition_id'),
    status: slot('status'),
    data_type: slot('data_type'),
    data: slot('data'),
    data_hash: slot('data_hash'),
    attachment_id: slot('attachment_id'),
    attachment_name: slot('attachment_name'),
    attachment_type: slot('attachment_type'),
    attachment_size: slot('attachment_size'),
    attachment_sha1: slot('attachment_sha1'),
    attachment_md5: slot('attachment_md5'),
    tlp: slot('tlp'),
    pap: slot('pap'),
    message: slot('message'),
    parameters: slot('parameters'),
    label: slot('label'),
    cache_key: slot('cache_key'),
    error_message: slot('error_message'),
    priority: slot('priority'),
    asked_by: slot('asked_by'),
    asked_kind: slot('asked_kind'),
    cause: slot('cause'),
    turn: slot('turn'),
    attempts: slot('attempts'),
    merge_key: slot('merge_key'),
    needs: slot('needs'),
    start_date: slot('start_date'),
    end_date: slot('end_date'),
    created_at: slot('created_at'),
    created_by: slot('created_by'),
    updated_at: slot('updated_at'),
    updated_by: slot('updated_by'),
    run: slot('run'),
    locked_by: slot('locked_by'),
    locked_until: slot('locked_until'),
  }),
)

/** The newest equal job that is still good: waiting or running, however long, or a fresh success. */
export function* findEqualJob(
  organization: string,
  cacheKey: string,
  since: number,
): Steps<VisibleJob | undefined> {
  const [fresh] = yield* equalJob.step({ organization, cacheKey, since })
  return fresh ?? (yield* jobInFlight.step({ organization, cacheKey }))[0]
}

const equalJob = prepared<{ organization: string; cacheKey: string; since: number }, VisibleJob>(
  (db, slot) =>
    db
      .selectFrom('jobs')
      .select(jobColumns)
      .where('cache_key', '=', slot('cacheKey'))
      .where('organization', '=', slot('organization'))
      .where('created_at', '>=', slot('since'))
      .where('status', 'in', ['Waiting', 'InProgress', 'Success'])
      .orderBy('created_at', 'desc')
      .limit(1),
)

/** One that waits for longer than the cache lasts: a second one cannot be inserted. */
const jobInFlight = prepared<{ organization: string; cacheKey: string }, VisibleJob>((db, slot) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('merge_key', '=', slot('cacheKey'))
    .where('organization', '=', slot('organization'))
    .where('status', 'in', [sql.lit('Waiting' as const), sql.lit('InProgress' as const)]),
)

type WorkerKey = { organization: string; id: string }
type Window = WorkerKey & { since: number }

/** Whatever became of them, jobs of this worker since then count against its rate. */
function* countSince({ organization, id }: WorkerKey, since: number): Steps<number> {
  const [row] = yield* jobCount.step({ organization, id, since })
  return Number(row?.count)
}

const jobCount = prepared<Window, { count: number }>((db, slot) =>
  jobsSince(db, slot).select((eb) => eb.fn.countAll<number>().as('count')),
)

/** When the job was made that must leave the window before the next one may enter. */
function* nthNewestSince(
  { organization, id }: WorkerKey,
  since: number,
  n: number,
): Steps<number | undefined> {
  return (yield* nthNewest.step({ organization, id, since, n }))[0]?.created_at
}

const nthNewest = prepared<Window & { n: number }, { created_at: number }>((db, slot) =>
  jobsSince(db, slot).select('created_at').orderBy('created_at', 'desc').offset(slot('n')).limit(1),
)

const jobsSince = (db: Db, slot: <K extends keyof Window>(name: K) => Window[K]) =>
  db
    .selectFrom('jobs')
    .where('worker_id', '=', slot('id'))
    .where('organization', '=', slot('organization'))
    .where('created_at', '>', slot('since'))

/** The two numbers from which the place in the fair queue follows. */
export function* queueEnds(organization: string, priority: number) {
  const [row] = yield* ends.step({ organization, priority })
  return { serving: row?.serving ?? undefined, lastOfOwn: row?.last ?? undefined }
}

const ends = prepared<
  { organization: string; priority: number },
  { serving: number | null; last: number | null }
>((db, slot) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('jobs')
      .select('turn')
      .where('status', '=', sql.lit('Waiting' as const))
      .where('priority', '=', slot('priority'))
      .orderBy('turn')
      .limit(1)
      .as('serving'),
    eb
      .selectFrom('jobs')
      .select('turn')
      .where('status', '=', sql.lit('Waiting' as const))
      .where('organization', '=', slot('organization'))
      .where('priority', '=', slot('priority'))
      .orderBy('turn', 'desc')
      .limit(1)
      .as('last'),
  ]),
)
