import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { folderInMemory } from './memory-folder.ts'
import { patienceMs } from './patience.ts'
import { type Binaries, binariesFor, chosenBinaries, copyBinaries } from './postgres-binaries.ts'
import { type Account, accounts, parentFolders } from './postgres-places.ts'

export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
  /** Ends it without waiting for clients, and starts it again at the same address after the pause. */
  restart(pauseMs?: number): Promise<void>
  /** It hangs: the system accepts connections and nothing responds. */
  freeze(): void
  thaw(): void
}

interface Attempt {
  readonly binaries: Binaries
  readonly account: Account
  /** Of this run alone; the account may pass through it. */
  readonly folder: string
  /** On a disk and with the defaults of PostgreSQL, as those have it who are measured. */
  readonly isDurable: boolean
}

const maxWaitMs = patienceMs

/**
 * Only an attempt shows whether the account that PostgreSQL runs as reaches the programs and the
 * data: a parent folder may be private, a file made under a strict umask, a disk mounted without
 * permission to execute. So the first combination that works is taken. Throws one line that says
 * why none does.
 */
export async function startPostgres(
  isDurable = false,
  installed?: Binaries,
): Promise<PostgresServer> {
  installed ??= await binariesFor(process.platform, process.arch)
  const failures: string[] = []
  for (const account of accounts())
    for (const parent of isDurable ? parentFolders() : dataFolders())
      for (const isCopied of [false, true]) {
        try {
          return await startIn(parent, account, installed, { isCopied, isDurable })
        } catch (error) {
          failures.push(firstLine(error))
        }
      }
  // That a folder is out of reach is what the other attempts are for; anything else is the cause.
  const isAboutFolder = /EACCES|ENOENT|EROFS|EPERM|ENOTDIR|permission denied|can't cd to/i
  throw new Error(
    failures.find((line) => !isAboutFolder.test(line)) ?? failures[0] ?? 'no account to run it as',
  )
}

/** See `chosenBinaries`. */
export async function startChosenPostgres(): Promise<PostgresServer> {
  const chosen = chosenBinaries()
  if (chosen === undefined || process.env.TEST_POSTGRES !== undefined)
    return startPostgres(false, chosen)
  return startPostgres(false, chosen).catch((error: Error) => {
    process.stderr.write(`${chosen.postgres} cannot be used: ${error.message}\n`)
    return startPostgres()
  })
}

/** The databases of a whole run take some hundred megabytes. */
function dataFolders(): string[] {
  const memory = folderInMemory(2 * 1024 ** 3)
  return [...new Set([...(memory === undefined ? [] : [memory]), ...parentFolders()])]
}

async function startIn(
  parent: string,
  account: Account,
  installed: Binaries,
  { isCopied, isDurable }: { isCopied: boolean; isDurable: boolean },
) {
  const folder = await mkdtemp(join(parent, 'assay-postgres-'))
  const watch = watchOver(folder)
  try {
    await chmod(folder, 0o711)
    // Sixty megabytes are not copied to where they would not be used.
    if (account.uid !== undefined) await reach(folder, account)
    const binaries = isCopied ? await copyBinaries(installed, join(folder, 'programs')) : installed
    const server = await start({ binaries, account, folder, isDurable })
    return {
      ...server,
      async stop() {
        await server.stop()
        await watch.end()
      },
    }
  } catch (error) {
    await watch.end()
    throw error
  }
}

async function start({ binaries, account, folder, isDurable }: Attempt): Promise<PostgresServer> {
  const data = join(folder, 'data')
  const passwordFile = join(folder, 'password')
  const password = randomUUID()
  await mkdir(data, { mode: 0o700 })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined)
    for (const path of [data, passwordFile]) await chown(path, account.uid, account.gid)
  const options = { ...account, cwd: folder, env: environment() }
  const flags = [
    `--pgdata=${data}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=password',
    '--encoding=UTF8',
    '--no-sync',
    ...(majorOf(binaries) >= 17 ? flagsOfNewVersions : ['--locale=C.UTF-8']),
  ]
  await runToEnd(binaries.initdb, flags, options)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    ...(isDurable ? [] : careless),
  ]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((each) => ['-c', each])]
  let server = await runUntilReady(binaries.postgres, args, options)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  // First the one that makes the others, or one more would be made and answer.
  const signalAll = (signal: NodeJS.Signals) => {
    const parent = server.pid ?? 0
    for (const pid of [parent, ...childrenOf(parent)])
      try {
        process.kill(pid, signal)
      } catch {
        // A connection that has ended since.
      }
  }
  return {
    url,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) signalAll('SIGCONT')
      await end(server)
    },
    async restart(pauseMs = 0) {
      // A kill would lose commits that were acknowledged: they do not wait for the disk here.
      await end(server, 10 * maxWaitMs)
      await sleep(pauseMs)
      server = await runUntilReady(binaries.postgres, args, options)
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  }
}

/** Such as `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`. */
const majorOf = ({ postgres }: Binaries): number =>
  Number(/\d+/.exec(execFileSync(postgres, ['--version'], { encoding: 'utf8' }))?.[0])

const flagsOfNewVersions = [
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  // The password is random; to hash it 4096 times for every connection protects nothing.
  '--set=scram_iterations=1',
]

/** Linux only, as are the drills that need it. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Nothing is ever recovered from a database of the tests. */
const careless = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
]

const reach = (folder: string, account: Account) =>
  runToEnd('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, cwd: '/' })

/**
 * The settings of a developer's own PostgreSQL must not reach this one, and its messages are
 * parsed.
 */
function environment(): NodeJS.ProcessEnv {
  const isForPostgres = (name: string) => /^(PG|LC_|LANG)/.test(name)
  const kept = Object.entries(process.env).filter(([name]) => !isForPostgres(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C' }
}

async function runToEnd(file: string, args: readonly string[], options: SpawnOptions) {
  const { child, failed, printed } = launch(file, args, options)
  const [code] = await inTime(child, once(child, 'close'), failed)
  if (code !== 0) throw new Error(printed() || `${file} ended with code ${code}`)
}

async function runUntilReady(file: string, args: readonly string[], options: SpawnOptions) {
  const { child, failed, printed } = launch(file, args, options)
  const ready = new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', () => {
      if (printed().includes('database system is ready to accept connections')) resolve()
    })
    child.on('close', () => reject(new Error(printed() || 'PostgreSQL ended at once')))
  })
  await inTime(child, ready, failed)
  return child
}

/** Not the option of `spawn`: its timer continues when the program could not be started at all. */
async function inTime<T>(child: ChildProcess, work: Promise<T>, failed: Promise<never>) {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new Error(`${child.spawnfile} is not done after ${maxWaitMs / 1000} s`))
  }, maxWaitMs)
  try {
    return await Promise.race([work, failed, late])
  } finally {
    clearTimeout(timer)
  }
}

function launch(file: string, args: readonly string[], options: SpawnOptions) {
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-4000)
  })
  const failed = new Promise<never>((_, reject) => child.on('error', reject))
  return { child, failed, printed: () => text.trim() }
}

/** Of several lines the one that names the cause: hints and what was done before are left out. */
function firstLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split('\n')
  return (lines.find((line) => /error:|fatal:/i.test(line)) ?? lines.at(-1) ?? '').trim()
}

async function end(server: ChildProcess, killAfterMs = 10_000): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  // Without waiting for clients that a test left connected; then without any order.
  server.kill('SIGINT')
  const timer = setTimeout(() => server.kill('SIGKILL'), killAfterMs)
  await ended
  clearTimeout(timer)
}

/**
 * A test run that is killed runs no teardown, and its PostgreSQL would live on. This small process
 * reads from a pipe that only the run holds open: when the run is gone, however it went, the read
 * ends, and what is left of the server and its folder goes too.
 */
function watchOver(folder: string) {
  const script = `cat > /dev/null
    pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid" &&
      kill -CONT "$pid" $(cat "/proc/$pid/task/$pid/children" 2> /dev/null) 2> /dev/null
    for i in 1 2 3 4 5 6 7 8 9; do kill -0 "$pid" 2> /dev/null && sleep 0.2; done
    rm -rf "$1"`
  // A separate session, so Ctrl-C in the terminal does not end it before its work is done.
  const child = spawn('sh', ['-c', script, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  let isWatched = true
  child.on('error', () => {
    isWatched = false
  })
  child.stdin.on('error', () => {})
  return {
    /** Not waited for: a thousand files take their time on a slow disk. */
    async end() {
      child.stdin.end()
      child.unref()
      // Where there is no `sh`.
      if (!isWatched) await rm(folder, { recursive: true, force: true })
    },
  }
}
