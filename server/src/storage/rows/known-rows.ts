import type { DialectAdapter } from 'kysely'
import type { Db } from '../database.ts'
import { directOf } from '../sqlite/driver.ts'
import type { Tables } from '../tables/tables.ts'
import { perHandle } from './shared-calls.ts'

/** How late a change that another process made is seen here. */
const lifeMs = 1_000
const maxEntries = 10_000

interface Known {
  /** Also while it is being read: a hundred who ask at once ask once. */
  readonly row: Promise<unknown>
  readonly until: number
  readonly changes: number
}

const knownOf = perHandle((_: DialectAdapter) => new Map<string, Known>())

/** By this process, on whatever connection. */
const changed = new Map<keyof Tables, { readonly changes: number; readonly quietUntil: number }>()

/** A row that every job needs is read once a second. SQLite answers on the spot anyway. */
export async function readKnown<R>(
  db: Db,
  table: keyof Tables,
  key: readonly string[],
  read: () => Promise<R | undefined>,
): Promise<R | undefined> {
  if (directOf(db.getExecutor().adapter)) return read()
  const known = knownOf(db.getExecutor().adapter)
  const name = JSON.stringify([table, ...key])
  const { changes = 0, quietUntil = 0 } = changed.get(table) ?? {}
  const entry = known.get(name)
  const askedAt = performance.now()
  if (entry && askedAt < entry.until && entry.changes === changes)
    return entry.row as Promise<R | undefined>
  const row = read()
  // What is read during the transaction of a change is the old state.
  if (askedAt < quietUntil) return row
  if (known.size >= maxEntries) known.clear()
  const own = { row, until: askedAt + lifeMs, changes }
  known.set(name, own)
  const forget = () => {
    if (known.get(name) === own) known.delete(name)
  }
  // What is missing, or could not be read, is read again.
  row.then((found) => found === undefined && forget(), forget)
  return row
}

/** Called by code that changes such a row, before the transaction ends. */
export function forgetKnown(table: keyof Tables): void {
  const changes = (changed.get(table)?.changes ?? 0) + 1
  changed.set(table, { changes, quietUntil: performance.now() + lifeMs })
}
