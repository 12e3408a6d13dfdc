import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { DatabaseUnavailable } from '../domain/storage-trouble.ts'
import { reportPools } from '../process/metrics.ts'
import { type ClusterNotifications, noCluster } from './common/cluster.ts'
import { type Dialect, postgres, sqlite } from './common/dialect.ts'
import { watchSlowness } from './common/slowness.ts'
import { tlsProblem } from './postgres/address.ts'
import type { PostgresOptions } from './postgres/driver.ts'
import { directOf, type SqliteOptions, sqliteDialect } from './sqlite/driver.ts'
import { watchCommits } from './sqlite/slow-commits.ts'
import type { Tables } from './tables/tables.ts'

export type Db = Kysely<Tables>

/** Of the database that this is a handle on; inside a transaction too. */
export const dialectOf = (db: Db): Dialect =>
  directOf(db.getExecutor().adapter) ? sqlite : postgres

export interface Database {
  readonly db: Db
  /** For claims, leases and ends of jobs: requests cannot block them. */
  readonly queue: Db
  /** For migrations: without limits of time. */
  readonly patient: Db
  readonly dialect: Dialect
  readonly cluster: ClusterNotifications
  /** Why it cannot be worked with, in two seconds; undefined when all is well. */
  check(): Promise<string | undefined>
  /** Why it is slow, each with what to look at; nothing when it is not. */
  slow(): Promise<readonly string[]>
  /** PostgreSQL only: which version, and whether there is a pooler. */
  server?: PostgresServer
  /** How long callers wait for the database at the beginning of an outage. */
  setPatience(ms: number): void
  close(): Promise<void>
}

export interface PostgresServer {
  readonly version: number
  readonly isPooled: boolean
}

export interface DatabaseOptions {
  /** `postgres://…`; when it is missing, the SQLite file is used. */
  url?: string
  file?: string
  /** How PostgreSQL lists the sessions; `assay` for a server. */
  name?: string
  /** Told once when PostgreSQL cannot be reached any more, and once when it is back. */
  onAway?: (error: unknown) => void
  onBack?: (awayMs: number) => void
  /** The listening connection was lost; another one is made. */
  onUnheard?: (error: Error) => void
  /** Nothing is heard on it, because of a pooler most likely. */
  onDeaf?: (reason: string) => void
  /** PostgreSQL is reached through a pooler. */
  onPooler?: (advice: string) => void
  /** How long callers wait for the database at the beginning of an outage. */
  patienceMs?: number
  /** How long a search may take before its caller must narrow it. */
  searchMs?: number
  /** SQLite only: the wait for the disk happens in the thread pool; a failed one must end the program. */
  syncInPool?: boolean
  onSyncFailed?: (error: unknown) => void
  /** SQLite only: commits wait long for the disk, on average of a minute so long. */
  onSlowCommits?: (meanMs: number) => void
  /** Where to listen to other processes, when `url` is a pooler. */
  listenUrl?: string
  /** Whether PostgreSQL keeps prepared statements; by default, unless behind a pooler. */
  namedStatements?: boolean | undefined
  /** Called for every round trip. */
  onStatement?: (text: string) => void
}

export async function openDatabase({ url, file, ...rest }: DatabaseOptions): Promise<Database> {
  if (url) return await openPostgres({ url, ...rest })
  const { searchMs, onSlowCommits, syncInPool, onSyncFailed } = rest
  if (file)
    return await openSqlite(
      {
        file,
        ...(searchMs === undefined ? {} : { searchMs }),
        ...(syncInPool && { syncInPool, ...(onSyncFailed && { onSyncFailed }) }),
      },
      onSlowCommits && watchCommits(onSlowCommits),
    )
  throw new Error('Neither a PostgreSQL URL nor a SQLite file is set')
}

async function openSqlite(
  options: SqliteOptions,
  watch?: ReturnType<typeof watchCommits>,
): Promise<Database> {
  const { file } = options
  const slowness = watchSlowness()
  const onCommit = (_units: number, waitedMs: number) => {
    const now = performance.now()
    slowness.committed(waitedMs, now)
    watch?.(waitedMs, now)
  }
  const db: Db = new Kysely({ dialect: sqliteDialect({ ...options, onCommit }) })
  try {
    // Contains password hashes and sealed keys: other users of the machine must not read it.
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    const reason = reasonOf(error)
    throw new Error(`Cannot open the database file ${file}: ${reason}. ${wayOut(file, reason)}`, {
      cause: error,
    })
  }
  return {
    db,
    queue: db,
    patient: db,
    dialect: sqlite,
    cluster: noCluster,
    check: () =>
      sql`select 1`.execute(db).then(
        () => undefined,
        () => 'Cannot read the database file',
      ),
    slow: async () => slowness.reasons(performance.now()),
    setPatience: () => undefined,
    close: () => db.destroy(),
  }
}

const wayOut = (file: string, reason: string): string =>
  /not a database|malformed/i.test(reason)
    ? 'Restore a backup, or choose another data folder with data.dir (ASSAY_DATA_DIR)'
    : `Check that ${dirname(file)} is a folder in which this user may write, or choose another with data.dir (ASSAY_DATA_DIR)`

async function openPostgres(
  options: PostgresOptions &
    Pick<DatabaseOptions, 'listenUrl' | 'onUnheard' | 'onDeaf' | 'onPooler'>,
): Promise<Database> {
  const { url, listenUrl = url, onUnheard, onDeaf, onPooler } = options
  const where = placeOf(url)
  // Loaded only here: a start on SQLite need not read the driver.
  const { openPools } = await import('./postgres/driver.ts')
  const { main, queue, patient, breaker, numbers, isPooled, slowness, check } = openPools(options)
  const stopReporting = reportPools(numbers)
  const handles = [main, queue, patient].map((dialect): Db => new Kysely({ dialect }))
  const [db, ofQueue, ofMigrations] = handles as [Db, Db, Db]
  const destroy = async () => {
    breaker.stop()
    stopReporting()
    await Promise.all(handles.map((handle) => handle.destroy()))
  }
  let server: PostgresServer
  try {
    const { statementMs, version } = await examine(db, options.patienceMs ?? 0)
    server = { version, isPooled: isPooled() }
    if (server.isPooled) onPooler?.(statementMs === 0 ? poolerWithoutLimit : pooler)
  } catch (error) {
    await destroy()
    const reason =
      tlsProblem(error) ??
      `${reasonOf(error)}. Check that PostgreSQL runs there, and database.url (ASSAY_DATABASE_URL)`
    throw new Error(`The database at ${where} cannot be used: ${reason}`, { cause: error })
  }
  const { makeClusterNotifications } = await import('./postgres/cluster.ts')
  const cluster = makeClusterNotifications({
    url: listenUrl,
    sendByPool: async (channel, text) => {
      await sql`select pg_notify(${channel}, ${text})`.execute(db)
    },
    ...(onUnheard && { onTrouble: onUnheard }),
    ...(onDeaf && { onDeaf }),
  })
  return {
    db,
    queue: ofQueue,
    patient: ofMigrations,
    dialect: postgres,
    cluster,
    check,
    server,
    slow: async () => [...(await compiles(db)), ...slowness.reasons(performance.now())],
    setPatience: breaker.setPatience,
    async close() {
      await cluster.close()
      await destroy()
    },
  }
}

const pooler =
  'the database is behind a pooler: prepared statements and session settings are disabled'

const poolerWithoutLimit =
  `${pooler}, and statements have no time limit there; ` +
  "add connect_query='set statement_timeout = 10000; set jit = off' to its database entry"

/** The oldest that is tested. */
const oldestVersion = 13

/** A database that comes and goes while it starts is asked again, for as long as a start may wait. */
async function examine(db: Db, patienceMs: number) {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      const { encoding, version, statementMs } = await describeServer(db)
      if (encoding !== 'UTF8') throw new Error(`encoding is ${encoding}; UTF8 is required`)
      const major = Math.floor(version / 10_000)
      if (major < oldestVersion)
        throw new Error(
          `PostgreSQL ${major} is too old; version ${oldestVersion} or later is required`,
        )
      return { statementMs, version }
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > until) throw error
      await sleep(100)
    }
  }
}

/** Behind a pooler, or in functions of a database that an administrator changed. */
async function compiles(db: Db): Promise<string[]> {
  const { rows } = await sql<{ isOn: boolean; functions: string | null }>`
    select current_setting('jit') = 'on' as "isOn",
      (select string_agg(proname, ', ') from pg_proc
        where pronamespace = current_schema()::regnamespace
          and array_to_string(proconfig, ' ') ~ 'enable_' and not 'jit=off' = any(proconfig))
        as functions`.execute(db)
  const { isOn, functions } = rows[0] ?? {}
  return [
    ...(isOn
      ? ["statements are compiled (jit): add 'set jit = off' to the pooler's connect_query"]
      : []),
    ...(functions
      ? [`jit is on in the functions ${functions}: alter function … set jit = off`]
      : []),
  ]
}

async function describeServer(db: Db) {
  const { rows } = await sql<{ encoding: string; version: number; statementMs: number }>`
    select current_setting('server_encoding') as encoding,
      current_setting('server_version_num')::int as version,
      (select setting::int from pg_settings where name = 'statement_timeout') as "statementMs"`.execute(
    db,
  )
  const [server] = rows
  if (!server) throw new Error('unexpected response')
  return server
}

/** Host, port and name, never the password. The error of `new URL` holds it: so no `cause` here. */
function placeOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new Error('The database URL must look like postgres://user:password@host:5432/name')
  }
  return `${parsed.host || 'the local socket'}${parsed.pathname}`
}

/** A refused connection to a name with two addresses is an error without a message in Node. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseUnavailable && error.cause !== undefined)
    return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error instanceof Error) return error.message || String((error as NodeJS.ErrnoException).code)
  return String(error)
}
