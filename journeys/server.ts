import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Client, contract, createClient } from '@assay/contract'

const root = dirname(import.meta.dirname)
const program = join(root, 'server', 'dist', 'main.js')
const workers = join(import.meta.dirname, 'workers')
const cheapPasswords = new URL('cheap-passwords.mjs', import.meta.url).href

export const superadmin = 'root'
export const passwordOf = (login: string) => `${login}-password`
export const keyOf = (login: string) => `${login}-key-0123456789abcdef0123456789abcdef`

export interface ServerOptions {
  /** Start without any user, as on a first start; otherwise `root` is there. */
  empty?: boolean
  environment?: Record<string, string>
  args?: readonly string[]
}

export interface Server {
  readonly origin: string
  /** The set-up link that the program prints while there are no users. */
  readonly setupLink: string | undefined
  /** What the program printed and logged so far. */
  log(): string
  /** The typed client, signed in by API key; without a login it sends no credentials. */
  as(login?: string): Client<typeof contract>
  /** The time after which a response is undone is over; the server finds that by itself. */
  isTimeToUndo(response: string): void
  stop(): Promise<void>
}

/**
 * The built program in its own process, with its own folder and the fixture workers. Successive programs
 * get the same address, if it is still free: a browser then has the page cached.
 */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  refuseStaleBuild()
  // The next ones do not need this port.
  if (options.environment?.ASSAY_HTTP_PORT) return startAt('0', options)
  const port = idlePort
  idlePort = undefined
  if (port === undefined) return startAt('0', options)
  return startAt(port, options).catch(() => startAt('0', options))
}

let idlePort: string | undefined

async function startAt(port: string, options: ServerOptions): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-journeys-'))
  const data = join(folder, 'data')
  const isUsual = !options.empty && !options.args && !options.environment
  if (isUsual) copyModel(data)
  const { PATH = '' } = process.env
  const args = ['--import', cheapPasswords, program, ...(options.args ?? [])]
  const child = spawn(process.execPath, args, {
    env: {
      // The fixture workers ask for `node`, which must be this one.
      PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
      ASSAY_HTTP_HOST: '127.0.0.1',
      ASSAY_HTTP_PORT: port,
      ASSAY_HTTP_DRAINPERIOD: '0',
      ASSAY_DATA_DIR: data,
      ASSAY_ANALYZER_URLS: join(workers, 'analyzers'),
      ASSAY_RESPONDER_URLS: join(workers, 'responders'),
      // Each server would compile them for a second.
      XDG_CACHE_HOME: join(root, 'node_modules', '.cache', 'assay-rules'),
      // It hides the temporary folders, in which a checkout and its Node may lie.
      ASSAY_JOB_SANDBOX: 'off',
      ...(options.empty ? {} : firstUser),
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  const ended = once(child, 'close')
  const watch = endWithUs(child.pid, folder)
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    watch.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        log += text
        if (log.includes(' is ready at ')) resolve()
      })
    ended.then(() => reject(new Error(`The program ended before it was ready:\n${log}`)), reject)
  })
  try {
    await ready
  } catch (error) {
    await stop()
    throw error
  }
  const origin = / is ready at (\S+)/.exec(log)?.[1] ?? ''
  if (isUsual) keepModel(data)
  return {
    origin,
    setupLink: /http\S+\/setup\?token=\S+/.exec(log)?.[0],
    log: () => log,
    as: (login) =>
      createClient(contract, {
        baseUrl: origin,
        headers: (): Record<string, string> =>
          login === undefined ? {} : { authorization: `Bearer ${keyOf(login)}` },
      }),
    isTimeToUndo(response) {
      const database = new DatabaseSync(join(data, databaseFile), { timeout: 10_000 })
      const due = 'update guarded_responses set undo_at = 1 where id = ? and undo_state = ?'
      const { changes } = database.prepare(due).run(response, 'planned')
      database.close()
      if (changes !== 1) throw new Error(`Response ${response} is not about to be undone`)
    },
    stop: async () => {
      await stop()
      if (!options.environment?.ASSAY_HTTP_PORT) idlePort = new URL(origin).port
    },
  }
}

const databaseFile = 'assay.sqlite'
const keyFile = 'master.key'

/** What a first start has made: tables and the first user are half of its work. */
let model: { database: Buffer; key: Buffer } | undefined

function copyModel(data: string): void {
  if (!model) return
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(join(data, databaseFile), model.database, { mode: 0o600 })
  writeFileSync(join(data, keyFile), model.key, { mode: 0o600 })
}

/** The server has not been called yet; only its running state must not be copied. */
function keepModel(data: string): void {
  if (model) return
  const copy = join(dirname(data), databaseFile)
  const database = new DatabaseSync(join(data, databaseFile), { readOnly: true })
  database.prepare('vacuum into ?').run(copy)
  database.close()
  const made = new DatabaseSync(copy)
  made.exec('delete from nodes')
  made.close()
  model = { database: readFileSync(copy), key: readFileSync(join(data, keyFile)) }
}

/**
 * A test run that is killed stops nothing. This small process reads from a pipe that only the run
 * holds open: when the run is gone, however it went, the server and its folder go, too.
 */
function endWithUs(pid = 0, folder: string) {
  const script = 'cat > /dev/null; kill -KILL "$1"; rm -rf "$2"'
  const watch = spawn('sh', ['-c', script, 'sh', String(pid), folder], {
    // Its own session, so Ctrl-C in the terminal does not end it before its work is done.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Where there is no `sh`.
  watch.on('error', () => undefined)
  watch.stdin.on('error', () => undefined)
  return watch
}

const firstUser = {
  ASSAY_BOOTSTRAP_LOGIN: superadmin,
  ASSAY_BOOTSTRAP_PASSWORD: passwordOf(superadmin),
  ASSAY_BOOTSTRAP_KEY: keyOf(superadmin),
}

let isBuildChecked = false

/** A journey through a page of yesterday proves nothing, and its failures are a riddle. */
function refuseStaleBuild(): void {
  if (isBuildChecked) return
  const setup = join(root, 'scripts', 'setup.mjs')
  const { status } = spawnSync(process.execPath, [setup, 'verify'], { cwd: root })
  isBuildChecked = status === 0
  if (isBuildChecked) return
  throw new Error(
    'The built page or program is older than its sources. Run npm test, or: node scripts/setup.mjs test',
  )
}
