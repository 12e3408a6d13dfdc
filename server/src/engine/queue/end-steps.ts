import type { NotApplicableKind } from '@assay/contract'
import { sql } from 'kysely'
import type { Dialect } from '../../storage/common/dialect.ts'
import { givenMoment, momentOf } from '../../storage/common/moment.ts'
import { prepared, type Steps } from '../../storage/rows/prepared.ts'
import { type Notified, notifyOfVerdict } from '../../storage/rows/watch-news.ts'
import { addEntry } from '../block-lists/store.ts'
import { insertArtifacts } from '../job-rows/artifacts.ts'
import { rememberToFollow } from '../job-rows/followed.ts'
import { addSimilarity } from '../job-rows/similar-files.ts'
import { rememberAnswer } from '../values/answers.ts'
import { inProgress } from './leases.ts'
import type { Ended, JobEnd, Queue, QueueSource } from './queue.ts'

export type EndingJob = Parameters<Queue['end']>[0]

export type EndValues = {
  status: JobEnd['status']
  runner: string | null
  errorMessage: string | null
  notApplicable: NotApplicableKind | null
  input: string | null
  now: number | null
  login: string
  id: string
  run: number
}

export const endValues = (source: QueueSource, job: EndingJob, end: JobEnd): EndValues => ({
  status: end.status,
  runner: end.runner,
  errorMessage: end.errorMessage ?? null,
  notApplicable: end.notApplicable ?? null,
  input: end.input ?? null,
  now: givenMoment(source),
  login: job.created_by,
  id: job.id,
  run: job.run,
})

/** The end of one job, as a transaction: always on SQLite; on PostgreSQL what goes into few tables has a function. */
export function endStepsOn(dialect: Dialect) {
  const ended = endOfJob(dialect)
  return function* endSteps(job: EndingJob, end: JobEnd, values: EndValues): Steps<Ended> {
    const [row] = yield* ended.step(values)
    if (!row) return { isEnded: false, notified: [] }
    let notified: Notified[] = []
    if (end.report !== undefined)
      yield* newReport.step({ id: job.id, organization: job.organization, body: end.report })
    if (end.artifacts) yield* insertArtifacts(end.artifacts)
    if (end.answer) {
      yield* rememberAnswer(job, end.answer, row.end_date)
      if (end.answer.level !== null)
        notified = yield* notifyOfVerdict(
          dialect,
          { ...end.answer, organization: job.organization, job_id: job.id },
          row.end_date,
        )
    }
    if (end.feed) yield* addEntry(job, end.feed, row.end_date)
    if (end.similarity) yield* addSimilarity(job, end.similarity, row.end_date)
    if (end.follows) yield* rememberToFollow(job, row.end_date)
    return { isEnded: true, notified }
  }
}

const endOfJob = (dialect: Dialect) =>
  prepared<EndValues, { end_date: number }>((db, slot) =>
    db
      .updateTable('jobs')
      .set({
        status: slot('status'),
        runner: slot('runner'),
        error_message: slot('errorMessage'),
        not_applicable: slot('notApplicable'),
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

const newReport = prepared<{ id: string; organization: string; body: string }, never>((db, slot) =>
  db
    .insertInto('reports')
    .values({ job_id: slot('id'), organization: slot('organization'), body: slot('body') }),
)
