import { sql } from 'kysely'
import { givenMoment } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import { asParameter, shareCalls } from '../../storage/rows/shared-calls.ts'
import { leaseMs } from '../job-rows/claimed.ts'
import { jobColumns, type VisibleJob } from '../job-rows/store.ts'
import { claimedOf, datesOf, notEnded } from './new-job.ts'
import type { Answer, Queue, QueueSource, Submission } from './queue.ts'

/** Submissions of the same moment share a call of `submit_jobs_1`; those with a name are calls of their own. */
export function submitShared(source: QueueSource): Queue['submit'] {
  const shared = sharedSubmissions(source.db)
  const named = namedSubmissions(source.db)
  return answered(source, (member) => (member.submission.request ? named : shared)(member))
}

/** In a transaction, so alone. */
export const submitWithin = (source: QueueSource, tx: Db): Queue['submit'] =>
  answered(source, async (member) => {
    if (member.submission.request) return submitNamed(tx, member)
    const batch = asParameter([batchMember(member, 0)])
    const [row] = await submitted(tx, { batch, now: member.given })
    return answerOf(member.submission.job, row)
  })

const answered =
  (source: QueueSource, submit: (member: Member) => Promise<Answer | 'again'>): Queue['submit'] =>
  async (submission) => {
    // Another process's equal job got in between; it is seen the next time, unless it has ended by then.
    for (let tries = 0; tries < maxTries; tries += 1) {
      const answer = await submit({ submission, given: givenMoment(source) })
      if (answer !== 'again') return answer
    }
    throw new Error(
      `job ${submission.job.id} met an equal one ${maxTries} times, and none of them stayed`,
    )
  }

const maxTries = 20

interface Member {
  readonly submission: Submission
  readonly given: number | null
}

interface AnswerRow {
  place: number
  answer: 'new' | 'equal' | 'repeated' | 'taken' | 'rate' | 'free' | 'again'
  at: number
  blocker: number | null
  job: VisibleJob | null
  claimed: boolean
}

const sharedSubmissions = (db: Db) =>
  shareCalls<Member, Answer | 'again'>({
    bytesOf: ({ submission: { job } }) =>
      500 + (job.data?.length ?? 0) + job.message.length + job.parameters.length,
    async run(members) {
      const batch = asParameter(members.map(batchMember))
      const rows = await submitted(db, { batch, now: members[0]?.given ?? null })
      const answers = new Map(rows.map((row) => [row.place, row]))
      return members.map(({ submission: { job } }, place) => answerOf(job, answers.get(place)))
    },
  })

/** Each alone: its name is locked, found and stored in the same call. */
const namedSubmissions = (db: Db) =>
  shareCalls<Member, Answer | 'again'>({
    bytesOf: () => Number.POSITIVE_INFINITY,
    run: (members) => Promise.all(members.map((member) => submitNamed(db, member))),
  })

async function submitNamed(db: Db, { submission, given }: Member): Promise<Answer | 'again'> {
  const { job, request } = submission
  const [row] = await named(db, {
    organization: job.organization,
    key: request?.key ?? '',
    hash: request?.hash ?? '',
    batch: asParameter([batchMember({ submission }, 0)]),
    now: given,
  })
  return answerOf(job, row)
}

const batchMember = (
  { submission: { job, rate, freshMs, isLook, claimFor } }: Pick<Member, 'submission'>,
  place: number,
) => ({
  ...job,
  place,
  claim_for: claimFor ?? null,
  look: isLook,
  fresh_ms: freshMs,
  rate: rate?.jobs ?? null,
  rate_ms: rate?.windowMs ?? null,
})

function answerOf(job: Submission['job'], row: AnswerRow | undefined): Answer | 'again' {
  switch (row?.answer) {
    case undefined:
      throw new Error(`no response to the submission of job ${job.id}`)
    case 'new':
      return {
        is: 'new',
        job: { ...job, ...datesOf(job, row.at), ...notEnded },
        claimed: row.claimed ? claimedOf(job) : undefined,
      }
    case 'equal':
    case 'repeated':
      return { is: row.answer, job: visible(row.job as VisibleJob) }
    case 'taken':
      return { is: 'taken' }
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

type NamedCall = {
  organization: string
  key: string
  hash: string
  batch: string
  now: number | null
}

const named = prepared<NamedCall, AnswerRow>((db, slot) => ({
  compile: () =>
    sql<never>`select * from submit_request_1(cast(${slot('organization')} as text),
      cast(${slot('key')} as text), cast(${slot('hash')} as text), cast(${slot('batch')} as json),
      cast(${slot('now')} as bigint), ${sql.lit(leaseMs)})`.compile(db),
}))
