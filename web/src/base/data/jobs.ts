import type { JobWithReport } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { isRecord, type Taxonomy, taxonomiesOf } from '../model/levels.ts'
import { isFinal } from '../model/statuses.ts'
import { keyOf } from './keys.ts'

export interface JobSearch {
  query?: Record<string, unknown>
  /** `from-to`, end exclusive. */
  range: string
  sort?: string
}

export const searchJobs = (search: JobSearch, signal?: AbortSignal) =>
  api.searchJobs(search, signal ? { signal } : {})

/** Without those whose observable is not for their analyzer. */
export const failed = { _and: [{ status: 'Failure' }, { _not: { _contains: 'notApplicable' } }] }

export const useJobs = (search: JobSearch, enabled = true) =>
  useQuery({
    queryKey: keyOf('jobs', search),
    queryFn: ({ signal }) => searchJobs(search, signal),
    placeholderData: (previous) => previous,
    enabled,
  })

/** A job with its report. The report of a job that has ended never changes. */
export const reportQuery = (id: string) => ({
  queryKey: keyOf('job', id, 'report'),
  queryFn: () => api.getReport({ id }),
  staleTime: ({ state }: { state: { data?: JobWithReport | undefined } }) =>
    state.data && isFinal(state.data.status) ? Number.POSITIVE_INFINITY : 0,
})

/** What the report says in short; nothing as long as there is none. */
export function summaryOf({ report }: { report?: unknown }): Taxonomy[] {
  const summary = isRecord(report) && isRecord(report.summary) ? report.summary : {}
  return taxonomiesOf(summary.taxonomies)
}
