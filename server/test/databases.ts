import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase } from '../src/storage/database.ts'
import { migrate } from '../src/storage/migrate.ts'
import { createPostgres, lendPostgres } from './postgres-databases.ts'

export interface TestDatabase extends Database {
  /** One more handle on the same database, as a second process would have. */
  another(): Promise<Database>
}

export interface TestDatabases {
  readonly name: 'sqlite' | 'postgres'
  /** All tables, and no rows but those of the migrations. It is closed and gone when the test ends. */
  open(): Promise<TestDatabase>
  /** The same without tables. */
  openEmpty(): Promise<TestDatabase>
}

/**
 * For `describe.each(databases)('$name: …', ({ open }) => …)`. Call `open` inside a test. Where no
 * PostgreSQL could be started, its tests are shown as skipped.
 */
export const databases: readonly TestDatabases[] = [
  {
    name: 'sqlite',
    async open() {
      const database = await openSqlite()
      await migrate(database, 0)
      return database
    },
    openEmpty: openSqlite,
  },
  {
    name: 'postgres',
    open: async () => handles(await lendPostgres()),
    openEmpty: async () => handles(await createPostgres()),
  },
]

/** A place where a database is, and what is to be done when it is no longer needed. */
export interface Place {
  readonly at: { url: string } | { file: string }
  giveBack(): Promise<unknown>
}

async function openSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  return await handles({
    at: { file: join(folder, 'assay.db') },
    giveBack: () => rm(folder, { recursive: true, force: true }),
  })
}

async function handles({ at, giveBack }: Place): Promise<TestDatabase> {
  const opened: Database[] = []
  const another = async () => {
    const database = await openDatabase(at)
    opened.push(database)
    return database
  }
  onTestFinished(async () => {
    for (const database of opened) await database.close()
    await giveBack()
  })
  return { ...(await another()), another }
}
