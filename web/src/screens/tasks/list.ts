import type { TaskV0 } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { filterSteps, is, isOneOf, pageStep, type Step, sortStep } from '../../base/data/steps.ts'
import { useSearch } from '../../base/routing/location.ts'
import { useSession } from '../../base/session/session.ts'
import type { ListDeclaration, ListState } from '../../shared/list/declaration.ts'
import { fieldChoices, valuesOfField } from '../../shared/list/field-choices.ts'
import { conditionOf } from '../../shared/list/filters.ts'

export const views = ['waiting', 'mine'] as const
export type View = (typeof views)[number]

export const viewIn = (params: URLSearchParams): View =>
  views.find((view) => view === params.get('view')) ?? 'waiting'

/** Orders that make sense for work to be done; the first is the usual one. */
const orders: Readonly<Record<string, readonly string[]>> = {
  flag: ['-flag', '+startDate'],
  due: ['+dueDate', '-flag'],
  oldest: ['+createdAt'],
  newest: ['-createdAt'],
  title: ['+title'],
}
export const orderNames = ['flag', 'due', 'oldest', 'newest', 'title'] as const

/** The list of tasks: a new filter is one more entry here. */
export const taskList: ListDeclaration<TaskV0> = {
  idOf: ({ id }) => id,
  defaultSort: 'flag',
  sortable: orderNames,
  pageSizes: [15],
  texts: { filters: 'tasks.filters', noMatch: 'tasks.noMatch' },
  filters: [
    {
      key: 'group',
      label: 'tasks.group',
      control: { kind: 'choices', useChoices: useTaskGroups },
      query: (values) => isOneOf('group', values),
    },
  ],
}

/** Of the caller's tasks only those that are still to be done. */
const startOf = (view: View): Step[] =>
  view === 'waiting'
    ? [{ _name: 'waitingTasks' }]
    : [{ _name: 'myTasks' }, ...filterSteps(isOneOf('status', ['Waiting', 'InProgress']))]

type Search = Pick<ListState<TaskV0>, 'values' | 'sort' | 'from' | 'size'>

/** Version 0; with the case that each task belongs to. */
export const taskSteps = (view: View, { values, sort, from, size }: Search): Step[] => [
  ...startOf(view),
  ...filterSteps(conditionOf(taskList.filters, values)),
  sortStep(...(orders[sort] ?? [])),
  pageStep(from, size, { withParents: 1 }),
]

/** Which tasks to count the groups of. */
const groupQuery = (view: View, login: string) =>
  view === 'waiting'
    ? is('status', 'Waiting')
    : { _and: [is('owner', login), isOneOf('status', ['Waiting', 'InProgress'])] }

/** Groups of the tasks in view. */
function useTaskGroups() {
  const { user } = useSession()
  const view = viewIn(useSearch().params)
  const stats = useQuery({
    queryKey: keyOf('tasks', 'groups', view, user.id),
    queryFn: () =>
      api.taskStats({ query: groupQuery(view, user.id), stats: valuesOfField('group') }),
  })
  return fieldChoices(stats.data)
}
