import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Kysely, sql } from 'kysely'
import { type ClusterNotifications, noCluster } from './cluster.ts'
import { type Dialect, postgres, sqlite } from './dialect.ts'
import type { PostgresOptions } from './postgres.ts'
import { directOf, type SqliteOptions, sqliteDialect } from './sqlite.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

/** Of the database that this is a handle on; inside a transaction too. */
export const dialectOf = (db: Db): Dialect =>
  directOf(db.getExecutor().adapter) ? sqlite : postgres

export interface Database {
  readonly db: Db
  readonly dialect: Dialect
  readonly cluster: ClusterNotifications
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** `postgres://…`; when it is missing, the SQLite file is used. */
  url?: string
  file?: string
  /** How PostgreSQL lists the sessions; `assay` for a server. */
  name?: string
  onIdleError?: (error: Error) => void
  /** How long a search may take before its caller is asked to narrow it. */
  searchMs?: number
  /** Where to listen to other processes, when `url` is a pooler. */
  listenUrl?: string
  /** Whether PostgreSQL may be asked to keep statements; told of every round trip. */
  namedStatements?: boolean
  onStatement?: (text: string) => void
}

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { url, file, name, onIdleError, searchMs, listenUrl, namedStatements, onStatement } =
    options
  const limit = searchMs === undefined ? {} : { searchMs }
  if (url) {
    return await openPostgres({
      url,
      ...limit,
      ...(name !== undefined && { name }),
      ...(onIdleError && { onIdleError }),
      ...(listenUrl !== undefined && { listenUrl }),
      ...(namedStatements !== undefined && { namedStatements }),
      ...(onStatement && { onStatement }),
    })
  }
  if (file) return await openSqlite({ file, ...limit })
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
  return { db, dialect: sqlite, cluster: noCluster, close: () => db.destroy() }
}

async function openPostgres(
  options: PostgresOptions & Pick<DatabaseOptions, 'listenUrl'>,
): Promise<Database> {
  const { url, listenUrl = url, onIdleError } = options
  const where = placeOf(url)
  // Loaded only here: a start on SQLite need not read the driver.
  const { postgresDialect } = await import('./postgres.ts')
  const db: Db = new Kysely({ dialect: postgresDialect(options) })
  try {
    await assertUtf8(db)
  } catch (error) {
    await db.destroy()
    throw new Error(`The database at ${where} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
  const { makeClusterNotifications } = await import('./postgres-cluster.ts')
  const cluster = makeClusterNotifications({
    url: listenUrl,
    sendByPool: async (channel, text) => {
      await sql`select pg_notify(${channel}, ${text})`.execute(db)
    },
    ...(onIdleError && { onTrouble: onIdleError }),
  })
  const close = async () => {
    await cluster.close()
    await db.destroy()
  }
  return { db, dialect: postgres, cluster, close }
}

async function assertUtf8(db: Db) {
  const setting = sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`
  const encoding = (await setting.execute(db)).rows[0]?.encoding
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, not UTF8`)
}

/** Host, port and name, never the password. The error of `new URL` holds it: so no `cause` here. */
function placeOf(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new Error('The database address must look like postgres://user:password@host:5432/name')
  }
  return `${parsed.host || 'the local socket'}${parsed.pathname}`
}

/** Node tells a refused connection to a name with two addresses as an error without a message. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error instanceof Error) return error.message || String((error as NodeJS.ErrnoException).code)
  return String(error)
}
