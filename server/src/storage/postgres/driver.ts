import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresDialect,
  type PostgresPool,
  type QueryResult,
  SelectQueryNode,
  type TransactionSettings,
} from 'kysely'
import { DatabaseUnavailable } from '../../domain/storage-trouble.ts'
import { commitSeconds, type PoolNumbers } from '../../process/metrics.ts'
import { type Slowness, watchSlowness } from '../common/slowness.ts'
import { isLong } from '../common/text-walk.ts'
import { connectionOf } from './address.ts'
import { type Breaker, makeBreaker } from './breaker.ts'
import { type GuardedPool, makeGuardedPool, type PoolOptions, saysReadOnly } from './pool.ts'
import { probePostgres } from './probe.ts'
import { makePostgresSearches, type PostgresSearches } from './searches.ts'
import { type StatementOptions, statementClient } from './statements.ts'

export interface PostgresOptions extends StatementOptions {
  url: string
  name?: string
  /** Told once when the database cannot be reached any more, and once when it is back. */
  onAway?: (error: unknown) => void
  onBack?: (awayMs: number) => void
  /** How long callers wait for the database at the beginning of an outage. */
  patienceMs?: number
  /** How long a search may take. */
  searchMs?: number
}

export interface PostgresPools {
  /** For requests and everything else. */
  readonly main: Dialect
  /** For claims, leases and ends: requests cannot take its connections. */
  readonly queue: Dialect
  /** For migrations, which take as long as they take. */
  readonly patient: Dialect
  readonly breaker: Breaker
  readonly slowness: Slowness
  numbers(): PoolNumbers[]
  /** Whether there is a pooler before the database, as far as connections have shown. */
  isPooled(): boolean
  /** Why it cannot be worked with; undefined when all is well. */
  check(): Promise<string | undefined>
}

/** The server ends a statement of a request that takes longer. */
const statementMs = 10_000

export function openPools(options: PostgresOptions): PostgresPools {
  const { url, name = 'assay', searchMs = 10_000, onAway, onBack, patienceMs } = options
  const pools = new Map<GuardedPool, string>()
  let isReadOnly = false
  const breaker = makeBreaker({
    async probe() {
      isReadOnly = (await probePostgres(url)).isReadOnly
    },
    onTrip() {
      for (const pool of pools.keys()) pool.giveUp()
    },
    onAway(cause) {
      for (const pool of pools.keys()) pool.cut()
      onAway?.(cause)
    },
    onBack: (awayMs) => onBack?.(awayMs),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  })
  const open = (use: string, limits: PoolOptions) => {
    const Client = statementClient(options)
    const common = { ...connectionOf(url), application_name: name, Client }
    const pool = makeGuardedPool({ ...common, ...limits }, breaker)
    pools.set(pool, use)
    return pool
  }
  const searches = makePostgresSearches({
    limitMs: searchMs,
    openPool: (limits) => open('search', { ...limits, queryMs: searchMs + 5_000 }),
  })
  const slowness = watchSlowness()
  const onAnswered = (ms: number) => slowness.answered(ms, performance.now())
  const jobs = open('jobs', { max: 3, statementMs, onAnswered })
  const requests = open('requests', { max: 10, statementMs, onAnswered })
  return {
    main: dialectOn(requests, breaker, slowness, searches),
    queue: dialectOn(jobs, breaker, slowness),
    // What it does takes long.
    patient: dialectOn(open('migrations', { max: 1, queryMs: 0 }), breaker, watchSlowness()),
    slowness,
    breaker,
    numbers: () => [...pools].map(([pool, use]) => ({ pool: use, ...pool.numbers() })),
    isPooled: () => [...pools.keys()].some((pool) => pool.isPooled()),
    async check() {
      const problem = await breaker.check()
      if (problem !== undefined) return 'The database does not answer'
      // Claims and leases are asked all the time: where they fail, no job runs.
      return isReadOnly ? 'The database is read-only' : jobs.refusal()
    },
  }
}

function dialectOn(
  pool: GuardedPool,
  breaker: Breaker,
  slowness: Slowness,
  searches?: PostgresSearches,
): Dialect {
  // Kysely reads rows and their number, and the command of a commit: what pg answers.
  const dialect = new PostgresDialect({ pool: pool as unknown as PostgresPool })
  return {
    createDriver: () => new LateDriver(dialect.createDriver(), breaker, slowness, searches),
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
  }
}

/**
 * Kysely's driver, which takes a connection only when a statement needs one: a long search has separate
 * connections, and while it waits for one it must not hold a shared one. What a lost connection cannot
 * have done is repeated on another: once, and while callers are patient.
 */
class LateDriver implements Driver {
  readonly #inner: Driver
  readonly #breaker: Breaker
  readonly #slowness: Slowness
  readonly #searches: PostgresSearches | undefined

  constructor(
    inner: Driver,
    breaker: Breaker,
    slowness: Slowness,
    searches: PostgresSearches | undefined,
  ) {
    this.#inner = inner
    this.#breaker = breaker
    this.#slowness = slowness
    this.#searches = searches
  }

  init() {
    return this.#inner.init()
  }

  async acquireConnection(): Promise<LateConnection> {
    return new LateConnection(this.#inner, this.#breaker, this.#searches)
  }

  async beginTransaction(connection: LateConnection, settings: TransactionSettings) {
    await connection.again(async (opened) => {
      await this.#inner.beginTransaction(opened, settings)
    })
    connection.isTransaction = true
  }

  async commitTransaction(connection: LateConnection) {
    const begun = performance.now()
    await this.#inner.commitTransaction(await connection.open())
    const now = performance.now()
    commitSeconds.observe([], (now - begun) / 1000)
    this.#slowness.committed(now - begun, now)
  }

  async rollbackTransaction(connection: LateConnection) {
    try {
      await this.#inner.rollbackTransaction(await connection.open())
    } catch (error) {
      // Without its connection nothing of it is left to undo.
      if (!(error instanceof DatabaseUnavailable)) throw error
    }
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
    await this.#searches?.stop()
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
  readonly #breaker: Breaker
  readonly #searches: PostgresSearches | undefined
  #opened: Promise<DatabaseConnection> | undefined
  isTransaction = false

  constructor(driver: Driver, breaker: Breaker, searches: PostgresSearches | undefined) {
    this.#driver = driver
    this.#breaker = breaker
    this.#searches = searches
  }

  open(): Promise<DatabaseConnection> {
    this.#opened ??= this.#driver.acquireConnection()
    return this.#opened
  }

  async close(): Promise<void> {
    // A connection that could not be opened need not be closed; the caller got the error.
    const opened = await this.#opened?.catch(() => undefined)
    this.#opened = undefined
    if (opened) await this.#driver.releaseConnection(opened)
  }

  /**
   * The work is done again on a new connection when one was lost under it. A start is patient for long: a
   * database that comes and goes does not end it.
   */
  async again<T>(
    work: (opened: DatabaseConnection) => Promise<T>,
    mayRepeat = (_lost: DatabaseUnavailable) => true,
  ): Promise<T> {
    const begun = performance.now()
    for (let isFirst = true; ; isFirst = false) {
      const opened = await this.open()
      try {
        return await work(opened)
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || !mayRepeat(error)) throw error
        if (!isFirst && (saysReadOnly(error.cause) || !this.#breaker.isPatient(begun))) throw error
        await this.close()
      }
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.isTransaction) return this.#inTransaction<R>(query)
    // In a transaction it must see what the transaction wrote.
    if (this.#searches && isLong(query)) return this.#searches.run<R>(query)
    const isRead = SelectQueryNode.is(query.query)
    return this.again(
      (opened) => opened.executeQuery<R>(query),
      ({ isUndone }) => isRead || isUndone,
    )
  }

  async #inTransaction<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await (await this.open()).executeQuery<R>(query)
    } catch (error) {
      // Never committed, so a caller that can repeat all of it may.
      throw error instanceof DatabaseUnavailable
        ? new DatabaseUnavailable(error.cause, true)
        : error
    }
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    yield* (await this.open()).streamQuery<R>(query, chunkSize)
  }
}
