import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** Behind the events, which tell of all of them. */
const everyMs = 60_000

/** The unread first. */
export const useMentions = (count: number, enabled = true) =>
  useQuery({
    queryKey: keyOf('mentions', 'list', count),
    queryFn: ({ signal }) => api.listMentions({ range: `0-${count}` }, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })
