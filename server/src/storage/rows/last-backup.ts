import type { Db } from '../database.ts'

/** Of this installation, not of what is restored or copied from it: see `isPassingMeta`. */
const name = 'last-backup'

/** Remembers that a backup is complete, for monitoring. */
export async function noteBackup(db: Db, at: number): Promise<void> {
  const value = String(at)
  await db
    .insertInto('meta')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** When the rows of the last one were read; undefined when there was none. */
export async function lastBackup(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('meta')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row && Number(row.value)
}
