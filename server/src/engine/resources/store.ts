import type { Selectable } from 'kysely'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import type { ResourceTable } from '../../storage/tables/tables.ts'

export type ResourceRow = Selectable<ResourceTable>

/** Each may be as large as any upload; more belong into the folder of the operator. */
export const maxResources = 100

const columns = [
  'organization',
  'name',
  'attachment_id',
  'size',
  'created_at',
  'created_by',
] as const

export const resourcesOf = (db: Db, organization: string): Promise<ResourceRow[]> =>
  db
    .selectFrom('resources')
    .select(columns)
    .where('organization', '=', organization)
    .orderBy('name')
    .limit(maxResources)
    .execute()

export const findResource = (
  db: Db,
  organization: string,
  name: string,
): Promise<ResourceRow | undefined> =>
  db
    .selectFrom('resources')
    .select(columns)
    .where('organization', '=', organization)
    .where('name', '=', name)
    .executeTakeFirst()

/** Those of the names that exist, kept from removal until the transaction ends. */
export async function holdResources(
  tx: Db,
  dialect: Dialect,
  organization: string,
  names: readonly string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const query = tx
    .selectFrom('resources')
    .select('name')
    .where('organization', '=', organization)
    .where('name', 'in', [...new Set(names)].slice(0, maxResources))
  const rows = await dialect.holdRow(query).execute()
  return new Set(rows.map(({ name }) => name))
}

/** One change of the files of an organization at a time, so their number can be counted. */
export async function lockResources(tx: Db, dialect: Dialect, organization: string) {
  const own = tx.selectFrom('organizations').select('name').where('name', '=', organization)
  await dialect.lockRow(own).execute()
}

/** Waits for transactions that are about to refer to it. */
export function lockResource(
  tx: Db,
  dialect: Dialect,
  organization: string,
  name: string,
): Promise<ResourceRow | undefined> {
  const query = tx
    .selectFrom('resources')
    .select(columns)
    .where('organization', '=', organization)
    .where('name', '=', name)
  return dialect.lockRow(query).executeTakeFirst()
}

export const saveResource = (tx: Db, row: ResourceRow): Promise<unknown> =>
  tx
    .insertInto('resources')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization', 'name']).doUpdateSet({
        attachment_id: row.attachment_id,
        size: row.size,
        created_at: row.created_at,
        created_by: row.created_by,
      }),
    )
    .execute()

export const deleteResource = (tx: Db, organization: string, name: string): Promise<unknown> =>
  tx
    .deleteFrom('resources')
    .where('organization', '=', organization)
    .where('name', '=', name)
    .execute()

/** By whichever organization: equal files are one. */
export async function isAnyResource(db: Db, sha256: string): Promise<boolean> {
  const rows = await db
    .selectFrom('resources')
    .select('name')
    .where('attachment_id', '=', sha256)
    .limit(1)
    .execute()
  return rows.length > 0
}
