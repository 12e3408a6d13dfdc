import { describe, expect, it } from 'vitest'
import { refusal } from '../../../test/refusal.ts'
import type { Criteria } from '../criteria-tree.ts'
import { AttributeCheckingError } from '../errors.ts'
import { type FilterSubject, parseFilter } from './filter.ts'
import type { FieldRule } from './filter-values.ts'

const fields: Record<string, Omit<FieldRule, 'name'>> = {
  _id: { kind: 'keyword' },
  _createdAt: { kind: 'date' },
  title: { kind: 'text' },
  owner: { kind: 'keyword' },
  severity: { kind: 'number' },
  date: { kind: 'date' },
  flag: { kind: 'boolean' },
  tags: { kind: 'list' },
  cost: { kind: 'decimal' },
  status: { kind: 'keyword', values: ['Open', 'Resolved'] },
}

const subject: FilterSubject = {
  label: 'Case',
  field: (name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field && { name, ...field }
  },
  parents: ['case'],
  children: ['case_task'],
  parent: () => subject,
  child: () => subject,
}

const equals = (field: string, value: string | number | boolean): Criteria => ({
  kind: 'equals',
  field,
  value,
})
const exists = (field: string): Criteria => ({ kind: 'exists', field })
const part = (field: string, text: string, position: 'start' | 'end' | 'anywhere'): Criteria => ({
  kind: 'part',
  field,
  text,
  position,
})
const all: Criteria = { kind: 'all' }

describe('a filter', () => {
  it.each<[filter: unknown, criteria: Criteria]>([
    [undefined, all],
    [null, all],
    [{}, all],
    [{ _any: '*' }, all],
    [{ _string: 'anything at all' }, all],
    [{ _and: [] }, all],
    [{ _or: [] }, { kind: 'none' }],
    [{ _field: 'owner', _value: 'ann' }, equals('owner', 'ann')],
    [{ _field: 'owner', _value: 'ann', other: 1 }, equals('owner', 'ann')],
    [{ owner: 'ann' }, equals('owner', 'ann')],
    [{ _createdAt: 5 }, equals('_createdAt', 5)],
    [{ _is: { _field: 'owner', _value: 'ann' } }, equals('owner', 'ann')],
    [{ _is: { owner: 'ann' } }, equals('owner', 'ann')],
    [{ _eq: { _field: 'owner', _value: 'ann' } }, equals('owner', 'ann')],
    [{ _id: '~1' }, equals('_id', '~1')],
    [
      { owner: 'ann', severity: 2 },
      { kind: 'and', of: [equals('owner', 'ann'), equals('severity', 2)] },
    ],
    [
      { _ne: { _field: 'owner', _value: 'ann' } },
      { kind: 'and', of: [exists('owner'), { kind: 'not', of: equals('owner', 'ann') }] },
    ],
    [{ _not: { owner: 'ann' } }, { kind: 'not', of: equals('owner', 'ann') }],
    [
      { _or: [{ severity: 1 }, { severity: 2 }] },
      { kind: 'or', of: [equals('severity', 1), equals('severity', 2)] },
    ],
    [{ _gt: { severity: 2 } }, { kind: 'range', field: 'severity', bounds: { gt: 2 } }],
    [
      { _gte: { _field: 'date', _value: '7' } },
      { kind: 'range', field: 'date', bounds: { gte: 7 } },
    ],
    [{ _lt: { date: 7.9 } }, { kind: 'range', field: 'date', bounds: { lt: 7 } }],
    [{ _lte: { cost: '2.5' } }, { kind: 'range', field: 'cost', bounds: { lte: 2.5 } }],
    [
      { _between: { _field: 'date', _from: 1, _to: 9 } },
      { kind: 'range', field: 'date', bounds: { gte: 1, lt: 9 } },
    ],
    [
      { _in: { _field: 'severity', _values: [1, '2'] } },
      { kind: 'in', field: 'severity', values: [1, 2] },
    ],
    [{ _in: { status: ['Open'] } }, { kind: 'in', field: 'status', values: ['Open'] }],
    [{ _in: { _field: 'status', _values: [] } }, { kind: 'in', field: 'status', values: [] }],
    [{ _like: { _field: 'owner', _value: 'a*n' } }, equals('owner', 'a*n')],
    [{ _like: { _field: 'owner', _value: '*a*n*' } }, part('owner', 'a*n', 'anywhere')],
    [{ _wildcard: { title: 'a*' } }, part('title', 'a', 'start')],
    [{ _wildcard: { _field: 'tags', _value: '*a' } }, part('tags', 'a', 'end')],
    [{ _like: { title: '*' } }, exists('title')],
    [{ _like: { title: '**' } }, exists('title')],
    [{ _like: { severity: 2 } }, equals('severity', 2)],
    [{ _startsWith: { _field: 'owner', _value: 'a*' } }, part('owner', 'a*', 'start')],
    [{ _endsWith: { owner: '*' } }, part('owner', '*', 'end')],
    [
      { _match: { title: 'lost laptop' } },
      { kind: 'like', field: 'title', value: 'lost laptop', words: 'all' },
    ],
    [{ _match: { _field: 'owner', _value: 'ann' } }, equals('owner', 'ann')],
    [{ _contains: 'owner' }, exists('owner')],
    [{ _contains: { _field: 'owner' } }, exists('owner')],
    [{ _has: 'owner' }, exists('owner')],
    [{ flag: 'true' }, equals('flag', true)],
    [{ flag: 0 }, equals('flag', false)],
    [{ severity: 2.9 }, equals('severity', 2)],
    [{ owner: 5 }, equals('owner', '5')],
    [
      { _parent: { _type: 'case', _id: '~1' } },
      { kind: 'parent', type: 'case', of: equals('_id', '~1') },
    ],
    [
      { _parent: { _type: 'case', _query: { severity: 1 } } },
      { kind: 'parent', type: 'case', of: equals('severity', 1) },
    ],
    [{ _child: { _type: 'case_task', _query: {} } }, { kind: 'child', type: 'case_task', of: all }],
  ])('%j is read', (filter, criteria) => {
    expect(parseFilter(filter, subject)).toEqual(criteria)
  })

  it.each<[filter: unknown, type: string, message: string]>([
    ['text', 'AttributeCheckingError', 'expected an object'],
    [[], 'AttributeCheckingError', 'expected an object'],
    [{ _type: 'case' }, 'AttributeCheckingError', '_between'],
    [{ _field: 'owner' }, 'AttributeCheckingError', '_value'],
    [{ _field: 5, _value: 5 }, 'AttributeCheckingError', 'the name of a field'],
    [{ _field: 'owner', _value: null }, 'AttributeCheckingError', 'a text, a number or a boolean'],
    [{ owner: ['ann'] }, 'AttributeCheckingError', 'a text, a number or a boolean'],
    [{ shoe: 1 }, 'BadRequest', 'Property shoe for type Case not found'],
    [{ constructor: 1 }, 'BadRequest', 'Property constructor for type Case not found'],
    [{ _gt: { shoe: 1 } }, 'BadRequest', 'Property shoe for type Case not found'],
    [{ _contains: 'shoe' }, 'BadRequest', 'Property shoe for type Case not found'],
    [{ status: 'Foo' }, 'AttributeCheckingError', 'one of Open, Resolved'],
    [
      { _in: { _field: 'status', _values: ['Open', 'Foo'] } },
      'AttributeCheckingError',
      'one of Open',
    ],
    [{ severity: 'high' }, 'AttributeCheckingError', 'a value of type int'],
    [{ severity: true }, 'AttributeCheckingError', 'a value of type int'],
    [{ date: 'yesterday' }, 'AttributeCheckingError', 'a value of type date'],
    [{ flag: 'maybe' }, 'AttributeCheckingError', 'one of true, false'],
    [{ _and: {} }, 'AttributeCheckingError', 'a list of filters'],
    [{ _in: { _field: 'owner', _values: 'ann' } }, 'AttributeCheckingError', 'a list as _values'],
    [{ _between: { _field: 'date', _from: 1 } }, 'AttributeCheckingError', '_to'],
    [{ _gt: { flag: true } }, 'BadRequest', 'cannot be ordered'],
    [{ _lt: { tags: 'a' } }, 'BadRequest', 'cannot be ordered'],
    [{ _like: { severity: '*2' } }, 'BadRequest', 'is not text'],
    [{ _startsWith: { flag: 't' } }, 'BadRequest', 'is not text'],
    [{ _id: '123' }, 'BadRequest', 'an id is ~ and digits'],
    [{ _id: 5 }, 'BadRequest', 'an id is ~ and digits'],
    [{ _parent: { _type: 'shoe', _id: '~1' } }, 'AttributeCheckingError', 'one of case'],
    [{ _child: { _type: 'case', _query: {} } }, 'AttributeCheckingError', 'one of case_task'],
    [{ _parent: { _type: 'case' } }, 'BadRequest', 'an id is ~ and digits'],
    [{ _gt: {} }, 'AttributeCheckingError', 'names a field'],
    [{ _like: { title: '*'.repeat(300) } }, 'SearchError', '256 characters'],
    [nested(30), 'SearchError', '20 levels'],
    [
      { _or: Array.from({ length: 1_001 }, () => ({ severity: 1 })) },
      'SearchError',
      '1000 conditions',
    ],
    [
      { _in: { _field: 'severity', _values: Array.from({ length: 5_001 }, () => 1) } },
      'SearchError',
      '5000 values',
    ],
  ])('%j is refused', (filter, type, message) => {
    const error = refusal(() => parseFilter(filter, subject))

    expect(error.type).toBe(type)
    expect(error.message).toContain(message)
  })

  it('says what would have been right where a value is none of those there are', () => {
    const error = refusal(() => parseFilter({ status: 'Foo' }, subject))

    expect(error).toBeInstanceOf(AttributeCheckingError)
    expect((error as AttributeCheckingError).errors).toEqual([
      {
        type: 'InvalidFormatAttributeError',
        name: 'status',
        format: 'enum',
        acceptedInput: ['Open', 'Resolved'],
        message: 'Invalid format for status: "Foo", expected one of Open, Resolved',
      },
    ])
  })
})

function nested(depth: number): unknown {
  return depth === 0 ? {} : { _not: nested(depth - 1) }
}
