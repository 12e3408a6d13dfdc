import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeApp, type Person } from '../setup.ts'
import { notFound, refusalOf } from './refusal.ts'

const everybody = ['ada', 'alan', 'bob', 'carl', 'lars', 'nora', 'rita', 'root']
const colleagues = ['ada', 'alan', 'lars', 'nora', 'rita']
const logins = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

describe.each(oneDatabase)('$name: reading a user', ({ open }) => {
  it.each<Person>(['read', 'analyze', 'orgadmin', 'noRole'])(
    'shows %s the users of your organization and hides all others',
    async (person) => {
      const { as } = await makeApp(open)

      const colleague = await as(person).getUser({ login: 'lars' })

      expect(colleague).toMatchObject({ id: 'lars', status: 'Locked', organization: 'alpha' })
      for (const login of ['bob', 'carl', 'root', 'nemo'])
        expect(await refusalOf(as(person).getUser({ login }))).toEqual(
          notFound(`user ${login} not found`),
        )
    },
  )

  it('shows superadmin all users', async () => {
    const { as } = await makeApp(open)

    const logins = ['root', 'ada', 'lars', 'bob', 'carl']
    const found = await Promise.all(logins.map((login) => as('root').getUser({ login })))

    expect(found.map(({ id }) => id)).toEqual(logins)
  })

  it('does not mind what stands in the preferences of users who ask for their own account', async () => {
    const { as } = await makeApp(open)
    await as('read').updateUser({ login: 'rita' }, { preferences: 'not json' })

    const current = await as('read').currentUser()

    expect(current).toMatchObject({ id: 'rita', status: 'Active', preferences: {} })
  })
})

describe.each(databases)('$name: lists of users', ({ open }) => {
  it('shows superadmin the users of any organization, and none of one that does not exist', async () => {
    const { as } = await makeApp(open)

    const closed = await as('root').listOrganizationUsers({ id: 'closed' })
    const unknown = await as('root').listOrganizationUsers({ id: 'nowhere' })

    expect(logins(closed)).toEqual(['carl'])
    expect(unknown).toEqual({ rows: [], total: 0 })
  })

  it('finds by every criterion, under every name that a field has', async () => {
    const { as } = await makeApp(open)
    const criteria: [string, object, string[]][] = [
      ['everything', {}, everybody],
      ['login', { login: 'rita' }, ['rita']],
      ['id', { id: 'rita' }, ['rita']],
      ['_id', { _id: 'rita' }, ['rita']],
      ['_field and _value', { _field: 'login', _value: 'rita' }, ['rita']],
      ['name', { name: 'Name of rita' }, ['rita']],
      ['organization', { organization: 'beta' }, ['bob']],
      ['a role', { roles: 'orgadmin' }, ['ada', 'bob', 'lars']],
      ['status Locked', { status: 'Locked' }, ['lars']],
      ['status Active', { status: 'Active' }, everybody.filter((login) => login !== 'lars')],
      ['status Ok', { status: 'Ok' }, everybody.filter((login) => login !== 'lars')],
      [
        'status Ok in _in',
        { _in: { _field: 'status', _values: ['Ok'] } },
        everybody.filter((login) => login !== 'lars'),
      ],
      ['not Ok', { _not: { status: 'Ok' } }, ['lars']],
      ['the whole name, _like', { _like: { _field: 'name', _value: 'Name of rita' } }, ['rita']],
      ['_in', { _in: { _field: 'login', _values: ['bob', 'ada', 'nemo'] } }, ['ada', 'bob']],
      [
        '_and',
        { _and: [{ organization: 'alpha' }, { roles: 'analyze' }, { status: 'Ok' }] },
        ['ada', 'alan'],
      ],
      ['several criteria in one object', { organization: 'alpha', status: 'Locked' }, ['lars']],
      ['_wildcard', { _wildcard: { _field: 'login', _value: 'a*' } }, ['ada', 'alan']],
      [
        'the organization above',
        { _parent: { _type: 'organization', _query: { status: 'Locked' } } },
        ['carl'],
      ],
      ['a field that does not exist', { colour: 'red' }, []],
      ['a column that no caller may know of', { key_hash: 'x' }, []],
    ]

    for (const [what, query, expected] of criteria) {
      const page = await as('root').searchUsers({ query })
      expect(logins(page), what).toEqual(expected)
      expect(page.total, what).toBe(expected.length)
    }
  })

  it.each(['password_hash', 'key_hash', 'key_sealed', 'preferences'])(
    'neither finds nor sorts by %s',
    async (secret) => {
      const { as } = await makeApp(open)

      const found = await as('root').searchUsers({ query: { _contains: secret } })
      const sorted = await refusalOf(as('root').searchUsers({ sort: [`+${secret}`] }))

      expect(found.total).toBe(0)
      expect(sorted).toMatchObject({ status: 400, type: 'SearchError' })
    },
  )

  it('pages by ten unless asked otherwise, and gives the total of all', async () => {
    const { as } = await makeApp(open)
    for (let n = 0; n < 7; n++) await as('orgadmin').createUser({ login: `u${n}`, name: 'U' })

    const byDefault = await as('root').listUsers()
    const own = await as('orgadmin').listOrganizationUsers({ id: 'alpha' })
    const rest = await as('root').listUsers({ range: '10-99' })
    const all = await as('root').listUsers({ range: 'all' })
    const one = await as('root').searchUsers({ range: '0-1' })
    const nonsense = await as('root').listUsers({ range: 'x-y' })

    const sizes = [byDefault, own, rest, all, one, nonsense].map(({ rows }) => rows.length)
    expect(sizes).toEqual([10, 10, 5, 15, 1, 10])
    expect([byDefault.total, own.total, rest.total, one.total]).toEqual([15, 12, 15, 15])
    expect([...logins(byDefault), ...logins(rest)]).toEqual(logins(all))
  })

  it.each([
    ['sort=-login', ['root', 'rita', 'nora']],
    ['sort=%2Blogin', ['ada', 'alan', 'bob']],
    ['sort=+login', ['ada', 'alan', 'bob']],
    ['sort=-organization&sort=-login', ['root', 'carl', 'bob']],
    ['sort=-status&sort=%2Blogin', ['lars', 'ada', 'alan']],
  ])('sorts by %s, in lists and searches alike', async (query, expected) => {
    const { inject } = await makeApp(open)

    const url = `/api/user?range=0-3&${query}`
    const listed = await inject({ as: 'root', url })
    const searched = await inject({
      as: 'root',
      method: 'POST',
      url: `/api/user/_search?range=0-3&${query}`,
      payload: { query: {} },
    })

    for (const response of [listed, searched]) {
      expect(logins({ rows: response.json() })).toEqual(expected)
      expect(response.headers['x-total']).toBe('8')
    }
  })
})

describe.each(oneDatabase)('$name: lists of users', ({ open }) => {
  it.each([
    'listUsers',
    'searchUsers',
    'listAllOrganizationsUsers',
    'searchAllOrganizationsUsers',
  ] as const)('shows superadmin all users of all organizations by %s', async (call) => {
    const { as } = await makeApp(open)

    const page = await as('root')[call]()

    expect(logins(page)).toEqual(everybody)
    expect(page.total).toBe(everybody.length)
    expect(page.rows.every(({ status }) => status === 'Active' || status === 'Locked')).toBe(true)
  })

  it.each(['listOrganizationUsers', 'searchOrganizationUsers'] as const)(
    'shows orgadmin their own users by %s, and an empty list for every other organization',
    async (call) => {
      const { as } = await makeApp(open)

      const own = await as('orgadmin')[call]({ id: 'alpha' })
      const others = await Promise.all(
        ['beta', 'cortex', 'nowhere'].map((id) => as('orgadmin')[call]({ id })),
      )

      expect(logins(own)).toEqual(colleagues)
      expect(others).toEqual(Array(3).fill({ rows: [], total: 0 }))
    },
  )

  it.each([
    ['another organization', { organization: 'beta' }],
    ['any organization', { _or: [{ organization: 'beta' }, { organization: 'cortex' }] }],
    ['everybody but their own', { _not: { organization: 'alpha' } }],
    ['a login elsewhere', { login: 'bob' }],
    ['the text of a login elsewhere', { _string: 'bob OR root' }],
    ['a locked organization', { _parent: { _type: 'organization', _query: { status: 'Locked' } } }],
  ])('does not let orgadmin search out of your organization by %s', async (_what, query) => {
    const { as } = await makeApp(open)

    const page = await as('orgadmin').searchOrganizationUsers({ id: 'alpha' }, { query })

    expect(page).toEqual({ rows: [], total: 0 })
  })
})
