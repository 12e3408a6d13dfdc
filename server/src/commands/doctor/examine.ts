import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openConfigured } from '../../configured.ts'
import { makeRunners } from '../../engine/runners/runners.ts'
import type { SandboxState } from '../../engine/runners/sandbox/sandbox.ts'
import { readKeyFile } from '../../identity/master-key.ts'
import { opensDatabase } from '../../identity/setup/installation.ts'
import type { Config } from '../../settings/config.ts'
import { ConfigError } from '../../settings/config.ts'
import { slowCommitMs } from '../../storage/common/slowness.ts'
import type { Database } from '../../storage/database.ts'
import { pendingMigrations } from '../../storage/schema/migrate.ts'
import { auditSinkPlaces, auditSinkStates } from './audit-sinks.ts'
import type { Finding } from './command.ts'
import { directories } from './directories.ts'
import { fileStore } from './file-store.ts'
import { mail } from './mail.ts'
import { port } from './port.ts'
import { missedPaths } from './programs.ts'
import { secretFolders } from './secret-folders.ts'

/** Looks at everything a server needs. Nothing is made, repaired or locked. */
export async function* examine(load: () => Config): AsyncGenerator<Finding> {
  let config: Config
  try {
    config = load()
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [reasonOf(error)]
    for (const text of problems)
      yield problem('settings', text, 'see docs/settings.md for all settings')
    return
  }
  const count = Object.values(config.sources).filter((source) => source !== 'default').length
  yield ok('settings', `valid, ${count} set (list them with: assay config)`)
  yield node()
  yield folder(config)
  yield await disk(config)
  yield await port(config)
  yield* await database(config)
  yield* await fileStore(config)
  yield* await directories(config)
  yield* await mail(config)
  yield* await auditSinkPlaces(config)
  yield* await secretFolders(config)
  for (const finding of await runners(config)) yield finding
  for (const url of [...config.analyzer.urls, ...config.responder.urls])
    yield await catalogueFolder(url)
}

function node(): Finding {
  const major = Number.parseInt(process.versions.node, 10)
  return major >= 24
    ? ok('node', process.version)
    : problem('node', `${process.version} is too old`, 'install Node 24 or newer')
}

function folder(config: Config): Finding {
  const path = resolve(config.data.dir)
  const isThere = existsSync(path)
  const target = isThere ? path : nearestFolder(path)
  try {
    accessSync(target, constants.W_OK | constants.X_OK)
  } catch {
    return problem(
      'data folder',
      `${target} is not writable by this user`,
      `chown it, or set data.dir (ASSAY_DATA_DIR)`,
    )
  }
  if (!isThere) return ok('data folder', `${path} will be created on first start`)
  const isOpen = process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0
  return isOpen
    ? warning('data folder', `${path} is accessible to other users`, `chmod 700 ${path}`)
    : ok('data folder', path)
}

const nearestFolder = (path: string): string =>
  existsSync(path) ? path : nearestFolder(dirname(path))

async function disk({ data, job }: Config): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestFolder(resolve(data.dir)))
  const free = bavail * bsize
  const text = `${Math.floor(free / 1024 ** 2)} MiB free`
  return free < job.minFreeBytes
    ? problem(
        'disk',
        `${text}, below job.minFree: job execution paused`,
        'free disk space, or lower job.minFree',
      )
    : ok('disk', text)
}

async function database(config: Config): Promise<Finding[]> {
  const file = join(resolve(config.data.dir), 'assay.sqlite')
  const isSqlite = config.database.url === undefined
  // Opening would make it.
  if (isSqlite && !existsSync(file))
    return [ok('database', 'SQLite, will be created on first start')]
  let open: Database | undefined
  try {
    const patient = { ...config, database: { ...config.database, startWaitMs: 3_000 } }
    open = await openConfigured(patient, pino({ level: 'silent' }), 'assay-doctor')
    return await lookInto(open, config)
  } catch (error) {
    const remedy = isSqlite
      ? 'restore it from a backup, or fix its permissions'
      : 'check database.url (ASSAY_DATABASE_URL), the server and its firewall'
    return [problem('database', reasonOf(error), remedy)]
  } finally {
    await open?.close()
  }
}

async function lookInto(open: Database, config: Config): Promise<Finding[]> {
  const trouble = await open.check()
  if (trouble !== undefined) return [problem('database', trouble, 'check the database log')]
  const pending = await pendingMigrations(open)
  const kind = config.database.url === undefined ? 'SQLite' : 'PostgreSQL'
  const isEmpty = pending[0]?.startsWith('0001') === true
  const findings: Finding[] = [
    pending.length > 0 && !isEmpty
      ? warning(
          'database',
          `${kind}, ${pending.length} pending migrations`,
          'run assay migrate, or start the server',
        )
      : ok('database', `${kind}${versionOf(open)} is up`),
    ...(open.server?.isPooled ? [pooler(config)] : []),
    ...(await open.slow()).map((text) => warning('database', text)),
    ...(open.server ? [await commits(open)] : []),
  ]
  if (!isEmpty) findings.push(await masterKey(open, config))
  if (config.database.url !== undefined) findings.push(await clocks(open))
  if (pending.length === 0) findings.push(...(await auditSinkStates(open.db, config)))
  return findings
}

async function masterKey({ db }: Database, { secret, data }: Config): Promise<Finding> {
  const file = join(resolve(data.dir), 'master.key')
  try {
    const key = secret.key ?? (await readKeyFile(file))
    if (key === undefined)
      return problem('master key', `${file} is missing`, 'restore it, or set secret.key')
    if (await opensDatabase(db, key)) return ok('master key', 'matches this database')
    return problem(
      'master key',
      'does not match this database',
      'restore the matching master.key, or set secret.key',
    )
  } catch (error) {
    return problem('master key', reasonOf(error))
  }
}

const versionOf = ({ server }: Database) =>
  server ? ` ${Math.floor(server.version / 10_000)}.${server.version % 10_000}` : ''

const pooler = ({ database: { listenUrl } }: Config): Finding =>
  listenUrl === undefined
    ? warning(
        'pooler',
        'in front of the database; LISTEN/NOTIFY between processes does not work through it',
        'set database.listenUrl to a direct PostgreSQL URL',
      )
    : ok('pooler', 'in front of the database; LISTEN/NOTIFY bypasses it')

/** Commits that write a few bytes of the log and nothing into any table. */
async function commits({ db }: Database): Promise<Finding> {
  const tries = 5
  const begun = performance.now()
  try {
    for (let n = 0; n < tries; n += 1)
      await sql`select pg_logical_emit_message(true, 'assay-doctor', '')`.execute(db)
  } catch (error) {
    return warning('commits', `cannot be measured: ${reasonOf(error)}`)
  }
  const meanMs = Math.round((performance.now() - begun) / tries)
  return meanMs > slowCommitMs
    ? warning('commits', `take ${meanMs} ms`, 'check the PostgreSQL disk and network latency')
    : ok('commits', `take ${meanMs} ms`)
}

const maxSkewMs = 30_000

async function clocks({ db }: Database): Promise<Finding> {
  const before = Date.now()
  const { rows } = await sql<{ ms: number }>`
    select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  const skew = Math.round(Number(rows[0]?.ms) - (before + Date.now()) / 2)
  const text = `${Math.abs(skew)} ms skew from the database`
  return Math.abs(skew) > maxSkewMs
    ? warning('clock', text, 'sync both with NTP; sessions and timestamps depend on this clock')
    : ok('clock', text)
}

async function runners(config: Config): Promise<Finding[]> {
  if (!config.roles.includes('worker')) return []
  const log = pino({ level: 'silent' })
  const findings: Finding[] = []
  try {
    const surroundings = { log, environment: config.environment, instance: 'doctor' }
    for (const runner of await makeRunners(config, surroundings)) {
      const reason = await runner.test?.()
      findings.push(
        reason === undefined
          ? ok(`runner ${runner.name}`, 'works')
          : warning(`runner ${runner.name}`, reason, remedies[runner.name]),
      )
      if (runner.sandbox) findings.push(...(await sandboxed(runner.sandbox, config)))
      await runner.stop?.()
    }
  } catch (error) {
    findings.push(problem('runners', reasonOf(error)))
  }
  return findings
}

async function sandboxed(state: SandboxState, config: Config): Promise<Finding[]> {
  if (!state.active) return [warning('sandbox', state.reason ?? `job.sandbox is ${state.mode}`)]
  const missed = await missedPaths(config)
  const texts = missed.slice(0, maxMissed)
  if (missed.length > texts.length) texts.push(`${missed.length - texts.length} more like this`)
  return [
    ok('sandbox', 'analyzers run in bubblewrap'),
    ...texts.map((text) => warning('sandbox', text)),
  ]
}

const maxMissed = 20

const remedies: Readonly<Record<string, string>> = {
  docker: 'start the Docker engine, set docker.host, or remove docker from job.runners',
  kubernetes: 'check kubernetes.*, or remove kubernetes from job.runners',
  process: 'fix the cause above; catalog programs cannot run on this host',
}

/** Addresses are not contacted: the server does that, and logs it. */
async function catalogueFolder(url: string): Promise<Finding> {
  if (/^https?:/.test(url)) return ok('catalog', `${new URL(url).host}, not contacted`)
  return await access(resolve(url), constants.R_OK).then(
    () => ok('catalog', url),
    () =>
      problem(
        'catalog',
        `${url} is not readable`,
        'fix analyzer.urls or responder.urls, or the folder permissions',
      ),
  )
}

const ok = (what: string, text: string): Finding => ({ what, is: 'ok', text })
const warning = (what: string, text: string, remedy?: string): Finding => ({
  what,
  is: 'warning',
  text,
  ...(remedy !== undefined && { remedy }),
})
const problem = (what: string, text: string, remedy?: string): Finding => ({
  ...warning(what, text, remedy),
  is: 'problem',
})

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
