import type { Role } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type Person } from '../setup.ts'
import { signIn } from './browser.ts'
import { hostileNames } from './hostile-names.ts'
import { badRequest, conflict, forbidden, notFound, refusalOf } from './refusal.ts'

const una = { login: 'una', name: 'Una' }
const notAuthorized = forbidden('You are not authorized to perform this action')

describe.each(databases)('$name: creating users', ({ open }) => {
  it('answers the new user with status Ok, and calls it Active from then on', async () => {
    const { as, clock } = await makeApp(open)

    const made = await as('root').createUser({ ...una, organization: 'alpha', roles: ['read'] })
    const read = await as('root').getUser({ login: 'una' })

    expect(made).toEqual({
      _id: 'una',
      id: 'una',
      _type: 'user',
      _routing: 'una',
      _parent: null,
      name: 'Una',
      organization: 'alpha',
      roles: ['read'],
      status: 'Ok',
      hasKey: false,
      hasPassword: false,
      hasSecondFactor: false,
      createdAt: clock.now(),
      createdBy: 'root',
    })
    expect(read).toEqual({ ...made, status: 'Active' })
  })

  it('makes a user with everything at once, who can sign in both ways', async () => {
    const app = await makeApp(open)
    const key = keyOf('una')

    const made = await app.as('orgadmin').createUser({
      ...una,
      organization: 'alpha',
      password: 'a password',
      key,
      avatar: 'data:image/png;base64,AA==',
      preferences: '{"dark":true}',
    })

    const headers = { authorization: `Bearer ${key}` }
    const current = await app.inject({ url: '/api/user/current', headers })
    expect(made).toMatchObject({ hasKey: true, hasPassword: true, createdBy: 'ada' })
    expect(made.avatar).toBe('data:image/png;base64,AA==')
    expect(made).not.toHaveProperty('preferences')
    expect(current.json()).toMatchObject({ id: 'una', preferences: { dark: true } })
    expect((await signIn(app, 'una', 'a password')).statusCode).toBe(200)
  })

  it('refuses a login that exists, in whichever organization, also when ten come at once', async () => {
    const { as } = await makeApp(open)
    const makers: Person[] = ['orgadmin', 'stranger']
    const attempts = Array.from({ length: 10 }, (_, n) =>
      as(makers[n % 2] as Person).createUser(una),
    )

    const results = await Promise.allSettled(attempts)

    const refused = results.filter((result) => result.status === 'rejected')
    expect(refused).toHaveLength(9)
    for (const { reason } of refused)
      expect(await refusalOf(Promise.reject(reason))).toEqual(conflict('user una already exists'))
  })

  it('refuses a key that another user has, without calling the new login a duplicate', async () => {
    const { as } = await makeApp(open)

    const refusal = await refusalOf(as('orgadmin').createUser({ ...una, key: keyOf('rita') }))

    expect(refusal).toEqual(badRequest('This key cannot be used'))
  })

  it('reaches a user again under the login, however hostile that is', async () => {
    const { as } = await makeApp(open)
    const root = as('root')

    const reached: string[] = []
    for (const login of hostileNames) {
      await root.createUser({ login, name: 'Odd', organization: 'alpha' })
      const found = await root.getUser({ login })
      const changed = await root.updateUser({ login }, { name: 'Even' })
      const key = await root.renewKey({ login })
      const search = await root.searchUsers({ query: { login } })
      await root.deleteUser({ login })
      if (
        [found.id, changed.id, search.rows[0]?.id].every((id) => id === login) &&
        (await root.getKey({ login })) === key
      )
        reached.push(login)
    }

    expect(reached).toEqual(hostileNames)
    const locked = { status: 'Locked', name: 'Even' }
    expect((await root.searchUsers({ query: locked })).total).toBe(hostileNames.length)
  })
})

describe.each(oneDatabase)('$name: creating users', ({ open }) => {
  it.each([
    ['Ok', 'Ok', 'Active'],
    ['Active', 'Ok', 'Active'],
    ['Locked', 'Locked', 'Locked'],
  ] as const)('takes the status %s', async (status, answered, read) => {
    const { as } = await makeApp(open)

    const made = await as('orgadmin').createUser({ ...una, status })

    expect(made.status).toBe(answered)
    expect((await as('orgadmin').getUser({ login: 'una' })).status).toBe(read)
  })

  it.each<[string[], Role[]]>([
    [[], []],
    [['read'], ['read']],
    [['analyze'], ['read', 'analyze']],
    [['orgadmin'], ['read', 'analyze', 'orgadmin']],
    [
      ['orgadmin', 'read'],
      ['read', 'analyze', 'orgadmin'],
    ],
    [
      ['ANALYZE', 'analyze', 'Read'],
      ['read', 'analyze'],
    ],
    [['orgAdmin'], ['read', 'analyze', 'orgadmin']],
  ])('turns the roles %j into the set in use', async (roles, expected) => {
    const { as } = await makeApp(open)

    const made = await as('root').createUser({ ...una, organization: 'alpha', roles })

    expect(made.roles).toEqual(expected)
  })

  it('never shows password, key or anything made of them', async () => {
    const { inject } = await makeApp(open)
    const payload = { ...una, password: 'hunter2hunter2', key: keyOf('una') }

    const made = await inject({ as: 'orgadmin', method: 'POST', url: '/api/user', payload })
    const listed = await inject({ as: 'root', url: '/api/user?range=all' })

    for (const { body } of [made, listed])
      expect(body).not.toMatch(/hunter2|una-key|argon2|v1:|_hash|_sealed|"password"|"key"/)
  })

  describe('in which organization', () => {
    it('must be said by superadmin', async () => {
      const { as } = await makeApp(open)

      const refusal = await refusalOf(as('root').createUser(una))

      expect(refusal).toEqual({
        status: 400,
        type: 'AttributeCheckingError',
        message: 'Attribute organization is missing',
      })
    })

    it('is the caller’s for orgadmin, said or not', async () => {
      const { as } = await makeApp(open)

      const silent = await as('orgadmin').createUser(una)
      const said = await as('orgadmin').createUser({ ...una, login: 'uno', organization: 'alpha' })

      expect([silent.organization, said.organization]).toEqual(['alpha', 'alpha'])
    })

    it.each(['beta', 'cortex', 'closed', 'nowhere'])(
      'cannot be %s for the orgadmin of alpha, who learns nothing about it',
      async (organization) => {
        const { as } = await makeApp(open)

        const refusal = await refusalOf(as('orgadmin').createUser({ ...una, organization }))

        expect(refusal).toEqual(notAuthorized)
        expect(await refusalOf(as('root').getUser({ login: 'una' }))).toMatchObject({ status: 404 })
      },
    )

    it('must exist and be active', async () => {
      const { as } = await makeApp(open)

      const unknown = await refusalOf(as('root').createUser({ ...una, organization: 'nowhere' }))
      const locked = await refusalOf(as('root').createUser({ ...una, organization: 'closed' }))

      expect(unknown).toEqual(notFound('organization nowhere not found'))
      expect(locked).toEqual(notAuthorized)
    })
  })

  describe('and superadmins', () => {
    it.each([['superadmin'], ['SuperAdmin'], ['read', 'superadmin']])(
      'orgadmin cannot make one (%s %s)',
      async (...roles) => {
        const { as } = await makeApp(open)

        const refusal = await refusalOf(as('orgadmin').createUser({ ...una, roles }))

        expect(refusal).toEqual(notAuthorized)
      },
    )

    it.each([
      ['alpha', ['superadmin'], 'The organization "cortex" alone can contain superadmin users'],
      ['cortex', ['read'], 'The organization "cortex" can contain only superadmin users'],
      ['cortex', [], 'The organization "cortex" can contain only superadmin users'],
      [
        'cortex',
        ['superadmin', 'read'],
        'The organization "cortex" can contain only superadmin users',
      ],
    ])('superadmin cannot make one in %s with %j', async (organization, roles, message) => {
      const { as } = await makeApp(open)

      const refusal = await refusalOf(as('root').createUser({ ...una, organization, roles }))

      expect(refusal).toEqual(badRequest(message))
    })

    it('superadmin makes another superadmin in cortex', async () => {
      const { as } = await makeApp(open)

      const made = await as('root').createUser({
        ...una,
        organization: 'cortex',
        roles: ['superadmin'],
      })

      expect(made).toMatchObject({ organization: 'cortex', roles: ['superadmin'] })
    })
  })

  it.each([
    ['nothing', {}, ['login', 'name']],
    ['an empty login', { login: '', name: 'U' }, ['login']],
    ['an empty name', { login: 'una', name: '' }, ['name']],
    ['a space before the login', { login: ' una', name: 'U' }, ['login']],
    ['a tab in the login', { login: 'u\tna', name: 'U' }, ['login']],
    ['a login of 129 characters', { login: 'u'.repeat(129), name: 'U' }, ['login']],
    ['an unknown role', { ...una, roles: ['read', 'admin'] }, ['roles']],
    ['roles that are no list', { ...una, roles: 'read' }, ['user.roles']],
    ['an unknown status', { ...una, status: 'Asleep' }, ['status']],
    ['an empty password', { ...una, password: '' }, ['password']],
    ['a number as password', { ...una, password: 12345678 }, ['user.password']],
    [
      'attributes that only the server sets',
      { ...una, createdBy: 'x', createdAt: 1, key_hash: 'x', password_hash: 'x', hasKey: true },
      ['user.createdAt', 'user.createdBy', 'user.hasKey', 'user.key_hash', 'user.password_hash'],
    ],
  ])('refuses %s and stores nothing', async (_what, payload, wrong) => {
    const { as, inject } = await makeApp(open)
    const before = (await as('root').listUsers()).total

    const response = await inject({ as: 'orgadmin', method: 'POST', url: '/api/user', payload })

    const body = response.json()
    expect(response.statusCode).toBe(400)
    expect(body).toMatchObject({ type: 'AttributeCheckingError', tableName: 'user' })
    expect(body.errors.map((error: { name: string }) => error.name).sort()).toEqual(wrong)
    expect((await as('root').listUsers()).total).toBe(before)
  })

  it.each(['current', '_search', '.', '..'])(
    'refuses the login %j, which no path could reach',
    async (login) => {
      const { as } = await makeApp(open)

      const refusal = await refusalOf(as('orgadmin').createUser({ login, name: 'U' }))

      expect(refusal).toEqual(badRequest(`The login ${login} is reserved. Choose another`))
    },
  )

  it('refuses a key that could be guessed, and takes an empty one for none', async () => {
    const { as } = await makeApp(open)

    const short = await refusalOf(as('orgadmin').createUser({ ...una, key: 'k'.repeat(31) }))
    const made = await as('orgadmin').createUser({ ...una, key: '' })

    expect(short).toEqual(badRequest('A safe key must be at least 32 chars'))
    expect(made.hasKey).toBe(false)
  })
})
