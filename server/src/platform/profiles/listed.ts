import { type Expression, type SqlBool, sql } from 'kysely'
import { actors } from '../../domain/actors.ts'
import { type Profile, profiles } from '../../domain/response/permissions.ts'
import type { Db } from '../../storage/database.ts'

/** Profiles that a filter finds, in order. The database judges it, as it does all others. */
export async function findProfiles(
  db: Db,
  where: Expression<SqlBool>,
  order: Expression<unknown>,
): Promise<Profile[]> {
  const rows = profiles.map(
    ({ name, permissions }) =>
      sql`(cast(${name} as text), cast(${name} as text), cast(${JSON.stringify(permissions)} as text),
        cast(${actors.setUp} as text), cast(0 as bigint), cast(null as text), cast(null as bigint))`,
  )
  const found = await sql<{ name: string }>`with profiles(id, name, permissions,
      created_by, created_at, updated_by, updated_at) as (values ${sql.join(rows)})
    select profiles.name from profiles where ${where} order by ${order}`.execute(db)
  return found.rows.flatMap(({ name }) => profiles.filter((profile) => profile.name === name))
}
