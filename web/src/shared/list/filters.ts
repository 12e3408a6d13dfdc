import type { TextKey } from '../../base/texts/index.ts'
import type { Condition, FilterValues, ListFilter } from './declaration.ts'

/** What reads addresses does not look at rows. */
type AnyFilter = ListFilter<never>

export const valuesIn = (filters: readonly AnyFilter[], params: URLSearchParams): FilterValues =>
  Object.fromEntries(
    filters.map(({ key, accepts }) => {
      const given = [...new Set(params.getAll(key))].filter((value) => value.trim() !== '')
      return [key, accepts ? given.filter(accepts) : given]
    }),
  )

/** The filters alone, as in an address: what a saved view keeps. */
export function filterSearch(filters: readonly AnyFilter[], params: URLSearchParams): string {
  const kept = [...params].filter(([name]) => filters.some(({ key }) => key === name))
  const search = new URLSearchParams(kept).toString()
  return search && `?${search}`
}

/** The text that a list is searched by. */
export const searchFilter = <Row>(
  label: TextKey,
  rest: Pick<ListFilter<Row>, 'query'> | Pick<ListFilter<Row>, 'matches'>,
): ListFilter<Row> => ({ key: 'q', label, control: { kind: 'search' }, ...rest })

/** All filters together; undefined for everything. `now` ends "last 24 hours". */
export function conditionOf(
  filters: readonly AnyFilter[],
  all: FilterValues,
  now = Date.now(),
): Condition | undefined {
  const asked = filters.flatMap(({ key, query }) => {
    const values = all[key] ?? []
    return (values.length > 0 && query?.(values, { all, now })) || []
  })
  return asked.length > 1 ? { _and: asked } : asked[0]
}

export const matchesAll = <Row>(
  filters: readonly ListFilter<Row>[],
  all: FilterValues,
  row: Row,
): boolean =>
  filters.every(({ key, matches }) => {
    const values = all[key] ?? []
    return values.length === 0 || !matches || matches(row, values)
  })

/** What an address requests. */
export const conditionIn = (filters: readonly AnyFilter[], search: string, now?: number) =>
  conditionOf(filters, valuesIn(filters, new URLSearchParams(search)), now)
