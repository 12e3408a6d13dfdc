import type { Insertable, Updateable } from 'kysely'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { CustomFieldTable } from '../../storage/tables/platform.ts'
import { customFieldColumns } from '../render/definitions.ts'
import { type CustomFieldRow, wholePlatform } from '../rows.ts'

/** Whatever the caller may read: those of their organization and those of the platform. */
export async function findCustomField(
  db: Db,
  organization: string,
  idOrName: string,
): Promise<CustomFieldRow | undefined> {
  const column = isEntityId(idOrName) ? 'id' : 'name'
  return await db
    .selectFrom('custom_fields')
    .select(customFieldColumns)
    .where('organization', 'in', [wholePlatform, organization])
    .where(column, '=', idOrName)
    .orderBy('organization', 'desc')
    .executeTakeFirst()
}

/** Undefined when the owner has one of this name. */
export const insertCustomField = (
  tx: Db,
  row: Insertable<CustomFieldTable>,
): Promise<CustomFieldRow | undefined> =>
  tx
    .insertInto('custom_fields')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
    .returning(customFieldColumns)
    .executeTakeFirst()

export const changeCustomField = (
  tx: Db,
  owner: string,
  id: string,
  change: Updateable<CustomFieldTable>,
): Promise<CustomFieldRow | undefined> =>
  tx
    .updateTable('custom_fields')
    .set(change)
    .where(ownedRow(owner, id))
    .returning(customFieldColumns)
    .executeTakeFirst()

export const deleteCustomField = (tx: Db, owner: string, id: string) =>
  tx.deleteFrom('custom_fields').where('organization', '=', owner).where('id', '=', id).execute()
