import { type Expression, type SqlBool, sql } from 'kysely'
import { ownTurn } from '../../domain/own-turn.ts'
import type { Page } from '../../domain/page.ts'
import { type Batches, collected } from '../../domain/rows.ts'
import { comparedLength, slowly } from '../common/text-walk.ts'
import { type Db, dialectOf } from '../database.ts'
import { longColumnsOf } from './long-columns.ts'

type Condition = Expression<SqlBool>
type Row = Record<string, unknown>

/** Which rows of a table, and what of them. */
export interface RowsOf {
  readonly table: string
  /** Name of the column that identifies rows. */
  readonly id: string
  readonly columns: readonly string[]
  /** Whose rows; held against each read, also against those by id. */
  readonly scope: Condition
  /** Long columns that are shown by their beginning; a row of which one was cut names it in `cut`. */
  readonly cut?: readonly string[]
}

export interface PageOf extends RowsOf {
  readonly where: Condition
  readonly order: Expression<unknown>
  readonly range: Page
  /** It may look at very many rows: not in the event loop. */
  readonly isSlow: boolean
}

/** Of one statement, so with texts of `longAbove` it stays below a few MiB. */
const pageRows = 1_000
/** A row with a longer text than this is read in two parts. */
const longAbove = 2_048
/** Rows that are read by their ids in one statement. */
const idsAtOnce = 250
/** Long texts that are read, rendered and written without a pause; one row may be more. */
export const batchBytes = 1_048_576

/**
 * One page, some rows at a time. A page of up to a thousand ordinary rows is one statement, as ever.
 * Of a larger one the ids are read first, so no statement stays open while a slow caller reads; rows
 * that are removed since are left out.
 */
export async function readPage<R = Row>(
  db: Db,
  page: PageOf,
): Promise<{ readonly count: number; readonly batches: Batches<R> }> {
  const { limit } = page.range
  // Most who ask for all have few. To look twice costs nothing where an index has the order.
  if (limit <= pageRows || !page.isSlow) {
    const rows = await select(db, page, columnsOf(db, page), Math.min(limit, pageRows + 1))
    if (limit <= pageRows || rows.length <= pageRows)
      return { count: rows.length, batches: completed<R>(db, page, rows) }
  }
  const ids = await select(db, page, sql.ref(`${page.table}.${page.id}`), limit)
  return { count: ids.length, batches: byId<R>(db, page, ids) }
}

async function select(db: Db, page: PageOf, columns: Expression<unknown>, limit: number) {
  const { table, where, order, range, isSlow } = page
  const { rows } = await sql<Row>`select ${isSlow ? slowly : sql``} ${columns}
    from ${sql.table(table)} where ${where} order by ${order}
    limit ${limit} offset ${range.offset}`.execute(db)
  return unpack(page, rows)
}

/** Rows in the order of their ids. Missing ones are left out. */
export async function* readById<R = Row>(
  db: Db,
  of: RowsOf,
  ids: readonly unknown[],
): AsyncGenerator<readonly R[]> {
  yield* byId<R>(
    db,
    of,
    ids.map((id) => ({ [of.id]: id })),
  )
}

/** All rows of a condition in one piece, or nothing when they are more rows or bytes than this. */
export async function readFew<R = Row>(
  db: Db,
  of: RowsOf & Pick<PageOf, 'where' | 'order'>,
  { maxRows, maxBytes }: { maxRows: number; maxBytes: number },
): Promise<readonly R[] | undefined> {
  const page = { ...of, range: { offset: 0, limit: maxRows + 1 }, isSlow: false }
  const rows = await select(db, page, columnsOf(db, of), maxRows + 1)
  if (rows.length > maxRows || bytesOf(rows) > maxBytes) return undefined
  return collected(completed<R>(db, of, rows))
}

const bytesOf = (rows: readonly Row[]) =>
  rows.reduce((sum, row) => sum + Number(row.long_bytes ?? 0), 0)

/**
 * The rows of these ids in one piece, in no order, or nothing when their long texts are more than
 * `maxBytes` together.
 */
export async function readTogether<R = Row>(
  db: Db,
  of: RowsOf,
  ids: readonly unknown[],
  maxBytes: number,
): Promise<readonly R[] | undefined> {
  const found: R[] = []
  let bytes = 0
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const rows = await rowsById(db, of, columnsOf(db, of), ids.slice(at, at + idsAtOnce))
    bytes += bytesOf(rows)
    if (bytes > maxBytes) return undefined
    for await (const batch of completed<R>(db, of, rows)) found.push(...batch)
  }
  return found
}

async function* byId<R>(db: Db, of: RowsOf, ids: readonly Row[]): AsyncGenerator<readonly R[]> {
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const some = ids.slice(at, at + idsAtOnce).map((row) => row[of.id])
    const found = await rowsById(db, of, columnsOf(db, of), some)
    yield* completed<R>(db, of, inOrder(of, some, found))
  }
}

/** Rows whose long texts were left out get them here, a batch of bytes at a time. */
async function* completed<R>(
  db: Db,
  of: RowsOf,
  rows: readonly Row[],
): AsyncGenerator<readonly R[]> {
  if (rows.every(isWhole)) {
    if (rows.length > 0) yield rows as readonly R[]
    return
  }
  let batch: Row[] = []
  let bytes = 0
  for (const row of rows) {
    const own = isWhole(row) ? 0 : Number(row.long_bytes)
    if (bytes + own > batchBytes && batch.length > 0) {
      yield (await withLongTexts(db, of, batch)) as readonly R[]
      batch = []
      bytes = 0
    }
    batch.push(row)
    bytes += own
  }
  yield (await withLongTexts(db, of, batch)) as readonly R[]
}

const isWhole = (row: Row) => (row.long_bytes ?? null) === null

async function withLongTexts(db: Db, of: RowsOf, rows: readonly Row[]): Promise<Row[]> {
  const left = rows.filter((row) => !isWhole(row)).map((row) => row[of.id])
  if (left.length === 0) return [...rows]
  await ownTurn()
  const found = await rowsById(db, of, longTextsOf(of), left)
  const texts = new Map(found.map((row) => [row[of.id], row]))
  return rows.flatMap((row) => {
    if (isWhole(row)) return [row]
    const long = texts.get(row[of.id])
    return long ? [{ ...row, ...marked(of, long) }] : []
  })
}

/** What was cut is reported; see `longTextsOf`. */
function marked({ cut = [] }: RowsOf, row: Row): Row {
  const names = cut.filter((column) => {
    const text = row[column]
    return typeof text === 'string' && Buffer.byteLength(text) < Number(row[`${column}_bytes`])
  })
  for (const column of cut) delete row[`${column}_bytes`]
  return names.length === 0 ? row : { ...row, cut: names }
}

const rowsById = async (
  db: Db,
  of: RowsOf,
  columns: Expression<unknown>,
  ids: readonly unknown[],
): Promise<readonly Row[]> => {
  const { table, id, scope } = of
  // `is true` keeps SQLite from looking through all rows of an organization by another index.
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)}
    where ${sql.ref(`${table}.${id}`)} in (${sql.join(ids)}) and (${scope}) is true`.execute(db)
  return unpack(of, rows)
}

function inOrder({ id }: RowsOf, ids: readonly unknown[], rows: readonly Row[]): Row[] {
  const known = new Map(rows.map((row) => [row[id], row]))
  return ids.flatMap((one): Row[] => {
    const row = known.get(one)
    return row ? [row] : []
  })
}

/** Column names are ours, never a caller's; quoted, because `read` and `order` mean something. */
const named = (table: string, column: string) => `"${table}"."${column}"`

/**
 * The short columns, and the long ones of a row in which none is longer than `longAbove`; of other rows
 * how many bytes they have. Asking for the length of a text does not read it. The list is kept as one
 * piece of text: putting it together takes longer than SQLite takes for a page.
 */
function columnsOf(db: Db, { table, columns }: RowsOf): Expression<unknown> {
  const dialect = dialectOf(db)
  return kept(columns, `${dialect.name} ${table}`, () => {
    const long = longIn(table, columns)
    const shown = columns.map((column) => named(table, column))
    if (long.length === 0) return shown.join(', ')
    const texts = long.map((column) => named(table, column))
    const isLong = texts.map((text) => `octet_length(${text}) > ${longAbove}`).join(' or ')
    const bytes = texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ')
    const short = shown.filter((column) => !texts.includes(column))
    // On SQLite one condition for all: one each takes longer than the rest of the page.
    const guarded =
      dialect.name === 'sqlite'
        ? [`case when ${isLong} then ${bytes} else json_array(${texts.join(', ')}) end as packed`]
        : [
            ...long.map(
              (column, at) => `case when ${isLong} then null else ${texts[at]} end as "${column}"`,
            ),
            `case when ${isLong} then ${bytes} end as long_bytes`,
          ]
    return [...short, ...guarded].join(', ')
  })
}

const longIn = (table: string, columns: readonly string[]) =>
  longColumnsOf(table).filter((column) => columns.includes(column))

/** Undoes the packing of `columnsOf`. */
function unpack({ table, columns }: RowsOf, rows: readonly Row[]): readonly Row[] {
  const long = longIn(table, columns)
  if (long.length === 0 || rows[0]?.packed === undefined) return rows
  // In place: copying a row of thirty columns takes longer than reading it.
  for (const row of rows) {
    const { packed } = row
    if (typeof packed === 'string') {
      const texts = JSON.parse(packed) as unknown[]
      for (let at = 0; at < long.length; at += 1) row[long[at] as string] = texts[at]
    } else row.long_bytes = packed
  }
  return rows
}

function longTextsOf({ table, id, columns, cut = [] }: RowsOf): Expression<unknown> {
  return kept(columns, `long texts of ${table}, cut ${cut.join()}`, () => {
    const texts = longIn(table, columns).flatMap((column) => {
      const text = named(table, column)
      if (!cut.includes(column)) return [text]
      return [
        `substr(${text}, 1, ${comparedLength}) as "${column}"`,
        `octet_length(${text}) as "${column}_bytes"`,
      ]
    })
    return [named(table, id), ...texts].join(', ')
  })
}

/** By the list of columns itself: most are constants. */
const pieces = new WeakMap<readonly string[], Map<string, Expression<unknown>>>()

function kept(columns: readonly string[], key: string, make: () => string): Expression<unknown> {
  const known = pieces.get(columns) ?? new Map<string, Expression<unknown>>()
  const piece = known.get(key) ?? sql.raw(make())
  pieces.set(columns, known.set(key, piece))
  return piece
}
