import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { planFolder } from '../../src/engine/runners/folder.ts'
import type { RunnableWorker, RunRequest } from '../../src/engine/runners/runner.ts'
import { patienceMs } from '../patience.ts'
import { skipTest } from '../skip.ts'

const programs = join(import.meta.dirname, 'programs')

/** The title of a `describe` that is skipped for this reason, if there is one. */
export const titled = (title: string, reason: string | undefined) =>
  reason === undefined ? title : `${title} (skipped: ${reason})`

/** Why what is read from /proc cannot be tested here, if so. */
export const notLinux =
  process.platform === 'linux' ? undefined : 'only Linux tells in /proc what runs; run it there'

let python: boolean | undefined
/** Ends the running test as skipped where there is no Python. */
export function needPython(): void {
  python ??= spawnSync('python3', ['--version']).status === 0
  if (!python) skipTest('python3 is not installed (Debian: apt-get install python3)')
}

export const program = (name: string) => join(programs, name)

/** A separate directory for one test. */
export function temporary(): string {
  const path = mkdtempSync(join(tmpdir(), 'engine-test-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

export async function requestFor(
  worker: Partial<RunnableWorker>,
  {
    input = { dataType: 'ip', data: '1.1.1.1' },
    certificates,
    isMade = true,
    ...rest
  }: Partial<RunRequest> & {
    input?: Record<string, unknown>
    certificates?: string
    /** Else it is left to the runner. */
    isMade?: boolean
  } = {},
): Promise<RunRequest & { root: string }> {
  const root = temporary()
  const folder = planFolder(root, { jobId: 'job1', input, ...(certificates && { certificates }) })
  if (isMade) await folder.make()
  return {
    root,
    folder,
    worker: {
      name: 'Fixture',
      command: null,
      workingFolder: programs,
      dockerImage: null,
      builtin: null,
      ...worker,
    },
    job: { id: 'job1', run: 1, type: 'analyzer' },
    organization: 'alpha',
    mayUseNetwork: true,
    timeoutMs: 600_000,
    signal: new AbortController().signal,
    ...rest,
  }
}

/** Waits until a program has written a file into `output/`, and gives its text. */
export async function written(folder: string, name: string): Promise<string> {
  const path = join(folder, 'output', name)
  await vi.waitFor(() => {
    if (!existsSync(path) || readFileSync(path, 'utf8') === '') throw new Error(`no ${name} yet`)
  }, patienceMs)
  return readFileSync(path, 'utf8').trim()
}

/** As in /proc: `Z` for a zombie; undefined when it has ended, also while this is read. */
export function stateOf(pid: string | number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat.charAt(stat.lastIndexOf(')') + 2)
  } catch {
    return undefined
  }
}

/** A zombie of another parent counts as ended. */
export function isRunning(pid: string | number): boolean {
  const state = stateOf(pid)
  return state !== undefined && state !== 'Z'
}

export const processesNaming = (text: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

export const ended = (pid: string | number) =>
  vi.waitFor(() => {
    if (isRunning(pid)) throw new Error(`${pid} still runs`)
  }, patienceMs)

export function script(folder: string, name: string, text: string, mode: number): string {
  const path = join(folder, name)
  writeFileSync(path, text, { mode })
  return path
}
