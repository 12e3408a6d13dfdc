/** One step of a query: `{ _name: 'listAlert' }`. The server names those that are possible. */
export interface Step {
  readonly _name: string
  readonly [parameter: string]: unknown
}

export type Filter = Readonly<Record<string, unknown>>
export type Wanted = string | number | boolean

export const listStep = (entity: string): Step => ({ _name: `list${entity}` })
export const getStep = (entity: string, idOrName: string): Step => ({
  _name: `get${entity}`,
  idOrName,
})

/** `sort` as in the address: `-date`, `+title`. The first is the primary key. */
export const sortStep = (...sort: readonly string[]): Step => ({
  _name: 'sort',
  _fields: sort.map((key) => ({
    [key.replace(/^[-+]/, '')]: key.startsWith('-') ? 'desc' : 'asc',
  })),
})

/**
 * `more`: `extraData` in version 1 (`total` makes it tell the number of all rows), `withParents` and
 * `withStats` in version 0, which tells the total anyway.
 */
export const pageStep = (
  from: number,
  size: number,
  more: Readonly<Record<string, unknown>> = {},
): Step => ({ _name: 'page', from, to: from + size, ...more })

/** No step at all when nothing is filtered. */
export const filterSteps = (filter: Filter | undefined): Step[] =>
  filter ? [{ _name: 'filter', ...filter }] : []

export const is = (field: string, value: Wanted): Filter => ({ _field: field, _value: value })

export const isOneOf = (field: string, values: readonly Wanted[]): Filter => ({
  _in: { _field: field, _values: values },
})

/** Anywhere in the text, case-insensitive. */
export const contains = (field: string, part: string): Filter => ({
  _like: { _field: field, _value: `*${part}*` },
})

export const isFrom = (field: string, value: number): Filter => ({
  _gte: { _field: field, _value: value },
})

export const isBefore = (field: string, value: number): Filter => ({
  _lt: { _field: field, _value: value },
})

/** It has a value. */
export const exists = (field: string): Filter => ({ _contains: { _field: field } })

export const anyOf = (filters: readonly Filter[]): Filter => ({ _or: filters })
export const not = (filter: Filter): Filter => ({ _not: filter })

/** All given ones; undefined, which is everything, when there are none. */
export function allOf(filters: readonly (Filter | undefined | false)[]): Filter | undefined {
  const given = filters.filter((filter) => filter !== undefined && filter !== false)
  return given.length > 1 ? { _and: given } : given[0]
}

interface Listed {
  filter: Filter | undefined
  sort: readonly string[]
  from?: number
  size: number
  more?: Readonly<Record<string, unknown>>
}

/** All of an entity that the filter lets through: one page in this order. */
export const listedSteps = (
  entity: string,
  { filter, sort, from = 0, size, more }: Listed,
): Step[] => [
  listStep(entity),
  ...filterSteps(filter),
  sortStep(...sort),
  pageStep(from, size, more),
]

/** Children of one entity, such as the tasks of a case: the first `max` in this order. */
export const relatedSteps = (
  entity: Parameters<typeof getStep>[0],
  id: string,
  relation: string,
  sort: string,
  max: number,
  extraData: string[] = ['total'],
): Step[] => [
  getStep(entity, id),
  { _name: relation },
  sortStep(sort),
  pageStep(0, max, { extraData }),
]
