import { describe, expect, it } from 'vitest'
import { type Criteria, parseCriteria } from './criteria.ts'
import { limits } from './criteria-tree.ts'
import { AppError } from './errors.ts'

const all: Criteria = { kind: 'all' }
const status = (value: string): Criteria => ({ kind: 'equals', field: 'status', value })

const nested = (levels: number): unknown =>
  levels === 1 ? { status: 'a' } : { _not: nested(levels - 1) }

describe('a search body', () => {
  it.each<[unknown, Criteria]>([
    [undefined, all],
    [{}, all],
    [{ _any: null }, all],
    [{ _any: 'x' }, all],
    [{ status: 'a' }, status('a')],
    [{ rate: 5 }, { kind: 'equals', field: 'rate', value: 5 }],
    [{ hasKey: false }, { kind: 'equals', field: 'hasKey', value: false }],
    [
      { status: 'a', name: 'b' },
      { kind: 'and', of: [status('a'), { kind: 'equals', field: 'name', value: 'b' }] },
    ],
    [{ _and: [] }, all],
    [{ _or: [] }, { kind: 'none' }],
    [{ _and: [{ status: 'a' }] }, status('a')],
    [{ _and: [{ status: 'a' }, {}] }, { kind: 'and', of: [status('a'), all] }],
    [{ _or: [{ status: 'a' }, { status: 'b' }] }, { kind: 'or', of: [status('a'), status('b')] }],
    [{ _not: { status: 'a' } }, { kind: 'not', of: status('a') }],
    [{ _field: 'status', _value: 'a' }, status('a')],
    [{ _field: 'status', _value: 'a', _type: 'job', other: [] }, status('a')],
    [{ _gt: { rate: 1 } }, { kind: 'range', field: 'rate', bounds: { gt: 1 } }],
    [{ _gte: { rate: '1' } }, { kind: 'range', field: 'rate', bounds: { gte: '1' } }],
    [{ _lt: { rate: 1 } }, { kind: 'range', field: 'rate', bounds: { lt: 1 } }],
    [{ _lte: { rate: 1 } }, { kind: 'range', field: 'rate', bounds: { lte: 1 } }],
    [{ _lte: { _field: 'rate', _value: 1 } }, { kind: 'range', field: 'rate', bounds: { lte: 1 } }],
    [
      { _between: { _field: 'rate', _from: 1, _to: 9 } },
      { kind: 'range', field: 'rate', bounds: { gt: 1, lt: 9 } },
    ],
    [
      { _in: { _field: 'status', _values: ['a', null, 1, {}, ['b'], true] } },
      { kind: 'in', field: 'status', values: ['a', 1, true] },
    ],
    [{ _in: { _field: 'status', _values: [] } }, { kind: 'in', field: 'status', values: [] }],
    [{ _contains: 'avatar' }, { kind: 'exists', field: 'avatar' }],
    [
      { _like: { _field: 'name', _value: 'a b' } },
      { kind: 'like', field: 'name', value: 'a b', words: 'any' },
    ],
    [
      { _wildcard: { _field: 'name', _value: 'a*' } },
      { kind: 'wildcard', field: 'name', pattern: 'a*' },
    ],
    [{ _string: 'status:a' }, { kind: 'like', field: 'status', value: 'a', words: 'any' }],
    [{ _id: 'x' }, { kind: 'equals', field: '_id', value: 'x' }],
    [{ _type: 'job' }, { kind: 'type', type: 'job' }],
    [
      { _field: '_type', _value: 'job' },
      { kind: 'type', type: 'job' },
    ],
    [
      { _parent: { _type: 'organization', _query: { status: 'a' } } },
      { kind: 'parent', type: 'organization', of: status('a') },
    ],
    [
      { _parent: { _type: 'organization', _id: 'acme' } },
      { kind: 'parent', type: 'organization', of: { kind: 'equals', field: '_id', value: 'acme' } },
    ],
    [{ _child: { _type: 'user', _query: {} } }, { kind: 'child', type: 'user', of: all }],
    [{ _startsWith: 'x' }, { kind: 'equals', field: '_startsWith', value: 'x' }],
    [{ constructor: 'x' }, { kind: 'equals', field: 'constructor', value: 'x' }],
  ])('%j', (query, criteria) => {
    expect(parseCriteria(query)).toEqual(criteria)
  })

  it.each<[unknown, string]>([
    [null, 'query: must be an object'],
    [[], 'query: must be an object'],
    ['status:a', 'query: must be an object'],
    [{ status: null }, 'query.status: must be a string, a number or a boolean'],
    [{ status: ['a'] }, 'query.status: must be a string, a number or a boolean; use _in'],
    [{ status: { a: 1 } }, 'query.status: must be a string'],
    [{ _and: { status: 'a' } }, 'query._and: must be a list of queries'],
    [{ _and: [{ _or: [{}, 5] }] }, 'query._and[0]._or[1]: must be an object'],
    [{ _not: [] }, 'query._not: must be an object'],
    [{ _field: 'status' }, 'query: requires _value'],
    [{ _field: 5, _value: 'a' }, 'query._field: must be a field name'],
    [{ _field: 'a', _value: null }, 'query._value: must be a string'],
    [{ _gt: 5 }, 'query._gt: must be an object such as'],
    [{ _gt: {} }, 'query._gt: requires a field'],
    [{ _gt: { rate: {} } }, 'query._gt.rate: must be'],
    [{ _between: { _field: 'rate', _from: 1 } }, 'query._between._to: must be'],
    [{ _in: { _field: 'rate', _values: 'a' } }, 'query._in._values: must be a list'],
    [{ _contains: 5 }, 'query._contains: must be a field name'],
    [{ _like: { status: 'a' } }, 'query._like._field: must be a field name'],
    [{ _string: 5 }, 'query._string: must be a string'],
    [{ _string: '"open' }, 'query._string: unclosed quote'],
    [{ _type: {} }, 'query._type: must be a string'],
    [{ _parent: 'acme' }, 'query._parent: must be an object'],
    [{ _parent: { _type: 'organization' } }, 'query._parent: requires _query or _id'],
    [{ _child: { _query: {} } }, 'query._child._type: must be a model name'],
    [{ _regex: { a: 'b' } }, 'query._regex: unknown operator _regex; use _field'],
    [nested(limits.depth + 1), 'nested at most 20 levels deep'],
    [{ _or: Array(limits.nodes).fill({ a: 1 }) }, 'can have at most 1000 conditions'],
    [{ _in: { _field: 'a', _values: Array(5_001).fill(1) } }, 'can have at most 5000 values'],
    [{ a: 'é'.repeat(16_385) }, 'query.a: a string can have at most 32768 bytes'],
    [{ _wildcard: { _field: 'a', _value: '*'.repeat(257) } }, 'can have at most 256 characters'],
    [{ _string: '('.repeat(30) }, 'nested at most 20 levels deep'],
    [{ _string: 'a '.repeat(1_001) }, 'can have at most 1000 conditions'],
  ])('refuses %j', (query, message) => {
    const parse = () => parseCriteria(query)

    expect(parse).toThrow(AppError)
    expect(parse).toThrow(expect.objectContaining({ type: 'SearchError' }))
    expect(parse).toThrow(message)
  })

  it('accepts what is just inside the limits', () => {
    expect(() => parseCriteria(nested(limits.depth))).not.toThrow()
    expect(() => parseCriteria({ _or: Array(limits.nodes - 1).fill({ a: 1 }) })).not.toThrow()
    expect(() => parseCriteria({ a: 'x'.repeat(limits.textBytes) })).not.toThrow()
  })

  it('keeps names in messages short', () => {
    expect(() => parseCriteria({ ['x'.repeat(10_000)]: null })).toThrow(/^.{1,200}$/)
  })
})
