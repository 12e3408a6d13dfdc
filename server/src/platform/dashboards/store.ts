import { type SqlBool, sql } from 'kysely'
import { type Caller, isOrgadmin } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { type DashboardRow, entityColumns } from '../rows.ts'

export const dashboardColumns = [
  ...entityColumns,
  'title',
  'shared',
  'description',
  'definition',
  'owner',
] as const

/** Of one user. */
export const maxDashboards = 500

const noOwner = sql<SqlBool>`not exists (select 1 from users
  where users.login = dashboards.owner and users.organization = dashboards.organization)`

/** Of an organization's dashboards: one's own, those that are shared, and to administrators those without an owner. */
export const seenBy = (login: string, isAdministrator: boolean) => {
  const seen = sql`dashboards.shared = 1 or dashboards.owner = ${login}`
  return sql<SqlBool>`(${isAdministrator ? sql`${seen} or ${noOwner}` : seen})`
}

/** What a caller does not see does not exist. */
export async function requireDashboard(db: Db, caller: Caller, id: string): Promise<DashboardRow> {
  const row = await db
    .selectFrom('dashboards')
    .select(dashboardColumns)
    .where(ownedRow(caller.organization, id))
    .where(seenBy(caller.login, isOrgadmin(caller)))
    .executeTakeFirst()
  if (!row) throw new AppError('NotFoundError', 'Dashboard not found')
  return row
}

export async function countDashboards(db: Db, organization: string, owner: string) {
  const { count } = await db
    .selectFrom('dashboards')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}
