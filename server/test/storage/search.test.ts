import { describe, expect, it } from 'vitest'
import { everyOrganization } from '../../src/domain/caller.ts'
import { parseCriteria } from '../../src/domain/criteria.ts'
import { parseRange, parseSort } from '../../src/domain/page.ts'
import { collected } from '../../src/domain/rows.ts'
import type { Database } from '../../src/storage/database.ts'
import { search } from '../../src/storage/search/search.ts'
import { databases } from '../databases.ts'
import { organization, organizations, replaceRows, user, users } from '../search-fixtures.ts'

const rows = {
  organizations: [
    organization({ name: 'acme', description: 'Makes anvils and rockets' }),
    organization({ name: 'umbrella', description: 'Sells umbrellas', status: 'Locked' }),
  ],
  users: [
    user({
      login: 'ann@acme.org',
      name: 'Ann',
      roles: '["read","analyze"]',
      avatar: 'Likes Größe and rockets',
      created_at: 1_000,
      updated_at: 5,
      updated_by: 'root',
    }),
    user({ login: 'bob@acme.org', name: 'bob', roles: '["read"]', created_at: 2_000 }),
    user({
      login: 'eve',
      name: 'Ève 100% [x]',
      organization: 'umbrella',
      status: 'Locked',
      preferences: 'x',
      created_at: Date.UTC(2024, 0, 31, 10, 15),
      updated_at: 7,
    }),
  ],
}

const find = async (
  { db, dialect }: Database,
  query: unknown,
  { sort, range }: { sort?: string[]; range?: string } = {},
) => {
  const request = {
    columns: ['login', 'name'] as const,
    criteria: parseCriteria(query),
    range: parseRange(range),
    sort: parseSort(sort ?? ['_id']),
  }
  const found = await search(db, dialect, users, request, everyOrganization)
  return {
    logins: (await collected(found.batches)).map(({ login }) => login.slice(0, 3)),
    total: found.total,
  }
}

const cases: [query: unknown, logins: string[]][] = [
  [{}, ['ann', 'bob', 'eve']],
  [{ _id: 'eve' }, ['eve']],
  [{ login: 'EVE' }, []],
  [{ status: 'Ok' }, ['ann', 'bob']],
  [{ _in: { _field: 'status', _values: ['Ok', 'Gone'] } }, ['ann', 'bob']],
  [{ status: 'Active', name: 'bob' }, ['bob']],
  [{ nobody: 'x' }, []],
  [{ _not: { nobody: 'x' } }, ['ann', 'bob', 'eve']],
  [{ password_hash: 'x' }, []],
  [{ updatedBy: 'root' }, ['ann']],
  [{ _not: { updatedBy: 'root' } }, ['bob', 'eve']],
  [{ _not: { _not: { updatedBy: 'root' } } }, ['ann']],
  [{ _contains: 'note' }, ['ann']],
  [{ _contains: 'roles' }, ['ann', 'bob']],
  [{ roles: 'analyze' }, ['ann']],
  [{ roles: 'ana' }, []],
  [{ _in: { _field: 'roles', _values: ['analyze', 'x'] } }, ['ann']],
  [{ _wildcard: { _field: 'roles', _value: 'ana*' } }, ['ann']],
  [{ _wildcard: { _field: '_id', _value: '*@acme.???' } }, ['ann', 'bob']],
  [{ _wildcard: { _field: 'name', _value: '*100% [x]' } }, ['eve']],
  [{ _wildcard: { _field: 'name', _value: 'A*' } }, ['ann']],
  [{ _wildcard: { _field: 'note', _value: 'GRÖ*' } }, ['ann']],
  [{ _like: { _field: 'note', _value: 'nothing ROCKETS' } }, ['ann']],
  [{ _like: { _field: 'name', _value: 'ann' } }, []],
  [{ rate: '5' }, ['ann']],
  [{ rate: 5.5 }, []],
  [{ _gt: { rate: 5.5 } }, ['eve']],
  [{ _between: { _field: 'rate', _from: 5, _to: 7 } }, []],
  [{ _between: { _field: 'rate', _from: 4, _to: 8 } }, ['ann', 'eve']],
  [{ _lt: { rate: 1e300 } }, ['ann', 'eve']],
  [{ createdAt: '20240131T101500Z' }, ['eve']],
  [{ createdAt: '20240131T111500+0100' }, ['eve']],
  [{ _gte: { name: 'a' } }, ['bob', 'eve']],
  [{ _type: 'user' }, ['ann', 'bob', 'eve']],
  [{ _type: 'job' }, []],
  [{ _parent: { _type: 'organization', _query: { status: 'Locked' } } }, ['eve']],
  [{ _parent: { _type: 'organization', _id: 'acme' } }, ['ann', 'bob']],
  [
    {
      _parent: {
        _type: 'organization',
        _query: { _child: { _type: 'user', _query: { name: 'bob' } } },
      },
    },
    ['ann', 'bob'],
  ],
  [{ _parent: { _type: 'job', _query: {} } }, []],
  [{ _string: 'rockets' }, ['ann']],
  [{ _string: 'status:Ok -name:bob' }, ['ann']],
  [{ _string: 'note:"ROCKETS likes"' }, ['ann']],
  [{ _string: '7' }, ['eve']],
  [{ _string: 'acme' }, ['ann', 'bob']],
  [{ _string: 'eve OR ana*' }, ['ann', 'eve']],
  [{ _string: 'rate:[5 TO 7}' }, ['ann']],
  [{ _string: 'NOT _exists_:note' }, ['bob', 'eve']],
]

describe.each(databases)('$name: a search', ({ open }) => {
  it('finds what the query describes', async () => {
    const database = await open()
    await replaceRows(database.db, rows)

    for (const [query, logins] of cases) {
      const found = await find(database, query)
      expect(found, JSON.stringify(query)).toEqual({ logins, total: logins.length })
    }
  })

  it.each([
    ['a text for a number', { rate: 'many' }, 'rate is a number; "many" is not'],
    ['a text for a date', { createdAt: 'yesterday' }, 'createdAt is a date'],
    ['a number for a boolean', { flag: 1 }, 'flag is a boolean'],
    ['a range of a list', { _gt: { roles: 'a' } }, 'roles cannot be ordered'],
    ['a pattern for a number', { _wildcard: { _field: 'rate', _value: '1*' } }, 'is not text'],
    ['too many words', { _like: { _field: 'note', _value: numbered(101) } }, 'limit 100'],
    ['too many bare terms', { _string: numbered(900) }, 'more than 5000 comparisons'],
  ])('refuses %s', async (_, query, message) => {
    const database = await open()

    await expect(find(database, query)).rejects.toMatchObject({ type: 'SearchError' })
    await expect(find(database, query)).rejects.toThrow(message)
  })

  it('answers one page and the number of all', async () => {
    const database = await open()
    await replaceRows(database.db, rows)
    const page = (range: string) => find(database, {}, { range })

    expect(await page('0-2')).toEqual({ logins: ['ann', 'bob'], total: 3 })
    expect(await page('2-4')).toEqual({ logins: ['eve'], total: 3 })
    expect(await page('3-4')).toEqual({ logins: [], total: 3 })
    expect(await page('99999999999999999999')).toEqual({ logins: [], total: 3 })
    expect(await page('all')).toEqual({ logins: ['ann', 'bob', 'eve'], total: 3 })
  })

  it('sorts by bytes, nulls last in both directions, and ends with the id', async () => {
    const database = await open()
    await replaceRows(database.db, rows)
    const sorted = async (...sort: string[]) => (await find(database, {}, { sort })).logins

    expect(await sorted('name')).toEqual(['ann', 'bob', 'eve'])
    expect(await sorted('rate')).toEqual(['ann', 'eve', 'bob'])
    expect(await sorted('-rate')).toEqual(['eve', 'ann', 'bob'])
    expect(await sorted('status')).toEqual(['ann', 'bob', 'eve'])
    expect(await sorted('-organization', '+_id')).toEqual(['eve', 'ann', 'bob'])
    expect(await sorted('-organization')).toEqual(['eve', 'bob', 'ann'])
    expect(await sorted('')).toEqual(['eve', 'bob', 'ann'])
    await expect(sorted('-shoe')).rejects.toThrow('cannot sort by shoe; sortable are _id, id')
    await expect(sorted('roles')).rejects.toMatchObject({ type: 'SearchError' })
  })

  it('stays inside its scope, whatever the query says', async () => {
    const { db, dialect } = await open()
    await replaceRows(db, rows)
    const request = {
      columns: ['login'] as const,
      criteria: parseCriteria({ _or: [{}, { organization: 'umbrella' }] }),
      range: parseRange('all'),
      sort: [],
    }

    const found = await search(db, dialect, users, request, 'umbrella')

    expect(await collected(found.batches)).toEqual([{ login: 'eve' }])
    expect(found.total).toBe(1)
    // @ts-expect-error: a search without a scope must not compile
    void (() => search(db, dialect, users, request))
    // @ts-expect-error: nor one for a column that the table does not have
    void (() => search(db, dialect, organizations, request, everyOrganization))
  })

  it('asks for children', async () => {
    const { db, dialect } = await open()
    await replaceRows(db, rows)
    const criteria = parseCriteria({ _child: { _type: 'user', _query: { roles: 'analyze' } } })
    const request = { columns: ['name'] as const, criteria, range: parseRange('all'), sort: [] }

    const found = await search(db, dialect, organizations, request, everyOrganization)

    expect(await collected(found.batches)).toEqual([{ name: 'acme' }])
    expect(found.total).toBe(1)
  })

  it('handles the largest queries that are allowed', async () => {
    const database = await open()
    await replaceRows(database.db, rows)
    const values = Array.from({ length: 4_999 }, (_, index) => `user ${index}`)
    const noName = { _not: { _contains: 'name' } }
    const deep = (levels: number): unknown =>
      levels === 1 ? { name: 'bob' } : { _or: [...Array(22).fill(noName), deep(levels - 1)] }
    const bob = { logins: ['bob'], total: 1 }

    expect(await find(database, { _in: { _field: 'name', _values: [...values, 'bob'] } })).toEqual(
      bob,
    )
    expect(await find(database, { _in: { _field: 'roles', _values: values } })).toMatchObject({
      total: 0,
    })
    expect(
      await find(database, { _or: [...Array(990).fill({ name: 'x' }), { name: 'bob' }] }),
    ).toEqual(bob)
    expect(await find(database, deep(19))).toEqual(bob)
    expect(await find(database, { _string: Array(400).fill('bob').join(' OR ') })).toEqual(bob)
  })
})

function numbered(count: number) {
  return Array.from({ length: count }, (_, index) => `w${index}`).join(' ')
}
