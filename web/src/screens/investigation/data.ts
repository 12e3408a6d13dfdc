import type { InvestigationDetail } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useCalmEvents } from '../../base/live/use-calm-events.ts'

/** Many jobs end at once: they are read together. */
const pauseMs = 600

/** Read again while jobs on it run, and when one of its jobs moves. */
export function useInvestigation(id: string) {
  const isLive = useIsLive()
  const query = useQuery({
    queryKey: keyOf('investigation', id),
    queryFn: ({ signal }) => api.getInvestigation({ id }, {}, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      error ? false : data && isRunning(data) ? (isLive ? 3000 : 1500) : 60_000,
  })
  useCalmEvents({
    isWanted: (event) =>
      'jobId' in event && query.data?.jobs.some((job) => job.id === event.jobId) === true,
    pauseMs: () => pauseMs,
    work: () => void readAgain(keyOf('investigation', id)),
  })
  return query
}

export const isRunning = ({ jobs }: InvestigationDetail): boolean =>
  jobs.some(({ status }) => status === 'Waiting' || status === 'InProgress')

/** As many as a drawing of 60 and the list of what was found need. */
const maxNodes = 300

export const useRelations = (id: string, stamp: number) =>
  useQuery({
    queryKey: keyOf('investigation', id, 'relations'),
    queryFn: ({ signal }) => api.investigationRelations({ id }, { limit: maxNodes }, { signal }),
    // What was found changes when jobs end.
    staleTime: stamp === 0 ? 0 : 10_000,
  })
