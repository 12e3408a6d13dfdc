import type { JobStatus } from '@assay/contract'
import { parseDuration } from '../../domain/duration.ts'
import type { EngineDeps } from '../deps.ts'

/** `Inf` waits a day: no caller is patient for longer, and every wait has an end. */
const longestMs = 24 * 3_600_000
export const hasEnded = (status: JobStatus) => status !== 'Waiting' && status !== 'InProgress'

/**
 * Resolves when the job has ended, the time is over, the caller has hung up or the server stops. It
 * holds a listener and a timer, no thread. Of jobs that another process ends, `watch.ts` tells.
 */
export async function waitForEnd(
  { events, stopping }: Pick<EngineDeps, 'events' | 'stopping'>,
  jobId: string,
  atMost: string,
  request: AbortSignal,
  readStatus: () => Promise<JobStatus | undefined>,
): Promise<void> {
  const limitMs = Math.min(parseDuration(atMost), longestMs)
  const signal = AbortSignal.any([request, stopping])
  await new Promise<void>((resolve, reject) => {
    const isOver = (status: JobStatus | undefined) => status === undefined || hasEnded(status)
    const stopListening = events.onJob(jobId, ({ status }) => isOver(status) && done())
    const limit = setTimeout(done, limitMs)
    signal.addEventListener('abort', done, { once: true })
    if (signal.aborted) done()
    // Asked after the listener stands: an end in between would otherwise be missed.
    else readStatus().then((status) => isOver(status) && done(), fail)

    function done() {
      stopListening()
      clearTimeout(limit)
      signal.removeEventListener('abort', done)
      resolve()
    }
    function fail(error: unknown) {
      done()
      reject(error)
    }
  })
}
