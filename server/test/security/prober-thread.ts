import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { patienceMs } from '../patience.ts'
import { diskWaits, type Probe, type ProberOptions } from './prober.ts'

/**
 * Asks `/api/alive` again and again, from a separate thread, so the work of the test does not
 * count. For which part of each answer is the server's doing, see `prober.ts`.
 */
const { address, pid, disk } = workerData as ProberOptions
const { writes } = diskWaits(disk)
const pauseMs = 25
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let isStopped = false

/** Since its start a thread worked, and was ready to work without a processor, so many milliseconds. */
function threadTimes(path: string) {
  try {
    const [worked, waited] = readFileSync(path, 'utf8').split(' ')
    return { workedMs: Number(worked) / 1e6, waitedMs: Number(waited) / 1e6 }
  } catch {
    return undefined
  }
}

/** The other threads of the server, which collect its garbage and read its files, by their number. */
function helpersWaited(): Map<string, number> {
  try {
    const helpers = readdirSync(`/proc/${pid}/task`).filter((id) => id !== String(pid))
    return new Map(
      helpers.map((id) => [id, threadTimes(`/proc/${pid}/task/${id}/schedstat`)?.waitedMs ?? 0]),
    )
  } catch {
    return new Map()
  }
}

const machineTimes = () => {
  const server = threadTimes(`/proc/${pid}/task/${pid}/schedstat`)
  const own = threadTimes('/proc/thread-self/schedstat')
  return {
    workedMs: server?.workedMs,
    waitedMs: (server?.waitedMs ?? 0) + (own?.waitedMs ?? 0),
    helpers: helpersWaited(),
  }
}

/** The longest that one of the helpers waited for a processor. */
const longestWait = (before: Map<string, number>, after: Map<string, number>) =>
  Math.max(0, ...[...after].map(([id, ms]) => ms - (before.get(id) ?? 0)))

const ask = () =>
  new Promise<void>((resolve, reject) => {
    const request = get(`${address}/api/alive`, { agent, timeout: patienceMs }, (response) => {
      response.resume()
      response.on('end', resolve)
      response.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${patienceMs} ms`)))
    request.on('error', reject)
  })

const now = () => Number(process.hrtime.bigint()) / 1e6

/** The longest that the disk took for a write in this time. */
function diskWaited(from: number, to: number): number {
  let longest = 0
  for (let at = 0; at < writes.length; at += 3) {
    const [began = 0, ended = 0, took = 0] = writes.subarray(at, at + 3)
    if (ended > from && began < to) longest = Math.max(longest, took)
  }
  return longest
}

async function watchServer() {
  const probes: Probe[] = []
  while (!isStopped) {
    const before = machineTimes()
    const at = Date.now()
    const from = now()
    const problem = await ask().then(
      () => undefined,
      (error: Error) => error.message,
    )
    const to = now()
    const after = machineTimes()
    const diskMs = diskWaited(from, to)
    const ms = to - from
    const heldMs = Math.max(0, ms - (after.waitedMs - before.waitedMs) - diskMs)
    const helpersMs = longestWait(before.helpers, after.helpers)
    // Other systems than Linux do not count it, and all of it is taken for the server's doing.
    const busyMs =
      before.workedMs === undefined || after.workedMs === undefined
        ? heldMs
        : after.workedMs - before.workedMs
    probes.push({
      at,
      ms,
      busyMs,
      heldMs,
      helpersMs,
      ...(problem && !isStopped ? { problem } : {}),
    })
    if (probes.length === 1) parentPort?.postMessage('watching')
    probes.sort(
      (a, b) =>
        Number(b.problem !== undefined) - Number(a.problem !== undefined) || b.heldMs - a.heldMs,
    )
    if (probes.length > 20) probes.pop()
    await sleep(pauseMs)
  }
  return probes
}

parentPort?.once('message', () => {
  isStopped = true
})
const probes = await watchServer()
agent.destroy()
parentPort?.postMessage(probes)
