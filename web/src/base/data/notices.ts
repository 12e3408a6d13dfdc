import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

const shown = 50

/** The unread first. */
export const useNotices = () =>
  useQuery({
    queryKey: keyOf('notices', 'list'),
    queryFn: ({ signal }) => api.listNotices({ range: `0-${shown}` }, { signal }),
    placeholderData: (previous) => previous,
  })
