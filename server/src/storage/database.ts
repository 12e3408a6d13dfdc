import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { DatabaseAway } from '../domain/storage-trouble.ts'
import { reportPools } from '../metrics.ts'
import { type ClusterNotifications, noCluster } from './cluster.ts'
import { type Dialect, postgres, sqlite } from './dialect.ts'
import type { PostgresOptions } from './postgres.ts'
import { watchCommits } from './slow-commits.ts'
import { directOf, type SqliteOptions, sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** Of the database that this is a handle on; inside a transaction too. */
export const dialectOf = (db: Db): Dialect =>
  directOf(db.getExecutor().adapter) ? sqlite : postgres

export interface Database {
  readonly db: Db
  /** For claims, leases and ends of jobs: requests cannot keep them waiting. */
  readonly queue: Db
  /** For migrations: without limits of time. */
  readonly patient: Db
  readonly dialect: Dialect
  readonly cluster: ClusterNotifications
  /** Why it cannot be worked with, in two seconds; undefined when all is well. */
  check(): Promise<string | undefined>
  /** How long whoever needs the database waits for it at the beginning of an outage. */
  setPatience(ms: number): void
  close(): Promise<void>
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
  /** The connection that hears other processes was lost; another is made. */
  onUnheard?: (error: Error) => void
  /** Nothing is heard on it, because of a pooler most likely. */
  onDeaf?: (reason: string) => void
  /** How long whoever needs the database waits for it at the beginning of an outage. */
  patienceMs?: number
  /** How long a search may take before its caller is asked to narrow it. */
  searchMs?: number
  /** SQLite only: the wait for the disk happens in the thread pool; a failed one must end the program. */
  syncInPool?: boolean
  onSyncFailed?: (error: unknown) => void
  /** SQLite only: commits wait long for the disk, on average of a minute so long. */
  onSlowCommits?: (meanMs: number) => void
  /** Where to listen to other processes, when `url` is a pooler. */
  listenUrl?: string
  /** Whether PostgreSQL may be asked to keep statements; called for every round trip. */
  namedStatements?: boolean
  onStatement?: (text: string) => void
}

export async function openDatabase({ url, file, ...rest }: DatabaseOptions): Promise<Database> {
  if (url) return await openPostgres({ url, ...rest })
  const { searchMs, onSlowCommits, syncInPool, onSyncFailed } = rest
  const watch = onSlowCommits && watchCommits(onSlowCommits)
  if (file)
    return await openSqlite({
      file,
      ...(searchMs === undefined ? {} : { searchMs }),
      ...(syncInPool && { syncInPool, ...(onSyncFailed && { onSyncFailed }) }),
      ...(watch && { onCommit: (_units, waitedMs) => watch(waitedMs, performance.now()) }),
    })
  throw new Error('Neither the address of a PostgreSQL database nor a SQLite file is set')
}

async function openSqlite(options: SqliteOptions): Promise<Database> {
  const { file } = options
  const db: Db = new Kysely({ dialect: sqliteDialect(options) })
  try {
    // Hashes of passwords and sealed keys live in here: nobody else on the machine may look.
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw new Error(`The database file ${file} cannot be opened: ${reasonOf(error)}`, {
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
        () => 'The database file cannot be read',
      ),
    setPatience: () => undefined,
    close: () => db.destroy(),
  }
}

async function openPostgres(
  options: PostgresOptions & Pick<DatabaseOptions, 'listenUrl' | 'onUnheard' | 'onDeaf'>,
): Promise<Database> {
  const { url, listenUrl = url, onUnheard, onDeaf } = options
  const where = placeOf(url)
  // Loaded only here: a start on SQLite need not read the driver.
  const { openPools } = await import('./postgres.ts')
  const { main, queue, patient, breaker, numbers, check } = openPools(options)
  const stopReporting = reportPools(numbers)
  const handles = [main, queue, patient].map((dialect): Db => new Kysely({ dialect }))
  const [db, ofQueue, ofMigrations] = handles as [Db, Db, Db]
  const destroy = async () => {
    breaker.stop()
    stopReporting()
    await Promise.all(handles.map((handle) => handle.destroy()))
  }
  try {
    await assertUtf8(db, options.patienceMs ?? 0)
  } catch (error) {
    await destroy()
    throw new Error(`The database at ${where} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
  const { makeClusterNotifications } = await import('./postgres-cluster.ts')
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
    setPatience: breaker.setPatience,
    async close() {
      await cluster.close()
      await destroy()
    },
  }
}

/** A database that comes and goes while it starts is asked again, for as long as a start may wait. */
async function assertUtf8(db: Db, patienceMs: number) {
  const setting = sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      const encoding = (await setting.execute(db)).rows[0]?.encoding
      if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, not UTF8`)
      return
    } catch (error) {
      if (!(error instanceof DatabaseAway) || performance.now() > until) throw error
      await sleep(100)
    }
  }
}

/** Host, port and name, never the password. The error of `new URL` holds it: so no `cause` here. */
function placeOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new Error('The database address must look like postgres://user:password@host:5432/name')
  }
  return `${parsed.host || 'the local socket'}${parsed.pathname}`
}

/** A refused connection to a name with two addresses is an error without a message in Node. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseAway && error.cause !== undefined) return reasonOf(error.cause)
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error instanceof Error) return error.message || String((error as NodeJS.ErrnoException).code)
  return String(error)
}
