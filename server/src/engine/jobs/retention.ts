import { repeat } from '../../repeat.ts'
import { markOrphaned, removeOrphanedBlobs } from '../../storage/orphaned-blobs.ts'
import type { EngineDeps } from '../deps.ts'

const everyMs = 10 * 60_000
const day = 86_400_000
/** Small steps: a big delete would hold up every writer. */
const step = 200

/** Removes jobs that ended longer ago than `job.retention`, with reports, artifacts and files nobody else has. */
export function startRetention(deps: EngineDeps) {
  const { retentionMs } = deps.config.job
  let nextLook = 0
  const remove = async (): Promise<unknown> => {
    if (retentionMs === 0) return removeOrphanedBlobs(deps)
    const now = deps.clock.now()
    // It walks a whole table, and years are not over by the minute.
    if (now >= nextLook) {
      nextLook = now + day
      await removeOldAnswers(deps)
    }
    return removeOldJobs(deps)
  }
  return repeat(everyMs, remove, (err) =>
    deps.log.error({ err }, 'old jobs and their files were not removed'),
  )
}

/** Answers how many were removed. */
export async function removeOldJobs(deps: EngineDeps): Promise<number> {
  const before = deps.clock.now() - deps.config.job.retentionMs
  // One after the other, because the index that knows the old ones begins with the organization.
  const organizations = await deps.db.selectFrom('organizations').select('name').execute()
  let removed = 0
  for (const { name } of organizations) removed += await removeOldJobsOf(deps, name, before)
  await removeOrphanedBlobs(deps)
  return removed
}

/** Verdicts outlive reports: what was malicious half a year ago is worth knowing. */
const answersMs = 365 * day

async function removeOldAnswers({ db, clock, config, stopping }: EngineDeps): Promise<void> {
  const before = clock.now() - Math.max(answersMs, config.job.retentionMs)
  for (;;) {
    const old = await db
      .selectFrom('value_answers')
      .select(['organization', 'value_hash', 'worker_id'])
      .where((eb) => eb(eb.fn.coalesce('answered_at', 'failed_at', 'first_at'), '<', before))
      .where((eb) => eb.or([eb('failed_at', 'is', null), eb('failed_at', '<', before)]))
      .limit(step)
      .execute()
    if (old.length === 0 || stopping.aborted) return
    await db
      .deleteFrom('value_answers')
      .where((eb) => eb.or(old.map((key) => eb.and(key))))
      .execute()
  }
}

/**
 * What counts is the end: a job that waited for weeks until a worker came back must not lose its
 * report with the next step. None ends before it was made, so the index on that moment still serves.
 */
async function removeOldJobsOf({ db, stopping }: EngineDeps, organization: string, before: number) {
  let removed = 0
  let from = 0
  while (!stopping.aborted) {
    const old = await db
      .selectFrom('jobs')
      .select(['id', 'attachment_id', 'created_at'])
      .where('organization', '=', organization)
      .where('created_at', '>=', from)
      .where('created_at', '<', before)
      .where('status', 'in', ['Success', 'Failure', 'Deleted'])
      .where((eb) => eb(eb.fn.coalesce('end_date', 'updated_at', 'created_at'), '<', before))
      .orderBy('created_at')
      .limit(step)
      .execute()
    const ids = old.map(({ id }) => id)
    // Those passed over, which wait or have just ended, are not walked again with every step.
    from = old.at(-1)?.created_at ?? before
    if (ids.length === 0) break
    await db.transaction().execute(async (tx) => {
      const artifacts = await tx
        .selectFrom('artifacts')
        .select('attachment_id')
        .where('job_id', 'in', ids)
        .where('attachment_id', 'is not', null)
        .execute()
      await tx.deleteFrom('jobs').where('id', 'in', ids).execute()
      await markOrphaned(
        tx,
        [...old, ...artifacts].map(({ attachment_id }) => attachment_id),
      )
    })
    removed += ids.length
  }
  return removed
}
