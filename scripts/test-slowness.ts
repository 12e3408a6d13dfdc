// How many times slower than two quiet cores this machine is right now. Limits of tests grow with it.
import { spawnSync } from 'node:child_process'

/** A start of Node, on a machine of two quiet cores. */
const usualMs = 60
const rounds = 3

/** At least 1: a fast machine waits no less. */
export function measureSlowness(): number {
  const times = Array.from({ length: rounds }, () => {
    const before = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    return performance.now() - before
  })
  const median = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? usualMs
  return Math.max(1, median / usualMs)
}
