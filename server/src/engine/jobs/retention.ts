import { removeUnreferenced } from '../../storage/attachments.ts'
import type { EngineDeps } from '../deps.ts'

const everyMs = 10 * 60_000
/** Small steps: a big delete would hold up every writer. */
const step = 200

/** Removes ended jobs older than `job.retention`, with reports, artifacts and files nobody else has. */
export function startRetention(deps: EngineDeps) {
  const { retentionMs } = deps.config.job
  let running: Promise<void> = Promise.resolve()
  const start = () => {
    running = removeOldJobs(deps).then(
      () => undefined,
      (err: unknown) => deps.log.error({ err }, 'old jobs were not removed'),
    )
  }
  const timer = retentionMs > 0 ? setInterval(start, everyMs) : undefined
  if (retentionMs > 0) start()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}

/** Answers how many were removed. */
export async function removeOldJobs(deps: EngineDeps) {
  const { db, clock, config, stopping } = deps
  const before = clock.now() - config.job.retentionMs
  let removed = 0
  while (!stopping.aborted) {
    const old = await db
      .selectFrom('jobs')
      .select(['id', 'attachment_id'])
      .where('created_at', '<', before)
      .where('status', 'in', ['Success', 'Failure', 'Deleted'])
      .limit(step)
      .execute()
    if (old.length === 0) break
    const ids = old.map(({ id }) => id)
    const files = await db
      .selectFrom('artifacts')
      .select('attachment_id')
      .where('job_id', 'in', ids)
      .where('attachment_id', 'is not', null)
      .execute()
    await db.deleteFrom('jobs').where('id', 'in', ids).execute()
    removed += ids.length
    const hashes = new Set([...old, ...files].flatMap(({ attachment_id: id }) => id ?? []))
    await removeUnreferenced(deps, hashes)
  }
  return removed
}
