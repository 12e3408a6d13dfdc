import { useQueries } from '@tanstack/react-query'
import { isRated, quotaQuery, shareOf } from '../../base/data/quotas.ts'
import { useAnalyzers, useResponders } from '../../base/data/workers.ts'

/** How much of each limited worker is used up, the fullest first. */
export function useQuotas(enabled: boolean, everyMs: number | false) {
  const analyzers = useAnalyzers(enabled)
  const responders = useResponders(enabled)
  const rated = [...(analyzers.data ?? []), ...(responders.data ?? [])].filter(isRated)
  const answers = useQueries({
    queries: rated.map((worker) => ({ ...quotaQuery(worker), refetchInterval: everyMs })),
  })
  const quotas = answers.flatMap(({ data }) => (data ? [data] : []))
  return {
    quotas: quotas.sort((a, b) => shareOf(b) - shareOf(a)),
    error: answers.find(({ error }) => error)?.error,
    isPending: analyzers.isPending || responders.isPending || answers.some((one) => one.isPending),
  }
}
