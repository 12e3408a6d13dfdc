import type { Unread } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** Behind the events, which tell of all of them. */
const everyMs = 60_000

/** What the reader has not read: for the bell, the side bar and the panels, in one question. */
export const useUnread = (): Unread | undefined =>
  useQuery({
    queryKey: keyOf('unread'),
    queryFn: ({ signal }) => api.countUnread({}, { signal }),
    refetchInterval: everyMs,
  }).data
