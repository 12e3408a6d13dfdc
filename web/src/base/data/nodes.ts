import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** How often a list of nodes that is looked at is read again; they tell of themselves twice as slowly. */
const refreshMs = 5_000

/** The processes of the installation; for administrators of an organization the counts only. */
export const useNodes = () =>
  useQuery({
    queryKey: keyOf('nodes'),
    queryFn: ({ signal }) => api.listNodes({}, { signal }),
    refetchInterval: refreshMs,
  })
