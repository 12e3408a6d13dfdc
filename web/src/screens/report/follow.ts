import { ApiError, type JobWithReport } from '@assay/contract'
import { isFinal } from '../../base/model/statuses.ts'

interface Following {
  /** Waits for the end of the job, for a while. */
  ask: () => Promise<JobWithReport>
  onJob: (job: JobWithReport) => void
  pause: (ms: number) => Promise<void>
  signal: AbortSignal
  now?: () => number
}

/** An answer that came sooner than this did not wait: asking again at once would be a storm. */
const shortestWaitMs = 1000

/** Asks again and again until the job has ended, the reader left, or the server refused. */
export async function followToEnd(following: Following): Promise<void> {
  const { ask, onJob, pause, signal, now = Date.now } = following
  let failures = 0
  while (!signal.aborted) {
    const asked = now()
    try {
      const job = await ask()
      if (signal.aborted) return
      failures = 0
      onJob(job)
      if (isFinal(job.status)) return
      if (now() - asked < shortestWaitMs) await pause(shortestWaitMs)
    } catch (error) {
      // What the server refused stays refused; what did not reach it is tried again.
      if (signal.aborted || (error instanceof ApiError && error.status < 500)) return
      await pause(retryMs(failures))
      failures += 1
    }
  }
}

/** 1, 2, 4 … 30 s */
export const retryMs = (failures: number) => Math.min(1000 * 2 ** failures, 30_000)

/** Ends early when the reader leaves. */
export const pauseUntil = (signal: AbortSignal) => (ms: number) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
