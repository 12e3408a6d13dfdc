import { once } from 'node:events'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { patienceMs } from '../patience.ts'

/** What is watched: the program and a folder on its disk. */
export interface Watched {
  readonly address: string
  readonly pid: number
  readonly data: string
}

export interface ProberOptions {
  readonly address: string
  readonly pid: number
  readonly folder: string
  /** See `diskWaits`. */
  readonly disk: SharedArrayBuffer
}

const keptWrites = 200

/**
 * What the disk thread tells the asking one, without waking it: whether to stop, the number of writes,
 * and for the last ones beginning, end and what the disk took.
 */
export const diskWaits = (shared: SharedArrayBuffer) => ({
  isStopped: new Int32Array(shared, 0, 2),
  writes: new Float64Array(shared, 8),
  count: keptWrites,
})

/** One question to `/api/alive` and what became of it. */
export interface Probe {
  /** Epoch milliseconds. */
  readonly at: number
  readonly ms: number
  /** The server's main thread worked this long, part of it perhaps after the answer. */
  readonly busyMs: number
  /** Of these neither a busy machine nor a busy disk is known to be the reason. */
  readonly heldMs: number
  /** So long one of the threads that it may wait for had no processor. */
  readonly helpersMs: number
  readonly problem?: string
}

/** On a slow machine everything takes longer, also what the processor is given for. */
const slowness = patienceMs / 60_000

export const aliveWithinMs = 250 * slowness

/** A main thread that waits for a lock or a file is not busy, and yet serves no caller. */
const heldWithinMs = 2_000 * slowness

/**
 * Watches whether the server responds to others while it is attacked. A busy machine makes every
 * answer late, so an answer is the server's fault only as far as its main thread worked and did not
 * wait for a processor, nor for another thread that had none; Linux counts both for each thread
 * (`schedstat`).
 */
export function startProber({ address, pid, data }: Watched, withinMs = aliveWithinMs) {
  const disk = new SharedArrayBuffer(8 + keptWrites * 3 * 8)
  const workerData: ProberOptions = { address, pid, folder: dirname(data), disk }
  const watching = new Worker(new URL('./prober-disk.ts', import.meta.url), { workerData })
  const hasEnded = once(watching, 'exit')
  const worker = new Worker(new URL('./prober-thread.ts', import.meta.url), { workerData })
  const watched = Promise.withResolvers<void>()
  const told = Promise.withResolvers<Probe[]>()
  worker.on('message', (message: 'watching' | Probe[]) => {
    if (message === 'watching') watched.resolve()
    else told.resolve(message)
  })
  worker.on('error', told.reject)
  return {
    /** It takes a moment to start, on a busy machine a long one. */
    isWatching: Promise.race([watched.promise, told.promise.then(() => undefined)]),
    /** The answers that took too long, as sentences; a test expects none. */
    async stop(): Promise<{ late: string[]; probes: Probe[] }> {
      worker.postMessage('stop')
      const probes = await told.promise
      await worker.terminate()
      const { isStopped } = diskWaits(disk)
      Atomics.store(isStopped, 0, 1)
      Atomics.notify(isStopped, 0)
      await hasEnded
      const late = probes.filter(
        ({ busyMs, heldMs, helpersMs, problem }) =>
          Math.min(busyMs, heldMs) > withinMs || heldMs - helpersMs > heldWithinMs || problem,
      )
      return { late: late.map(sentence), probes: late }
    },
  }
}

export const sentence = ({ ms, busyMs, heldMs, problem }: Probe) =>
  `/api/alive took ${Math.round(ms)} ms, the server was busy for ${Math.round(busyMs)} and held it up for ${Math.round(heldMs)} of them${problem ? ` (${problem})` : ''}`

/** Does something while the prober watches. */
export async function whileWatched<T>(target: Watched, work: () => Promise<T>) {
  const prober = startProber(target)
  try {
    await prober.isWatching
    const result = await work()
    return { result, ...(await prober.stop()) }
  } catch (error) {
    const { late } = await prober.stop()
    throw new Error(`${(error as Error).message}; meanwhile: ${late.slice(0, 3).join('; ')}`)
  }
}
