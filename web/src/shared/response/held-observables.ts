import type { ObservableV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../base/data/keys.ts'
import { runQuery } from '../../base/data/query.ts'
import { filterSteps, getStep, pageStep, sortStep } from '../../base/data/steps.ts'
import type { ListState } from '../list/declaration.ts'
import { conditionOf } from '../list/filters.ts'

type Holder = 'case' | 'alert'
type Search = Pick<ListState<ObservableV1>, 'declared' | 'values' | 'sort'>

const stepsFor = (holder: Holder, id: string, { declared, values, sort }: Search) => [
  getStep(holder === 'case' ? 'Case' : 'Alert', id),
  { _name: 'observables' },
  ...filterSteps(conditionOf(declared.filters, values)),
  sortStep(sort, '+_id'),
]

/** A page of the observables of a case or an alert. */
export function useObservables(
  holder: Holder,
  id: string,
  list: ListState<ObservableV1>,
  enabled = true,
) {
  const { values, sort, from, size } = list
  return useQuery({
    queryKey: keyOf('observables', holder, id, { values, sort, from }),
    queryFn: ({ signal }) =>
      runQuery<ObservableV1>(
        [...stepsFor(holder, id, list), pageStep(from, size, { extraData: ['total', 'seen'] })],
        { name: `${holder}-observables`, signal },
      ),
    placeholderData: (previous) => previous,
    enabled,
  })
}

/** The first so many of them, for what is decided over all of them. */
export const useFirstObservables = (holder: Holder, id: string, search: Search, max: number) =>
  useQuery({
    queryKey: keyOf('observables', holder, id, { values: search.values, sort: search.sort, max }),
    queryFn: ({ signal }) =>
      runQuery<ObservableV1>(
        [...stepsFor(holder, id, search), pageStep(0, max, { extraData: ['total', 'seen'] })],
        { name: `${holder}-observables`, signal },
      ),
    placeholderData: (previous) => previous,
  })

const maxExported = 10_000

/** All that the filter lets through, for an export. */
export const allObservables = async (holder: Holder, id: string, search: Search) =>
  (
    await runQuery<ObservableV1>([...stepsFor(holder, id, search), pageStep(0, maxExported)], {
      name: `${holder}-observables-export`,
    })
  ).rows
