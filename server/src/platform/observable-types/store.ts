import type { Insertable } from 'kysely'
import { notFound } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { ObservableTypeTable } from '../../storage/tables/platform.ts'
import { entityColumns, type ObservableTypeRow, wholePlatform } from '../rows.ts'

export const observableTypeColumns = [...entityColumns, 'name', 'is_attachment'] as const

/** More than an organization needs; the list is returned whole. */
export const maxTypes = 1_000

const visible = (db: Db, organization: string) =>
  db
    .selectFrom('observable_types')
    .select(observableTypeColumns)
    .where('organization', 'in', [organization, wholePlatform])

/** By name: those of the whole platform, and the organization's own, which win. */
export async function observableTypesOf(
  db: Db,
  organization: string,
): Promise<Map<string, ObservableTypeRow>> {
  const rows = await visible(db, organization)
    .orderBy('organization')
    .orderBy('name')
    .limit(2 * maxTypes)
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}

/** By `~id` or by name. */
export async function requireObservableType(
  db: Db,
  organization: string,
  idOrName: string,
): Promise<ObservableTypeRow> {
  const row = await visible(db, organization)
    .where(isEntityId(idOrName) ? 'id' : 'name', '=', idOrName)
    .orderBy('organization', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound('ObservableType', idOrName)
  return row
}

export const insertObservableType = (
  tx: Db,
  row: Insertable<ObservableTypeTable>,
): Promise<ObservableTypeRow> =>
  tx
    .insertInto('observable_types')
    .values(row)
    .returning(observableTypeColumns)
    .executeTakeFirstOrThrow()

/** Some observable is of this type: of this organization, or of any when it is the platform's. */
export async function isTypeInUse(db: Db, row: ObservableTypeRow): Promise<boolean> {
  const query = db.selectFrom('observables').select('id').where('data_type', '=', row.name).limit(1)
  const found = await (row.organization === wholePlatform
    ? query
    : query.where('organization', '=', row.organization)
  ).executeTakeFirst()
  return found !== undefined
}

export const deleteObservableType = (tx: Db, row: ObservableTypeRow) =>
  tx.deleteFrom('observable_types').where(ownedRow(row.organization, row.id)).executeTakeFirst()
