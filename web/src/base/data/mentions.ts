import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** Behind the events, which tell of all of them. */
const everyMs = 60_000

/** How many comments name the reader and are unread, for the side bar. */
export const useUnreadMentions = (enabled = true): number | undefined =>
  useQuery({
    queryKey: keyOf('mentions', 'unread'),
    queryFn: async ({ signal }) =>
      (await api.listMentions({ unread: true, range: '0-1' }, { signal })).total,
    refetchInterval: everyMs,
    enabled,
  }).data

/** The unread first. */
export const useMentions = (count: number) =>
  useQuery({
    queryKey: keyOf('mentions', 'list', count),
    queryFn: ({ signal }) => api.listMentions({ range: `0-${count}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
  })
