import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { planFolder } from '../../src/engine/runners/folder.ts'
import {
  createProcessRunner,
  type ProcessRunnerOptions,
} from '../../src/engine/runners/process/process-runner.ts'
import type { RunResult } from '../../src/engine/runners/runner.ts'
import { bubblewrap, sandboxRemedy, testSandbox } from '../../src/engine/runners/sandbox/sandbox.ts'
import { builtFile } from '../built.ts'
import { patienceMs } from '../patience.ts'
import { script } from './running.ts'
import { visibleParent } from './visible-parent.ts'

/** Why Python programs cannot be kept warm on this machine, if so. */
export async function whyNotWarm(): Promise<string | undefined> {
  const hasPython = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))'])
  if (hasPython.status !== 0)
    return 'there is no Python 3.8 or later (Debian: apt-get install python3)'
  const reason = await testSandbox(bubblewrap({}))
  return reason && `${reason}; ${sandboxRemedy(reason)}`
}

/** When the result is disposed of: after one test, or after all of them. */
type OnFinished = (end: () => unknown) => void

export function visibleFolder(
  onFinished: OnFinished = (end) => onTestFinished(async () => void (await end())),
): string {
  const path = mkdtempSync(join(visibleParent, '.warm-python-'))
  onFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export const firstLine = '#!/usr/bin/env python3\n'

export interface Ran extends RunResult {
  readonly folder: string
  /** The text of `output.json`, however it came. */
  readonly output: string | undefined
}

export interface Bench {
  readonly root: string
  readonly programs: string
  readonly runner: Awaited<ReturnType<typeof createProcessRunner>>
  run(command: string, options?: RunOptions): Promise<Ran>
  /** Runs it, as often as it takes, until it is kept warm. */
  warmUp(command: string, options?: RunOptions): Promise<void>
}

export interface RunOptions {
  readonly input?: Record<string, unknown>
  readonly organization?: string
  readonly mayUseNetwork?: boolean
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly onFolder?: (path: string) => void
}

/** A runner with a folder of jobs and one of programs of its own. */
export async function makeBench(
  options: Partial<ProcessRunnerOptions> = {},
  onFinished: OnFinished = (end) => onTestFinished(async () => void (await end())),
): Promise<Bench> {
  const root = visibleFolder(onFinished)
  const programs = visibleFolder(onFinished)
  const runner = await createProcessRunner({
    environment: { PATH: process.env.PATH },
    sandbox: 'required',
    launcherUrl: builtFile('launcher.js'),
    graceMs: 1000,
    lookEveryMs: 50,
    ...options,
    warmPolicy: { afterStarts: 1, ...options.warmPolicy },
  })
  onFinished(runner.stop)
  let count = 0
  const run: Bench['run'] = async (
    command,
    { input = {}, organization = 'alpha', mayUseNetwork = true, onFolder, ...rest } = {},
  ) => {
    count += 1
    const folder = planFolder(root, { jobId: `job${count}`, input })
    onFolder?.(folder.path)
    const result = await runner.run({
      folder,
      worker: {
        ...{ name: 'Fixture', command, workingFolder: dirname(command) },
        ...{ dockerImage: null, builtin: null },
      },
      job: { id: `job${count}`, run: 1, type: 'analyzer' },
      ...{ organization, mayUseNetwork },
      timeoutMs: rest.timeoutMs ?? 600_000,
      signal: rest.signal ?? new AbortController().signal,
    })
    const output = result.report ? result.report.text : await folder.readReport(1_000_000_000)
    await folder.remove()
    return { ...result, folder: folder.path, output: output === 'too big' ? undefined : output }
  }
  return {
    ...{ root, programs, runner, run },
    async warmUp(command, runOptions) {
      const input = { ...runOptions?.input, isWarmUp: true }
      await vi.waitFor(
        async () => {
          const { isWarm } = await run(command, { ...runOptions, input })
          if (!isWarm) throw new Error(`not warm: ${runner.warmPython().reason}`)
        },
        { timeout: patienceMs, interval: 100 },
      )
    },
  }
}

/** The same program, started and forked, with an equal view of everything else. */
export async function bothWays(
  text: string,
  { options, ...runOptions }: RunOptions & { options?: Partial<ProcessRunnerOptions> } = {},
): Promise<{ plain: Ran; warm: Ran; bench: Bench; command: string }> {
  const bench = await makeBench(options)
  const command = script(bench.programs, 'program.py', firstLine + text, 0o755)
  const plain = await bench.run(command, runOptions)
  await bench.warmUp(command, runOptions)
  const warm = await bench.run(command, runOptions)
  if (!warm.isWarm || plain.isWarm) throw new Error(`not as wanted: ${JSON.stringify(warm)}`)
  return { plain, warm, bench, command }
}

/** What a program wrote as its report. */
export const factsOf = ({ output, tail }: Ran) => {
  if (output === undefined) throw new Error(`no report: ${tail}`)
  return JSON.parse(output) as Record<string, unknown>
}

/** Begins a program that notes facts and writes them down as its report. */
export const noting = `
import json, os, sys
FOLDER = sys.argv[1]
INPUT = json.load(open(FOLDER + '/input/input.json'))
FACTS = {}
def note(name, look):
    try:
        FACTS[name] = look()
    except BaseException as error:
        FACTS[name] = type(error).__name__ + ' ' + str(getattr(error, 'errno', ''))
def attempt(name, do):
    note(name, lambda: do() and False or 'done')
def write_down():
    with open(FOLDER + '/output/output.json', 'w') as file:
        json.dump(FACTS, file, default=str)
def read(path):
    with open(path) as file:
        return file.read()
def write(path, text='x'):
    with open(path, 'w') as file:
        file.write(text)
`
