import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import { countedKeys, isPassingMeta, ownColumns, type PortableTable } from './portable-tables.ts'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** How much of a table is in memory at a time; one row may be more. */
const batchBytes = 4 * 1024 * 1024
const maxRows = 1000
/** Both databases take more; kept well below for wide tables. */
const maxParameters = 10_000

/** All rows after a key, in the order of the key, which is the same in both databases. */
export async function* readRows(
  db: Db,
  { name, key }: PortableTable,
  after?: readonly Value[],
): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  let last = after
  let limit = 20
  for (;;) {
    const where = last ? sql`where (${columns}) > (${sql.join(last)})` : sql``
    const { rows } = await sql<Row>`select * from ${sql.table(name)} ${where}
      order by ${columns} limit ${sql.lit(limit)}`.execute(db)
    const lastRow = rows.at(-1)
    if (!lastRow) return
    yield portableRows(name, rows)
    if (rows.length < limit) return
    last = keyOf({ key }, lastRow)
    const average = sizeOf(rows) / rows.length
    // Twice as many at most: a table that begins with short rows may continue with long ones.
    limit = Math.max(1, Math.min(maxRows, limit * 2, Math.floor(batchBytes / average)))
  }
}

function portableRows(name: PortableTable['name'], rows: readonly Row[]): readonly Row[] {
  if (name === 'meta') return rows.filter((row) => !isPassingMeta(String(row.name)))
  const own = ownColumns[name]
  if (!own) return rows
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !own.includes(column))),
  )
}

export const keyOf = ({ key }: Pick<PortableTable, 'key'>, row: Row): Value[] =>
  key.map((column) => row[column] ?? null)

const sizeOf = (rows: readonly Row[]): number => {
  let size = 0
  for (const row of rows)
    for (const value of Object.values(row)) size += typeof value === 'string' ? value.length + 8 : 8
  return Math.max(size, 1)
}

/** Rows as lines of JSON; the order of columns differs between databases that grew up differently. */
export const columnsOf = (row: Row): string[] => Object.keys(row).sort()
export const valuesOf = (row: Row, columns: readonly string[]): Value[] =>
  columns.map((column) => row[column] ?? null)

export interface Sum {
  readonly rows: number
  /** Of all rows as lines of JSON, columns by name. */
  readonly sha256: string
}

/** Shows whether two tables hold the same. */
export async function sumOf(db: Db, table: PortableTable): Promise<Sum> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readRows(db, table)) {
    for (const row of rows) hash.update(`${JSON.stringify(valuesOf(row, columnsOf(row)))}\n`)
    count += rows.length
  }
  return { rows: count, sha256: hash.digest('hex') }
}

/** Rows with the same columns. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const step = Math.max(1, Math.floor(maxParameters / columns.length))
  for (let at = 0; at < rows.length; at += step) {
    const values = rows
      .slice(at, at + step)
      .map((row) => sql`(${sql.join(valuesOf(row, columns))})`)
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)}`.execute(db)
  }
}

/** PostgreSQL does not count on from keys that it was given; SQLite does. */
export async function countOn(db: Db, { name }: Dialect): Promise<void> {
  if (name !== 'postgres') return
  for (const { table, column } of countedKeys)
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      greatest((select coalesce(max(${sql.ref(column)}), 0) from ${sql.table(table)}), 1))`.execute(
      db,
    )
}
