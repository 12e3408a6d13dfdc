import type { DialectAdapter } from 'kysely'
import type { Db } from './database.ts'
import { perHandle } from './shared-calls.ts'
import { directOf } from './sqlite.ts'
import type { Tables } from './tables.ts'

/** How late a change that another process made is seen here. */
const lifeMs = 1_000
const maxEntries = 10_000

interface Known {
  readonly rows: Map<string, { readonly row: unknown; readonly until: number }>
  /** After a change: what is read while its transaction goes on is the old state. */
  quietUntil: number
}

const knownOf = perHandle((_: DialectAdapter) => new Map<keyof Tables, Known>())

function tableOf(db: Db, table: keyof Tables): Known {
  const tables = knownOf(db.getExecutor().adapter)
  const known = tables.get(table) ?? { rows: new Map(), quietUntil: 0 }
  tables.set(table, known)
  return known
}

/** A row that every job asks for is read once a second. SQLite answers on the spot anyway. */
export async function readKnown<R>(
  db: Db,
  table: keyof Tables,
  key: readonly string[],
  read: () => Promise<R | undefined>,
): Promise<R | undefined> {
  if (directOf(db.getExecutor().adapter)) return read()
  const known = tableOf(db, table)
  const text = JSON.stringify(key)
  const entry = known.rows.get(text)
  const askedAt = performance.now()
  if (entry && askedAt < entry.until) return entry.row as R
  const row = await read()
  if (row !== undefined && askedAt >= known.quietUntil) {
    if (known.rows.size >= maxEntries) known.rows.clear()
    known.rows.set(text, { row, until: askedAt + lifeMs })
  }
  return row
}

/** Called by whoever changes such a row, before the transaction ends. */
export function forgetKnown(db: Db, table: keyof Tables): void {
  const known = tableOf(db, table)
  known.rows.clear()
  known.quietUntil = performance.now() + lifeMs
}
