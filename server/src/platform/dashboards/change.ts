import type { contract, Input } from '@assay/contract'
import { type Caller, isOrgadmin } from '../../domain/caller.ts'
import { badRequest, notAllowed } from '../../domain/errors.ts'
import { entityRows, newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import type { DashboardRow } from '../rows.ts'
import { countDashboards, dashboardColumns, maxDashboards } from './store.ts'

type NewDashboard = Input<typeof contract.createDashboard>
type DashboardChange = Input<typeof contract.updateDashboard>

const rows = entityRows('dashboards', dashboardColumns, 'Dashboard')

export async function createDashboard(w: Writing, input: NewDashboard): Promise<DashboardRow> {
  const { login } = w.actor
  // guard: server/test/security/refusals.test.ts
  if ((await countDashboards(w.tx, w.organization, login)) >= maxDashboards)
    throw badRequest(`Limit of ${maxDashboards} dashboards reached. Delete some first`)
  const row = await w.tx
    .insertInto('dashboards')
    .values({
      ...newRow(w),
      title: input.title,
      shared: Number(input.status === 'Shared'),
      description: input.description ?? '',
      definition: checked(input.definition),
      owner: login,
    })
    .returning(dashboardColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export async function changeDashboard(
  w: Writing,
  before: DashboardRow,
  { title, description, status, definition }: DashboardChange,
): Promise<DashboardRow> {
  const row = await rows.touch(w, before.id, {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { shared: Number(status === 'Shared') }),
    ...(definition !== undefined && { definition: checked(definition) }),
  })
  record(w, 'update', row)
  return row
}

export async function removeDashboard(w: Writing, row: DashboardRow): Promise<void> {
  await rows.remove(w, row.id)
  record(w, 'delete', row)
}

/** Others see what is shared; its owner and administrators change it. */
export function requireOwner(caller: Caller, row: DashboardRow): DashboardRow {
  // guard: server/test/platform/dashboards.test.ts
  if (row.owner !== caller.login && !isOrgadmin(caller))
    throw notAllowed('Only its owner or an orgadmin can change this dashboard')
  return row
}

/** It is rendered as an object; anything else would fail there. */
function checked(definition: string): string {
  try {
    const value = JSON.parse(definition)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return definition
  } catch {
    // Said below.
  }
  throw badRequest('The dashboard definition must be a JSON object as text')
}

/** The whole organization reads the log: private ones appear without a title. */
const record = recordRows<DashboardRow>('dashboard', (row) => ({
  details: row.shared === 1 ? { status: 'Shared', title: row.title } : { status: 'Private' },
}))
