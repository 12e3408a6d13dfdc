import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type MessagePort, parentPort } from 'node:worker_threads'

/** What the pool sends to a thread, one at a time. */
export interface ThreadJob {
  readonly module: string
  readonly folder: string
  readonly mayUseNetwork: boolean
}

export interface ThreadAnswer {
  readonly exitCode: number
  readonly printed: string
}

/** What a built-in analyzer is given beside its input. */
export interface BuiltinContext {
  /** With `input/` and `output/`, as for every program. */
  readonly folder: string
  readonly mayUseNetwork: boolean
  /** A line for the people who look for the cause of a failure. */
  print(line: string): void
}

/** What a built-in analyzer exports. It answers with the content of `output.json`. */
export interface BuiltinModule {
  run(input: Record<string, unknown>, context: BuiltinContext): unknown
}

async function runJob({ module, folder, mayUseNetwork }: ThreadJob): Promise<ThreadAnswer> {
  const lines: string[] = []
  const context = { folder, mayUseNetwork, print: (line: string) => void lines.push(line) }
  const answer = (exitCode: number): ThreadAnswer => ({ exitCode, printed: lines.join('\n') })
  // Synchronous on purpose: the thread has nothing else to do, and it saves 0.2 ms.
  const write = (report: unknown) =>
    writeFileSync(join(folder, 'output', 'output.json'), JSON.stringify(report), { mode: 0o600 })
  try {
    const { run }: BuiltinModule = await import(module)
    const input = JSON.parse(readFileSync(join(folder, 'input', 'input.json'), 'utf8'))
    write(await run(input, context))
    return answer(0)
  } catch (error) {
    lines.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    write({ success: false, errorMessage: error instanceof Error ? error.message : String(error) })
    return answer(1)
  }
}

function serve(port: MessagePort) {
  port.on('message', (job: ThreadJob) => {
    runJob(job).then(
      (answer) => port.postMessage(answer),
      // The folder is gone, or the disk is full.
      (error: Error) => port.postMessage({ exitCode: 1, printed: error.message }),
    )
  })
}

if (parentPort) serve(parentPort)
