import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Definition } from '../../domain/definition.ts'
import type { ThreadAnswer, ThreadJob } from './builtin-thread.ts'
import { memoryReason } from './program-limits.ts'
import type { Runner, RunRequest, TextRequest, TextResult } from './runner.ts'
import { drain, keepTail, type Tail } from './tail.ts'

/** A built-in beside those that come with the program; a definition names its module. */
export interface Builtin {
  readonly definition: Definition
  readonly module: URL
}

export const modulesOf = (builtins: readonly Builtin[]): Record<string, URL> =>
  Object.fromEntries(
    builtins.map(({ definition, module }) => [definition.builtin ?? definition.name, module]),
  )

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
  runText(request: TextRequest): Promise<TextResult>
  stop(): Promise<void>
}

interface Thread {
  readonly worker: Worker
  /** What it prints goes to the job that it is at, its end ends that job. */
  current: Run | undefined
}

interface Run {
  readonly tail: Tail
  answered(answer: ThreadAnswer): void
  failed(error: Error & { code?: string }): void
  exited(code: number): void
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
    const thread: Thread = { worker, current: undefined }
    const print = { add: (chunk: Uint8Array) => thread.current?.tail.add(chunk) }
    drain(worker.stdout, print)
    drain(worker.stderr, print)
    worker.on('message', (answer: ThreadAnswer) => thread.current?.answered(answer))
    // Without a listener, a thread that dies between two jobs would end the server.
    worker.on('error', (error) => thread.current?.failed(error as Error))
    // Comes after `error`, and alone when the thread was terminated or has called process.exit.
    worker.once('exit', (code) => {
      thread.current?.exited(code)
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

  const start = async (
    { worker, mayUseNetwork, signal }: Pick<RunRequest, 'worker' | 'mayUseNetwork' | 'signal'>,
    place: Pick<ThreadJob, 'folder' | 'input'>,
  ): Promise<TextResult> => {
    const module = modules.get(worker.builtin ?? '')
    if (module === undefined) throw new Error(`There is no built-in ${worker.builtin}`)
    const thread = signal.aborted ? undefined : await acquire(signal)
    if (!thread) return { exitCode: null, tail: '', output: undefined, mayHaveFolder: false }
    const { isOutOfMemory, isAlive, ...result } = await runIn(
      thread,
      { module, mayUseNetwork, ...place },
      signal,
    )
    if (isAlive) release(thread)
    return isOutOfMemory ? { ...result, limit: memoryReason(memoryMb * 1_048_576) } : result
  }

  return {
    name: 'builtin',
    accepts: ({ builtin }) => builtin !== null && modules.has(builtin),
    async run({ folder, ...request }) {
      const { output, mayHaveFolder, ...result } = await start(request, { folder })
      return result
    },
    runText: ({ folder, input, ...request }) => start(request, { folder, input }),
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

interface ThreadResult extends TextResult {
  readonly isOutOfMemory: boolean
  /** A thread that was ended, or that died, is not used again. */
  readonly isAlive: boolean
}

function runIn(thread: Thread, job: ThreadJob, signal: AbortSignal): Promise<ThreadResult> {
  const { worker } = thread
  const tail = keepTail()
  return new Promise((resolve) => {
    let isOutOfMemory = false
    const onAbort = () => void worker.terminate()
    const end = (exitCode: number | null, answer: ThreadAnswer | undefined) => {
      thread.current = undefined
      signal.removeEventListener('abort', onAbort)
      const isAlive = answer !== undefined
      const mayHaveFolder = answer?.hasFolder ?? true
      const output = answer?.output
      resolve({ exitCode, tail: tail.text(), output, mayHaveFolder, isOutOfMemory, isAlive })
    }
    thread.current = {
      tail,
      answered(answer) {
        // An answer that crosses the order to end comes from a thread that is about to die.
        if (signal.aborted) return
        if (answer.printed !== '') tail.add(Buffer.from(answer.printed))
        end(answer.exitCode, answer)
      },
      failed(error) {
        isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        tail.add(Buffer.from(error.stack ?? String(error)))
      },
      exited: (code) => end(signal.aborted ? null : code, undefined),
    }
    signal.addEventListener('abort', onAbort, { once: true })
    worker.postMessage(job)
  })
}
