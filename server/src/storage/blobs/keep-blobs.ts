import { randomUUID } from 'node:crypto'
import { momentOf } from '../common/moment.ts'
import { type Db, dialectOf } from '../database.ts'

const prefix = 'backup:'
/** As long as a backup that was killed keeps files from being removed. */
const holdsMs = 10 * 60_000
const renewMs = 60_000

/** Processes on several machines go by the clock of PostgreSQL, those on a file by their own. */
const moment = (db: Db) => {
  const dialect = dialectOf(db)
  return momentOf(dialect, dialect.name === 'postgres' ? null : Date.now())
}

/**
 * While `work` runs no file is removed, by any process: a row in `meta` says so, and expires by itself. A
 * remover checks for it after it has seen that the file is unused. A file named by a snapshot inside
 * `work` has lost its last row later than that, so the check finds this row.
 */
export async function keepingBlobs<T>(db: Db, work: () => Promise<T>): Promise<T> {
  const name = `${prefix}${randomUUID()}`
  const renew = async () => {
    const { at } = await db.selectNoFrom(moment(db).as('at')).executeTakeFirstOrThrow()
    const value = String(at + holdsMs)
    await db
      .insertInto('meta')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
  await renew()
  let lost: unknown
  const timer = setInterval(() => {
    renew().catch((error: unknown) => {
      lost = error
    })
  }, renewMs)
  try {
    const result = await work()
    if (lost !== undefined) throw lost
    return result
  } finally {
    clearInterval(timer)
    // A leftover one expires by itself.
    await db
      .deleteFrom('meta')
      .where('name', '=', name)
      .execute()
      .catch(() => undefined)
  }
}

/** Some backup reads files at this moment. Removes what killed ones left. */
export async function areBlobsKept(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('meta')
    .select(['name', 'value', moment(db).as('at')])
    .where('name', '>=', prefix)
    .where('name', '<', 'backup;')
    .execute()
  const over = rows.filter(({ value, at }) => Number(value) < at).map(({ name }) => name)
  if (over.length > 0) await db.deleteFrom('meta').where('name', 'in', over).execute()
  return rows.length > over.length
}
