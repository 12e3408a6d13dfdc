import type { JobStatus } from '@assay/contract'
import { parseDuration } from '../../domain/duration.ts'
import type { EngineDeps } from '../deps.ts'

/** `Inf` waits a day: no client waits longer, and every wait has an end. */
const longestMs = 24 * 3_600_000
export const hasEnded = (status: JobStatus) => status !== 'Waiting' && status !== 'InProgress'

/**
 * Resolves when the job has ended, the time is over, the caller has hung up or the server stops. It
 * holds a listener and a timer, no thread. `watch.ts` reports jobs that another process ends.
 */
export async function waitForEnd(
  { events, stopping }: Pick<EngineDeps, 'events' | 'stopping'>,
  jobId: string,
  atMost: string,
  request: AbortSignal,
  readStatus: () => Promise<JobStatus | undefined>,
): Promise<void> {
  const isOver = (status: JobStatus | undefined) => status === undefined || hasEnded(status)
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const stopListening = events.onJob(jobId, ({ status }) => isOver(status) && done())
  const signal = AbortSignal.any([request, stopping])
  signal.addEventListener('abort', () => done(), { once: true })
  let limit: NodeJS.Timeout | undefined
  try {
    // Checked after the listener is registered: an end in between would otherwise be missed.
    if (isOver(await readStatus()) || signal.aborted) return
    limit = setTimeout(done, Math.min(parseDuration(atMost), longestMs))
    await isDone
  } finally {
    stopListening()
    clearTimeout(limit)
  }
}
