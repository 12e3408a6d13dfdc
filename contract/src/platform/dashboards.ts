import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from '../endpoint.ts'
import { AnyObject, object } from '../values.ts'
import { Description, idParams, keysV0, keysV1, reading, Title, writing } from './values.ts'
import { v0 } from './versions.ts'

export const dashboardStatuses = ['Private', 'Shared'] as const

const shown = {
  title: Type.String(),
  description: Type.String(),
  status: Type.Enum([...dashboardStatuses], {
    description: 'Shared: visible to everyone in the organization',
  }),
  definition: Type.String({ description: 'JSON text, stored as received; not rendered here' }),
}

export const DashboardV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('dashboard'),
    ...shown,
  },
  'DashboardV0',
)
export type DashboardV0 = Static<typeof DashboardV0>

export const DashboardV1 = object(
  { ...keysV1, _type: Type.Literal('Dashboard'), ...shown, extraData: AnyObject },
  'DashboardV1',
)
export type DashboardV1 = Static<typeof DashboardV1>

const resource = 'dashboard'
const status = Type.Enum([...dashboardStatuses])

export const listDashboards = list({
  ...v0('/dashboard'),
  method: 'GET',
  ...reading,
  resource,
  row: DashboardV0,
  summary: 'List your dashboards and those shared in the organization',
})
export const searchDashboards = list({
  ...v0('/dashboard/_search'),
  method: 'POST',
  ...reading,
  resource,
  ignoresUnknown: true,
  row: DashboardV0,
  summary: 'Search dashboards',
})
export const createDashboard = endpoint({
  ...v0('/dashboard', DashboardV0),
  method: 'POST',
  ...writing,
  resource,
  ignoresUnknown: true,
  input: object({
    title: Title,
    description: Type.Optional(Description),
    status: Type.Optional(Type.Enum([...dashboardStatuses], { default: 'Private' })),
    definition: Description,
  }),
  status: 201,
  summary: 'Store a dashboard definition',
})
export const getDashboard = endpoint({
  ...v0('/dashboard/:id', DashboardV0),
  method: 'GET',
  ...reading,
  resource,
  params: idParams,
  summary: 'Get one of your dashboards, or a shared one',
})
export const updateDashboard = endpoint({
  ...v0('/dashboard/:id', DashboardV0),
  method: 'PATCH',
  ...writing,
  resource,
  params: idParams,
  ignoresUnknown: true,
  input: object({
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    status: Type.Optional(status),
    definition: Type.Optional(Description),
  }),
  summary: 'Change or share your dashboard; administrators can change all shared ones',
})
export const deleteDashboard = empty({
  ...v0('/dashboard/:id'),
  method: 'DELETE',
  ...writing,
  resource,
  params: idParams,
  summary: 'Delete your dashboard; administrators can delete all shared ones',
})
