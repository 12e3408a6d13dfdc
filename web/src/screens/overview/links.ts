import type { Worker } from '@assay/contract'
import type { Period } from '../../base/model/times.ts'
import { path } from '../../base/routing/match.ts'
import { jobsPath } from '../../shared/jobs/paths.ts'
import { momentText } from './period.ts'

interface JobsFilter {
  status?: readonly string[]
  workerId?: string
  dataType?: string
  /** Words of the error message. */
  error?: string
  period?: Period
}

/** The list of jobs, showing what a number of the overview was made of. */
export const jobsBehind = ({ status = [], workerId, dataType, error = '', period }: JobsFilter) =>
  jobsPath({
    status,
    worker: workerId ? [workerId] : [],
    type: dataType ? [dataType] : [],
    error,
    ...(period ? { from: momentText(period.from), to: momentText(period.to) } : {}),
  })

/** Where an administrator configures a worker. */
export const configurationPath = (
  organization: string,
  { type, id }: Pick<Worker, 'type' | 'id'>,
): string => {
  const page =
    type === 'analyzer'
      ? path`/org/${organization}/analyzers`
      : path`/org/${organization}/responders`
  return `${page}?edit=${encodeURIComponent(id)}`
}
