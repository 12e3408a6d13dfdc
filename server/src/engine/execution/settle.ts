import type { Deps } from '../../deps.ts'
import { storageTrouble } from '../../domain/storage-trouble.ts'
import { markOrphaned } from '../../storage/blobs/orphaned-blobs.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { newsEvent } from '../../storage/rows/watch-news.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import type { JobEvents } from '../jobs/events.ts'
import type { JobEnd, Queue } from '../queue/queue.ts'

/** A run that has ended, with all that is needed to store it, by this process or by a later one. */
export interface FinishedRun {
  readonly job: Pick<ClaimedJob, 'id' | 'run' | 'organization' | 'created_by'>
  readonly end: JobEnd
}

export interface SettleDeps extends Pick<Deps, 'queue' | 'clock' | 'log' | 'bus'> {
  readonly jobQueue: Queue
  readonly events: JobEvents
}

/**
 * Stores the end, if the run still counts, and publishes it. What the database will never accept becomes a
 * Failure: repeating the program would end here again. Any other trouble is thrown, and harmless to repeat.
 */
export async function settle(deps: SettleDeps, { job, end }: FinishedRun): Promise<void> {
  const { queue, log, events } = deps
  const store = async (given: JobEnd) => {
    const { isEnded, notified } = await deps.jobQueue.end(job, given)
    for (const one of notified) deps.bus.publish(newsEvent(one, deps.clock.now()))
    return isEnded
  }
  let stored = end
  let isStored: boolean
  try {
    isStored = await store(end)
  } catch (err) {
    if (storageTrouble(err) !== 'data') throw err
    log.error({ err, job: job.id }, 'failed to store a job result')
    const errorMessage = seeLog('Storing the report failed', job.id)
    stored = { status: 'Failure', runner: end.runner, errorMessage }
    isStored = await store(stored)
  }
  const isEnded = isStored || (await wasStored(deps, job, stored))
  if (isEnded)
    events.publish({ jobId: job.id, organization: job.organization, status: stored.status })
  // Deleted since, or run by another process: the files of its artifacts are unused, unless another
  // row has equal ones.
  if (!isEnded || stored !== end)
    await markOrphaned(queue, end.artifacts?.map(({ attachment_id: id }) => id ?? null) ?? [])
}

/** By this very run, whose answer was lost on the way. */
async function wasStored({ queue }: SettleDeps, job: FinishedRun['job'], end: JobEnd) {
  const row = await queue
    .selectFrom('jobs')
    .select(['status', 'run', 'error_message'])
    .where(ownedRow(job.organization, job.id))
    .executeTakeFirst()
  return (
    row?.status === end.status &&
    row.run === job.run &&
    row.error_message === (end.errorMessage ?? null)
  )
}

/**
 * The message of an internal error may be anything, a path or a row of the database: it is not
 * repeated.
 */
export const seeLog = (what: string, jobId: string) =>
  `${what} because of a server error. See the server log for job ${jobId}.`
