import { sql } from 'kysely'
import { homeOrganization } from '../../domain/caller.ts'
import type { Database, Db } from '../../storage/database.ts'
import { hasServers } from '../../storage/rows/other-servers.ts'
import { portableTables } from '../../storage/rows/portable-tables.ts'

/** What a first start creates, before any user action. */
const seeds: Readonly<Record<string, ReturnType<typeof sql<boolean>> | 'any'>> = {
  meta: 'any',
  sequences: 'any',
  login_failures: 'any',
  organizations: sql<boolean>`name = ${homeOrganization}`,
  observable_types: sql<boolean>`organization = '' and created_by = 'init'`,
  case_statuses: sql<boolean>`organization = '' and created_by = 'init'`,
  alert_statuses: sql<boolean>`organization = '' and created_by = 'init'`,
  patterns: sql<boolean>`organization = '' and created_by = 'init' and updated_at is null`,
}

/** A table with user data; undefined in an empty installation. */
async function firstFilled(db: Db): Promise<string | undefined> {
  for (const { name } of portableTables) {
    const seed = seeds[name]
    if (seed === 'any') continue
    const where = seed ? sql`where not (${seed})` : sql``
    const { rows } = await sql`select 1 as one from ${sql.table(name)} ${where} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return undefined
}

/** So the restored rows replace them. */
export async function removeSeeds(db: Db): Promise<void> {
  for (const name of Object.keys(seeds)) await sql`delete from ${sql.table(name)}`.execute(db)
}

export async function refuseFilled(db: Db): Promise<void> {
  const table = await firstFilled(db)
  if (table !== undefined)
    throw new Error(
      `The target is not empty: table ${table} has rows. Choose an empty database and data folder; ` +
        'nothing was changed.',
    )
}

/** PostgreSQL knows who is connected; a SQLite file has the lock of its folder. */
export async function refuseServers({ db, dialect }: Pick<Database, 'db' | 'dialect'>) {
  if (dialect.name !== 'postgres') return
  if (await hasServers(db)) throw new Error(serverRunning)
}

export const serverRunning =
  'A server is running on this database or data folder. Stop all nodes first.'
