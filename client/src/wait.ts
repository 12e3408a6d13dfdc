import type { Calls, JobWithReport } from './calls.ts'
import { WaitTimeoutError } from './errors.ts'
import { growingPause, isOutage, pause } from './retry.ts'
import type { Transport } from './transport.ts'

export interface WaitOptions {
  signal?: AbortSignal
  /** An hour by default. */
  timeoutMs?: number
  /** Each status that is seen while the job has not ended. */
  onStatus?: (status: JobWithReport['status']) => void
}

/** Shorter than what proxies take for a dead connection. */
const pollSeconds = 25
/** An early answer without a result: the server is about to stop. */
const soonMs = 1_000

/**
 * Waits for the end of a job, through restarts and outages of the server, and returns the job with its
 * report. A job that failed or was deleted is an answer, not an error: look at `status`.
 */
export async function waitReport(
  api: Pick<Calls, 'waitReport'>,
  transport: Transport,
  id: string,
  { signal, timeoutMs = 3_600_000, onStatus }: WaitOptions = {},
): Promise<JobWithReport> {
  const startedAt = performance.now()
  const restMs = () => startedAt + timeoutMs - performance.now()
  let inVain = 0
  for (;;) {
    const askedAt = performance.now()
    const seconds = Math.max(1, Math.min(pollSeconds, Math.ceil(restMs() / 1000)))
    try {
      const call = signal ? { signal } : {}
      const job = await api.waitReport({ id }, { atMost: `${seconds}second` }, call)
      if (job.status !== 'Waiting' && job.status !== 'InProgress') return job
      onStatus?.(job.status)
      inVain = performance.now() - askedAt < soonMs ? inVain + 1 : 0
    } catch (error) {
      if (!isOutage(error)) throw error
      inVain += 1
      // Timed out while the server is unavailable: the reason of that says more.
      if (restMs() <= 0) throw error
    }
    if (restMs() <= 0) throw new WaitTimeoutError(id, timeoutMs)
    if (inVain > 0)
      await pause(Math.min(growingPause(inVain, transport.retry), Math.max(0, restMs())), signal)
  }
}
