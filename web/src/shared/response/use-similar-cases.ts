import type { SimilarCase } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { getStep } from '../../base/data/steps.ts'
import { useSearch } from '../../base/routing/location.ts'
import { caseFilterOf, wishIn } from './similar.ts'

export interface SimilarOrigin {
  entity: 'Alert' | 'Case'
  id: string
}

/** Cases similar to an alert or a case, of the status and period in the address. */
export function useSimilarCases({ entity, id }: SimilarOrigin) {
  const { params } = useSearch()
  const { status, period } = wishIn(params)
  return useQuery({
    queryKey: keyOf('similar', entity, id, status, period),
    queryFn: async ({ signal }) => {
      const caseFilter = caseFilterOf({ status, period }, Date.now())
      const steps = [
        getStep(entity, id),
        { _name: 'similarCases', ...(caseFilter ? { caseFilter } : {}) },
      ]
      const name = `${entity.toLowerCase()}-similar-cases`
      return (await runQuery<SimilarCase>(steps, { name, signal })).rows
    },
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })
}
