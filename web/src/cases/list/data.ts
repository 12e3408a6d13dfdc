import type { CaseV1 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { keyOf } from '../../data/keys.ts'
import { isRecord } from '../../model/levels.ts'
import { runQuery } from '../../response/query.ts'
import { filterSteps, listStep, pageStep, sortStep } from '../../response/steps.ts'
import { type CaseFilter, conditionOf } from './filter.ts'

export const pageSize = 30
export const defaultSort = '-startDate'

const sortable = ['number', 'title', 'severity', 'status', 'assignee', 'startDate']

/** Addresses are typed and shared: an order that does not exist is the usual one. */
export const sortFrom = (params: URLSearchParams): string => {
  const sort = params.get('sort') ?? defaultSort
  return sortable.includes(sort.replace(/^[-+]/, '')) ? sort : defaultSort
}

export interface CaseSearch {
  filter: CaseFilter
  sort: string
  from: number
}

export const useCases = ({ filter, sort, from }: CaseSearch) =>
  useQuery({
    queryKey: keyOf('cases', { filter, sort, from }),
    queryFn: ({ signal }) =>
      runQuery<CaseV1>(
        [
          listStep('Case'),
          ...filterSteps(conditionOf(filter)),
          sortStep(sort, '-number'),
          pageStep(from, pageSize, { extraData: ['total', 'observableStats', 'taskStats'] }),
        ],
        { name: 'cases', signal },
      ),
    placeholderData: (previous) => previous,
    refetchInterval: 60_000,
  })

const numberIn = (stats: unknown, name: string): number => {
  const value = isRecord(stats) ? stats[name] : 0
  return typeof value === 'number' ? value : 0
}

/** Told beside the case when the query asks for it. */
export const countsOf = ({ extraData }: Pick<CaseV1, 'extraData'>) => ({
  observables: numberIn(extraData.observableStats, 'total'),
  tasks: numberIn(extraData.taskStats, 'total'),
  openTasks: numberIn(extraData.taskStats, 'Waiting') + numberIn(extraData.taskStats, 'InProgress'),
})
