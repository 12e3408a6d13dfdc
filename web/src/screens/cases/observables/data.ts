import type { CortexAnalysis, ObservableV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { changed } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { runQuery } from '../../../base/data/query.ts'
import { getStep, pageStep, sortStep } from '../../../base/data/steps.ts'
import { useIsLive } from '../../../base/live/connection.ts'
import { isRecord, type Taxonomy, taxonomiesOf } from '../../../base/model/levels.ts'
import { pauseFor } from '../actions/data.ts'

export const useObservable = (id: string) =>
  useQuery({
    queryKey: keyOf('observable', id),
    queryFn: ({ signal }) => api.getObservableV1({ id }, {}, { signal }),
  })

export interface ObservableChange {
  tlp?: number
  ioc?: boolean
  sighted?: boolean
  ignoreSimilarity?: boolean
  tags?: string[]
  addTags?: string[]
  message?: string
}

export async function changeObservables(ids: string[], change: ObservableChange) {
  await api.updateObservablesV1({ ids, ...change })
  await changed('case_artifact')
}

/** The analyzers' short results, all together. */
export const findingsOf = ({ reports }: Pick<ObservableV1, 'reports'>): Taxonomy[] =>
  Object.values(reports).flatMap((report) =>
    isRecord(report) ? taxonomiesOf(report.taxonomies) : [],
  )

const maxAnalyses = 30

/** Newest first, each with its report once it has ended. */
export function useAnalyses(observableId: string) {
  const isLive = useIsLive()
  return useQuery({
    queryKey: keyOf('analyses', observableId),
    queryFn: ({ signal }) =>
      runQuery<CortexAnalysis>(
        [
          getStep('Observable', observableId),
          { _name: 'jobs' },
          sortStep('-startDate'),
          pageStep(0, maxAnalyses),
        ],
        { name: 'observable-jobs', signal },
      ),
    refetchInterval: ({ state }) => pauseFor(state.data?.rows, isLive),
  })
}
