import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, onTestFinished } from 'vitest'
import { builtFile } from '../built.ts'
import { migratedFile } from '../databases.ts'
import { freePort } from '../free-port.ts'
import { keptRules } from '../kept-rules.ts'
import { copyPostgres, createPostgres } from '../postgres-databases.ts'
import { type Answer, type CallOptions, exchange, keyOf, passwordOf } from './exchange.ts'

export { type Answer, type CallOptions, keyOf, passwordOf } from './exchange.ts'

const source = new URL('../../src/main.ts', import.meta.url)

/** Takes the cleanup, of one test (`onTestFinished`) or of many. */
export type Cleanup = (work: () => Promise<void>) => void

/** For what all tests of a file or a `describe` share; to be called there, not in a hook. */
export function atTheEnd(): Cleanup {
  const works: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const work of works.toReversed()) await work()
  })
  return (work) => void works.push(work)
}

/** The real program in its own process, seen from outside: nothing here imports its sources. */
export interface Target {
  readonly data: string
  readonly address: string
  readonly pid: number
  readonly environment: Record<string, string>
  /** Everything it wrote so far: what people read, and the log. */
  shown(): string
  stop(): Promise<number | null>
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** As `call`, and anything but this status is an error that shows the answer. */
  must(status: number, method: string, path: string, options?: CallOptions): Promise<Answer>
}

export interface Place {
  readonly database: 'SQLite' | 'PostgreSQL'
  /** The settings of a fresh database. */
  settings(cleanup: Cleanup, hasTables: boolean): Promise<Record<string, string>>
}

export const sqlitePlace: Place = { database: 'SQLite', settings: async () => ({}) }

/** For `describe.each(places)`; without PostgreSQL its tests are shown as skipped. */
export const places: readonly Place[] = [
  sqlitePlace,
  {
    database: 'PostgreSQL',
    async settings(cleanup, hasTables) {
      const { at, release } = await (hasTables ? copyPostgres() : createPostgres())
      cleanup(async () => void (await release()))
      return { ASSAY_DATABASE_URL: 'url' in at ? at.url : '' }
    },
  },
]

/** A folder that exists, with `data` in it for the program to make. */
export async function makeDataFolder(cleanup: Cleanup = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-attack-'))
  cleanup(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

interface Options {
  place?: Place
  environment?: Record<string, string>
  args?: readonly string[]
  cleanup?: Cleanup
  /** Without them the program makes them, a third of the work of a first start. */
  hasTables?: boolean
}

/** The settings of a new installation whose first superadmin is `root`. */
export async function newSettings({
  place = sqlitePlace,
  environment = {},
  cleanup = onTestFinished,
  hasTables = true,
}: Options = {}) {
  const data = environment.ASSAY_DATA_DIR ?? (await makeDataFolder(cleanup))
  await mkdir(dirname(data), { recursive: true })
  const isNew = environment.ASSAY_DATA_DIR === undefined
  if (hasTables && isNew && place === sqlitePlace) await writeTables(data)
  return {
    ASSAY_HTTP_HOST: '127.0.0.1',
    ASSAY_HTTP_PORT: '0',
    ASSAY_HTTP_DRAINPERIOD: '0',
    ASSAY_DATA_DIR: data,
    ASSAY_BOOTSTRAP_LOGIN: 'root',
    ASSAY_BOOTSTRAP_KEY: keyOf('root'),
    ASSAY_BOOTSTRAP_PASSWORD: passwordOf('root'),
    ...(environment.ASSAY_DATABASE_URL ? {} : await place.settings(cleanup, hasTables)),
    ...environment,
    // With a public address in the settings it prints that one, not the port that it took.
    ...(environment.ASSAY_HTTP_PUBLICURL ? { ASSAY_HTTP_PORT: String(await freePort()) } : {}),
  }
}

async function writeTables(data: string) {
  await mkdir(data, { mode: 0o700 })
  await writeFile(join(data, 'assay.sqlite'), await migratedFile(), { mode: 0o600 })
}

/** Starts the program with such settings and waits until it is ready. */
export async function startTarget(options: Options = {}): Promise<Target> {
  const { cleanup = onTestFinished, args = [] } = options
  const environment = await newSettings(options)
  const main = fileURLToPath(builtFile('main.js') ?? source)
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH: process.env.PATH ?? '', ...keptRules, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  let shown = ''
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        shown += text
        const [, address] = / is ready at (\S+)\n/.exec(shown) ?? []
        if (address !== undefined) resolve(address)
      })
    void ended.then((code) => reject(new Error(`ended with ${code} before it was ready: ${shown}`)))
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  cleanup(async () => {
    agent.destroy()
    child.kill('SIGKILL')
    await ended
  })
  const printed = new URL(await ready)
  const { ASSAY_HTTP_PORT: port } = environment
  const address = port === '0' ? printed.origin : `http://127.0.0.1:${port}`
  const call: Target['call'] = (method, path, given = {}) =>
    exchange(new URL(address), agent, method, path, given)
  return {
    ...{ data: environment.ASSAY_DATA_DIR, address, environment, call },
    pid: child.pid ?? 0,
    shown: () => shown,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
    async must(status, method, path, given) {
      const answer = await call(method, path, given)
      if (answer.status === status) return answer
      const said = answer.text.slice(0, 600)
      throw new Error(`${method} ${path} answered ${answer.status}, not ${status}: ${said}`)
    },
  }
}

export const masterKeyOf = async ({ data }: Pick<Target, 'data'>) =>
  (await readFile(join(data, 'master.key'), 'utf8')).trim()

/** Outside of the data folder, and gone with it. */
export const besideData = ({ data }: Pick<Target, 'data'>, name: string) =>
  join(dirname(data), name)
