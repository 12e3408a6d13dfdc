import { type JobStatus, jobStatuses } from '@assay/contract'

export type { JobStatus }
export { jobStatuses }

/** A status that a newer server or another engine may send is shown as it came, in neutral colors. */
export const statusOf = (value: string): JobStatus | undefined =>
  jobStatuses.find((status) => status === value)

export const isFinal = (status: string) => status !== 'Waiting' && status !== 'InProgress'
