import { once } from 'node:events'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Target } from './target.ts'

/**
 * Of tests that measure how long others wait: a busy machine or disk holds everybody up now and then,
 * and is forgiven; a server that freezes does so every time.
 */
export const retry = 2

export interface ProberOptions {
  readonly address: string
  readonly pid: number
  readonly folder: string
}

/** One question to `/api/alive` and what became of it. */
export interface Probe {
  /** Epoch milliseconds. */
  readonly at: number
  readonly ms: number
  /** Of these: the server's main thread or the prober was ready to run and got no processor. */
  readonly processorMs: number
  /** Of these: the disk kept an unrelated write waiting at the same time. */
  readonly diskMs: number
  /** What is left is the server's own doing. */
  readonly ownMs: number
  readonly problem?: string
}

export const aliveWithinMs = 250

/**
 * Watches whether the server answers others while it is attacked. A busy machine must not fail a
 * test, so the delays that are not the server's are measured and subtracted: Linux counts for each
 * thread how long it was ready to run and had to wait for a processor (`schedstat`, of the server's
 * main thread and of the prober), and a write to the same disk shows how long the disk takes.
 */
export function startProber({ address, pid, data }: Target) {
  const workerData: ProberOptions = { address, pid, folder: dirname(data) }
  const worker = new Worker(new URL('./prober-thread.ts', import.meta.url), { workerData })
  return {
    /** The answers that took too long, as sentences; none of them is what a test wants. */
    async stop(): Promise<{ late: string[]; probes: Probe[] }> {
      worker.postMessage('stop')
      const [probes] = (await once(worker, 'message')) as [Probe[]]
      await worker.terminate()
      const late = probes.filter(({ ownMs, problem }) => ownMs > aliveWithinMs || problem)
      return { late: late.map(sentence), probes: late }
    },
  }
}

const sentence = ({ ms, processorMs, diskMs, problem }: Probe) =>
  `/api/alive took ${Math.round(ms)} ms, ${Math.round(processorMs)} of them for want of a processor and ${Math.round(diskMs)} for the disk${problem ? ` (${problem})` : ''}`

/** Does something while the prober watches. */
export async function whileWatched<T>(target: Target, work: () => Promise<T>) {
  const prober = startProber(target)
  try {
    const result = await work()
    return { result, ...(await prober.stop()) }
  } catch (error) {
    const { late } = await prober.stop()
    throw new Error(`${(error as Error).message}; meanwhile: ${late.slice(0, 3).join('; ')}`)
  }
}
