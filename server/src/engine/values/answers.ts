import { hash } from 'node:crypto'
import { cleanText, type NotApplicableKind } from '@assay/contract'
import { sql } from 'kysely'
import { maxShownLength, valueKey } from '../../domain/values/key.ts'
import type { Said } from '../../domain/values/said.ts'
import { changeText, maxChangesLength } from '../../domain/values/verdict.ts'
import { prepared, type Steps } from '../../storage/rows/prepared.ts'
import type { ValueAnswerTable } from '../../storage/tables/values.ts'

/** What a job says about its value, before it is known when it ended. */
export type Answer = Pick<
  ValueAnswerTable,
  | 'value_hash'
  | 'worker_id'
  | 'worker_name'
  | 'data_type'
  | 'text_hash'
  | 'is_file'
  | 'level'
  | 'file_name'
  | 'error'
  | 'not_applicable'
  | 'reasons'
  | 'data'
>

interface AskedJob {
  readonly worker_id: string
  readonly data_type: string
  readonly data: string | null
  readonly attachment_id: string | null
  readonly attachment_name: string | null
}

/** Undefined for a job without an observable to look up. */
export function answerOf(
  job: AskedJob,
  workerName: string,
  outcome: Said | { readonly error: string; readonly notApplicable?: NotApplicableKind | null },
): Answer | undefined {
  const { data, attachment_id: file, data_type: dataType } = job
  if (data === null && file === null) return undefined
  const isShown = data !== null && data.length <= maxShownLength
  const isAnswer = 'rank' in outcome
  return {
    value_hash: valueKey(file !== null ? { dataType, hash: file } : { dataType, data: data ?? '' }),
    worker_id: job.worker_id,
    worker_name: workerName,
    data_type: dataType,
    text_hash: file ?? hash('sha256', data ?? ''),
    is_file: file === null ? 0 : 1,
    level: isAnswer ? outcome.rank : null,
    file_name: file === null ? null : (job.attachment_name?.slice(-255) ?? null),
    error: isAnswer ? null : cleanText(outcome.error),
    not_applicable: isAnswer ? null : (outcome.notApplicable ?? null),
    reasons: isAnswer ? JSON.stringify(outcome.reasons) : '[]',
    data: isShown ? data : null,
  }
}

/** In the transaction that ends the job. */
export function* rememberAnswer(
  { id, organization }: { readonly id: string; readonly organization: string },
  answer: Answer,
  at: number,
): Steps<void> {
  const { level } = answer
  const isAnswer = level !== null
  yield* newAnswer.step({
    ...answer,
    organization,
    first_at: at,
    level_since: isAnswer ? at : null,
    answered_at: isAnswer ? at : null,
    job_id: isAnswer ? id : null,
    failed_at: isAnswer ? null : at,
    failed_job_id: isAnswer ? null : id,
    changes: isAnswer ? changeText({ at, rank: level, jobId: id }) : '',
  })
}

const isAnswer = sql`excluded.level is not null`
const isOther = sql`excluded.level is not null
  and value_answers.level is distinct from excluded.level`
const kept = <T>(column: string) =>
  sql<T>`coalesce(${sql.ref(`excluded.${column}`)}, ${sql.ref(`value_answers.${column}`)})`

/** `end_jobs_2.sql` has the same for many at once. */
const newAnswer = prepared<ValueAnswerTable, never>((db, slot) =>
  db
    .insertInto('value_answers')
    .values({
      organization: slot('organization'),
      value_hash: slot('value_hash'),
      worker_id: slot('worker_id'),
      worker_name: slot('worker_name'),
      data_type: slot('data_type'),
      text_hash: slot('text_hash'),
      is_file: slot('is_file'),
      level: slot('level'),
      level_since: slot('level_since'),
      job_id: slot('job_id'),
      answered_at: slot('answered_at'),
      failed_job_id: slot('failed_job_id'),
      failed_at: slot('failed_at'),
      first_at: slot('first_at'),
      file_name: slot('file_name'),
      error: slot('error'),
      not_applicable: slot('not_applicable'),
      changes: slot('changes'),
      reasons: slot('reasons'),
      data: slot('data'),
    })
    .onConflict((conflict) =>
      conflict.columns(['organization', 'value_hash', 'worker_id']).doUpdateSet({
        worker_name: sql`excluded.worker_name`,
        text_hash: sql`excluded.text_hash`,
        data: sql`excluded.data`,
        file_name: kept('file_name'),
        level: kept('level'),
        level_since: sql`case when ${isOther} then excluded.level_since
          else value_answers.level_since end`,
        changes: sql`case when ${isOther}
          then substr(excluded.changes || value_answers.changes, 1, ${sql.lit(maxChangesLength)})
          else value_answers.changes end`,
        reasons: sql`case when ${isAnswer} then excluded.reasons else value_answers.reasons end`,
        job_id: kept('job_id'),
        answered_at: kept('answered_at'),
        failed_job_id: kept('failed_job_id'),
        failed_at: kept('failed_at'),
        error: kept('error'),
        not_applicable: sql`case when excluded.failed_at is null then value_answers.not_applicable
          else excluded.not_applicable end`,
      }),
    ),
)
