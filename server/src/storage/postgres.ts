import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { makePostgresSearches, type PostgresSearches } from './postgres-searches.ts'
import { type StatementOptions, statementClient } from './postgres-statements.ts'
import { isLong } from './text-walk.ts'

export interface PostgresOptions extends StatementOptions {
  url: string
  maxConnections?: number
  name?: string
  /** Told when a resting connection breaks, for example because the server restarts. */
  onIdleError?: (error: Error) => void
  /** How long a search may take. */
  searchMs?: number
}

export function postgresDialect(options: PostgresOptions): Dialect {
  const pool = openPool(options, {
    max: options.maxConnections ?? 10,
    statement_timeout: 60_000,
  })
  const dialect = new PostgresDialect({ pool })
  const { searchMs: limitMs } = options
  const searches = makePostgresSearches({
    ...(limitMs === undefined ? {} : { limitMs }),
    openPool: (limits) => openPool(options, limits),
  })
  return {
    createDriver: () => new SearchingDriver(dialect.createDriver(), searches),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

function openPool(options: PostgresOptions, limits: pg.PoolConfig): pg.Pool {
  const { url, name, onIdleError } = options
  const pool = new pg.Pool({
    Client: statementClient(options),
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: name ?? 'assay',
    keepAlive: true,
    types: { getTypeParser },
    ...limits,
  })
  // Without a listener the broken connection ends the process. The pool has already thrown it away
  // and opens another for the next query.
  pool.on('error', (error) => onIdleError?.(error))
  // The pool listens only while a connection rests; one that breaks between two statements of a
  // transaction would still end the process. The next statement on it fails, which is enough.
  pool.on('connect', (client) => {
    client.on('error', () => {})
  })
  return pool
}

/** int8 (moments, counts) and numeric (sums) would else come as text. */
const numberTypes = new Set<number>([20, 1700])

const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  numberTypes.has(oid) ? Number : pg.types.getTypeParser(oid, format)

/**
 * Kysely's driver, which takes a connection only when a statement needs one of it: a search that is
 * long has connections of its own, and while it waits for one it must not hold one of everybody's.
 */
class SearchingDriver implements Driver {
  readonly #inner: Driver
  readonly #searches: PostgresSearches

  constructor(inner: Driver, searches: PostgresSearches) {
    this.#inner = inner
    this.#searches = searches
  }

  init() {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<LateConnection> {
    return new LateConnection(this.#inner, this.#searches)
  }

  async beginTransaction(connection: LateConnection, settings: TransactionSettings) {
    await this.#inner.beginTransaction(await connection.open(), settings)
  }

  async commitTransaction(connection: LateConnection) {
    await this.#inner.commitTransaction(await connection.open())
  }

  async rollbackTransaction(connection: LateConnection) {
    await this.#inner.rollbackTransaction(await connection.open())
  }

  async savepoint(...[connection, ...rest]: SavepointCall) {
    await this.#inner.savepoint?.(await connection.open(), ...rest)
  }

  async rollbackToSavepoint(...[connection, ...rest]: SavepointCall) {
    await this.#inner.rollbackToSavepoint?.(await connection.open(), ...rest)
  }

  async releaseSavepoint(...[connection, ...rest]: SavepointCall) {
    await this.#inner.releaseSavepoint?.(await connection.open(), ...rest)
  }

  async releaseConnection(connection: LateConnection) {
    await connection.close()
  }

  async destroy() {
    await this.#searches.stop()
    await this.#inner.destroy()
  }
}

type SavepointCall = [
  connection: LateConnection,
  ...rest: Parameters<NonNullable<Driver['savepoint']>> extends [unknown, ...infer Rest]
    ? Rest
    : never,
]

class LateConnection implements DatabaseConnection {
  readonly #driver: Driver
  readonly #searches: PostgresSearches
  #opened: Promise<DatabaseConnection> | undefined

  constructor(driver: Driver, searches: PostgresSearches) {
    this.#driver = driver
    this.#searches = searches
  }

  open(): Promise<DatabaseConnection> {
    this.#opened ??= this.#driver.acquireConnection()
    return this.#opened
  }

  async close(): Promise<void> {
    // What could not be opened need not be closed; whoever asked for it was told.
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    if (opened) await this.#driver.releaseConnection(opened)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // In a transaction it must see what the transaction wrote.
    if (!this.#opened && isLong(query)) return this.#searches.run<R>(query)
    return (await this.open()).executeQuery<R>(query)
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    yield* (await this.open()).streamQuery<R>(query, chunkSize)
  }
}
