import { isObject } from '@assay/contract/objects'
import type { Bounds, Criteria, QueryLocation, Scalar } from '../criteria-tree.ts'
import {
  allEntries,
  allOf,
  anyOf,
  deeper,
  enter,
  pattern,
  scalar,
  shorten,
  startAt,
  stepTo,
} from '../criteria-tree.ts'
import { badRequest, searchError } from '../errors.ts'
import { type FieldRule, filterValue, objectAt, wrongFilter } from './filter-values.ts'
import { relativeAmong } from './relatives.ts'

/** What is filtered, as one version of the wire names it. */
export interface FilterSubject {
  /** In messages. */
  readonly label: string
  field(name: string): FieldRule | undefined
  /** Its `_id` is no `~` and digits, but a login, a name or a number. */
  readonly hasPlainId?: boolean
  /** Version 1 knows neither. */
  readonly parents: readonly string[]
  readonly children: readonly string[]
  parent(type: string): FilterSubject
  child(type: string): FilterSubject
}

/** The filter language as a tree that the search understands. Nothing given means everything. */
export const parseFilter = (
  filter: unknown,
  subject: FilterSubject,
  at: QueryLocation = startAt('filter'),
): Criteria =>
  filter === undefined || filter === null ? { kind: 'all' } : parse(filter, subject, at)

const parse = (filter: unknown, subject: FilterSubject, at: QueryLocation): Criteria => {
  enter(at)
  const object = objectAt(filter, at, 'an object such as {"_field": "status", "_value": "Open"}')
  // Only `_field` and `_value` are read: clients send further keys that mean nothing.
  if (Object.hasOwn(object, '_field')) return each(object, subject, at, isEqual)
  return allEntries(object, at, (name, operand, inside) => {
    if (Object.hasOwn(operators, name)) {
      return operators[name as Operator](operand, subject, inside)
    }
    if (name.startsWith('_') && subject.field(name) === undefined) {
      const known = Object.keys(operators).join(', ')
      throw wrongFilter(inside, `one of _field with _value, ${known}`)
    }
    return isEqual(fieldOf(name, subject), operand, inside)
  })
}

type Parser = (operand: unknown, subject: FilterSubject, at: QueryLocation) => Criteria
type Compare = (field: FieldRule, value: unknown, at: QueryLocation) => Criteria

const comparing =
  (compare: Compare): Parser =>
  (operand, subject, at) =>
    each(operand, subject, at, compare)

/** `{"_field": "f", "_value": v}`, or the short form `{"f": v}`; several fields must all agree. */
const each = (
  operand: unknown,
  subject: FilterSubject,
  at: QueryLocation,
  compare: Compare,
): Criteria => {
  const object = objectAt(operand, at, 'an object such as {"_field": "severity", "_value": 2}')
  if (Object.hasOwn(object, '_field')) {
    const value = Object.hasOwn(object, '_value') ? object._value : object._values
    if (value === undefined) throw wrongFilter(at, 'an object with _field and _value')
    return compare(fieldOf(object._field, subject, at), value, at)
  }
  if (Object.keys(object).length === 0) throw wrongFilter(at, 'an object that names a field')
  return allEntries(object, at, (name, value, inside) =>
    compare(fieldOf(name, subject), value, inside),
  )
}

const isEqual: Compare = (field, value, at) => ({
  kind: 'equals',
  field: field.name,
  value: filterValue(field, value, at),
})

/** What lacks the field differs from nothing. */
const isDifferent: Compare = (field, value, at) => ({
  kind: 'and',
  of: [
    { kind: 'exists', field: field.name },
    { kind: 'not', of: isEqual(field, value, at) },
  ],
})

const isBeyond =
  (bound: keyof Bounds): Compare =>
  (field, value, at) =>
    range(field, { [bound]: filterValue(field, value, at) })

const range = (field: FieldRule, bounds: Bounds): Criteria => {
  if (field.kind === 'boolean' || field.kind === 'list') {
    throw badRequest(`${field.name} cannot be ordered; use _is, _ne or _in`)
  }
  return { kind: 'range', field: field.name, bounds }
}

const isOneOf: Compare = (field, values, at) => {
  if (!Array.isArray(values)) throw wrongFilter(at, 'an object with a list as _values')
  const wanted = values.map((value) => filterValue(field, value, at))
  return { kind: 'in', field: field.name, values: wanted }
}

/** A star matches anything, at the start and at the end only; without one it is equality. */
const isLike: Compare = (field, value, at) => {
  const text = pattern(textOf(value, at), at)
  const open = { start: text.startsWith('*'), end: text.endsWith('*') }
  if (!open.start && !open.end) return isEqual(field, value, at)
  const part = text.replace(/^\*/, '').replace(/\*$/, '')
  if (part === '') return { kind: 'exists', field: field.name }
  const position = open.start && open.end ? 'anywhere' : open.start ? 'end' : 'start'
  return hasPart(position)(field, part, at)
}

const hasPart =
  (position: 'start' | 'end' | 'anywhere'): Compare =>
  (field, value, at) => {
    if (!isText(field)) {
      throw badRequest(`${field.name} is not text; use _is, _in or _between`)
    }
    return { kind: 'part', field: field.name, text: pattern(textOf(value, at), at), position }
  }

/** Every word must occur, in texts; anything else must be equal. */
const matchesText: Compare = (field, value, at) =>
  field.kind === 'text'
    ? { kind: 'like', field: field.name, value: textOf(value, at), words: 'all' }
    : isEqual(field, value, at)

const isText = ({ kind }: FieldRule) => kind === 'text' || kind === 'keyword' || kind === 'list'

const textOf = (value: unknown, at: QueryLocation): Scalar => {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongFilter(at, 'a text')
  return scalar(value, at)
}

const isBetween: Parser = (operand, subject, at) => {
  const shape = 'an object such as {"_field": "date", "_from": 0, "_to": 9}'
  const object = objectAt(operand, at, shape)
  if (object._from === undefined || object._to === undefined) throw wrongFilter(at, shape)
  const field = fieldOf(object._field, subject, at)
  // The end is exclusive, so days follow each other without gaps or overlap.
  return range(field, {
    gte: filterValue(field, object._from, stepTo(at, '._from')),
    lt: filterValue(field, object._to, stepTo(at, '._to')),
  })
}

const isDefined: Parser = (operand, subject, at) => ({
  kind: 'exists',
  field: fieldOf(isObject(operand) ? operand._field : operand, subject, at).name,
})

const hasId: Parser = (operand, subject, at) => {
  if (subject.hasPlainId) return isEqual(fieldOf('_id', subject), operand, at)
  if (typeof operand !== 'string' || !operand.startsWith('~')) {
    throw badRequest(`${at.path}: an id is ~ and digits, such as ~41062448`)
  }
  return { kind: 'equals', field: '_id', value: scalar(operand, at) }
}

const several = (operand: unknown, subject: FilterSubject, at: QueryLocation): Criteria[] => {
  if (!Array.isArray(operand)) throw wrongFilter(at, 'a list of filters')
  return operand.map((filter, index) => parse(filter, subject, deeper(stepTo(at, `[${index}]`))))
}

const related =
  (kind: 'parent' | 'child'): Parser =>
  (operand, subject, at) => {
    const object = objectAt(operand, at, 'an object such as {"_type": "case", "_query": {}}')
    const path = typeof object._type === 'string' && pathTo(subject, kind, object._type)
    if (!path) {
      const known = subject[plurals[kind]].join(', ')
      throw known === ''
        ? badRequest(`${at.path}: ${subject.label} cannot be filtered by its ${kind}`)
        : wrongFilter(stepTo(at, '._type'), `one of ${known}`)
    }
    const relative = path.reduce((from, type) => from[kind](type), subject)
    const inside = deeper(stepTo(at, '._query'))
    if (object._query === undefined) enter(inside)
    const of =
      object._query === undefined
        ? hasId(object._id, relative, stepTo(at, '._id'))
        : parse(object._query, relative, inside)
    return path.reduceRight<Criteria>((inner, type) => ({ kind, type, of: inner }), of)
  }

const plurals = { parent: 'parents', child: 'children' } as const

/** The relative of this name, or that of a relative: a log belongs to its task and to its case. */
function pathTo(
  subject: FilterSubject,
  kind: keyof typeof plurals,
  asked: string,
): readonly string[] | undefined {
  const near = subject[plurals[kind]]
  const found = relativeAmong(near, asked)
  if (found !== undefined) return [found]
  for (const between of near) {
    const far = relativeAmong(subject[kind](between)[plurals[kind]], asked)
    if (far !== undefined) return [between, far]
  }
  return undefined
}

const everything: Parser = () => ({ kind: 'all' })

const operators = {
  _any: everything,
  // Full-text search over everything was a promise of older systems; today it is ignored.
  _string: everything,
  _and: (operand, subject, at) => allOf(several(operand, subject, at)),
  _or: (operand, subject, at) => anyOf(several(operand, subject, at)),
  _not: (operand, subject, at) => ({ kind: 'not', of: parse(operand, subject, deeper(at)) }),
  _is: comparing(isEqual),
  _eq: comparing(isEqual),
  _ne: comparing(isDifferent),
  _lt: comparing(isBeyond('lt')),
  _lte: comparing(isBeyond('lte')),
  _gt: comparing(isBeyond('gt')),
  _gte: comparing(isBeyond('gte')),
  _between: isBetween,
  _in: comparing(isOneOf),
  _like: comparing(isLike),
  _wildcard: comparing(isLike),
  _startsWith: comparing(hasPart('start')),
  _endsWith: comparing(hasPart('end')),
  _match: comparing(matchesText),
  _contains: isDefined,
  _has: isDefined,
  _id: hasId,
  _parent: related('parent'),
  _child: related('child'),
} satisfies Record<string, Parser>

type Operator = keyof typeof operators

/** Refused instead of matching nothing: a typing error would look like an empty list. */
export const fieldOf = (name: unknown, subject: FilterSubject, at?: QueryLocation): FieldRule => {
  if (typeof name !== 'string') {
    if (at) throw wrongFilter(stepTo(at, '._field'), 'the name of a field')
    throw searchError('a field name')
  }
  const field = subject.field(name)
  if (!field) throw badRequest(`Property ${shorten(name)} for type ${subject.label} not found`)
  return field
}
