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

/** The events of an organization: its jobs, and everything that people and responders change. */
export const OrganizationEvent = Type.Union([JobEvent, ChangeEvent])
export type OrganizationEvent = Static<typeof OrganizationEvent>

export const jobEvents = events({
  method: 'GET',
  path: '/api/job/:id/events',
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource: 'events',
  summary: 'Stream changes of one job, starting with its current status',
  params: Type.Object({ id: Type.String() }),
  event: JobEvent,
})

export const organizationEvents = events({
  method: 'GET',
  path: '/api/events',
  roles: ['read'],
  effect: 'read',
  resource: 'events',
  summary: "Stream your organization's changes (cases, alerts …); jobs if you can see them",
  event: OrganizationEvent,
})

export const createStream = text({
  method: 'POST',
  path: '/api/stream',
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource: 'events',
  summary: 'Open an event stream for long polling; returns its id',
})

export const pollStream = endpoint({
  method: 'GET',
  path: '/api/stream/:id',
  roles: visible,
  effect: 'read',
  readOnly: true,
  resource: 'events',
  leavesSession: true,
  summary: 'Wait up to a minute for events; 220 if the session, not extended, ends in 5 min',
  params: Type.Object({ id: Type.String() }),
  output: Type.Array(AnyObject),
})

/** Of observables and logs; files of jobs are for those who see jobs. */
const readers = ['read'] as const

const download = object({
  name: Type.Optional(Type.String({ maxLength: 512, description: 'File name' })),
})

export const getFile = file({
  method: 'GET',
  path: '/api/datastore/:hash',
  roles: readers,
  effect: 'read',
  resource: 'datastore',
  summary: 'Download a file of your organization',
  params: Type.Object({ hash: Type.String() }),
  input: download,
})

export const getZippedFile = file({
  method: 'GET',
  path: '/api/datastorezip/:hash',
  roles: readers,
  effect: 'read',
  resource: 'datastore',
  summary: 'Download a file in a password-protected archive, safe from accidental opening',
  params: Type.Object({ hash: Type.String() }),
  input: download,
})
