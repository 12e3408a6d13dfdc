import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** Behind the events, which tell of all of them. */
const everyMs = 60_000
const shown = 50

/** For the bell. */
export const useUnreadNotices = (): number =>
  useQuery({
    queryKey: keyOf('notices', 'unread'),
    queryFn: async ({ signal }) =>
      (await api.listNotices({ unread: true, range: '0-1' }, { signal })).total,
    refetchInterval: everyMs,
  }).data ?? 0

/** The unread first. */
export const useNotices = () =>
  useQuery({
    queryKey: keyOf('notices', 'list'),
    queryFn: ({ signal }) => api.listNotices({ range: `0-${shown}` }, { signal }),
    placeholderData: (previous) => previous,
  })
