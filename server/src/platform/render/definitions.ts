import type { Db } from '../../storage/database.ts'
import { type CustomFieldRow, entityColumns, wholePlatform } from '../rows.ts'

export const customFieldColumns = [
  ...entityColumns,
  'name',
  'display_name',
  'description',
  'type',
  'mandatory',
  'options',
] as const

/** Definitions of one owner; more are refused, because every case shown may need them all. */
export const maxCustomFields = 1_000

/** Definitions by name: id and description of a field are shown with every value. */
export type FieldDefinitions = ReadonlyMap<string, CustomFieldRow>

/** Definitions of the organization and of the platform by name; where both exist, that of the organization counts. */
export async function customFieldsOf(db: Db, organization: string): Promise<FieldDefinitions> {
  const rows = await db
    .selectFrom('custom_fields')
    .select(customFieldColumns)
    .where('organization', 'in', [wholePlatform, organization])
    // The empty owner sorts first, so the organization's own overrides it.
    .orderBy('organization')
    .orderBy('name')
    .limit(2 * maxCustomFields)
    .execute()
  return new Map(rows.map((row) => [row.name, row]))
}
