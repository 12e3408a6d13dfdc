import { sql } from 'kysely'
import type { Db } from '../database.ts'
import type { BlobTotals } from './store.ts'

/** SQLite counts them in a millisecond, in which nothing else happens; between two steps it does. */
const step = 5_000

/** In steps along the key: no statement reads the table from end to end. */
export async function countRows(
  db: Db,
  store: string,
  table: 'blobs' | 'blob_objects',
): Promise<BlobTotals> {
  let [files, bytes, after] = [0, 0, '']
  for (;;) {
    const rows = db
      .selectFrom(table)
      .select(['sha256', 'size'])
      .where('sha256', '>', after)
      .$if(table === 'blob_objects', (query) => query.where(sql.ref('store'), '=', store))
      .orderBy('sha256')
      .limit(step)
    const part = await db
      .selectFrom(rows.as('part'))
      .select(sql<number>`count(*)`.as('files'))
      .select(sql<number>`cast(coalesce(sum(size), 0) as double precision)`.as('bytes'))
      .select(sql<string | null>`max(sha256)`.as('last'))
      .executeTakeFirstOrThrow()
    files += part.files
    bytes += part.bytes
    if (part.files < step || part.last === null) return { store, files, bytes }
    after = part.last
  }
}
