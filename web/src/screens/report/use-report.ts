import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../base/api.ts'
import { reportQuery } from '../../base/data/jobs.ts'
import { useIsLive } from '../../base/live/connection.ts'
import { isFinal } from '../../base/model/statuses.ts'
import { followToEnd, pauseUntil } from './follow.ts'

/**
 * A job with its report. While it runs, one long poll waits for its end, and events (or a slow poll
 * without them) report the steps before. Once it has ended it is never read again: it cannot
 * change.
 */
export function useReport(id: string) {
  const client = useQueryClient()
  const isLive = useIsLive()
  const isSeen = useIsSeen()
  const query = useQuery({
    ...reportQuery(id),
    enabled: ({ state }) => !state.data || !isFinal(state.data.status),
    refetchInterval: isLive ? 15_000 : 2_000,
  })
  const isRunning = query.data !== undefined && !isFinal(query.data.status)
  useEffect(() => {
    if (!isRunning || !isSeen) return
    const leaving = new AbortController()
    const { signal } = leaving
    void followToEnd({
      ask: () => api.waitReport({ id }, { atMost: '30second' }, { signal }),
      onJob: (job) => client.setQueryData(reportQuery(id).queryKey, job),
      pause: pauseUntil(signal),
      signal,
    })
    return () => leaving.abort()
  }, [client, id, isRunning, isSeen])
  return query
}

/** A hidden tab gives its connection back and catches up when it is seen. */
const useIsSeen = () =>
  useSyncExternalStore(
    (listener) => {
      document.addEventListener('visibilitychange', listener)
      return () => document.removeEventListener('visibilitychange', listener)
    },
    () => !document.hidden,
  )
