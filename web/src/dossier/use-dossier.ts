import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readAgain } from '../data/changes.ts'
import { searchJobs } from '../data/jobs.ts'
import { keyOf } from '../data/keys.ts'
import { useIsLive, useLiveEvents } from '../live/connection.ts'
import { isFinal } from '../model/statuses.ts'
import { type Subject, subjectQuery } from './subject.ts'

export const mostRuns = 1000
/** In a busy organization something happens all the time. */
const pauseMs = 1500

/** Every run on one observable, newest first. */
export function useDossier(subject: Subject) {
  const isLive = useIsLive()
  const queryKey = keyOf('jobs', 'dossier', subject)
  const runs = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      searchJobs(
        { query: subjectQuery(subject), range: `0-${mostRuns}`, sort: '-createdAt' },
        signal,
      ),
    refetchInterval: ({ state: { data } }) => {
      const isRunning = data?.rows.some(({ status }) => !isFinal(status))
      return isRunning ? (isLive ? 10_000 : 2000) : 60_000
    },
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((event) => {
    if (!('jobId' in event)) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void readAgain(queryKey)
    }, pauseMs)
  })
  return runs
}
