import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type Person, passwordOf, people, type TestApp } from '../setup.ts'
import { browserOf, signIn, statusWith } from './browser.ts'
import { badRequest, forbidden, notFound, refusalOf } from './refusal.ts'

const onlySuperadmins = 'The organization "cortex" can contain only superadmin users'
const notSuperadmins = 'The organization "cortex" alone can contain superadmin users'
const ownRules = [
  [{ organization: 'alpha' }, "You can't change your organization"],
  [{ roles: ['read'] }, "You can't change your role"],
  [{ status: 'Ok' }, "You can't change your status"],
  [
    { password: 'x' },
    'You must use dedicated API (setPassword, changePassword) to update password',
  ],
  [{ key: 'x' }, 'You must use dedicated API (renewKey, removeKey) to update key'],
  [{ organization: 'a', roles: ['read'], status: 'Ok' }, "You can't change your organization"],
] as const

describe.each(databases)('$name: changing a user', ({ open }) => {
  it('changes what was sent, keeps the rest, and says who did it when', async () => {
    const { as, clock } = await makeApp(open)
    const before = await as('root').getUser({ login: 'rita' })
    clock.advance(5_000)

    const changed = await as('orgadmin').updateUser(
      { login: 'rita' },
      { name: 'Rita R.', roles: ['analyze'], avatar: 'A' },
    )

    expect(changed).toEqual({
      ...before,
      name: 'Rita R.',
      roles: ['read', 'analyze'],
      avatar: 'A',
      updatedAt: clock.now(),
      updatedBy: 'ada',
    })
    expect(await as('read').getUser({ login: 'rita' })).toEqual(changed)
  })

  it('a moved user leaves key and sessions behind, and both organizations read of it', async () => {
    const { as, inject } = await makeApp(open)
    const payload = { user: 'rita', password: passwordOf('rita') }
    const signedIn = await inject({ method: 'POST', url: '/api/login', payload })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''

    await as('root').updateUser({ login: 'rita' }, { organization: 'beta' })

    expect(await refusalOf(as('read').currentUser())).toMatchObject({ status: 401 })
    const bySession = await inject({ url: '/api/user/current', headers: { cookie } })
    expect(bySession.statusCode).toBe(401)
    const query = { objectId: 'rita' }
    const left = await as('orgadmin').searchAudit({ query })
    const came = await as('stranger').searchAudit({ query })
    expect(left.rows.map(({ action }) => action)).toContain('user.leave')
    expect(came.rows.map(({ action }) => action)).toEqual(['user.update'])
  })

  it('never mixes roles and organizations when a move and a change of roles meet', async () => {
    const { as } = await makeApp(open)
    await secondSuperadmin({ as })
    const toCortex = { organization: 'cortex', roles: ['superadmin'] }
    const toAlpha = { organization: 'alpha', roles: ['read'] }

    for (let round = 0; round < 8; round++) {
      const [start, move, change] =
        round % 2
          ? [toAlpha, toCortex, { roles: ['analyze'] }]
          : [toCortex, toAlpha, { roles: ['superadmin'] }]
      await as('root').updateUser({ login: 'nora' }, start)

      await Promise.allSettled([
        as('root').updateUser({ login: 'nora' }, move),
        as('root').updateUser({ login: 'nora' }, change),
      ])

      const { organization, roles } = await as('root').getUser({ login: 'nora' })
      expect(roles.includes('superadmin')).toBe(organization === 'cortex')
    }
  })
})

describe.each(oneDatabase)('$name: changing a user', ({ open }) => {
  it('lets all users change their own name, picture and preferences', async () => {
    const { as } = await makeApp(open)

    for (const [person, { login }] of Object.entries(people)) {
      if (person === 'locked' || person === 'ofLockedOrganization') continue
      const change = { name: 'Me', avatar: 'A', preferences: '{"a":1}' }
      const changed = await as(person as Person).updateUser({ login }, change)
      expect(changed).toMatchObject({ id: login, name: 'Me', avatar: 'A', updatedBy: login })
    }
    const current = await as('read').currentUser()

    expect(current.preferences).toEqual({ a: 1 })
  })

  it('forgets the picture when it is null', async () => {
    const { as } = await makeApp(open)
    await as('read').updateUser({ login: 'rita' }, { avatar: 'A' })

    const changed = await as('read').updateUser({ login: 'rita' }, { avatar: null })

    expect(changed.avatar).toBeUndefined()
  })

  it.each<Person>(['read', 'analyze', 'orgadmin', 'root', 'noRole'])(
    '%s gives their own account no other role, status, organization, password or key',
    async (person) => {
      const { as } = await makeApp(open)
      const { login } = people[person]
      const before = await as('root').getUser({ login })

      for (const [change, message] of ownRules)
        expect(await refusalOf(as(person).updateUser({ login }, change as object))).toEqual(
          forbidden(message),
        )

      expect(await as('root').getUser({ login })).toEqual(before)
    },
  )

  it.each<Person>(['read', 'analyze', 'noRole'])('%s changes no other user', async (person) => {
    const { as } = await makeApp(open)

    const colleague = await refusalOf(as(person).updateUser({ login: 'lars' }, { name: 'X' }))
    const elsewhere = await refusalOf(as(person).updateUser({ login: 'bob' }, { name: 'X' }))

    expect(colleague).toEqual(forbidden('You are not permitted to change user settings'))
    expect(elsewhere).toEqual(notFound('user bob not found'))
  })

  it.each([
    [{ roles: ['superadmin'] }, forbidden("You can't give superadmin right to an user")],
    [{ roles: ['read', 'SUPERADMIN'] }, forbidden("You can't give superadmin right to an user")],
    [{ organization: 'beta' }, forbidden("You can't move an user to another organization")],
    [{ organization: 'nowhere' }, forbidden("You can't move an user to another organization")],
    [{ password: 'x' }, forbidden(ownRules[3][1])],
    [{ key: 'x' }, forbidden(ownRules[4][1])],
  ])('orgadmin cannot do %j to a colleague', async (change, expected) => {
    const { as } = await makeApp(open)
    const before = await as('root').getUser({ login: 'rita' })

    const refusal = await refusalOf(as('orgadmin').updateUser({ login: 'rita' }, change))

    expect(refusal).toEqual(expected)
    expect(await as('root').getUser({ login: 'rita' })).toEqual(before)
  })

  it('lets orgadmin name the organization the user is in anyway', async () => {
    const { as } = await makeApp(open)

    const change = { organization: 'alpha', name: 'R' }
    const changed = await as('orgadmin').updateUser({ login: 'rita' }, change)

    expect(changed).toMatchObject({ organization: 'alpha', name: 'R' })
  })

  it.each(['bob', 'carl', 'root', 'nemo'])(
    'knows no user %s for the orgadmin of another organization',
    async (login) => {
      const { as } = await makeApp(open)
      const missing = notFound(`user ${login} not found`)

      const change = await refusalOf(as('orgadmin').updateUser({ login }, { name: 'X' }))
      const deletion = await refusalOf(as('orgadmin').deleteUser({ login }))

      expect([change, deletion]).toEqual([missing, missing])
    },
  )

  it.each([
    ['rita', { organization: 'nowhere' }, notFound('organization nowhere not found')],
    ['rita', { organization: 'closed' }, badRequest('Organization closed is locked')],
    ['carl', { name: 'X' }, badRequest('Organization closed is locked')],
    ['carl', { status: 'Locked' as const }, badRequest('Organization closed is locked')],
    ['rita', { roles: ['superadmin'] }, badRequest(notSuperadmins)],
    ['rita', { organization: 'cortex' }, badRequest(onlySuperadmins)],
    ['rita', { organization: 'cortex', roles: ['orgadmin'] }, badRequest(onlySuperadmins)],
    [
      'rita',
      { organization: 'cortex', roles: ['superadmin', 'read'] },
      badRequest(onlySuperadmins),
    ],
    ['ruth', { roles: ['read'] }, badRequest(onlySuperadmins)],
    ['ruth', { roles: [] }, badRequest(onlySuperadmins)],
    ['ruth', { organization: 'alpha' }, badRequest(notSuperadmins)],
    ['rita', { password: 'x' }, forbidden(ownRules[3][1])],
    ['rita', { key: 'x' }, forbidden(ownRules[4][1])],
    ['nemo', { name: 'X' }, notFound('user nemo not found')],
  ])('superadmin cannot do to %s: %j', async (login, change, expected) => {
    const { as } = await makeApp(open)
    await secondSuperadmin({ as })
    const before = await as('root').listUsers()

    const refusal = await refusalOf(as('root').updateUser({ login }, change))

    expect(refusal).toEqual(expected)
    expect(await as('root').listUsers()).toEqual(before)
  })

  it.each([
    ['rita', { organization: 'beta' }, ['read']],
    ['carl', { organization: 'alpha' }, ['read', 'analyze']],
    ['rita', { organization: 'cortex', roles: ['superadmin'] }, ['superadmin']],
    ['ruth', { organization: 'alpha', roles: ['analyze'] }, ['read', 'analyze']],
  ])('superadmin moves %s by %j', async (login, change, roles) => {
    const { as } = await makeApp(open)
    await secondSuperadmin({ as })

    const changed = await as('root').updateUser({ login }, change)

    expect(changed).toMatchObject({ organization: change.organization, roles })
  })

  it('shows a moved user only what the new organization may see, from the next call on', async () => {
    const { as } = await makeApp(open)

    await as('root').updateUser({ login: 'rita' }, { organization: 'beta' })
    await as('root').setKey({ login: 'rita' }, { key: keyOf('rita') })

    expect((await as('read').getOrganization({ id: 'beta' })).id).toBe('beta')
    expect(await refusalOf(as('read').getUser({ login: 'ada' }))).toMatchObject({ status: 404 })
    expect(await refusalOf(as('orgadmin').getKey({ login: 'rita' }))).toMatchObject({ status: 404 })
  })
})

describe.each(databases)('$name: locking a user', ({ open }) => {
  it('can be repeated, keeps the data, and never reaches the caller’s account', async () => {
    const { as } = await makeApp(open)
    await as('orgadmin').deleteUser({ login: 'lars' })

    const own = await refusalOf(as('orgadmin').deleteUser({ login: 'ada' }))
    const ownOfRoot = await refusalOf(as('root').deleteUser({ login: 'root' }))

    const kept = await as('orgadmin').getUser({ login: 'lars' })
    expect(kept).toMatchObject({ status: 'Locked', name: 'Name of lars', hasKey: true })
    expect(own).toEqual(badRequest('You cannot disable your own account'))
    expect(ownOfRoot).toEqual(badRequest('You cannot disable your own account'))
  })
})

describe.each(oneDatabase)('$name: locking a user', ({ open }) => {
  it.each([
    [
      'PATCH',
      (app: TestApp) => app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Locked' }),
    ],
    ['DELETE', (app: TestApp) => app.as('orgadmin').deleteUser({ login: 'rita' })],
    [
      'PATCH by superadmin',
      (app: TestApp) => app.as('root').updateUser({ login: 'rita' }, { status: 'Locked' }),
    ],
    ['DELETE by superadmin', (app: TestApp) => app.as('root').deleteUser({ login: 'rita' })],
  ])('by %s ends key, session and password at once', async (_how, lock) => {
    const app = await makeApp(open)
    const browser = await browserOf(app, 'rita')
    const key = { authorization: `Bearer ${keyOf('rita')}` }
    const before = [await statusWith(app, browser), await statusWith(app, key)]

    await lock(app)

    expect(before).toEqual([200, 200])
    expect(await statusWith(app, browser)).toBe(401)
    expect(await statusWith(app, key)).toBe(401)
    expect((await signIn(app, 'rita')).statusCode).toBe(401)
    expect((await app.as('orgadmin').getUser({ login: 'rita' })).status).toBe('Locked')
  })

  it.each(['Active', 'Ok'] as const)('is undone by the status %s', async (status) => {
    const app = await makeApp(open)
    const browser = await browserOf(app, 'rita')
    await app.as('orgadmin').deleteUser({ login: 'rita' })

    const unlocked = await app.as('orgadmin').updateUser({ login: 'rita' }, { status })

    expect(unlocked.status).toBe('Active')
    expect((await app.as('read').currentUser()).id).toBe('rita')
    expect((await signIn(app, 'rita')).statusCode).toBe(200)
    expect(await statusWith(app, browser), 'a session that ended stays ended').toBe(401)
  })
})

const secondSuperadmin = ({ as }: Pick<TestApp, 'as'>) =>
  as('root').createUser({
    login: 'ruth',
    name: 'Ruth',
    organization: 'cortex',
    roles: ['superadmin'],
  })
