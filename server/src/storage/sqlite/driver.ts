import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { isLong } from '../common/text-walk.ts'
import { openSqliteFile, type SqliteFile } from './file.ts'
import {
  createGroupCommit,
  type GroupCommit,
  type GroupCommitOptions,
  type TransactionUnit,
} from './group-commit.ts'
import { createLogSync, type LogSync } from './log-sync.ts'
import { makeSlowReader, type SlowReader } from './slow-reader.ts'

export interface SqliteOptions extends GroupCommitOptions {
  file: string
  /** How long a search may take. */
  searchMs?: number
  /** Waits for the disk in the thread pool, see `log-sync.ts`. */
  syncInPool?: boolean
}

/**
 * Kysely on `node:sqlite`. Reads outside a transaction use a read-only connection, which in WAL
 * mode sees committed data only, or a thread for what takes long; everything else goes through the
 * writer and its group commit.
 */
export function sqliteDialect(options: SqliteOptions): Dialect {
  const adapter = new SharedAdapter()
  return {
    createDriver: (): Driver => new SqliteDriver(options, adapter),
    createAdapter: (): DialectAdapter => adapter,
    createQueryCompiler: (): QueryCompiler => new SqliteQueryCompiler(),
    createIntrospector: (db: Kysely<unknown>): DatabaseIntrospector => new SqliteIntrospector(db),
  }
}

/**
 * Kysely's own adapter says false, which makes Kysely hold one lock around every query until its
 * promise settles: each group would then hold a single unit.
 */
class SharedAdapter extends SqliteAdapter {
  /** While the database is open. */
  direct: Direct | undefined

  override get supportsMultipleConnections() {
    return true
  }
}

/** The shortest way to the file, past Kysely's connections and their promises. */
export interface Direct {
  /** Sees committed data only. */
  read<R>(query: CompiledQuery): R[]
  /** Statements that count together or not at all. Resolves when they are on disk. */
  unit<T>(work: (run: <R>(query: CompiledQuery) => R[]) => T): Promise<T>
}

/** Undefined on PostgreSQL. */
export const directOf = (adapter: DialectAdapter): Direct | undefined =>
  adapter instanceof SharedAdapter ? adapter.direct : undefined

class SqliteDriver implements Driver {
  readonly #options: SqliteOptions
  readonly #adapter: SharedAdapter
  #open: OpenFile | undefined

  constructor(options: SqliteOptions, adapter: SharedAdapter) {
    this.#options = options
    this.#adapter = adapter
  }

  async init() {
    const { file, searchMs, syncInPool = false, ...groupCommit } = this.#options
    // The writer first: it makes the file and turns WAL on, which a read-only connection cannot.
    const writer = openSqliteFile(file, {
      readOnly: false,
      syncs: syncInPool ? 'checkpoint' : 'commit',
    })
    const logSync = syncInPool ? createLogSync(`${file}-wal`) : undefined
    try {
      const reader = openSqliteFile(file, { readOnly: true })
      const writes = createGroupCommit(writer.database, {
        ...groupCommit,
        ...(logSync && { logSync }),
      })
      const slowReader = makeSlowReader(file, searchMs === undefined ? {} : { limitMs: searchMs })
      this.#open = { file, writer, reader, slowReader, writes, logSync, reads: makePauses() }
      const run = <R>(query: CompiledQuery) => writer.run<R>(query).rows
      this.#adapter.direct = {
        read: <R>(query: CompiledQuery) => reader.run<R>(query).rows,
        unit: (work) => writes.unit(() => work(run)),
      }
    } catch (error) {
      writer.close()
      throw error
    }
  }

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#open) throw new Error('The database is closed')
    return new SqliteConnection(this.#open)
  }

  beginTransaction(connection: SqliteConnection) {
    return connection.begin()
  }

  commitTransaction(connection: SqliteConnection) {
    return connection.commit()
  }

  async rollbackTransaction(connection: SqliteConnection) {
    connection.rollback()
  }

  async savepoint(connection: SqliteConnection, name: string) {
    connection.command(`savepoint ${quoted(name)}`)
  }

  async rollbackToSavepoint(connection: SqliteConnection, name: string) {
    connection.command(`rollback to ${quoted(name)}`)
  }

  async releaseSavepoint(connection: SqliteConnection, name: string) {
    connection.command(`release ${quoted(name)}`)
  }

  async releaseConnection(connection: SqliteConnection) {
    connection.rollback()
  }

  async destroy() {
    const open = this.#open
    this.#open = undefined
    this.#adapter.direct = undefined
    await open?.slowReader.stop()
    await open?.writes.stop()
    await open?.logSync?.close()
    open?.reader.close()
    open?.writer.close()
  }
}

/** Also one that was written by hand; none of those that begins so writes anything on SQLite. */
const isRead = ({ query, sql }: CompiledQuery): boolean =>
  SelectQueryNode.is(query) || (RawNode.is(query) && /^\s*(?:select|with)\s/.test(sql))

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

interface OpenFile {
  readonly file: string
  readonly writer: SqliteFile
  readonly reader: SqliteFile
  readonly slowReader: SlowReader
  readonly writes: GroupCommit
  readonly logSync: LogSync | undefined
  readonly reads: Pauses
}

interface Pauses {
  /** Resolves at once, or in the next turn of the event loop when this one lasts too long. */
  pause(): Promise<void> | undefined
}

/** Reads are answered on the spot: a request that reads a thousand rows one by one would never pause. */
function makePauses(): Pauses {
  let began: number | undefined
  const end = () => {
    began = undefined
  }
  return {
    pause() {
      if (began === undefined) {
        began = performance.now()
        setImmediate(end)
      }
      return performance.now() - began < withoutPauseMs ? undefined : nextTurn()
    },
  }
}

/** How long a transaction, or a series of reads, runs before others get a turn of the event loop. */
const withoutPauseMs = 20

/** What Kysely holds during one query or one transaction; the files behind it are shared. */
class SqliteConnection implements DatabaseConnection {
  readonly #open: OpenFile
  /**
   * Stays after the end of a transaction: a statement without an await would otherwise run outside
   * it and be committed although the transaction was rolled back.
   */
  #unit: TransactionUnit | undefined
  #turnBegan = 0

  constructor(open: OpenFile) {
    this.#open = open
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { writer, reader, slowReader, writes } = this.#open
    if (this.#unit) {
      const result = this.#unit.run(() => writer.run<R>(query))
      await this.#pause()
      return result
    }
    if (isLong(query)) return slowReader.run<R>(query)
    if (isRead(query)) {
      const result = reader.run<R>(query)
      await this.#open.reads.pause()
      return result
    }
    return writes.single(() => writer.run<R>(query))
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize: number) {
    const { writer, file } = this.#open
    if (!SelectQueryNode.is(query.query)) {
      yield await this.executeQuery<R>(query)
    } else if (this.#unit) {
      yield* chunks(
        this.#unit.run(() => writer.iterate<R>(query)),
        chunkSize,
      )
    } else {
      // A separate connection: an unfinished statement keeps its snapshot for every later read of
      // the same connection, so other callers would not see their own writes.
      const own = openSqliteFile(file, { readOnly: true })
      try {
        yield* chunks(own.iterate<R>(query), chunkSize)
      } finally {
        own.close()
      }
    }
  }

  /**
   * A transaction of many statements would otherwise block everything from its first to its last.
   */
  async #pause() {
    if (performance.now() - this.#turnBegan < withoutPauseMs) return
    await nextTurn()
    this.#turnBegan = performance.now()
  }

  async begin() {
    this.#unit = await this.#open.writes.transaction()
    this.#turnBegan = performance.now()
  }

  commit() {
    return this.#openUnit().commit()
  }

  rollback() {
    this.#unit?.rollback()
  }

  command(sql: string) {
    this.#openUnit().run(() => this.#open.writer.database.exec(sql))
  }

  #openUnit(): TransactionUnit {
    if (!this.#unit) throw new Error('There is no transaction')
    return this.#unit
  }
}

function* chunks<R>(rows: Iterable<R>, size: number): Generator<QueryResult<R>> {
  let chunk: R[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < size) continue
    yield { rows: chunk }
    chunk = []
  }
  if (chunk.length > 0) yield { rows: chunk }
}
