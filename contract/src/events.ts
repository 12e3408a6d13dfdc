import { type Static, Type } from 'typebox'
import { endpoint, events, file, text } from './endpoint.ts'
import { JobStatus } from './jobs.ts'
import { ChangeEvent } from './platform/events.ts'
import { AnyObject, object } from './values.ts'

const visible = ['analyze', 'orgadmin'] as const

/** Says that a job has changed; to learn more, read the job. */
export const JobEvent = object(
  { jobId: Type.String(), organization: Type.String(), status: JobStatus },
  'JobEvent',
)
export type JobEvent = Static<typeof JobEvent>

/** What an organization hears of: its jobs, and everything that people and responders change. */
export const OrganizationEvent = Type.Union([JobEvent, ChangeEvent])
export type OrganizationEvent = Static<typeof OrganizationEvent>

export const jobEvents = events({
  method: 'GET',
  path: '/api/job/:id/events',
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource: 'events',
  summary: 'Every change of one job, its present status first',
  params: Type.Object({ id: Type.String() }),
  event: JobEvent,
})

export const organizationEvents = events({
  method: 'GET',
  path: '/api/events',
  roles: ['read'],
  effect: 'read',
  resource: 'events',
  summary: 'Every change of your organization: cases, alerts …, and jobs for those who see them',
  event: OrganizationEvent,
})

export const createStream = text({
  method: 'POST',
  path: '/api/stream',
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource: 'events',
  summary: 'Open an event stream for long polling; answers its id',
})

export const pollStream = endpoint({
  method: 'GET',
  path: '/api/stream/:id',
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource: 'events',
  leavesSession: true,
  summary:
    'Wait up to a minute for events since the last poll; 220 instead of 200 when the session, which polls do not prolong, ends within five minutes',
  params: Type.Object({ id: Type.String() }),
  output: Type.Array(AnyObject),
})

/** Of observables and logs; files of jobs are for those who see jobs. */
const readers = ['read'] as const

const download = object({
  name: Type.Optional(Type.String({ maxLength: 512, description: 'Name of the file' })),
})

export const getFile = file({
  method: 'GET',
  path: '/api/datastore/:hash',
  roles: readers,
  effect: 'read',
  resource: 'datastore',
  summary: 'The bytes of a file of your organization',
  params: Type.Object({ hash: Type.String() }),
  input: download,
})

export const getZippedFile = file({
  method: 'GET',
  path: '/api/datastorezip/:hash',
  roles: readers,
  effect: 'read',
  resource: 'datastore',
  summary: 'The same in an archive with a password, so that nothing opens it by accident',
  params: Type.Object({ hash: Type.String() }),
  input: download,
})
