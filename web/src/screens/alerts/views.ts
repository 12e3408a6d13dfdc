import { type Filter, is } from '../../base/data/steps.ts'
import type { FilterValues } from '../../shared/list/declaration.ts'

/** What the list is about; `all` when a filter of the address says it better. */
export const views = ['new', 'mine', 'imported', 'all'] as const
export type View = (typeof views)[number]

const isView = (name: string | null): name is View => views.some((view) => view === name)

export function viewIn(params: URLSearchParams, values: FilterValues): View {
  const named = params.get('view')
  if (isView(named)) return named
  return values.status?.length || values.read?.length ? 'all' : 'new'
}

export function viewFilter(view: View, login: string): Filter | undefined {
  switch (view) {
    case 'new':
      return is('read', false)
    case 'mine':
      return { _and: [is('read', false), is('assignee', login)] }
    case 'imported':
      return is('imported', true)
    case 'all':
      return undefined
  }
}

/** Rows of these views leave the list after a decision. */
export const isOpenView = (view: View) => view === 'new' || view === 'mine'

export const orders = ['newest', 'worst', 'similar'] as const
export type Order = (typeof orders)[number]
export const orderIn = (params: URLSearchParams): Order =>
  orders.find((order) => order === params.get('order')) ?? 'newest'
