import { useMemo, useRef } from 'react'
import { type SearchChange, useSearch } from '../../base/routing/location.ts'
import type { ListDeclaration, ListState } from './declaration.ts'
import { filterSearch, valuesIn } from './filters.ts'
import { offsetIn, pageOf } from './paging.ts'

/** The list that the address describes. */
export function useList<Row>(declared: ListDeclaration<Row>): ListState<Row> {
  const { params, set } = useSearch()
  const bar = useRef<HTMLElement>(null)
  const { filters, pageSizes = [] } = declared
  const filterKey = filterSearch(filters, params)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filters of a list do not change
  const values = useMemo(() => valuesIn(filters, new URLSearchParams(filterKey)), [filterKey])
  const size = pageSizes.find((one) => String(one) === params.get('size')) ?? pageSizes[0] ?? 50
  const change = (next: SearchChange, options?: { push: boolean }) =>
    set({ page: undefined, ...next }, options)
  return {
    declared,
    values,
    filterKey,
    isFiltered: Object.values(values).some(({ length }) => length > 0),
    sort: sortIn(params, declared),
    from: offsetIn(params, size),
    size,
    change,
    add: (key, value) =>
      change({ [key]: [...new Set([...(values[key] ?? []), value])] }, { push: true }),
    clear: () =>
      change(Object.fromEntries(filters.map(({ key }) => [key, undefined])), { push: true }),
    goTo: (from) => set({ page: pageOf(from, size) }, { push: true }),
    bar,
  }
}

/** Addresses are typed and shared: an order that does not exist is the usual one. */
export function sortIn(
  params: URLSearchParams,
  { sortable = [], defaultSort = '' }: Pick<ListDeclaration<never>, 'sortable' | 'defaultSort'>,
): string {
  // `+` in an address is read as a space.
  const sort = params.get('sort')?.replace(/^ /, '+') ?? defaultSort
  return sortable.includes(sort.replace(/^[-+]/, '')) ? sort : defaultSort
}
