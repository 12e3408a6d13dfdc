import type { Worker } from '@assay/contract'
import { useQueries } from '@tanstack/react-query'
import { isRated, type Quota, quotaQuery } from '../../base/data/quotas.ts'

/** By analyzer. Only who administers sees rates, for others it is empty. */
export const useQuotas = (analyzers: readonly Worker[]): ReadonlyMap<string, Quota> =>
  useQueries({
    queries: analyzers.filter(isRated).map(quotaQuery),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }) => (data ? [[data.worker.id, data] as const] : []))),
  })
