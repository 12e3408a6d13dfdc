import { type Static, Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'organization'
const path = '/api/organization/:id/retention'
const params = Type.Object({ id: Type.String() })
const longest = 36_500

const JobDays = Type.Integer({
  minimum: 0,
  maximum: longest,
  description: 'Days to keep a finished job with its report, artifacts and files; 0 is forever',
})

export const Retention = object(
  {
    jobDays: Type.Union([JobDays, Type.Null()], {
      description: "The organization's choice; null uses the installation's default",
    }),
    keptDays: Type.Number({ description: 'Effective value, limits applied; 0 is forever' }),
    limits: object({
      defaultDays: Type.Number({ description: 'Default if nothing is chosen; 0 is forever' }),
      minDays: Type.Integer(),
      maxDays: Type.Integer({ description: '0 means no limit' }),
    }),
  },
  'Retention',
)
export type Retention = Static<typeof Retention>

export const RetentionPreview = object(
  {
    keptDays: Type.Number(),
    jobs: Type.Integer(),
    reports: Type.Integer(),
    artifacts: Type.Integer(),
    files: Type.Integer({ description: 'Files that nothing else uses' }),
    bytes: Type.Integer({ description: 'Size of reports, observables, artifacts and files' }),
    oldest: Type.Optional(Timestamp),
    isComplete: Type.Boolean({
      description: 'False: a lower bound; an exact count would take too long',
    }),
  },
  'RetentionPreview',
)
export type RetentionPreview = Static<typeof RetentionPreview>

export const getRetention = endpoint({
  method: 'GET',
  path,
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: "Get how long an organization's jobs are kept",
  params,
  output: Retention,
})

export const updateRetention = endpoint({
  method: 'PATCH',
  path,
  roles: ['orgadmin', 'superadmin'],
  effect: 'write',
  resource,
  summary: "Set how long an organization's jobs are kept; null restores the default",
  params,
  input: object({ jobDays: Type.Union([JobDays, Type.Null()]) }),
  output: Retention,
})

export const previewRetention = endpoint({
  method: 'GET',
  path: `${path}/preview`,
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'Preview what would be deleted now; deletes nothing',
  params,
  input: object({ jobDays: Type.Optional(JobDays) }),
  output: RetentionPreview,
})
