import {
  allOf,
  filterSteps,
  is,
  isOneOf,
  pageStep,
  type Step,
  sortStep,
} from '../response/steps.ts'

export const views = ['waiting', 'mine'] as const
export type View = (typeof views)[number]

/** Orders that make sense for work to be done; the first is the usual one. */
export const orders = {
  flag: ['-flag', '+startDate'],
  due: ['+dueDate', '-flag'],
  oldest: ['+createdAt'],
  newest: ['-createdAt'],
  title: ['+title'],
} as const
export type Order = keyof typeof orders

export const pageSize = 15

export interface TaskWish {
  readonly view: View
  readonly order: Order
  readonly groups: readonly string[]
  readonly from: number
}

export const viewIn = (params: URLSearchParams): View =>
  views.find((view) => view === params.get('view')) ?? 'waiting'

export function orderIn(params: URLSearchParams): Order {
  const wanted = params.get('sort') ?? ''
  return Object.hasOwn(orders, wanted) ? (wanted as Order) : 'flag'
}

/** Of the own tasks only those that are still to be done. */
const startOf = (view: View): Step[] =>
  view === 'waiting'
    ? [{ _name: 'waitingTasks' }]
    : [{ _name: 'myTasks' }, ...filterSteps(isOneOf('status', ['Waiting', 'InProgress']))]

/** Version 0; with the case that each task belongs to. */
export const taskSteps = ({ view, order, groups, from }: TaskWish): Step[] => [
  ...startOf(view),
  ...filterSteps(allOf([groups.length > 0 && isOneOf('group', groups)])),
  sortStep(...orders[order]),
  pageStep(from, pageSize, { withParents: 1 }),
]

/** Which tasks to count the groups of. */
export const groupQuery = (view: View, login: string) =>
  view === 'waiting'
    ? is('status', 'Waiting')
    : { _and: [is('owner', login), isOneOf('status', ['Waiting', 'InProgress'])] }
