import { useQuery } from '@tanstack/react-query'
import { readAgain } from '../data/cache.ts'
import { searchJobs } from '../data/jobs.ts'
import { keyOf } from '../data/keys.ts'
import { useIsLive } from '../live/connection.ts'
import { useCalmEvents } from '../live/use-calm-events.ts'
import { isFinal } from '../model/statuses.ts'
import { type Subject, subjectQuery } from './subject.ts'

export const maxRuns = 1000
const pauseMs = 1500

/** Every run on one observable, newest first. */
export function useDossier(subject: Subject) {
  const isLive = useIsLive()
  const queryKey = keyOf('jobs', 'dossier', subject)
  const runs = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      searchJobs(
        { query: subjectQuery(subject), range: `0-${maxRuns}`, sort: '-createdAt' },
        signal,
      ),
    refetchInterval: ({ state: { data } }) => {
      const isRunning = data?.rows.some(({ status }) => !isFinal(status))
      return isRunning ? (isLive ? 10_000 : 2000) : 60_000
    },
  })
  useCalmEvents({
    isWanted: (event) => 'jobId' in event,
    pauseMs: () => pauseMs,
    work: () => void readAgain(queryKey),
  })
  return runs
}
