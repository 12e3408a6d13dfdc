import { isObject } from '@assay/contract/objects'
import type { Bounds, Criteria, QueryLocation, Scalar } from './criteria-tree.ts'
import {
  allEntries,
  allOf,
  anyOf,
  deeper,
  enter,
  equals,
  isScalar,
  pattern,
  scalar,
  shorten,
  startAt,
  stepTo,
  wrong,
} from './criteria-tree.ts'
import { parseQueryString } from './query-string.ts'

export type { Criteria } from './criteria-tree.ts'

/** The search body of the wire as a tree. Nothing given means everything. */
export const parseCriteria = (query: unknown): Criteria =>
  query === undefined ? { kind: 'all' } : parseQuery(query, startAt('query'))

/** The same for a query inside something larger, which shares one budget (see `QueryLocation`). */
export const parseQuery = (query: unknown, at: QueryLocation): Criteria => {
  enter(at)
  const object = objectAt(query, at, 'an object such as {"status": "Success"} or {} for everything')
  // Only `_field` and `_value` are read: clients send further keys that mean nothing.
  if (Object.hasOwn(object, '_field')) {
    const { field, value } = fieldValue(object, at)
    return equals(field, value)
  }
  return allEntries(object, at, parseEntry)
}

const parseEntry = (name: string, operand: unknown, at: QueryLocation): Criteria => {
  if (Object.hasOwn(operators, name)) {
    return operators[name as Operator](operand, at)
  }
  // An unknown `_name` with a plain value is a field that nothing has, as clients are used to.
  // guard: criteria.test.ts
  if (name.startsWith('_') && !isScalar(operand)) {
    const known = Object.keys(operators).join(', ')
    throw wrong(at, `unknown operator ${shorten(name)}; use _field with _value, ${known}`)
  }
  return equals(name, scalar(operand, at))
}

const operators = {
  _any: (): Criteria => ({ kind: 'all' }),
  _and: (operand: unknown, at: QueryLocation) => allOf(queries(operand, at)),
  _or: (operand: unknown, at: QueryLocation) => anyOf(queries(operand, at)),
  _not: (operand: unknown, at: QueryLocation): Criteria => ({
    kind: 'not',
    of: parseQuery(operand, deeper(at)),
  }),
  _gt: (operand: unknown, at: QueryLocation) => comparison(operand, at, (value) => ({ gt: value })),
  _gte: (operand: unknown, at: QueryLocation) =>
    comparison(operand, at, (value) => ({ gte: value })),
  _lt: (operand: unknown, at: QueryLocation) => comparison(operand, at, (value) => ({ lt: value })),
  _lte: (operand: unknown, at: QueryLocation) =>
    comparison(operand, at, (value) => ({ lte: value })),
  _between: (operand: unknown, at: QueryLocation): Criteria => {
    const shape = 'an object such as {"_field": "createdAt", "_from": 0, "_to": 9}'
    const object = objectAt(operand, at, shape)
    // Both ends are exclusive: the original says so, and saved filters rely on it.
    const gt = scalar(object._from, stepTo(at, '._from'))
    const lt = scalar(object._to, stepTo(at, '._to'))
    return {
      kind: 'range',
      field: fieldName(object._field, stepTo(at, '._field')),
      bounds: { gt, lt },
    }
  },
  _in: (operand: unknown, at: QueryLocation): Criteria => {
    const object = objectAt(operand, at, 'an object such as {"_field": "status", "_values": ["a"]}')
    const field = fieldName(object._field, stepTo(at, '._field'))
    const inside = stepTo(at, '._values')
    if (!Array.isArray(object._values)) throw wrong(inside, 'must be a list of values')
    const values = object._values.filter(isScalar).map((value) => scalar(value, inside))
    // `_type` has no column; see `equals`.
    if (field === '_type') return anyOf(values.map((value) => equals(field, value)))
    return { kind: 'in', field, values }
  },
  _contains: (operand: unknown, at: QueryLocation): Criteria => ({
    kind: 'exists',
    field: fieldName(isObject(operand) ? operand._field : operand, at),
  }),
  _like: (operand: unknown, at: QueryLocation): Criteria => {
    const { field, value } = fieldValue(operand, at)
    return field === '_type' ? equals(field, value) : { kind: 'like', field, value, words: 'any' }
  },
  _wildcard: (operand: unknown, at: QueryLocation): Criteria => {
    const { field, value } = fieldValue(operand, at)
    return { kind: 'wildcard', field, pattern: pattern(value, stepTo(at, '._value')) }
  },
  _string: (operand: unknown, at: QueryLocation): Criteria => {
    if (typeof operand !== 'string') throw wrong(at, 'must be a string such as "status:Success"')
    scalar(operand, at)
    return parseQueryString(operand, at)
  },
  _id: (operand: unknown, at: QueryLocation) => equals('_id', scalar(operand, at)),
  _type: (operand: unknown, at: QueryLocation) => equals('_type', scalar(operand, at)),
  _parent: (operand: unknown, at: QueryLocation): Criteria => ({
    kind: 'parent',
    ...relative(operand, at),
  }),
  _child: (operand: unknown, at: QueryLocation): Criteria => ({
    kind: 'child',
    ...relative(operand, at),
  }),
} satisfies Record<string, (operand: unknown, at: QueryLocation) => Criteria>

type Operator = keyof typeof operators

const queries = (operand: unknown, at: QueryLocation): Criteria[] => {
  if (!Array.isArray(operand)) throw wrong(at, 'must be a list of queries')
  return operand.map((query, index) => parseQuery(query, deeper(stepTo(at, `[${index}]`))))
}

/** `{"field": value}`, several fields at once, or `{"_field": "field", "_value": value}`. */
const comparison = (
  operand: unknown,
  at: QueryLocation,
  bounds: (value: Scalar) => Bounds,
): Criteria => {
  const object = objectAt(operand, at, 'an object such as {"createdAt": 0}')
  if (Object.hasOwn(object, '_field')) {
    const { field, value } = fieldValue(object, at)
    return { kind: 'range', field, bounds: bounds(value) }
  }
  if (Object.keys(object).length === 0)
    throw wrong(at, 'requires a field, such as {"createdAt": 0}')
  return allEntries(object, at, (field, value, inside) => ({
    kind: 'range',
    field,
    bounds: bounds(scalar(value, inside)),
  }))
}

const relative = (operand: unknown, at: QueryLocation): { type: string; of: Criteria } => {
  const shape = 'an object such as {"_type": "organization", "_query": {}}'
  const object = objectAt(operand, at, shape)
  if (typeof object._type !== 'string') {
    throw wrong(stepTo(at, '._type'), 'must be a model name such as "organization"')
  }
  if (Object.hasOwn(object, '_query')) {
    const of = parseQuery(object._query, deeper(stepTo(at, '._query')))
    return { type: object._type, of }
  }
  if (!Object.hasOwn(object, '_id')) throw wrong(at, 'requires _query or _id in addition to _type')
  return { type: object._type, of: equals('_id', scalar(object._id, stepTo(at, '._id'))) }
}

const fieldValue = (operand: unknown, at: QueryLocation): { field: string; value: Scalar } => {
  const object = objectAt(
    operand,
    at,
    'an object such as {"_field": "status", "_value": "Success"}',
  )
  const field = fieldName(object._field, stepTo(at, '._field'))
  if (!Object.hasOwn(object, '_value')) throw wrong(at, 'requires _value in addition to _field')
  return { field, value: scalar(object._value, stepTo(at, '._value')) }
}

const fieldName = (value: unknown, at: QueryLocation): string => {
  if (typeof value !== 'string') throw wrong(at, 'must be a field name')
  return value
}

const objectAt = (value: unknown, at: QueryLocation, shape: string): Record<string, unknown> => {
  if (!isObject(value)) throw wrong(at, `must be ${shape}`)
  return value
}
