import { setTimeout as sleep } from 'node:timers/promises'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'

/**
 * Long enough not to poll an unavailable store all the time, short enough not to be noticed when it is back.
 */
const pauseMs = 5_000

/**
 * A job whose files cannot be fetched at the moment. Nothing of it has happened yet, so it waits again as if
 * it had never been taken, behind the other jobs of its organization: those without a file continue.
 */
export async function releaseJob(
  { jobQueue, events, wake, stopping, log }: EngineDeps,
  job: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  log.warn({ job: job.id }, 'file store unavailable; returning the job to the queue')
  // Ours until then, and its slot is free.
  await sleep(pauseMs, undefined, { signal: AbortSignal.any([signal, stopping]) }).catch(() => {})
  // By a stop, a delete or a lost lease: the code that did that settles the row.
  if (signal.aborted) return
  // With files in the database, it may be unavailable as well.
  const isOurs = await untilAnswered(signal, () => jobQueue.release(job))
  if (!isOurs) return
  events.publish({ jobId: job.id, organization: job.organization, status: 'Waiting' })
  wake()
}

async function untilAnswered(signal: AbortSignal, work: () => Promise<boolean>) {
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      return await work()
    } catch (error) {
      // Then the lease expires, and the first process to notice recovers the job.
      if (tries === 60) throw error
      await sleep(1_000, undefined, { signal }).catch(() => {})
    }
  }
  return false
}
