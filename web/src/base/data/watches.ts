import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** A fallback for the events, which report all updates. */
const everyMs = 60_000
const maxWatches = 200

/** How many updates of watched values are unread, for the side bar. */
export const useUnreadNews = (enabled: boolean): number | undefined =>
  useQuery({
    queryKey: keyOf('watchNews', 'unread'),
    queryFn: async ({ signal }) =>
      (await api.listWatchNews({ unread: true, range: '0-1' }, { signal })).total,
    refetchInterval: everyMs,
    enabled,
  }).data

/** The unread first. */
export const useWatchNews = (count: number, enabled = true) =>
  useQuery({
    queryKey: keyOf('watchNews', 'list', count),
    queryFn: ({ signal }) => api.listWatchNews({ range: `0-${count}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })

/** How many values the user watches. */
export const useWatchCount = (enabled = true): number | undefined =>
  useQuery({
    queryKey: keyOf('watches', 'count'),
    queryFn: async ({ signal }) => (await api.listWatches({ range: '0-1' }, { signal })).total,
    enabled,
  }).data

export const useWatches = () =>
  useQuery({
    queryKey: keyOf('watches', 'list'),
    queryFn: ({ signal }) => api.listWatches({ range: `0-${maxWatches}` }, { signal }),
  })
