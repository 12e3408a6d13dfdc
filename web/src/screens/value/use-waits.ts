import type { JobWaits, ValueDetail } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { searchJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'

/** The line of a budget moves about as often. */
const refreshMs = 10_000

/** What each job that may not start yet waits for, by its id; jobs that only wait for a worker are not in it. */
export function useWaits(
  running: readonly ValueDetail['running'][number][],
): ReadonlyMap<string, JobWaits> {
  const ids = running.flatMap(({ jobId, status }) => (status === 'Waiting' ? [jobId] : []))
  const { data = [] } = useQuery({
    queryKey: keyOf('jobs', 'waits', ids),
    queryFn: async ({ signal }) => {
      const query = { _in: { _field: 'id', _values: ids } }
      const { rows } = await searchJobs({ query, range: `0-${ids.length}` }, signal)
      return rows.flatMap(({ id, waits }) => (waits ? [[id, waits] as const] : []))
    },
    placeholderData: (previous) => previous,
    refetchInterval: refreshMs,
    enabled: ids.length > 0,
  })
  return new Map(data)
}
