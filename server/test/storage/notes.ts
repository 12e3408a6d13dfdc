import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type SqliteOptions, sqliteDialect } from '../../src/storage/sqlite/driver.ts'

export interface Notes {
  note: { id: number; text: string }
  child: { id: number; note: number }
}

export async function openNotes(options: Partial<SqliteOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const commits: number[] = []
  const file = join(folder, 'notes.db')
  const open = () =>
    new Kysely<Notes>({
      dialect: sqliteDialect({ file, onCommit: (units) => commits.push(units), ...options }),
    })
  const db = open()
  await sql`create table note (id integer primary key, text text not null) strict`.execute(db)
  // Checked at COMMIT only: the one way to make a COMMIT fail at will.
  await sql`create table child (id integer primary key,
    note integer not null references note (id) deferrable initially deferred) strict`.execute(db)
  commits.length = 0
  onTestFinished(async () => {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  })
  return { db, commits, file, open }
}

export const add = (db: Kysely<Notes>, id: number, text = 'x') =>
  db.insertInto('note').values({ id, text }).execute()

export const ids = async (db: Kysely<Notes>) => {
  const rows = await db.selectFrom('note').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
