import type { ObservableV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../data/keys.ts'
import { runQuery } from '../response/query.ts'
import {
  allOf,
  contains,
  filterSteps,
  getStep,
  isOneOf,
  pageStep,
  sortStep,
} from '../response/steps.ts'

interface ObservableSearch {
  text: string
  types: readonly string[]
  sort: string
  from: number
  size: number
}

export function useAlertObservables(alertId: string, search: ObservableSearch) {
  const { text, types, sort, from, size } = search
  const wanted = text.trim()
  const filter = allOf([
    wanted !== '' && contains('data', wanted),
    types.length > 0 && isOneOf('dataType', types),
  ])
  return useQuery({
    queryKey: keyOf('observables', 'alert', alertId, search),
    queryFn: ({ signal }) =>
      runQuery<ObservableV1>(
        [
          getStep('Alert', alertId),
          { _name: 'observables' },
          ...filterSteps(filter),
          sortStep(sort),
          pageStep(from, size, { extraData: ['total', 'seen'] }),
        ],
        { name: 'alert-observables', signal },
      ),
    placeholderData: (previous) => previous,
  })
}
