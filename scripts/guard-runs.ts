// Breaks guards one by one and runs the test file of each. Nothing in the checkout is changed: see
// guard-plugin.ts.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Guard, nameOf } from './guard-marks.ts'
import type { Verdict } from './guard-verdict.ts'
import type { Said } from './guard-worker.ts'
import { measureSlowness } from './test-slowness.ts'

export interface Broken {
  readonly guard: Guard
  readonly verdict: Verdict
}

export interface BreakOptions {
  /** Guards that are not begun by then are left. */
  readonly endsAt?: number
  readonly onVerdict?: (broken: Broken) => void
}

/** Answers those that were tried, in any order. */
export async function breakGuards(
  guards: readonly Guard[],
  { endsAt = Number.POSITIVE_INFINITY, onVerdict = () => undefined }: BreakOptions = {},
): Promise<Broken[]> {
  process.env.ASSAY_TEST_SLOWNESS ??= measureSlowness().toFixed(1)
  const tried: Broken[] = []
  const add = (guard: Guard, verdict: Verdict) => {
    tried.push({ guard, verdict })
    onVerdict({ guard, verdict })
  }
  const files = [...Map.groupBy(guards, ({ test }) => test).values()]
  // The longest first, so none is left for the end.
  const waiting = files.toSorted((a, b) => b.length - a.length)
  const work = async () => {
    for (let of = waiting.shift(); of; of = waiting.shift()) await tryFile(of, endsAt, add)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  return tried
}

type Add = (guard: Guard, verdict: Verdict) => void

/** All of one test file; a guard whose run does not end costs a new process. */
async function tryFile(guards: readonly Guard[], endsAt: number, add: Add): Promise<void> {
  let left = guards
  while (left.length > 0 && Date.now() < endsAt) {
    const { isSound, ...tried } = await tryInOneProcess(left, endsAt, add)
    const broken = isSound ? tried.left.slice(0, 1) : tried.left
    if (Date.now() >= endsAt) return
    for (const guard of broken) add(guard, { is: 'error', why: 'the run broke off or did not end' })
    left = tried.left.slice(broken.length)
  }
}

/** Answers those that it did not come to, and whether the file passed as it is. */
async function tryInOneProcess(guards: readonly Guard[], endsAt: number, add: Add) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-guards-'))
  const slowness = Number(process.env.ASSAY_TEST_SLOWNESS)
  const left = new Map(guards.map((guard) => [nameOf(guard), guard]))
  const child = fork(
    join(import.meta.dirname, 'guard-worker.ts'),
    [guards[0]?.test ?? '', folder, ...left.keys()],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], detached: true },
  )
  running.set(child, folder)
  const begun = performance.now()
  let isSound = false
  let limitMs = 600_000 * slowness
  let limit = setTimeout(() => end(child), limitMs)
  const hear = (said: Said) => {
    if ('guard' in said) {
      const guard = left.get(said.guard)
      left.delete(said.guard)
      if (guard) add(guard, said.verdict)
    } else if (said.problem === null) {
      isSound = true
      limitMs = 60_000 * slowness + 5 * (performance.now() - begun)
    } else {
      for (const guard of left.values()) add(guard, { is: 'error', why: said.problem })
      left.clear()
    }
  }
  child.on('message', (said: Said) => {
    clearTimeout(limit)
    hear(said)
    if (Date.now() >= endsAt) end(child)
    else limit = setTimeout(() => end(child), limitMs)
  })
  await new Promise<void>((resolve) => child.on('close', () => resolve()))
  clearTimeout(limit)
  running.delete(child)
  rmSync(folder, { recursive: true, force: true })
  return { left: [...left.values()], isSound }
}

/** With the folder of its reports. */
const running = new Map<ChildProcess, string>()

/** With all its children: a test that hangs in a loop ignores messages. */
function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

export function endGuardRuns(): void {
  for (const [child, folder] of running) {
    end(child)
    rmSync(folder, { recursive: true, force: true })
  }
}
