import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

export interface Served {
  readonly url: string
  readonly pid: number
  /** From the call to the line that prints the address. */
  readonly readyMs: number
  residentMiB(): Promise<number>
  /** Processor time so far, user and system. */
  cpuMs(): Promise<number>
  /** With that of all processes that it has started, also of those that have ended. */
  treeCpuMs(): Promise<number>
  stop(): Promise<void>
}

/** A program that prints its address in a line `… ready at <url>`. */
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
    treeCpuMs: () => treeCpuMs(pid),
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

/** The name before the fields may contain spaces and brackets. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Ticks of 10 ms: its own time, and that of its children once they have ended. */
async function cpuMs(pid: number, fields = [11, 12]): Promise<number> {
  const stat = await statOf(pid)
  return fields.reduce((sum, field) => sum + Number(stat[field]), 0) * 10
}

export async function treeCpuMs(root: number): Promise<number> {
  const parents = new Map<number, number>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (pid > 0) parents.set(pid, Number((await statOf(pid).catch(() => []))[1]))
  }
  const inside = new Set([root])
  for (let size = 0; size !== inside.size; ) {
    size = inside.size
    for (const [pid, parent] of parents) if (inside.has(parent)) inside.add(pid)
  }
  const all = await Promise.all(
    [...inside].map((pid) => cpuMs(pid, [11, 12, 13, 14]).catch(() => 0)),
  )
  return all.reduce((sum, ms) => sum + ms, 0)
}

/** The next message of a forked process; its exit before that is an error, not an endless wait. */
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
