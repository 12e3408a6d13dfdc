import { describe, expect, it } from 'vitest'
import { parseCriteria } from '../../src/domain/criteria.ts'
import type { Database } from '../../src/storage/database.ts'
import { aggregate } from '../../src/storage/search/aggregate.ts'
import { databases } from '../databases.ts'
import { organization, replaceRows, user, users } from '../search-fixtures.ts'

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)
const start = (text: string) => String(Date.parse(`${text}T00:00:00Z`))

const rows = {
  organizations: [organization({ name: 'acme' }), organization({ name: 'umbrella' })],
  users: [
    user({ login: 'ann', roles: '["read","analyze","read"]', created_at: day('2024-01-31') }),
    user({ login: 'bob', roles: '["read"]', created_at: day('2024-02-29'), updated_at: 10 }),
    user({ login: 'cid', status: 'Locked', created_at: day('2024-02-29'), updated_at: 30 }),
    user({
      login: 'dan',
      roles: '["__proto__"]',
      created_at: day('1969-12-31'),
      updated_by: 'ann',
    }),
    user({ login: 'eve', organization: 'umbrella', created_at: day('2025-01-01'), updated_at: 99 }),
  ],
}

const stats = ({ db, dialect }: Database, aggregations: unknown, query?: unknown) =>
  aggregate(
    db,
    dialect,
    users,
    {
      criteria: parseCriteria(query),
      aggregations,
      columns: ['login', 'name'],
      render: ({ login }) => ({ id: login }),
    },
    'acme',
  )

const cases: [aggregations: unknown[], answer: unknown][] = [
  [[], {}],
  [[{ _agg: 'count' }], { count: 4 }],
  [
    [{ _agg: 'count' }, { _agg: 'count', _name: 'locked', _query: { status: 'Locked' } }],
    { count: 4, locked: 1 },
  ],
  [
    ['avg', 'min', 'max', 'sum'].map((_agg) => ({ _agg, _field: 'rate' })),
    { avg_rate: 20, min_rate: 10, max_rate: 30, sum_rate: 40 },
  ],
  [[{ _agg: 'sum', _field: 'rate', _name: 's', _query: { status: 'Ok' } }], { s: 10 }],
  [
    ['avg', 'min', 'sum'].map((_agg) => ({ _agg, _field: 'rate', _query: { name: 'x' } })),
    { avg_rate: null, min_rate: null, sum_rate: 0 },
  ],
  [['max', 'sum'].map((_agg) => ({ _agg, _field: 'nobody' })), { max_nobody: null, sum_nobody: 0 }],
  [[{ _agg: 'field', _field: 'status' }], { Active: { count: 3 }, Locked: { count: 1 } }],
  [[{ _agg: 'field', _field: 'status', _order: ['+count'], _size: 1 }], { Locked: { count: 1 } }],
  [[{ _agg: 'field', _field: 'status', _order: '-_key', _size: 1 }], { Locked: { count: 1 } }],
  [[{ _agg: 'field', _field: 'updatedBy' }], { ann: { count: 1 } }],
  [[{ _agg: 'field', _field: 'rate' }], { 10: { count: 1 }, 30: { count: 1 } }],
  [[{ _agg: 'field', _field: 'nobody' }], {}],
  [
    [{ _agg: 'field', _field: 'roles' }],
    Object.fromEntries([
      ['read', { count: 2 }],
      ['__proto__', { count: 1 }],
      ['analyze', { count: 1 }],
    ]),
  ],
  [
    [
      {
        _agg: 'field',
        _field: 'status',
        _select: [
          { _agg: 'count', _name: 'n' },
          { _agg: 'max', _field: 'rate' },
          { _agg: 'field', _field: 'roles', _size: 1 },
        ],
      },
    ],
    {
      Active: { n: 3, max_rate: 10, read: { count: 2 } },
      Locked: { n: 1, max_rate: 30 },
    },
  ],
  [
    [{ _agg: 'field', _field: 'roles', _size: 1, _select: [{ _agg: 'sum', _field: 'rate' }] }],
    { read: { sum_rate: 10 } },
  ],
  [
    [{ _agg: 'time', _fields: ['createdAt'], _interval: '1M' }],
    {
      [start('1969-12-01')]: { createdAt: { count: 1 } },
      [start('2024-01-01')]: { createdAt: { count: 1 } },
      [start('2024-02-01')]: { createdAt: { count: 2 } },
    },
  ],
  [
    [{ _agg: 'time', _fields: ['createdAt'], _interval: 'day' }],
    {
      [start('1969-12-31')]: { createdAt: { count: 1 } },
      [start('2024-01-31')]: { createdAt: { count: 1 } },
      [start('2024-02-29')]: { createdAt: { count: 2 } },
    },
  ],
  [
    [{ _agg: 'time', _fields: ['createdAt'], _interval: '1w', _query: { _id: 'bob' } }],
    { [start('2024-02-26')]: { createdAt: { count: 1 } } },
  ],
  [
    [
      {
        _agg: 'time',
        _fields: ['updatedAt', 'createdAt', 'nobody'],
        _interval: '1y',
        _select: [{ _agg: 'count' }, { _agg: 'max', _field: 'rate' }],
      },
    ],
    {
      [start('1969-01-01')]: {
        updatedAt: { count: 0, max_rate: null },
        createdAt: { count: 1, max_rate: null },
      },
      [start('1970-01-01')]: {
        updatedAt: { count: 2, max_rate: 30 },
        createdAt: { count: 0, max_rate: null },
      },
      [start('2024-01-01')]: {
        updatedAt: { count: 0, max_rate: null },
        createdAt: { count: 3, max_rate: 30 },
      },
    },
  ],
  [
    [
      {
        _agg: 'time',
        _fields: ['createdAt'],
        _interval: '1M',
        _query: { _gt: { createdAt: 0 } },
        _select: [{ _agg: 'top', _order: ['-_id'], _size: 1 }],
      },
    ],
    {
      [start('2024-01-01')]: { createdAt: { top: [{ id: 'ann' }] } },
      [start('2024-02-01')]: { createdAt: { top: [{ id: 'cid' }] } },
    },
  ],
  [
    [
      {
        _agg: 'category',
        _categories: { early: { _lt: { createdAt: 0 } }, locked: { status: 'Locked' } },
      },
    ],
    { early: { count: 1 }, locked: { count: 1 } },
  ],
  [[{ _agg: 'top', _order: ['-rate'], _size: 2 }], { top: [{ id: 'cid' }, { id: 'bob' }] }],
]

describe.each(databases)('$name: statistics', ({ open }) => {
  it('answer every aggregation, inside the scope only', async () => {
    const database = await open()
    await replaceRows(database.db, rows)

    for (const [aggregations, answer] of cases) {
      const found = await stats(database, aggregations)
      expect(found, JSON.stringify(aggregations)).toEqual(answer)
    }
  })

  it('keep the order of buckets', async () => {
    const database = await open()
    await replaceRows(database.db, rows)

    const found = await stats(database, [{ _agg: 'field', _field: 'roles' }])

    expect(Object.keys(found)).toEqual(['read', '__proto__', 'analyze'])
  })

  it('narrow with the query', async () => {
    const database = await open()
    await replaceRows(database.db, rows)

    expect(await stats(database, [{ _agg: 'count' }], { status: 'Locked' })).toEqual({ count: 1 })
  })

  it.each([
    [[{ _agg: 'avg', _field: 'name' }], 'name is not numeric'],
    [[{ _agg: 'time', _fields: ['rate'], _interval: '1d' }], 'rate is not a date'],
    [[{ _agg: 'top', _order: ['shoe'] }], 'cannot sort by shoe'],
    [[{ _agg: 'count', _query: { rate: 'x' } }], 'rate is a number'],
    [[{ _agg: 'time', _fields: ['createdAt'], _interval: '1s' }], 'more than 1000 buckets'],
    [[{ _agg: 'time', _fields: ['createdAt'], _interval: '1M' }], 'more than 1000 buckets'],
    [
      [
        {
          _agg: 'field',
          _field: '_id',
          _size: 100,
          _select: [
            { _agg: 'top' },
            { _agg: 'field', _field: 'status', _select: [{ _agg: 'top' }] },
          ],
        },
      ],
      'need more than 200 queries',
    ],
  ])('refuse %j', async (aggregations, message) => {
    const database = await open()
    const many = Array.from({ length: 1_200 }, (_, index) =>
      user({ login: `user ${index}`, created_at: index * 31 * 86_400_000 }),
    )
    await replaceRows(database.db, { ...rows, users: many })

    await expect(stats(database, aggregations)).rejects.toMatchObject({ type: 'SearchError' })
    await expect(stats(database, aggregations)).rejects.toThrow(message)
  })

  it('survive sums beyond 2^53', async () => {
    const database = await open()
    const largest = Number.MAX_SAFE_INTEGER
    const many = Array.from({ length: 50 }, (_, index) =>
      user({ login: `user ${index}`, updated_at: largest }),
    )
    await replaceRows(database.db, { ...rows, users: many })

    const found = await stats(database, [
      { _agg: 'sum', _field: 'rate' },
      { _agg: 'avg', _field: 'rate' },
      { _agg: 'max', _field: 'rate' },
    ])

    expect(Number(found.sum_rate) / largest).toBeCloseTo(50)
    expect(Number(found.avg_rate) / largest).toBeCloseTo(1)
    expect(found.max_rate).toBe(largest)
  })
})
