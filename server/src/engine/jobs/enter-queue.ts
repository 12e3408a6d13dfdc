import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { nextTurn } from '../../domain/fair-queue.ts'
import type { Db } from '../../storage/database.ts'
import { givenMoment } from '../../storage/moment.ts'
import { prepared, type Steps, transact } from '../../storage/prepared.ts'
import { asParameter, perHandle, shareCalls } from '../../storage/shared-calls.ts'
import { traced } from '../../tracing.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { leaseMs } from '../job-rows/claimed.ts'
import {
  countSince,
  findEqualJob,
  insertJob,
  isAnyWaiting,
  jobColumns,
  type NewJob,
  nthNewestSince,
  queueEnds,
  type VisibleJob,
} from '../job-rows/store.ts'

/** What the database adds: its moment, and the place in the queue. */
type Added = 'turn' | 'attempts' | 'created_at' | 'start_date' | 'end_date' | Updated
type Updated = 'updated_at' | 'updated_by'

export interface Submission {
  /** `Waiting`, or a `Failure` that ends as it begins. */
  readonly job: Omit<NewJob, Added>
  /** How old a success may be that answers it; of a job without `merge_key` nothing does. */
  readonly freshMs: number
  readonly rate: { readonly jobs: number; readonly windowMs: number } | undefined
  /** Asks what the answer would be, and leaves no trace. */
  readonly isLook: boolean
  /** Who would run it at once: claims it with the same statement, if nobody waits. */
  readonly claimFor?: string | undefined
}

export type Answer =
  | { readonly is: 'equal'; readonly job: VisibleJob }
  /** The job as it was accepted, which is waiting, and as it was then claimed. */
  | { readonly is: 'new'; readonly job: VisibleJob; readonly claimed?: ClaimedJob | undefined }
  | { readonly is: 'free' }
  /** `blocker` is when the job was made that must leave the window before the next may enter. */
  | { readonly is: 'rate'; readonly now: number; readonly blocker: number | undefined }

type QueueDeps = Pick<Deps, 'db' | 'dialect' | 'clock'>

/**
 * Equal jobs merge, exactly `rate` of them pass, and each takes a place in the queue of its own: by one
 * writer at a time on SQLite, by `submit_jobs_1` on PostgreSQL.
 */
export function enterQueue(deps: QueueDeps, submission: Submission): Promise<Answer> {
  return traced('transaction', { 'assay.transaction': 'enter queue' }, () =>
    enter(deps, submission),
  )
}

async function enter(deps: QueueDeps, submission: Submission): Promise<Answer> {
  const { db, dialect, clock } = deps
  if (dialect.name === 'sqlite') return transact(db, () => enterSteps(submission, clock.now()))
  // Somebody else's equal job got in between; it is seen the next time, unless it has ended by then.
  for (let tries = 0; tries < maxTries; tries += 1) {
    const answer = await sharedSubmissions(db)({ submission, given: givenMoment(deps) })
    if (answer !== 'again') return answer
  }
  throw new Error(
    `job ${submission.job.id} met an equal one ${maxTries} times, and none of them stayed`,
  )
}

const maxTries = 20

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
  return { is: 'new', job: { ...accepted, input: null, runner: null }, claimed: claimedOf(job) }
}

const firstRun = { attempts: 1, run: 1 } as const

const claimedAt = (owner: string, now: number) => ({
  status: 'InProgress' as const,
  start_date: now,
  updated_at: now,
  locked_by: owner,
  locked_until: now + leaseMs,
})

const claimedOf = (job: Submission['job']): ClaimedJob => ({ ...job, ...firstRun, turn: 0 })

const datesOf = ({ status, created_by }: Submission['job'], now: number) => ({
  created_at: now,
  ...(status === 'Failure'
    ? { start_date: now, end_date: now, updated_at: now, updated_by: created_by }
    : { start_date: null, end_date: null, updated_at: null, updated_by: null }),
})

interface Member {
  readonly submission: Submission
  readonly given: number | null
}

interface AnswerRow {
  place: number
  answer: 'new' | 'equal' | 'rate' | 'free' | 'again'
  at: number
  blocker: number | null
  job: VisibleJob | null
  claimed: boolean
}

const sharedSubmissions = perHandle((db: Db) =>
  shareCalls<Member, Answer | 'again'>({
    bytesOf: ({ submission: { job } }) =>
      500 + (job.data?.length ?? 0) + job.message.length + job.parameters.length,
    async run(members) {
      const batch = asParameter(
        members.map(({ submission: { job, rate, freshMs, isLook, claimFor } }, place) => ({
          ...job,
          place,
          claim_for: claimFor ?? null,
          look: isLook,
          fresh_ms: freshMs,
          rate: rate?.jobs ?? null,
          rate_ms: rate?.windowMs ?? null,
        })),
      )
      const rows = await submitted(db, { batch, now: members[0]?.given ?? null })
      const answers = new Map(rows.map((row) => [row.place, row]))
      return members.map(({ submission: { job } }, place) => answerOf(job, answers.get(place)))
    },
  }),
)

function answerOf(job: Submission['job'], row: AnswerRow | undefined): Answer | 'again' {
  switch (row?.answer) {
    case undefined:
      throw new Error(`the submission of job ${job.id} was not answered`)
    case 'new':
      return {
        is: 'new',
        job: { ...job, ...datesOf(job, row.at), input: null, runner: null },
        claimed: row.claimed ? claimedOf(job) : undefined,
      }
    case 'equal':
      return { is: 'equal', job: visible(row.job as VisibleJob) }
    case 'rate':
      return { is: 'rate', now: row.at, blocker: row.blocker ?? undefined }
    case 'free':
      return { is: 'free' }
    case 'again':
      return 'again'
  }
}

/** The function answers the whole row. */
const visible = (row: VisibleJob) =>
  Object.fromEntries(jobColumns.map((column) => [column, row[column]])) as VisibleJob

const submitted = prepared<{ batch: string; now: number | null }, AnswerRow>((db, slot) => ({
  compile: () =>
    sql<never>`select * from submit_jobs_1(cast(${slot('batch')} as json),
      cast(${slot('now')} as bigint), ${sql.lit(leaseMs)})`.compile(db),
}))
