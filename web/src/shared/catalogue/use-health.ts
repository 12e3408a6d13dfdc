import type { Worker } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { searchJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { healthByWorker, lastJobs } from './health.ts'

/** One answer has the health of all workers in use; one call each would be hundreds. */
export const useHealth = (kind: Worker['type']) =>
  useQuery({
    queryKey: keyOf('catalogue', 'health', kind),
    queryFn: async ({ signal }) =>
      healthByWorker(await api.workerHealth({ type: kind }, { signal })),
    staleTime: 30_000,
    refetchInterval: 60_000,
    // A map is not compared by its content.
    structuralSharing: false,
  })

/** The last jobs of one worker, however long ago they were. */
export const useLastJobs = (workerId: string, enabled = true) =>
  useQuery({
    queryKey: keyOf('catalogue', 'jobs', workerId),
    queryFn: async ({ signal }) => {
      const search = { query: { workerId }, range: `0-${lastJobs}`, sort: '-createdAt' }
      return (await searchJobs(search, signal)).rows
    },
    enabled,
  })
