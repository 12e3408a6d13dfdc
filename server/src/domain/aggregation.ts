import { isObject } from '@assay/contract/objects'
import { parseQuery } from './criteria.ts'
import {
  type Criteria,
  type QueryLocation,
  shorten,
  startAt,
  stepTo,
  wrong,
} from './criteria-tree.ts'
import { type Interval, parseInterval } from './interval.ts'
import { parseSort, type Sort } from './page.ts'

/** One number about the matching rows. */
export type Metric = Count | Measure

export interface Count {
  kind: 'count'
  name: string
  query: Criteria
}

export interface Measure {
  kind: 'avg' | 'min' | 'max' | 'sum'
  name: string
  field: string
  query: Criteria
}

export interface BucketOrder {
  by: 'count' | 'key'
  descending: boolean
}

/** What `_stats` may ask for. `select` is what is shown of each bucket. */
export type Aggregation = Metric | Grouping
export type Grouping = ByField | ByTime | ByCategory | Top

export interface ByField {
  kind: 'field'
  field: string
  size: number
  order: BucketOrder[]
  select: Aggregation[]
  query: Criteria
}

export interface ByTime {
  kind: 'time'
  fields: string[]
  interval: Interval
  select: Aggregation[]
  query: Criteria
}

export interface ByCategory {
  kind: 'category'
  categories: { name: string; query: Criteria }[]
  select: Aggregation[]
  query: Criteria
}

export interface Top {
  kind: 'top'
  name: string
  size: number
  order: Sort[]
  query: Criteria
}

export const aggregationLimits = { depth: 3, aggregations: 100, size: 100, fields: 10 } as const

const defaultSize = 10

/** Reads a query inside an aggregation: the engine's search, or the platform's filter. */
export type QueryParser = (query: unknown, at: QueryLocation) => Criteria

interface Spot {
  read: QueryParser
  at: QueryLocation
  depth: number
  seen: { aggregations: number }
}

/** The list of `_stats`; its queries share one search budget. */
export const parseAggregations = (
  aggregations: unknown,
  read: QueryParser = parseQuery,
): Aggregation[] =>
  parseList(aggregations, { read, at: startAt('stats'), depth: 1, seen: { aggregations: 0 } })

const parseList = (list: unknown, spot: Spot): Aggregation[] => {
  // guard: aggregation.test.ts
  if (!Array.isArray(list)) throw wrong(spot.at, 'must be a list such as [{"_agg": "count"}]')
  if (spot.depth > aggregationLimits.depth) {
    throw wrong(
      spot.at,
      `aggregations can be nested at most ${aggregationLimits.depth} levels deep`,
    )
  }
  return list.map((item, index) => parseOne(item, { ...spot, at: stepTo(spot.at, `[${index}]`) }))
}

const parseOne = (item: unknown, spot: Spot): Aggregation => {
  const { at } = spot
  if (!isObject(item)) throw wrong(at, 'must be an object such as {"_agg": "count"}')
  spot.seen.aggregations += 1
  if (spot.seen.aggregations > aggregationLimits.aggregations) {
    throw wrong(at, `at most ${aggregationLimits.aggregations} aggregations per request`)
  }
  const kind = item._agg
  const query: Criteria =
    item._query === undefined ? { kind: 'all' } : spot.read(item._query, stepTo(at, '._query'))
  switch (kind) {
    case 'count':
      return { kind, name: nameOf(item, 'count', at), query }
    case 'avg':
    case 'min':
    case 'max':
    case 'sum': {
      const field = fieldOf(item._field, stepTo(at, '._field'))
      return { kind, name: nameOf(item, `${kind}_${field}`, at), field, query }
    }
    case 'field':
      return {
        kind,
        field: fieldOf(item._field, stepTo(at, '._field')),
        size: sizeOf(item, at),
        order: bucketOrder(item, at),
        select: selectOf(item, spot),
        query,
      }
    case 'time':
      return {
        kind,
        fields: fieldsOf(item, at),
        interval: intervalOf(item, at),
        select: selectOf(item, spot),
        query,
      }
    case 'category':
      return { kind, categories: categoriesOf(item, spot), select: selectOf(item, spot), query }
    case 'top':
      return {
        kind,
        name: nameOf(item, 'top', at),
        size: sizeOf(item, at),
        order: parseSort(textsOf(item._order, stepTo(at, '._order'))),
        query,
      }
    default:
      throw wrong(
        stepTo(at, '._agg'),
        'must be one of count, avg, min, max, sum, field, time, category, top',
      )
  }
}

const selectOf = (item: Record<string, unknown>, spot: Spot): Aggregation[] =>
  item._select === undefined
    ? [{ kind: 'count', name: 'count', query: { kind: 'all' } }]
    : parseList(item._select, { ...spot, at: stepTo(spot.at, '._select'), depth: spot.depth + 1 })

const nameOf = (item: Record<string, unknown>, standard: string, at: QueryLocation): string => {
  if (item._name === undefined) return standard
  if (typeof item._name !== 'string') throw wrong(stepTo(at, '._name'), 'must be a string')
  return item._name
}

const fieldOf = (value: unknown, at: QueryLocation): string => {
  if (typeof value !== 'string') throw wrong(at, 'must be a field name')
  return value
}

const fieldsOf = (item: Record<string, unknown>, at: QueryLocation): string[] => {
  const inside = stepTo(at, '._fields')
  const fields = [...new Set(textsOf(item._fields ?? item._field, inside))]
  if (fields.length === 0 || fields.length > aggregationLimits.fields) {
    throw wrong(inside, `must list one to ${aggregationLimits.fields} date fields`)
  }
  return fields
}

const sizeOf = (item: Record<string, unknown>, at: QueryLocation): number => {
  const size = item._size ?? defaultSize
  if (!isWholeNumber(size) || size < 1 || size > aggregationLimits.size) {
    throw wrong(stepTo(at, '._size'), `must be a whole number from 1 to ${aggregationLimits.size}`)
  }
  return size
}

const intervalOf = (item: Record<string, unknown>, at: QueryLocation): Interval => {
  const interval = typeof item._interval === 'string' ? parseInterval(item._interval) : undefined
  if (!interval) {
    throw wrong(
      stepTo(at, '._interval'),
      'must be an interval such as 1s, 5m, 1h, 1d, 1w, 1M, 1y or day',
    )
  }
  return interval
}

/** Largest count first, then by key; ties are always settled by key. */
const bucketOrder = (item: Record<string, unknown>, at: QueryLocation): BucketOrder[] => {
  const inside = stepTo(at, '._order')
  const given = parseSort(textsOf(item._order, inside)).map(({ field, descending }) => {
    const by = bucketKeys.get(field)
    if (!by) throw wrong(inside, `${shorten(field)} must be count or key, prefixed with - or +`)
    return { by, descending }
  })
  return given.length > 0 ? given : [{ by: 'count', descending: true }]
}

const bucketKeys = new Map<string, BucketOrder['by']>([
  ['count', 'count'],
  ['_count', 'count'],
  ['key', 'key'],
  ['_key', 'key'],
  ['_term', 'key'],
])

const categoriesOf = (item: Record<string, unknown>, { at, read }: Spot) => {
  const inside = stepTo(at, '._categories')
  if (!isObject(item._categories)) {
    throw wrong(inside, 'must be an object of names and queries, such as {"late": {"status": "x"}}')
  }
  return Object.entries(item._categories).map(([name, query]) => ({
    name,
    query: read(query, stepTo(inside, `.${name}`)),
  }))
}

/** One text or a list of texts. */
const textsOf = (value: unknown, at: QueryLocation): string[] => {
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value]
  return list.map((item) => {
    if (typeof item !== 'string') throw wrong(at, 'must be a string or a list of strings')
    return item
  })
}

const isWholeNumber = (value: unknown): value is number => Number.isInteger(value)
