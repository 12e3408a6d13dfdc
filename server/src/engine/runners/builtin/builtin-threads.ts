import type { Worker } from 'node:worker_threads'
import { startThread } from '../../../process/thread.ts'
import { drain, type Tail } from '../tail.ts'
import type { ThreadAnswer, ThreadJob, ThreadSettings } from './builtin-thread.ts'

export interface BuiltinThread {
  /** Its output goes to its current job, its end ends that job. */
  current: ThreadRun | undefined
  send(job: ThreadJob): void
  /** `exited` notifies the job. */
  end(): void
  isEnding(): boolean
}

export interface ThreadRun {
  readonly tail: Tail
  answered(answer: ThreadAnswer): void
  failed(error: Error & { code?: string }): void
  exited(code: number): void
}

export interface ThreadOptions {
  readonly memoryMb: number
  /** Those beyond it are ended when they have nothing to do. */
  readonly maxIdle: number
  readonly threadUrl?: URL
  readonly environment?: Readonly<Record<string, string>>
  /** The setting `analyzer.privateTargets`. */
  readonly privateTargets?: readonly string[]
  readonly cacheFolder?: string
  readonly warn?: (line: string) => void
  /** How long a termination may take before the thread is given up. */
  readonly endMs?: number
}

/** Threads for built-in analyzers: one job at a time each, and a new one for each that dies. */
export function makeBuiltinThreads(options: ThreadOptions) {
  const { memoryMb, maxIdle, warn, endMs = 5000 } = options
  const workers = new Set<Worker>()
  const idle: BuiltinThread[] = []
  const dead = new WeakSet<BuiltinThread>()

  const start = (): BuiltinThread => {
    const worker = startThread(options.threadUrl?.href ?? import.meta.url, 'builtin-thread', {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      env: { ...options.environment },
      workerData: {
        privateTargets: options.privateTargets ?? [],
        ...(options.cacheFolder !== undefined && { cacheFolder: options.cacheFolder }),
      } satisfies ThreadSettings,
      stdout: true,
      stderr: true,
    })
    let abandon: NodeJS.Timeout | undefined
    const gone = (code: number) => {
      clearTimeout(abandon)
      dead.add(thread)
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
      thread.current?.exited(code)
    }
    const thread: BuiltinThread = {
      current: undefined,
      send: (job) => worker.postMessage(job),
      end() {
        if (abandon !== undefined || dead.has(thread)) return
        // A system call that never returns cannot be ended. The job is, and its slot is free again;
        // the rest of the thread is lost until the server restarts.
        abandon = setTimeout(() => {
          warn?.('built-in analyzer thread did not stop; replacing it')
          gone(1)
        }, endMs)
        void worker.terminate()
      },
      isEnding: () => abandon !== undefined,
    }
    const print = { add: (chunk: Uint8Array) => thread.current?.tail.add(chunk) }
    drain(worker.stdout, print)
    drain(worker.stderr, print)
    worker.on('message', (answer: ThreadAnswer) => thread.current?.answered(answer))
    // Without a listener, a thread that dies between two jobs would end the server.
    worker.on('error', (error) => thread.current?.failed(error as Error))
    // Comes after `error`, and alone when the thread was terminated or has called process.exit.
    worker.once('exit', (code) => {
      workers.delete(worker)
      if (!dead.has(thread)) gone(code)
    })
    workers.add(worker)
    return thread
  }

  return {
    take: (): BuiltinThread => idle.pop() ?? start(),
    putBack(thread: BuiltinThread) {
      // One that was ended, or that died, is not used again.
      if (dead.has(thread) || thread.isEnding()) return
      if (idle.length < maxIdle) idle.push(thread)
      else thread.end()
    },
    warm() {
      if (workers.size === 0) idle.push(start())
    },
    /** Why no thread starts, if so; the one that did is kept for the first job. */
    async test(): Promise<string | undefined> {
      if (workers.size > 0) return undefined
      const thread = start()
      const [worker] = workers
      const problem = await new Promise<string | undefined>((resolve) => {
        worker?.once('online', () => resolve(undefined))
        worker?.once('error', (error) => resolve(String(error)))
        worker?.once('exit', (code) => resolve(`a thread ended with code ${code}`))
      })
      if (problem === undefined) idle.push(thread)
      return problem
    },
    async stop(): Promise<void> {
      await Promise.all([...workers].map((worker) => worker.terminate()))
    },
  }
}
