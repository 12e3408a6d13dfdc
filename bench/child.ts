import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

export interface Served {
  readonly url: string
  readonly pid: number
  /** From the call to the line that tells the address. */
  readonly readyMs: number
  residentMiB(): Promise<number>
  /** Processor time so far, user and system. */
  cpuMs(): Promise<number>
  stop(): Promise<void>
}

/** A program that tells its address in a line `… ready at <url>`. */
export async function serveIn(
  args: readonly string[],
  env: Record<string, string> = {},
  logFile?: string,
): Promise<Served> {
  const started = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', logFile === undefined ? 'inherit' : openSync(logFile, 'a')],
  })
  const url = await addressOf(child)
  const readyMs = performance.now() - started
  const pid = child.pid as number
  return {
    url,
    pid,
    readyMs,
    residentMiB: () => residentMiB(pid),
    cpuMs: () => cpuMs(pid),
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The output of the server is not connected')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  throw new Error('The server ended before it was ready; is it built? npm start builds it')
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Fields 14 and 15 of /proc/…/stat, in ticks of 10 ms; the name before them may hold blanks. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The next message of a forked process; its end before that is an error, not a wait for ever. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController()
  const { signal } = heard
  try {
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`A process of the bench ended with ${code}`)
    })
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message as T
  } finally {
    heard.abort()
  }
}
