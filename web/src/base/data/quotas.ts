import type { Quota } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import { keyOf } from './keys.ts'

/** How much of each limited worker is used up, the fullest first. Only administrators see the rates. */
export const useQuotas = (enabled: boolean, everyMs: number | false = false) =>
  useQuery({
    queryKey: keyOf('quota'),
    queryFn: async ({ signal }) =>
      (await api.listQuotas({}, { signal })).toSorted((a, b) => shareOf(b) - shareOf(a)),
    refetchInterval: everyMs,
    enabled,
  })

export const shareOf = ({ used, rate }: Pick<Quota, 'used' | 'rate'>) =>
  rate === 0 ? 1 : used / rate
