import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadMasterKey } from '../../src/identity/master-key.ts'
import { newApiKey, type Secrets } from '../../src/identity/secrets.ts'
import { openInstallation, opensDatabase } from '../../src/identity/setup/installation.ts'
import { sealedKey } from '../../src/identity/users/keys.ts'
import { insertUser } from '../../src/identity/users/store.ts'
import { type Database, type Db, openDatabase } from '../../src/storage/database.ts'
import { migrate } from '../../src/storage/schema/migrate.ts'
import type { Environment } from '../places.ts'

/** Reads the data of a stopped program, under a name that is not a server's. */
export async function withDatabase<T>(
  environment: Environment,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { ASSAY_DATA_DIR: folder, ASSAY_DATABASE_URL: url } = environment
  const database = await openDatabase({
    name: 'assay-test',
    ...(url === undefined ? { file: join(folder, 'assay.sqlite') } : { url }),
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** As a start would: finishes what a killed rotation left, then opens. */
export async function openAsServer(db: Db, folder: string, ofSettings?: string): Promise<Secrets> {
  const file = join(folder, 'master.key')
  const key = await loadMasterKey(ofSettings, file, (candidate) => opensDatabase(db, candidate))
  return (await openInstallation(db, key, 1)).secrets
}

/** An installation with this many users, each with a sealed API key, the first ones with these. */
export async function makeInstallation(
  environment: Environment,
  users: number,
  keys: readonly string[] = [],
): Promise<void> {
  await mkdir(environment.ASSAY_DATA_DIR, { recursive: true, mode: 0o700 })
  await withDatabase(environment, async (database) => {
    await migrate(database, 0)
    const { ASSAY_DATA_DIR: folder, ASSAY_SECRET_KEY: ofSettings } = environment
    const secrets = await openAsServer(database.db, folder, ofSettings)
    await database.db.transaction().execute(async (tx) => {
      for (let n = 0; n < users; n += 1)
        await insertUser(tx, {
          login: `user${n}`,
          organization: 'cortex',
          name: '',
          roles: '["superadmin"]',
          status: 'Active',
          preferences: '{}',
          password_hash: null,
          ...sealedKey(secrets, `user${n}`, keys[n] ?? newApiKey()),
          created_at: 0,
          created_by: 'test',
        })
    })
  })
}

/** Every text of every table that looks sealed, found without any knowledge of the tables. */
export async function sealedTexts({ db, dialect }: Database): Promise<string[]> {
  const columns = await (dialect.name === 'sqlite'
    ? sql<{ table: string; column: string }>`
        select m.name as "table", c.name as "column"
        from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
    : sql<{ table: string; column: string }>`
        select table_name as "table", column_name as "column" from information_schema.columns
        where table_schema = 'public' and data_type = 'text'`
  ).execute(db)
  const texts: string[] = []
  for (const { table, column } of columns.rows) {
    const found = await sql<{ value: unknown }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}
      where ${sql.ref(column)} is not null`.execute(db)
    for (const { value } of found.rows)
      if (typeof value === 'string' && /^v1:[A-Za-z0-9+/=]{38,}$/.test(value)) texts.push(value)
  }
  return texts
}
