import type { Job } from '@assay/contract'
import { searchJobs } from '../../base/data/jobs.ts'
import { inGroups } from './polling.ts'

/** Jobs by their ids; the ones that do not exist, or were deleted, are missing in the answer. */
export async function readJobs(ids: readonly string[], signal?: AbortSignal): Promise<Job[]> {
  const jobs: Job[] = []
  for (const group of inGroups(ids)) {
    const query = { _in: { _field: 'id', _values: group } }
    jobs.push(...(await searchJobs({ query, range: `0-${group.length}` }, signal)).rows)
  }
  return jobs
}
