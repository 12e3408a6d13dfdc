import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished, vi } from 'vitest'
import { patienceMs } from '../patience.ts'
import { loopback } from '../program.ts'
import type { Place } from './places.ts'

export interface Command {
  /** All that it printed, on both streams. */
  output(): string
  /** Of the very process that was started, npm itself, and of nothing below it. */
  kill(signal: NodeJS.Signals): void
  readonly code: Promise<number | null>
}

/** Runs it there as a newcomer would: with no other environment. */
export function run(place: Place, command: readonly string[], environment = {}): Command {
  const script = `umask ${place.umask}; exec "$@"`
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    ...place.account,
    cwd: place.checkout,
    env: { ...place.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const code = once(child, 'close').then(([status]) => status as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    // Leftovers of a failed test would hold the streams open, and live on.
    const server = serverIn(output)
    if (server !== undefined && isAlive(server)) process.kill(server, 'SIGKILL')
    await code
  })
  return { output: () => output, kill: (signal) => child.kill(signal), code }
}

export interface StartedServer extends Command {
  readonly address: string
  readonly isAlive: () => boolean
}

/** `npm start` or its equivalent, up to the moment when it says that it is ready. */
export async function start(
  place: Place,
  command: readonly string[],
  environment = {},
): Promise<StartedServer> {
  const started = run(place, command, { ...loopback, ...environment })
  const early = started.code.then((code) => {
    throw new Error(`it ended with ${code} before it was ready:\n${started.output()}`)
  })
  const ready = vi.waitFor(
    () => {
      const address = / is ready at (\S+)/.exec(started.output())?.[1]
      const server = serverIn(started.output())
      if (address === undefined || server === undefined) throw new Error(started.output())
      return { address, isAlive: () => isAlive(server) }
    },
    { timeout: 2 * patienceMs, interval: 50 },
  )
  // Settles in the end in any case; only the first one counts.
  early.catch(() => undefined)
  return { ...started, ...(await Promise.race([ready, early])) }
}

/** Every line of its log names its process. */
function serverIn(output: string): number | undefined {
  const pid = /^\{"level":\d+,.*?"pid":(\d+)/m.exec(output)?.[1]
  return pid === undefined ? undefined : Number(pid)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
