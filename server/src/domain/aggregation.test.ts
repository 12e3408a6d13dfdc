import { describe, expect, it } from 'vitest'
import { type Aggregation, parseAggregations } from './aggregation.ts'
import type { Criteria } from './criteria.ts'

const all: Criteria = { kind: 'all' }
const count: Aggregation = { kind: 'count', name: 'count', query: all }
const byCount = [{ by: 'count', descending: true }]

const nested = (levels: number): unknown =>
  levels === 1 ? [{ _agg: 'count' }] : [{ _agg: 'field', _field: 'a', _select: nested(levels - 1) }]

describe('aggregations', () => {
  it.each<[unknown, unknown]>([
    [[], []],
    [[{ _agg: 'count' }], [count]],
    [[{ _agg: 'count', _name: 'n' }], [{ ...count, name: 'n' }]],
    [
      [{ _agg: 'count', _query: { status: 'a' } }],
      [{ ...count, query: { kind: 'equals', field: 'status', value: 'a' } }],
    ],
    [
      [{ _agg: 'avg', _field: 'rate' }],
      [{ kind: 'avg', name: 'avg_rate', field: 'rate', query: all }],
    ],
    [
      [{ _agg: 'field', _field: 'status' }],
      [{ kind: 'field', field: 'status', size: 10, order: byCount, select: [count], query: all }],
    ],
    [
      [{ _agg: 'field', _field: 'status', _size: 100, _order: ['+_key', '-count'], _select: [] }],
      [
        {
          kind: 'field',
          field: 'status',
          size: 100,
          order: [
            { by: 'key', descending: false },
            { by: 'count', descending: true },
          ],
          select: [],
          query: all,
        },
      ],
    ],
    [
      [{ _agg: 'time', _fields: ['createdAt', 'createdAt'], _interval: '1M' }],
      [
        {
          kind: 'time',
          fields: ['createdAt'],
          interval: { unit: 'months', length: 1 },
          select: [count],
          query: all,
        },
      ],
    ],
    [
      [{ _agg: 'category', _categories: { all: {} } }],
      [
        {
          kind: 'category',
          categories: [{ name: 'all', query: all }],
          select: [count],
          query: all,
        },
      ],
    ],
    [
      [{ _agg: 'top', _size: 3, _order: '-rate' }],
      [
        {
          kind: 'top',
          name: 'top',
          size: 3,
          order: [{ field: 'rate', descending: true }],
          query: all,
        },
      ],
    ],
  ])('%j', (given, expected) => {
    expect(parseAggregations(given)).toEqual(expected)
  })

  it.each<[unknown, string]>([
    [undefined, 'stats: must be a list'],
    [{ _agg: 'count' }, 'stats: must be a list'],
    [['count'], 'stats[0]: must be an object'],
    [[{}], 'stats[0]._agg: must be one of count'],
    [[{ _agg: 'median' }], 'stats[0]._agg: must be one of'],
    [[{ _agg: 'count', _name: 5 }], 'stats[0]._name: must be a string'],
    [[{ _agg: 'count', _query: [] }], 'stats[0]._query: must be an object'],
    [[{ _agg: 'sum' }], 'stats[0]._field: must be a field name'],
    [[{ _agg: 'field', _field: 'a', _size: 101 }], 'stats[0]._size: must be a whole number'],
    [[{ _agg: 'field', _field: 'a', _size: '5' }], 'stats[0]._size: must be a whole number'],
    [[{ _agg: 'field', _field: 'a', _order: ['rate'] }], 'rate must be count or key'],
    [[{ _agg: 'field', _field: 'a', _order: ['constructor'] }], 'must be count or key'],
    [[{ _agg: 'field', _field: 'a', _order: [5] }], 'stats[0]._order: must be a string'],
    [[{ _agg: 'field', _field: 'a', _select: [{}] }], 'stats[0]._select[0]._agg: must be one of'],
    [[{ _agg: 'time', _fields: [], _interval: '1d' }], 'stats[0]._fields: must list one to 10'],
    [
      [{ _agg: 'time', _fields: ['a'], _interval: '1x' }],
      'stats[0]._interval: must be an interval such as',
    ],
    [[{ _agg: 'time', _fields: ['a'] }], 'stats[0]._interval: must be an interval such as'],
    [[{ _agg: 'category' }], 'stats[0]._categories: must be an object'],
    [[{ _agg: 'category', _categories: { x: 5 } }], 'stats[0]._categories.x: must be an object'],
    [nested(4), 'nested at most 3 levels deep'],
    [Array(101).fill({ _agg: 'count' }), 'at most 100 aggregations'],
    [
      Array(3).fill({ _agg: 'count', _query: { _or: Array(400).fill({ a: 1 }) } }),
      'can have at most 1000 conditions',
    ],
  ])('refuses %j', (given, message) => {
    expect(() => parseAggregations(given)).toThrow(message)
    expect(() => parseAggregations(given)).toThrow(expect.objectContaining({ type: 'SearchError' }))
  })

  it('accepts three levels', () => {
    expect(() => parseAggregations(nested(3))).not.toThrow()
  })
})
