// Runs a program in the sandbox of a process runner. `node sandboxed-look.ts <JSON>` does so in another
// process, which may be that of another user, and prints the result.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { planFolder } from '../../src/engine/runners/folder.ts'
import {
  createProcessRunner,
  type ProcessRunnerOptions,
} from '../../src/engine/runners/process/process-runner.ts'
import { patienceMs } from '../patience.ts'

export interface LookOrder {
  readonly options: Omit<ProcessRunnerOptions, 'log' | 'warn' | 'launcherUrl'>
  readonly launcher: string
  /** Where the job folders are made. */
  readonly jobs: string
  readonly command: string
  readonly workingFolder: string
  /** Runs it until it is forked instead of started. */
  readonly isWarm?: boolean | undefined
}

export interface Looked {
  readonly exitCode?: number | null
  readonly tail: string
  readonly isWarm: boolean
}

export async function lookAt(order: LookOrder): Promise<Looked> {
  const runner = await createProcessRunner({
    ...order.options,
    sandbox: 'required',
    launcherUrl: new URL(order.launcher),
    warmPolicy: { afterStarts: 1 },
  })
  const jobs = mkdtempSync(join(order.jobs, 'jobs-'))
  const run = () =>
    runner.run({
      folder: planFolder(jobs, { jobId: 'job1', input: {} }),
      worker: {
        ...{ name: 'Look', command: order.command, workingFolder: order.workingFolder },
        ...{ dockerImage: null, builtin: null },
      },
      job: { id: 'job1', run: 1, type: 'analyzer' },
      ...{ organization: 'alpha', mayUseNetwork: true, timeoutMs: 600_000 },
      signal: new AbortController().signal,
    })
  try {
    let { exitCode, tail, isWarm } = await run()
    const until = performance.now() + patienceMs
    while (order.isWarm && !isWarm && performance.now() < until)
      ({ exitCode, tail, isWarm } = await run())
    return { exitCode, tail, isWarm: isWarm === true }
  } catch (error) {
    return { tail: (error as Error).message, isWarm: false }
  } finally {
    await runner.stop()
  }
}

if (process.argv[1] === import.meta.filename)
  process.stdout.write(JSON.stringify(await lookAt(JSON.parse(process.argv[2] ?? ''))))
