import type { DashboardV0, DashboardV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { DashboardRow } from '../rows.ts'

const shown = (row: DashboardRow) => ({
  title: row.title,
  description: row.description,
  status: row.shared === 1 ? ('Shared' as const) : ('Private' as const),
  definition: row.definition,
})

export const dashboardV0 = (row: DashboardRow): DashboardV0 => ({
  ...keysV0(row),
  _type: 'dashboard',
  ...shown(row),
})

const dashboardV1 = (row: DashboardRow): DashboardV1 => ({
  ...keysV1(row),
  _type: 'Dashboard',
  ...shown(row),
  extraData: {},
})

export const dashboardViews = viewsOf(dashboardV0, dashboardV1)
