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
  description:
    'Days that a job stays after its end, with report, artifacts and files; 0 is for ever',
})

export const Retention = object(
  {
    jobDays: Type.Union([JobDays, Type.Null()], {
      description: 'What the organization chose; null: as the installation does',
    }),
    keptDays: Type.Number({ description: 'What holds, limits included; 0 is for ever' }),
    limits: object({
      defaultDays: Type.Number({ description: 'Without a choice; 0 is for ever' }),
      minDays: Type.Integer(),
      maxDays: Type.Integer({ description: '0 is no limit' }),
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
    files: Type.Integer({ description: 'Files that nobody else holds' }),
    bytes: Type.Integer({ description: 'Of reports, observables, artifacts and files' }),
    oldest: Type.Optional(Timestamp),
    isComplete: Type.Boolean({
      description: 'False: at least so much; counting all takes too long',
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
  summary: 'How long jobs of an organization stay',
  params,
  output: Retention,
})

export const updateRetention = endpoint({
  method: 'PATCH',
  path,
  roles: ['orgadmin', 'superadmin'],
  effect: 'write',
  resource,
  summary: 'Choose how long jobs of an organization stay; null takes the choice back',
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
  summary: 'What would be deleted now; nothing is',
  params,
  input: object({ jobDays: Type.Optional(JobDays) }),
  output: RetentionPreview,
})
