import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { ThreadAnswer, ThreadJob } from './builtin-thread.ts'
import { memoryReason } from './program-limits.ts'
import type { Runner, RunResult } from './runner.ts'
import { drain, keepTail, type Tail } from './tail.ts'

export interface BuiltinRunnerOptions {
  /** Address of the module of each built-in analyzer and responder, by name. */
  readonly modules: Readonly<Record<string, string | URL>>
  /** At most; each takes about 12 MB. They start with the first jobs and stay. */
  readonly threads?: number
  readonly memoryMb?: number
  /** What the thread runs; beside this file unless the program was bundled otherwise. */
  readonly threadUrl?: URL
  /** What the modules see as `process.env`. */
  readonly environment?: Readonly<Record<string, string>>
}

/** Its threads keep the program alive until `stop`. */
export interface BuiltinRunner extends Runner {
  /** Starts a thread ahead of the first job, which would wait 50 ms for it. */
  warm(): void
  stop(): Promise<void>
}

/** What it prints goes to the job that it is at. */
interface Thread {
  readonly worker: Worker
  tail: Tail
}

export function createBuiltinRunner(options: BuiltinRunnerOptions): BuiltinRunner {
  const { memoryMb = 256, threads: maxThreads = Math.min(4, availableParallelism()) } = options
  const modules = new Map(
    Object.entries(options.modules).map(([name, url]) => [name, String(url)] as const),
  )
  const alive = new Set<Thread>()
  const idle: Thread[] = []
  const waiting: ((thread: Thread) => void)[] = []
  let isStopping = false

  const startThread = (): Thread => {
    const worker = new Worker(options.threadUrl ?? threadUrlBeside(import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      env: { ...options.environment },
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    const thread = { worker, tail: keepTail() }
    const print = { add: (chunk: Uint8Array) => thread.tail.add(chunk) }
    drain(worker.stdout, print)
    drain(worker.stderr, print)
    // Without a listener, a thread that dies between two jobs would end the server.
    worker.on('error', () => {})
    worker.once('exit', () => {
      alive.delete(thread)
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
      if (waiting.length > 0 && !isStopping) release(startThread())
    })
    alive.add(thread)
    return thread
  }
  const release = (thread: Thread) => {
    const next = waiting.shift()
    if (next) next(thread)
    else idle.push(thread)
  }
  /** Undefined when the job was given up before its turn came. */
  const acquire = (signal: AbortSignal): Thread | Promise<Thread | undefined> => {
    const thread = idle.pop() ?? (alive.size < maxThreads ? startThread() : undefined)
    if (thread) return thread
    return new Promise((resolve) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(take), 1)
        resolve(undefined)
      }
      const take = (thread: Thread) => {
        signal.removeEventListener('abort', onAbort)
        resolve(thread)
      }
      waiting.push(take)
      signal.addEventListener('abort', onAbort, { once: true })
    })
  }

  return {
    name: 'builtin',
    accepts: ({ builtin }) => builtin !== null && modules.has(builtin),
    async run({ worker, folder, mayUseNetwork, signal }) {
      const module = modules.get(worker.builtin ?? '')
      if (module === undefined) throw new Error(`There is no built-in ${worker.builtin}`)
      const thread = signal.aborted ? undefined : await acquire(signal)
      if (!thread) return { exitCode: null, tail: '' }
      const { isOutOfMemory, isAlive, ...result } = await runIn(
        thread,
        { module, folder, mayUseNetwork },
        signal,
      )
      if (isAlive) release(thread)
      return isOutOfMemory ? { ...result, limit: memoryReason(memoryMb * 1_048_576) } : result
    },
    warm() {
      if (alive.size === 0) release(startThread())
    },
    async stop() {
      isStopping = true
      await Promise.all([...alive].map(({ worker }) => worker.terminate()))
    },
  }
}

/** From sources the thread is a `.ts` file, in the built program a `.js` file. */
const threadUrlBeside = (here: string) =>
  new URL(here.endsWith('.ts') ? './builtin-thread.ts' : './builtin-thread.js', here)

interface ThreadResult extends RunResult {
  readonly isOutOfMemory: boolean
  /** A thread that was ended, or that died, is not used again. */
  readonly isAlive: boolean
}

function runIn(thread: Thread, job: ThreadJob, signal: AbortSignal): Promise<ThreadResult> {
  const { worker } = thread
  const tail = keepTail()
  thread.tail = tail
  return new Promise((resolve) => {
    let isOutOfMemory = false
    const onMessage = ({ exitCode, printed }: ThreadAnswer) => {
      // An answer that crosses the order to end comes from a thread that is about to die.
      if (signal.aborted) return
      tail.add(Buffer.from(printed))
      end(exitCode, true)
    }
    const onError = (error: Error & { code?: string }) => {
      isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      tail.add(Buffer.from(error.stack ?? String(error)))
    }
    // Comes after `error`, and alone when the thread was terminated or has called process.exit.
    const onExit = (code: number) => end(signal.aborted ? null : code, false)
    const onAbort = () => void worker.terminate()
    const end = (exitCode: number | null, isAlive: boolean) => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
      signal.removeEventListener('abort', onAbort)
      resolve({ exitCode, tail: tail.text(), isOutOfMemory, isAlive })
    }
    worker.on('message', onMessage).on('error', onError).on('exit', onExit)
    signal.addEventListener('abort', onAbort, { once: true })
    worker.postMessage(job)
  })
}
