import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { hasPart, hasWord, hasWordLike } from '../../domain/words.ts'

export interface SqliteFileOptions {
  readonly readOnly: boolean
  /** Asked for every text that is compared: an abandoned query ends there. */
  readonly isWanted?: () => boolean
  /** When the log is synced: at every commit, or separately before a checkpoint. */
  readonly syncs?: 'commit' | 'checkpoint'
}

/** One connection to a SQLite file, with its prepared statements. */
export interface SqliteFile {
  readonly database: DatabaseSync
  run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R>
  /** Rows one by one, from a separate statement, so the same query may run concurrently. */
  iterate<R>(query: CompiledQuery): IterableIterator<R>
  close(): void
}

interface Prepared {
  statement: StatementSync
  /** Undefined when it answers no rows. */
  shape: RowShape | undefined
}

interface RowShape {
  readonly columns: readonly string[]
  uses: number
  make: MakeRow
}

type MakeRow = (values: readonly SQLOutputValue[]) => Record<string, SQLOutputValue>

const cachedStatements = 500
/** Wide inserts have a new text for every number of rows; keeping them would hold megabytes. */
const cachedSqlLength = 10_000
/** More than a search is likely to have; each holds at most 100 words. */
const cachedWordLists = 200

export function openSqliteFile(file: string, options: SqliteFileOptions): SqliteFile {
  const database = new DatabaseSync(file, { readOnly: options.readOnly, timeout: 5_000 })
  try {
    configure(database, options)
  } catch (error) {
    database.close()
    throw error
  }
  // A Map keeps the order of insertion: the first key is the one unused for longest.
  const cache = new Map<string, Prepared>()

  function prepare(sql: string): Prepared {
    const known = cache.get(sql)
    if (known) {
      cache.delete(sql)
      cache.set(sql, known)
      return known
    }
    const statement = database.prepare(sql)
    const prepared = { statement, shape: shapeOf(statement) }
    // Rows as arrays: that node:sqlite names each value of a row takes longer than to read them.
    statement.setReturnArrays(true)
    if (sql.length > cachedSqlLength) return prepared
    cache.set(sql, prepared)
    const [oldest] = cache.keys()
    if (cache.size > cachedStatements && oldest !== undefined) cache.delete(oldest)
    return prepared
  }

  return {
    database,
    run<R>(query: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
      const prepared = prepare(query.sql)
      const { statement } = prepared
      const parameters = query.parameters.map(toSqlite)
      if (prepared.shape) {
        const rows = statement.all(...parameters) as unknown as SQLOutputValue[][]
        // The names of `select *` are those of the table as this connection knew it when it compiled;
        // only running it checks whether a migration has added or moved columns since.
        const isFirst = prepared.shape.uses === 0
        if (isFirst || (rows[0] && rows[0].length !== prepared.shape.columns.length))
          prepared.shape = shapeOf(statement) ?? prepared.shape
        const { shape } = prepared
        shape.uses += 1
        if (shape.uses === compiledAfter) shape.make = compiledRow(shape.columns)
        return { rows: rows.map(shape.make) as R[] }
      }
      const { changes, lastInsertRowid } = statement.run(...parameters)
      return { numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid), rows: [] }
    },
    iterate<R>(query: CompiledQuery) {
      const rows = database.prepare(query.sql).iterate(...query.parameters.map(toSqlite))
      return rows as unknown as IterableIterator<R>
    },
    close: () => database.close(),
  }
}

function shapeOf(statement: StatementSync): RowShape | undefined {
  const columns = statement.columns().map(({ name }) => name)
  return columns.length === 0 ? undefined : { columns, uses: 0, make: namedRow(columns) }
}

const namedRow =
  (columns: readonly string[]): MakeRow =>
  (values) => {
    const row: Record<string, SQLOutputValue> = {}
    for (let at = 0; at < columns.length; at += 1) row[columns[at] as string] = values[at] ?? null
    return row
  }

/** To compile takes 13 µs, as long as to make some five rows the other way. */
const compiledAfter = 50

/**
 * The same as an object literal. One that gets its names one by one turns into a hash table after
 * twelve of them: a row of thirty columns then takes 3 µs to make instead of 0.1, and longer to read.
 */
function compiledRow(columns: readonly string[]): MakeRow {
  // The one name that means something else in a literal.
  if (columns.includes('__proto__')) return namedRow(columns)
  const members = columns.map((name, at) => `${JSON.stringify(name)}: values[${at}]`)
  return new Function('values', `return { ${members.join(', ')} }`) as MakeRow
}

function configure(
  database: DatabaseSync,
  { readOnly, isWanted, syncs = 'commit' }: SqliteFileOptions,
) {
  database.exec('pragma foreign_keys = on')
  if (!readOnly) {
    database.exec('pragma journal_mode = wal')
    // NORMAL alone would lose the last commits at power loss: with it, the log is synced separately
    // before a commit is acknowledged. fullfsync is what macOS needs for the same promise and means
    // nothing elsewhere.
    database.exec(
      `pragma synchronous = ${syncs === 'commit' ? 'full' : 'normal'}; pragma fullfsync = on`,
    )
    // After a burst the write-ahead log shrinks again instead of keeping its largest size.
    database.exec(`pragma journal_size_limit = ${64 * 1024 * 1024}`)
  }
  addWordFunctions(database, isWanted)
}

function addWordFunctions(database: DatabaseSync, isWanted: () => boolean = () => true) {
  // The lists are the same for every row of a query: parsed once, not once per row.
  const parsed = new Map<string, ReadonlySet<string>>()
  const wordsIn = (json: string) => {
    const known = parsed.get(json)
    if (known) return known
    if (parsed.size >= cachedWordLists) parsed.clear()
    const words: ReadonlySet<string> = new Set(JSON.parse(json) as string[])
    parsed.set(json, words)
    return words
  }
  const checkWanted = () => {
    if (!isWanted()) throw new Error('The query was canceled')
    return 1
  }
  const options = { deterministic: true }
  // Not deterministic: SQLite would ask it once and keep the answer.
  database.function('still_wanted', checkWanted)
  database.function('word_match', options, (text, words) => {
    checkWanted()
    return text !== null && hasWord(String(text), wordsIn(String(words))) ? 1 : 0
  })
  database.function('word_glob', options, (text, pattern) => {
    checkWanted()
    return text !== null && hasWordLike(String(text), String(pattern)) ? 1 : 0
  })
  database.function('has_part', options, (text, part, position) => {
    checkWanted()
    return text !== null && hasPart(String(text).toLowerCase(), String(part), String(position))
      ? 1
      : 0
  })
}

/**
 * node:sqlite binds every number as REAL: `cast(5 as text)` is then `5.0`. A bigint is bound as
 * INTEGER and costs no more (0.8 µs per bound query both ways).
 */
function toSqlite(value: unknown): SQLInputValue {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (Number.isSafeInteger(value)) return BigInt(value as number)
  return value as SQLInputValue
}

/** Another process may hold the write lock: a second server on the same file, a backup, a shell. */
export async function beginImmediate(database: DatabaseSync, busyMs: number) {
  const giveUpAt = performance.now() + busyMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    try {
      begin(database)
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** False when it cannot be had at once, whatever the reason; `beginImmediate` throws it. */
export function tryBeginImmediate(database: DatabaseSync): boolean {
  try {
    begin(database)
    return true
  } catch {
    return false
  }
}

function begin(database: DatabaseSync) {
  // A rollback that failed earlier leaves its transaction open.
  if (database.isTransaction) database.exec('rollback')
  database.exec('begin immediate')
}

/** SQLITE_BUSY is 5; the extended codes keep it in the low byte. */
const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5

export function rollbackQuietly(database: DatabaseSync) {
  try {
    if (database.isTransaction) database.exec('rollback')
  } catch {
    // The next BEGIN tries again; the original error is the one to report.
  }
}
