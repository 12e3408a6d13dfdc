import { availableParallelism } from 'node:os'
import type { Definition } from '../../../domain/definition.ts'
import { makeFairShare } from '../../../domain/fair-share.ts'
import { memoryReason } from '../program-limits.ts'
import { CannotRun, type Runner, type RunRequest, type RunResult } from '../runner.ts'
import { keepTail } from '../tail.ts'
import type { ThreadAnswer, ThreadJob } from './builtin-thread.ts'
import { type BuiltinThread, makeBuiltinThreads } from './builtin-threads.ts'

/** A built-in in addition to those that come with the program; a definition names its module. */
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
  /**
   * Each takes about 12 MB. They start with the first jobs and stay. When one organization holds
   * all of them, up to as many again are started for others, and ended when they have nothing to do.
   */
  readonly threads?: number
  readonly memoryMb?: number
  /** For a thread. */
  readonly maxWaitMs?: number
  /** What the thread runs; next to this file unless the program was bundled differently. */
  readonly threadUrl?: URL
  /** What the modules see as `process.env`. */
  readonly environment?: Readonly<Record<string, string>>
  readonly warn?: (line: string) => void
  /** The setting `analyzer.privateTargets`. */
  readonly privateTargets?: readonly string[]
  /** Where compiled rules are kept for other threads and other starts. */
  readonly cacheFolder?: string
}

/** Its threads keep the program alive until `stop`. */
export interface BuiltinRunner extends Runner {
  /** Starts a thread ahead of the first job, which would wait 50 ms for it. */
  warm(): void
  stop(): Promise<void>
}

export function createBuiltinRunner(options: BuiltinRunnerOptions): BuiltinRunner {
  const { memoryMb = 256, threads: maxThreads = Math.min(4, availableParallelism()) } = options
  const { maxWaitMs = 1_800_000 } = options
  const modules = new Map(
    Object.entries(options.modules).map(([name, url]) => [name, String(url)] as const),
  )
  const threads = makeBuiltinThreads({ ...options, memoryMb, maxIdle: maxThreads })
  const share = makeFairShare(maxThreads, maxThreads)
  let isStopped = false

  /** Undefined when the job was given up before its turn came. */
  const acquire = (organization: string, signal: AbortSignal): Promise<BuiltinThread | undefined> =>
    new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(limit)
        signal.removeEventListener('abort', onAbort)
      }
      const onAbort = () => {
        end()
        giveUp()
        resolve(undefined)
      }
      const limit = setTimeout(() => {
        end()
        giveUp()
        reject(new CannotRun(tooBusy(maxWaitMs)))
      }, maxWaitMs)
      signal.addEventListener('abort', onAbort, { once: true })
      const giveUp = share.request(organization, () => {
        end()
        if (!isStopped) return resolve(threads.take())
        share.release(organization)
        resolve(undefined)
      })
    })

  const run = async (request: RunRequest): Promise<RunResult> => {
    const { worker, organization, mayUseNetwork, resources = {}, feeds, folder, signal } = request
    const module = modules.get(worker.builtin ?? '')
    if (module === undefined) throw new CannotRun(`Unknown built-in ${worker.builtin}`)
    const thread = signal.aborted ? undefined : await acquire(organization, signal)
    if (!thread) return { exitCode: null, tail: '' }
    try {
      const texts = folder.handOver()
      if (!texts) await folder.make()
      const input = texts && { input: texts.input }
      const job = {
        module,
        mayUseNetwork,
        resources,
        folder: folder.path,
        ...(feeds && { feeds }),
        ...input,
      }
      const { answer, isOutOfMemory, ...result } = await runIn(thread, job, request)
      if (answer && !answer.hasFolder) folder.setGone()
      return {
        ...result,
        ...(texts && { report: { text: answer?.output } }),
        ...(isOutOfMemory && { limit: memoryReason(memoryMb * 1_048_576) }),
      }
    } finally {
      threads.putBack(thread)
      share.release(organization)
    }
  }

  return {
    name: 'builtin',
    accepts: ({ builtin }) => builtin !== null && modules.has(builtin),
    run,
    warm: threads.warm,
    test: threads.test,
    stop() {
      isStopped = true
      return threads.stop()
    },
  }
}

const tooBusy = (waitedMs: number) =>
  `No thread for built-in analyzers became free within ${Math.round(waitedMs / 1000)} seconds; ` +
  'the server is busy. Try again later'

interface ThreadResult extends RunResult {
  /** Undefined when the thread has ended without one. */
  readonly answer: ThreadAnswer | undefined
  readonly isOutOfMemory: boolean
}

/** Ends the thread when the time is up: nothing else ends a loop in WebAssembly (25 ms). */
function runIn(
  thread: BuiltinThread,
  job: ThreadJob,
  { signal, timeoutMs }: Pick<RunRequest, 'signal' | 'timeoutMs'>,
): Promise<ThreadResult> {
  const tail = keepTail()
  return new Promise((resolve) => {
    let isOutOfMemory = false
    let isOver = false
    const onAbort = () => thread.end()
    const limit = setTimeout(
      () => {
        isOver = true
        thread.end()
      },
      Math.min(timeoutMs, 2 ** 31 - 1),
    )
    const finish = (exitCode: number | null, answer: ThreadAnswer | undefined) => {
      thread.current = undefined
      clearTimeout(limit)
      signal.removeEventListener('abort', onAbort)
      resolve({
        exitCode,
        tail: tail.text(),
        answer,
        isOutOfMemory,
        ...(isOver && { timeoutMs }),
      })
    }
    thread.current = {
      tail,
      answered(answer) {
        // An answer that crosses the termination comes from a thread that is about to die.
        if (thread.isEnding()) return
        if (answer.printed !== '') tail.add(Buffer.from(answer.printed))
        finish(answer.exitCode, answer)
      },
      failed(error) {
        isOutOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
        tail.add(Buffer.from(error.stack ?? String(error)))
      },
      exited: (code) => finish(thread.isEnding() ? null : code, undefined),
    }
    signal.addEventListener('abort', onAbort, { once: true })
    thread.send(job)
  })
}
