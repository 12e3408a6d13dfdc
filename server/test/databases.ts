import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../src/storage/database.ts'
import { migrate } from '../src/storage/schema/migrate.ts'
import { atEnd } from './lifetime.ts'
import { createPostgres, lendPostgres } from './postgres-databases.ts'

export interface TestDatabase extends Database {
  /** Of PostgreSQL. */
  readonly url?: string | undefined
  /** Of SQLite. */
  readonly file?: string | undefined
  /** One more handle on the same database, as a second process would have. */
  another(): Promise<Database>
}

/** PostgreSQL only. */
export type Observed = Pick<DatabaseOptions, 'onStatement' | 'patienceMs'>

export interface TestDatabases {
  readonly name: 'sqlite' | 'postgres'
  /** All tables, and no rows but those of the migrations. It is closed and gone when the test ends. */
  open(options?: Observed): Promise<TestDatabase>
  /** The same without tables. */
  openEmpty(): Promise<TestDatabase>
}

export const sqlite: TestDatabases = {
  name: 'sqlite',
  async open() {
    return openSqlite(await migratedFile())
  },
  openEmpty: () => openSqlite(),
}

export const postgres: TestDatabases = {
  name: 'postgres',
  open: async (options) => handles(await lendPostgres(), options),
  openEmpty: async () => handles(await createPostgres()),
}

/** `npm test` leaves PostgreSQL to `npm test -- --all`. */
const isSmall = process.env.ASSAY_TEST_DATABASES === 'sqlite'

/**
 * For `describe.each(databases)('$name: …', ({ open }) => …)`. Call `open` inside a test. Where no
 * PostgreSQL could be started, its tests are shown as skipped. Only files of the list
 * `onBothDatabases` in `scripts/test-tiers.ts` may use it: a rule needs one database.
 */
export const databases: readonly TestDatabases[] = isSmall ? [sqlite] : [sqlite, postgres]

/** The same for rules, which no database changes. */
export const oneDatabase: readonly TestDatabases[] = [sqlite]

/** What only PostgreSQL has; none in `npm test`. */
export const onlyPostgres: readonly TestDatabases[] = isSmall ? [] : [postgres]

/** A place where a database is, and what is to be done when it is no longer needed. */
export interface Place {
  readonly at: { url: string } | { file: string }
  release(): Promise<unknown>
}

async function openSqlite(content?: Buffer): Promise<TestDatabase> {
  const folder = await mkdtemp(join(inject('runFolder'), 'assay-test-'))
  const file = join(folder, 'assay.db')
  if (content) await writeFile(file, content)
  return await handles({
    at: { file },
    release: () => rm(folder, { recursive: true, force: true }),
  })
}

let migrated: Promise<Buffer> | undefined

/** A migrated database file, made once per worker: to copy it takes a tenth of the migrations. */
export function migratedFile(): Promise<Buffer> {
  migrated ??= makeMigratedFile()
  return migrated
}

async function makeMigratedFile(): Promise<Buffer> {
  const folder = await mkdtemp(join(inject('runFolder'), 'assay-test-'))
  try {
    const file = join(folder, 'assay.db')
    const database = await openDatabase({ file })
    await migrate(database, 0)
    // The last one to close the file takes the write-ahead log into it.
    await database.close()
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function handles({ at, release }: Place, options: Observed = {}): Promise<TestDatabase> {
  const opened: Database[] = []
  const another = async () => {
    const database = await openDatabase({ ...at, ...options })
    opened.push(database)
    return database
  }
  atEnd(async () => {
    for (const database of opened) await database.close()
    await release()
  })
  const { url, file } = { url: undefined, file: undefined, ...at }
  return { ...(await another()), another, url, file }
}
