import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** A fallback for the events, which report all updates. */
const everyMs = 60_000
const maxWatches = 200

/** The unread first. */
export const useWatchNews = (count: number, enabled = true) =>
  useQuery({
    queryKey: keyOf('watchNews', 'list', count),
    queryFn: ({ signal }) => api.listWatchNews({ range: `0-${count}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })

export const useWatches = () =>
  useQuery({
    queryKey: keyOf('watches', 'list'),
    queryFn: ({ signal }) => api.listWatches({ range: `0-${maxWatches}` }, { signal }),
  })
