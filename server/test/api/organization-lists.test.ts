import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeApp } from '../setup.ts'
import { badRequest, refusalOf } from './refusal.ts'

const names = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

describe.each(databases)('$name: lists of organizations', ({ open }) => {
  it('shows all of them to superadmin, by name', async () => {
    const { as } = await makeApp(open)

    const page = await as('root').listOrganizations()

    expect(names(page)).toEqual(['alpha', 'beta', 'closed', 'cortex'])
    expect(page.total).toBe(4)
  })

  it('finds by every criterion, under every name that a field has', async () => {
    const { as } = await makeApp(open)
    const criteria: [string, object, string[]][] = [
      ['everything', {}, ['alpha', 'beta', 'closed', 'cortex']],
      ['name', { name: 'beta' }, ['beta']],
      ['id', { id: 'beta' }, ['beta']],
      ['_id', { _id: 'beta' }, ['beta']],
      ['_field and _value', { _field: 'name', _value: 'beta' }, ['beta']],
      ['status', { status: 'Locked' }, ['closed']],
      [
        'a word of the description',
        { _like: { _field: 'description', _value: 'TEAM' } },
        ['alpha', 'beta', 'closed'],
      ],
      ['_in', { _in: { _field: 'name', _values: ['beta', 'cortex', 'x'] } }, ['beta', 'cortex']],
      ['_and', { _and: [{ status: 'Active' }, { createdBy: 'init' }, { name: 'beta' }] }, ['beta']],
      ['several criteria in one object', { status: 'Active', name: 'closed' }, []],
      ['_or', { _or: [{ name: 'beta' }, { status: 'Locked' }] }, ['beta', 'closed']],
      ['_not', { _not: { status: 'Active' } }, ['closed']],
      ['a field that does not exist', { colour: 'red' }, []],
    ]

    for (const [what, query, expected] of criteria) {
      const page = await as('root').searchOrganizations({ query })
      expect(names(page), what).toEqual(expected)
      expect(page.total, what).toBe(expected.length)
    }
  })

  it('pages by ten unless asked otherwise, and gives the total of all', async () => {
    const { as } = await makeApp(open)
    for (let n = 0; n < 9; n++)
      await as('root').createOrganization({ name: `org-${n}`, description: '' })

    const first = await as('root').listOrganizations()
    const second = await as('root').listOrganizations({ range: '10-20' })
    const all = await as('root').searchOrganizations({ range: 'all' })

    expect([first.rows.length, second.rows.length, all.rows.length]).toEqual([10, 3, 13])
    expect([first.total, second.total, all.total]).toEqual([13, 13, 13])
    expect([...names(first), ...names(second)]).toEqual(names(all))
  })

  it.each([
    ['sort=-name', ['cortex', 'closed', 'beta', 'alpha']],
    ['sort=%2Bname', ['alpha', 'beta', 'closed', 'cortex']],
    ['sort=+name', ['alpha', 'beta', 'closed', 'cortex']],
    ['sort=name', ['alpha', 'beta', 'closed', 'cortex']],
    ['sort=-status&sort=-name', ['closed', 'cortex', 'beta', 'alpha']],
    ['sort=-name&range=1-3', ['closed', 'beta']],
  ])('sorts by %s, as cortex4py sends it', async (query, expected) => {
    const { inject } = await makeApp(open)

    const response = await inject({
      as: 'root',
      method: 'POST',
      url: `/api/organization/_search?${query}`,
      payload: { query: {} },
    })

    expect(names({ rows: response.json() })).toEqual(expected)
    expect(response.headers['x-total']).toBe('4')
  })

  it.each(['listOrganizations', 'searchOrganizations'] as const)(
    'adds the numbers of users to %s with nstats, and only then',
    async (call) => {
      const { as } = await makeApp(open)

      const { rows } = await as('root')[call]({ nstats: true } as object)
      const plain = await as('root')[call]()

      const numbers = Object.fromEntries(rows.map(({ name, stats }) => [name, stats?.users]))
      expect(numbers).toEqual({
        alpha: { Active: 4, Locked: 1, total: 5 },
        beta: { Active: 1, total: 1 },
        closed: { Active: 1, total: 1 },
        cortex: { Active: 1, total: 1 },
      })
      expect(plain.rows.every(({ stats }) => stats === undefined)).toBe(true)
    },
  )

  it('counts as cortex4py asks for it', async () => {
    const { as } = await makeApp(open)

    const all = await as('root').organizationStats({ query: {}, stats: [{ _agg: 'count' }] })
    const locked = await as('root').organizationStats({
      query: { status: 'Locked' },
      stats: [{ _agg: 'count' }],
    })

    expect(all).toEqual({ count: 4 })
    expect(locked).toEqual({ count: 1 })
  })
})

describe.each(oneDatabase)('$name: lists of organizations', ({ open }) => {
  it.each([
    ['a criterion of the wrong shape', { query: { _in: 'x' } }],
    ['an unknown field to sort by', { sort: ['-colour'] }],
  ])('answers 400 to %s', async (_what, input) => {
    const { as } = await makeApp(open)

    const refusal = await refusalOf(as('root').searchOrganizations(input))

    expect(refusal.status).toBe(400)
  })

  it('says that _stats needs stats', async () => {
    const { as } = await makeApp(open)

    const refusal = await refusalOf(as('root').organizationStats({ query: {} }))

    expect(refusal).toEqual(badRequest('Parameter "stats" is missing'))
  })
})
