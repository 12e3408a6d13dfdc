import type { JobRow } from './store.ts'

/** How long a job belongs to a process that is not heard of; renewed every third of it. */
export const leaseMs = 30_000

/** What running a job needs to know of it. */
export const claimedColumns = [
  'id',
  'organization',
  'type',
  'worker_id',
  'data_type',
  'data',
  'attachment_id',
  'attachment_name',
  'attachment_type',
  'tlp',
  'pap',
  'message',
  'parameters',
  'priority',
  'turn',
  'attempts',
  'run',
  'created_by',
] as const

export type ClaimedJob = Pick<JobRow, (typeof claimedColumns)[number]>
