import type { ReasonSentence } from '@assay/contract'
import { sql } from 'kysely'
import { JsonTextError } from '../../domain/json-text.ts'
import { summaryReach } from '../../domain/report-summary.ts'
import { saidInBody } from '../../domain/values/said-in-body.ts'
import type { Db } from '../../storage/database.ts'
import { type Answer, answerOf } from './answers.ts'

/** A longer report is read only for its summary, which comes first. */
const wholeReport = 262_144

const columns = [
  'jobs.id',
  'jobs.organization',
  'jobs.worker_id',
  'jobs.worker_name',
  'jobs.status',
  'jobs.data_type',
  'jobs.data',
  'jobs.attachment_id',
  'jobs.attachment_name',
  'jobs.error_message',
  'jobs.not_applicable',
  'jobs.created_at',
  'jobs.end_date',
] as const

/** Jobs that have ended, with as much of their reports as an answer is made of. */
export const endedJobs = (db: Db, organization: string) =>
  db
    .selectFrom('jobs')
    .leftJoin('reports', 'reports.job_id', 'jobs.id')
    .select(columns)
    .select([
      sql<string | null>`case when octet_length(reports.body) <= ${sql.lit(wholeReport)}
        then reports.body else substr(reports.body, 1, ${sql.lit(summaryReach)}) end`.as('body'),
      sql<number | null>`octet_length(reports.body)`.as('bytes'),
    ])
    .where('jobs.organization', '=', organization)
    .where('jobs.type', '=', 'analyzer')
    .where('jobs.status', 'in', ['Success', 'Failure'])

export type EndedJob = Awaited<ReturnType<ReturnType<typeof endedJobs>['execute']>>[number]

/** The same answer as when the job ended, from what is stored of it. */
export function storedAnswer(job: EndedJob): Answer | undefined {
  if (job.status === 'Failure')
    return answerOf(job, job.worker_name, {
      error: job.error_message ?? '',
      notApplicable: job.not_applicable,
    })
  return job.body === null
    ? undefined
    : answerOf(job, job.worker_name, saidInBody(job.body, (job.bytes ?? 0) <= wholeReport))
}

/** The most telling sentence; none for an unreadable report. */
export function firstReason(body: string, isWhole: boolean): { reason?: ReasonSentence } {
  try {
    const [first] = saidInBody(body, isWhole).reasons
    if (!first) return {}
    const { text, id, parameters } = first
    return { reason: { text, ...(id === undefined ? {} : { id, parameters: parameters ?? {} }) } }
  } catch (error) {
    if (error instanceof JsonTextError) return {}
    throw error
  }
}
