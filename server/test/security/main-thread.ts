import { sharedByTests } from '../lifetime.ts'
import { worstBodies } from './worst-bodies.ts'

/** Milliseconds of this thread, in which the server runs, too. */
export async function spent<T>(work: () => T): Promise<{ ms: number; result: Awaited<T> }> {
  const before = process.threadCpuUsage()
  const result = await work()
  return { ms: cpuMsSince(before), result }
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/**
 * Parsing one wide object of 1 MiB and nothing else: what 50 ms are on a usual machine, however slow or
 * busy this one is.
 */
export const fiftyMs = sharedByTests(async () => {
  const text = String(worstBodies[0]?.fill(1024 ** 2))
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3; time += 1)
    least = Math.min(least, (await spent(() => JSON.parse(text))).ms)
  return least
})

/** What others wait for at most: the processor time between two turns of the event loop. */
export async function longestTurn<T>(work: () => Promise<T>) {
  let longestMs = 0
  let turns = 0
  let isOver = false
  let before = process.threadCpuUsage()
  const look = () => {
    longestMs = Math.max(longestMs, cpuMsSince(before))
    turns += 1
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const { ms, result } = await spent(work)
  isOver = true
  longestMs = Math.max(longestMs, cpuMsSince(before))
  return { longestMs, turns, ms, result }
}
