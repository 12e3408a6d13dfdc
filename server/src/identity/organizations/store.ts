import type { Insertable, Selectable, Updateable } from 'kysely'
import { everyOrganization } from '../../domain/caller.ts'
import { parseCriteria } from '../../domain/criteria.ts'
import type { Listing } from '../../domain/listing.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { aggregate } from '../../storage/search/aggregate.ts'
import { changeFields } from '../../storage/search/change-fields.ts'
import { type SearchModel, search, searchModel } from '../../storage/search/search.ts'
import type { OrganizationTable } from '../../storage/tables/identity.ts'
import type { AccessTx } from '../access.ts'

export type OrganizationRow = Selectable<OrganizationTable>

export const organizationColumns = [
  'name',
  'description',
  'status',
  'second_factor',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export const findOrganization = (db: Db, name: string): Promise<OrganizationRow | undefined> =>
  db
    .selectFrom('organizations')
    .select(organizationColumns)
    .where('name', '=', name)
    .executeTakeFirst()

export const insertOrganization = (
  db: Db,
  organization: Insertable<OrganizationTable>,
): Promise<OrganizationRow> =>
  db
    .insertInto('organizations')
    .values(organization)
    .returning(organizationColumns)
    .executeTakeFirstOrThrow()

export const updateOrganization = (
  db: AccessTx,
  name: string,
  change: Updateable<OrganizationTable>,
): Promise<OrganizationRow | undefined> =>
  db
    .updateTable('organizations')
    .set(change)
    .where('name', '=', name)
    .returning(organizationColumns)
    .executeTakeFirst()

export const organizationModel: SearchModel<'organizations'> = searchModel({
  type: 'organization',
  table: 'organizations',
  id: 'name',
  organization: 'name',
  fields: {
    _id: { column: 'name', kind: 'keyword', short: true, required: true },
    id: { column: 'name', kind: 'keyword', short: true, required: true },
    name: { column: 'name', kind: 'keyword', short: true, required: true },
    description: { column: 'description', kind: 'text', required: true },
    status: { column: 'status', kind: 'keyword', short: true, required: true },
    ...changeFields,
  },
  defaultSort: [{ field: 'name', descending: false }],
})

/** Only superadmin lists organizations, and sees all of them. */
export const searchOrganizations = (db: Db, dialect: Dialect, listing: Listing) =>
  search(
    db,
    dialect,
    organizationModel,
    { columns: organizationColumns, ...listing },
    everyOrganization,
  )

export const aggregateOrganizations = (
  db: Db,
  dialect: Dialect,
  query: unknown,
  aggregations: unknown,
  render: (row: OrganizationRow) => unknown,
) =>
  aggregate(
    db,
    dialect,
    organizationModel,
    { criteria: parseCriteria(query), aggregations, columns: organizationColumns, render },
    everyOrganization,
  )

/** Enabled analyzers and responders of the organizations given. */
export async function countWorkers(
  db: Db,
  organizations: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('workers')
    .select('organization')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', 'in', organizations)
    .groupBy('organization')
    .execute()
  return new Map(rows.map(({ organization, count }) => [organization, Number(count)]))
}

/** Users by status, for the organizations given. */
export const countUsersByStatus = (db: Db, organizations: readonly string[]) =>
  db
    .selectFrom('users')
    .select(['organization', 'status'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', 'in', organizations)
    .groupBy(['organization', 'status'])
    .execute()
