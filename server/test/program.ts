import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFile } from './built.ts'
import { migratedFile } from './databases.ts'
import { keptRules } from './kept-rules.ts'
import { atEnd } from './lifetime.ts'

const source = new URL('../src/main.ts', import.meta.url)

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: string
  stderr: string
}

export interface Program {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  readonly ended: Promise<Ended>
  /** Resolves as soon as the stream shows it; fails when the program ends before. */
  shows(stream: 'stdout' | 'stderr', text: string): Promise<void>
}

type Environment = Record<string, string>

/** The real program in its own process, with only these settings. */
export function run(
  environment: Environment,
  args: readonly string[] = [],
  input?: string,
  main = fileURLToPath(builtFile('main.js') ?? source),
): Program {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, ...keptRules, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A program that does not read may end before it is written to.
  child.stdin.on('error', () => undefined).end(input)
  const shown = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      shown[name] += text
    })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...shown }))
  atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    stdout: () => shown.stdout,
    stderr: () => shown.stderr,
    ended,
    shows: (name, text) =>
      new Promise((resolve, reject) => {
        const look = () => shown[name].includes(text) && resolve()
        child[name].on('data', look)
        void ended.then(({ stdout, stderr }) =>
          reject(new Error(`ended before it showed "${text}": ${stdout}${stderr}`)),
        )
        look()
      }),
  }
}

export interface Server extends Program {
  readonly address: string
  /** As printed, while no user exists. */
  readonly setupToken: string | undefined
  call(method: string, path: string, options?: CallOptions): Promise<Response>
  stop(): Promise<Ended>
}

interface CallOptions {
  key?: string
  input?: unknown
  headers?: Record<string, string>
}

/** Starts the server on a free port and waits until it says that it is ready. */
export async function start(
  environment: Environment,
  args?: readonly string[],
  /** Another program than ours. */
  main?: string,
): Promise<Server> {
  const program = run({ ...loopback, ...environment }, args, undefined, main)
  await program.shows('stdout', ' is ready at ')
  const address = / is ready at (\S+)/.exec(program.stdout())?.[1] ?? ''
  return {
    ...program,
    address,
    setupToken: /#\/setup\?token=(\S+)/.exec(program.stdout())?.[1],
    call: (method, path, { key, input, headers } = {}) =>
      fetch(address + path, {
        method,
        ...(input === undefined ? {} : { body: JSON.stringify(input) }),
        headers: {
          ...(input === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          ...headers,
        },
      }),
    stop: () => {
      program.child.kill('SIGTERM')
      return program.ended
    },
  }
}

/** A free port of this machine, without a load balancer that a stop would wait for. */
export const loopback = {
  ASSAY_HTTP_HOST: '127.0.0.1',
  ASSAY_HTTP_PORT: '0',
  ASSAY_HTTP_DRAINPERIOD: '0',
}

/** A folder for the data of one test, not made yet: the program does that. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

/** The same with a database that has its tables, which are a third of the work of a first start. */
export async function dataFolder(): Promise<string> {
  const folder = await newDataFolder()
  await mkdir(folder, { mode: 0o700 })
  await writeFile(join(folder, 'assay.sqlite'), await migratedFile(), { mode: 0o600 })
  return folder
}
