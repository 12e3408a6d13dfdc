import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Dialect } from '../common/dialect.ts'

/**
 * What `work` overwrites or deletes does not stay readable in free pages of a SQLite file or in its
 * write-ahead log. Too slow for every write: for secrets that were stored in clear, or whose key
 * has leaked.
 */
export async function erasing<T, R>(
  { db, dialect }: { readonly db: Kysely<T>; readonly dialect: Dialect },
  work: () => Promise<R>,
): Promise<R> {
  if (dialect.name !== 'sqlite') return work()
  await sql`pragma secure_delete = on`.execute(db)
  try {
    return await work()
  } finally {
    await sql`pragma secure_delete = off`.execute(db)
    await emptyLog(db)
  }
}

/** By a separate connection: everything through `db` is in a transaction, where it cannot be done. */
async function emptyLog<T>(db: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  const own = new DatabaseSync(rows[0]?.file ?? '')
  try {
    own.exec('pragma wal_checkpoint(truncate)')
  } finally {
    own.close()
  }
}
