import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'

/** Of the organization, and those that the operator shares. */
export const useBudgets = (enabled: boolean, everyMs: number | false) =>
  useQuery({
    queryKey: keyOf('budgets', 'list'),
    queryFn: ({ signal }) => api.listBudgets({}, { signal }),
    placeholderData: (previous) => previous,
    refetchInterval: everyMs,
    enabled,
  })
