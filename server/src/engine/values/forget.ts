import { changeText, readChanges } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { transact } from '../../storage/rows/prepared.ts'
import { type Notified, notifyOfVerdict } from '../../storage/rows/watch-news.ts'
import { answerOf } from './answers.ts'
import { endedJobs, storedAnswer } from './from-job.ts'

/**
 * A deleted job no longer counts: the analyzer's answer is that of its newest other job on the value, or
 * none. In the transaction of the deletion, after it. Returns the watchers to notify of another verdict.
 */
export async function forgetJob(
  tx: Db,
  dialect: Dialect,
  organization: string,
  id: string,
  now: number,
): Promise<Notified[]> {
  const job = await tx
    .selectFrom('jobs')
    .select([
      'worker_id',
      'data_type',
      'data',
      'data_hash',
      'attachment_id',
      'attachment_name',
      'type',
    ])
    .where(ownedRow(organization, id))
    .executeTakeFirst()
  const about = job?.type === 'analyzer' ? answerOf(job, '', { error: '' }) : undefined
  if (!job || !about) return []
  const key = { organization, value_hash: about.value_hash, worker_id: job.worker_id }
  const known = await tx
    .selectFrom('value_answers')
    .select(['job_id', 'failed_job_id', 'changes'])
    .where((eb) => eb.and(key))
    .executeTakeFirst()
  if (!known) return []
  const others = endedJobs(tx, organization)
    .where('jobs.worker_id', '=', job.worker_id)
    .where('jobs.data_type', '=', job.data_type)
    .where((eb) =>
      job.attachment_id === null
        ? eb('jobs.data_hash', '=', job.data_hash)
        : eb('jobs.attachment_id', '=', job.attachment_id),
    )
    .orderBy('jobs.created_at', 'desc')
    .limit(1)
  const changes = readChanges(known.changes).filter(({ jobId }) => jobId !== id)
  if (known.failed_job_id === id)
    await tx
      .updateTable('value_answers')
      .set({ failed_job_id: null, failed_at: null, error: null, not_applicable: null })
      .where((eb) => eb.and(key))
      .execute()
  if (known.job_id === id) {
    const previous = await others.where('jobs.status', '=', 'Success').executeTakeFirst()
    const answer = previous && storedAnswer(previous)
    const at = previous ? (previous.end_date ?? previous.created_at) : null
    const rank = answer?.level ?? null
    const kept =
      rank !== null && at !== null && changes[0]?.rank !== rank
        ? [{ at, rank, jobId: previous?.id ?? '' }, ...changes]
        : changes
    await tx
      .updateTable('value_answers')
      .set({
        level: rank,
        level_since: rank === null ? null : (kept[0]?.at ?? at),
        job_id: rank === null ? null : (previous?.id ?? null),
        answered_at: rank === null ? null : at,
        reasons: answer?.reasons ?? '[]',
        changes: rank === null ? '' : kept.map(changeText).join(''),
      })
      .where((eb) => eb.and(key))
      .execute()
  } else
    await tx
      .updateTable('value_answers')
      .set({ changes: changes.map(changeText).join('') })
      .where((eb) => eb.and(key))
      .execute()
  // No answer and no failure is left.
  await tx
    .deleteFrom('value_answers')
    .where((eb) => eb.and(key))
    .where('job_id', 'is', null)
    .where('failed_job_id', 'is', null)
    .execute()
  const changed = { organization, value_hash: about.value_hash, worker_name: null, job_id: null }
  return transact(tx, () => notifyOfVerdict(dialect, changed, now))
}
