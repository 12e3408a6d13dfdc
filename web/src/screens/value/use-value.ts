import type { ValueName } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { searchJobs } from '../../base/data/jobs.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { useCalmEvents } from '../../base/live/use-calm-events.ts'
import { jobsQuery } from './subject.ts'

const pauseMs = 1000

/** Everything that is known about the value, as seen from a case; read again while jobs on it run. */
export function useValue(subject: ValueName, caseId?: string) {
  const isLive = useIsLive()
  const inCase = caseId === undefined ? {} : { caseId }
  const queryKey = keyOf('value', { ...subject, ...inCase })
  const found = useQuery({
    queryKey: keyOf('value', { ...subject, ...inCase }, 'detail'),
    // Not canceled: the page is drawn anew while its parts are loaded, and would ask a second time.
    queryFn: () => api.getValue({ ...subject, ...inCase }),
    refetchInterval: ({ state: { data } }) =>
      data && data.running.length > 0 ? (isLive ? 5000 : 1500) : 60_000,
  })
  useCalmEvents({
    isWanted: (event) => 'jobId' in event,
    pauseMs: () => pauseMs,
    work: () => void readAgain(queryKey),
  })
  return found
}

/** The newest job: the next question is marked as the last one was. */
export const useNewestJob = (subject: ValueName, enabled: boolean) =>
  useQuery({
    queryKey: keyOf('jobs', 'of-value', subject),
    queryFn: async ({ signal }) =>
      (await searchJobs({ query: jobsQuery(subject), range: '0-1', sort: '-createdAt' }, signal))
        .rows[0] ?? null,
    enabled,
    staleTime: 30_000,
  })

/** Another value that this one leads to. */
export const useValueOnce = (subject: ValueName, enabled: boolean) =>
  useQuery({
    queryKey: keyOf('value', subject, 'detail'),
    queryFn: ({ signal }) => api.getValue(subject, { signal }),
    enabled,
  })
