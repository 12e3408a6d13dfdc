import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { FeedMatches, ResourceLocation } from '@assay/analyzers'

/** What the pool sends to a thread, one at a time. */
export interface ThreadJob {
  readonly module: string
  readonly folder: string
  /** The input of a job that has no folder yet; the report then goes back in the answer. */
  readonly input?: string
  readonly mayUseNetwork: boolean
  readonly resources: Readonly<Record<string, ResourceLocation>>
  readonly feeds?: FeedMatches
}

export interface ThreadAnswer {
  readonly exitCode: number
  readonly printed: string
  readonly output?: string
  readonly hasFolder: boolean
}

/** What every job of a thread is given alike; it comes from the settings of the server. */
export interface ThreadSettings {
  /** What the operator lets built-ins reach although it is private. */
  readonly privateTargets: readonly string[]
  /** Where compiled rules are kept for other threads and other starts, if anywhere. */
  readonly cacheFolder?: string
}

/** What a built-in analyzer is given in addition to its input. */
export interface BuiltinContext {
  /** With `input/` and `output/`, as for every program; made on demand. */
  readonly folder: string
  readonly mayUseNetwork: boolean
  /** What the references of the configuration stand for. */
  readonly resources: Readonly<Record<string, ResourceLocation>>
  readonly privateTargets: readonly string[]
  readonly feeds?: FeedMatches
  readonly cacheFolder?: string
  /** A line for the people who look for the cause of a failure. */
  print(line: string): void
}

/** What a built-in analyzer exports. It answers with the content of `output.json`. */
export interface BuiltinModule {
  run(input: Record<string, unknown>, context: BuiltinContext): unknown
}

const settings = workerData as ThreadSettings | null

// Node has read it when the thread began; modules see nothing of the server.
delete process.env.NODE_COMPILE_CACHE

async function runJob(job: ThreadJob): Promise<ThreadAnswer> {
  const { folder, mayUseNetwork, resources } = job
  const lines: string[] = []
  let hasFolder = job.input === undefined
  const context: BuiltinContext = {
    get folder() {
      if (!hasFolder) makeFolder(folder, job.input ?? '')
      hasFolder = true
      return folder
    },
    mayUseNetwork,
    resources,
    ...(job.feeds && { feeds: job.feeds }),
    privateTargets: settings?.privateTargets ?? [],
    ...(settings?.cacheFolder !== undefined && { cacheFolder: settings.cacheFolder }),
    print: (line: string) => void lines.push(line),
  }
  const answer = (exitCode: number, report: unknown): ThreadAnswer => {
    const output = JSON.stringify(report)
    const printed = lines.join('\n')
    if (job.input !== undefined) return { exitCode, printed, output, hasFolder }
    writeFileSync(join(folder, 'output', 'output.json'), output, { mode: 0o600 })
    return { exitCode, printed, hasFolder }
  }
  try {
    const { run } = await moduleAt(job.module)
    // Synchronous on purpose: the thread has nothing else to do, and it saves 0.2 ms.
    const text = job.input ?? readFileSync(join(folder, 'input', 'input.json'), 'utf8')
    return answer(0, await run(JSON.parse(text), context))
  } catch (error) {
    lines.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    const errorMessage = error instanceof Error ? error.message : String(error)
    return answer(1, { success: false, errorMessage })
  }
}

const modules = new Map<string, BuiltinModule>()

/** Even an import that is already there takes 8 µs. */
async function moduleAt(address: string): Promise<BuiltinModule> {
  const module = modules.get(address) ?? ((await import(address)) as BuiltinModule)
  modules.set(address, module)
  return module
}

function makeFolder(folder: string, input: string) {
  for (const path of [folder, join(folder, 'input'), join(folder, 'output')])
    mkdirSync(path, { mode: 0o700 })
  writeFileSync(join(folder, 'input', 'input.json'), input, { mode: 0o600 })
}

function serve(port: MessagePort) {
  port.on('message', (job: ThreadJob) => {
    runJob(job).then(
      (answer) => port.postMessage(answer),
      // The folder is gone, or the disk is full.
      (error: Error) => port.postMessage({ exitCode: 1, printed: error.message, hasFolder: true }),
    )
  })
}

if (parentPort) serve(parentPort)
