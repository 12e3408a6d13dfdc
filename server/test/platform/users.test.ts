import { UserV1 } from '@assay/contract'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, type Person, passwordOf } from '../setup.ts'
import { namesIn, query } from './query-calls.ts'
import { makePlatformApp } from './setup.ts'

const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])

describe.each(databases)('$name: users in version 1', ({ open }) => {
  it('are made with a profile, which is a role', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('orgadmin').createUserV1({
      login: 'grace',
      name: 'Grace',
      profile: 'analyst',
      password: 'a good password',
    })

    expect(made).toEqual({
      _id: 'grace',
      _type: 'User',
      _createdBy: 'ada',
      _createdAt: expect.any(Number),
      login: 'grace',
      name: 'Grace',
      hasKey: false,
      hasPassword: true,
      hasMFA: false,
      locked: false,
      profile: 'analyst',
      permissions: expect.arrayContaining(['manageCase', 'manageAlert']),
      roles: ['read', 'analyze'],
      organisation: 'alpha',
      organisations: [
        { organisationId: 'alpha', organisation: 'alpha', profile: 'analyst', default: true },
      ],
      extraData: {},
    })
    expect(await app.as('read').getUserV1({ login: 'grace' })).toEqual(made)
    expect(await app.as('read').getUser({ login: 'grace' })).toMatchObject({
      roles: ['read', 'analyze'],
      organization: 'alpha',
    })
    const { rows } = await app.as('orgadmin').searchAudit({ query: { objectId: 'grace' } })
    expect(rows).toMatchObject([{ actor: 'ada', action: 'user.create' }])
  })

  it('are made once: who is there is returned unchanged to who may see them, and taken for others', async () => {
    const app = await makePlatformApp(open)
    const input = { login: 'grace', name: 'Grace', profile: 'analyst' } as const
    const made = await app.as('orgadmin').createUserV1(input)

    const again = await app
      .as('orgadmin')
      .createUserV1({ ...input, name: 'X', profile: 'org-admin' })
    const inV0 = await app.as('orgadmin').createUserV0({ login: 'grace', name: 'X' })

    expect(again).toEqual(made)
    expect(inV0).toMatchObject({ name: 'Grace', roles: ['read', 'analyze'] })
    const elsewhere = { ...input, organisation: 'beta' }
    for (const take of [
      () => app.as('root').createUserV1(elsewhere),
      () => app.as('root').createUser({ login: 'grace', name: 'X', organization: 'alpha' }),
    ])
      await expect(take()).rejects.toMatchObject({ message: 'user grace already exists' })
  })

  it('are changed, locked and unlocked; whole objects may come back', async () => {
    const app = await makePlatformApp(open)
    const login = 'alan'
    const client = app.as('orgadmin')
    const before = await client.getUserV1({ login })
    const send = (payload: object) =>
      app.inject({ as: 'orgadmin', method: 'PATCH', url: `/api/v1/user/${login}`, payload })

    const whole = await send({ ...before, name: 'Other', locked: true })
    const locked = await client.getUserV1({ login })
    const refused = await app.inject({ as: 'analyze', url: '/api/v1/user/current' })
    await client.updateUserV1({ login }, { locked: false, profile: 'org-admin' })
    const after = await client.getUserV1({ login })

    expect([whole.statusCode, whole.body]).toEqual([204, ''])
    expect(locked).toMatchObject({ name: 'Other', locked: true, profile: 'analyst' })
    expect(refused.statusCode).toBe(401)
    expect(after).toMatchObject({ locked: false, profile: 'org-admin', _updatedBy: 'ada' })
    for (const change of [{ login: 'x' }, { roles: ['superadmin'] }, { organisations: [] }])
      expect((await send(change)).statusCode).toBe(400)
    expect((await send({ password: 'a good password' })).statusCode).toBe(403)
  })

  it('are locked by DELETE, and removed with force, with all their sessions', async () => {
    const app = await makePlatformApp(open)
    const remove = (as: Person, path: string) =>
      app.inject({ as, method: 'DELETE', url: `/api/v1/user/${path}` })
    const cookie = (
      await app.inject({
        method: 'POST',
        url: '/api/v1/login',
        payload: { user: 'alan', password: passwordOf('alan') },
      })
    ).headers['set-cookie'] as string[]

    expect((await remove('orgadmin', 'rita')).statusCode).toBe(204)
    expect(await app.as('orgadmin').getUserV1({ login: 'rita' })).toMatchObject({ locked: true })
    expect((await remove('stranger', 'alan/force')).statusCode).toBe(404)
    expect((await remove('orgadmin', 'ada/force')).statusCode).toBe(400)
    expect((await remove('orgadmin', 'alan/force')).statusCode).toBe(204)

    const headers = { cookie: cookie.map((one) => one.split(';')[0]).join('; ') }
    const bySession = await app.inject({ url: '/api/user/current', headers })
    const byKey = await app.inject({ as: 'analyze', url: '/api/user/current' })
    expect([bySession.statusCode, byKey.statusCode]).toEqual([401, 401])
    await expect(app.as('root').getUserV1({ login: 'alan' })).rejects.toMatchObject({ status: 404 })
    const { rows } = await app.as('orgadmin').searchAudit({ query: { action: 'user.delete' } })
    expect(rows).toMatchObject([{ actor: 'ada', objectId: 'alan', organization: 'alpha' }])
  })

  it('keep one superadmin, also when two remove each other at the same moment', async () => {
    const app = await makePlatformApp(open)
    const remove = (by: string, login: string) =>
      app.inject({
        method: 'DELETE',
        url: `/api/v1/user/${login}/force`,
        headers: { authorization: `Bearer ${keyOf(by)}` },
      })
    let last = 'root'
    for (const other of ['second', 'third', 'fourth']) {
      const input = { login: other, name: 'Other', organization: 'cortex', roles: ['superadmin'] }
      const made = await app.inject({
        method: 'POST',
        url: '/api/user',
        headers: { authorization: `Bearer ${keyOf(last)}` },
        payload: { ...input, key: keyOf(other) },
      })
      expect(made.statusCode).toBe(201)

      await Promise.all([remove(last, other), remove(other, last)])

      const left = await app.deps.db
        .selectFrom('users')
        .select('login')
        .where('organization', '=', 'cortex')
        .execute()
      expect(left).toHaveLength(1)
      last = left[0]?.login ?? ''
    }
  })

  it('are found by queries: your organization, for superadmin all', async () => {
    const app = await makePlatformApp(open)
    const list = { _name: 'listUser' }
    const ada = await query(app, 'read', [list, { _name: 'filter', _id: 'ada' }])

    expect(ada.body).toEqual([await app.as('read').getUserV1({ login: 'ada' })])
    expect(Compile(UserV1).Check(ada.body[0])).toBe(true)
    const own = await query(app, 'read', [list])
    expect(namesIn(own.body)).toEqual(['ada', 'alan', 'lars', 'nora', 'rita'])
    const all = await query(app, 'root', [list, { _name: 'page', from: 0, to: 50 }], 0)
    expect(namesIn(all.body)).toEqual(expect.arrayContaining(['root', 'bob', 'ada']))
    expect((await query(app, 'root', [list, { _name: 'count' }])).body).toBe(all.body.length)
    expect((await query(app, 'root', [{ _name: 'countUser' }])).body).toBe(all.body.length)
    expect((await query(app, 'stranger', [{ _name: 'countUser' }])).body).toBe(1)
    const filters: [object, string[]][] = [
      [{ profile: 'analyst' }, ['alan']],
      [{ profile: 'none' }, ['nora']],
      [{ locked: true }, ['lars']],
      [{ _field: 'organisation', _value: 'beta' }, []],
    ]
    for (const [filter, found] of filters) {
      const { body } = await query(app, 'read', [list, { _name: 'filter', ...filter }])
      expect(namesIn(body)).toEqual(found)
    }
    const sorted = await query(app, 'read', [
      list,
      { _name: 'sort', _fields: [{ profile: 'asc' }] },
    ])
    expect(sorted.body[0].profile).toBe('analyst')
    expect((await query(app, 'analyze', [{ _name: 'currentUser' }])).body).toMatchObject([
      { login: 'alan' },
    ])
    expect((await query(app, 'root', [{ _name: 'currentUser' }])).body).toMatchObject([
      { login: 'root', profile: 'admin' },
    ])
    for (const field of ['key_hash', 'password_hash', 'hasKey', 'preferences'])
      expect((await query(app, 'root', [list, { _name: 'filter', [field]: 'x' }])).status).toBe(400)
  })
})

describe.each(oneDatabase)('$name: users in version 1', ({ open }) => {
  it('pass over what later versions of the client send', async () => {
    const app = await makePlatformApp(open)
    const payload = {
      login: 'grace',
      name: 'Grace',
      profile: 'read-only',
      email: 'g@example.org',
      type: 'Normal',
    }

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/v1/user',
      payload,
    })

    expect(response.statusCode).toBe(201)
  })

  it('have one mail address, open until someone vouches for it, and open again when it changes', async () => {
    const app = await makePlatformApp(open)
    const state = async () =>
      (
        await app.deps.db
          .selectFrom('users')
          .select('email_state')
          .where('login', '=', 'grace')
          .executeTakeFirstOrThrow()
      ).email_state
    const made = { login: 'grace', name: 'Grace', profile: 'read-only', email: 'g@example.org' }
    expect(await app.as('orgadmin').createUserV1(made)).toMatchObject({ email: 'g@example.org' })
    expect(await state()).toBe('open')
    await app.deps.db
      .updateTable('users')
      .set({ email_state: 'confirmed' })
      .where('login', '=', 'grace')
      .execute()
    // Clients send the whole user back.
    await app.as('orgadmin').updateUserV1({ login: 'grace' }, { name: 'G', email: 'g@example.org' })
    expect(await state()).toBe('confirmed')
    await app.as('orgadmin').updateUser({ login: 'grace' }, { email: 'new@example.org' })
    expect(await state()).toBe('open')
    expect((await app.as('orgadmin').getUserV1({ login: 'grace' })).email).toBe('new@example.org')
    await app.as('orgadmin').updateUserV1({ login: 'grace' }, { email: null })
    expect(await state()).toBe(null)
    expect(await app.as('orgadmin').getUserV1({ login: 'grace' })).not.toHaveProperty('email')
    const two = { email: 'a@example.org, b@example.org' }
    await expect(app.as('orgadmin').updateUser({ login: 'grace' }, two)).rejects.toThrow(
      /email must be one address/,
    )
  })

  it('may be sent with an address that is none, as before: it is ignored', async () => {
    const app = await makePlatformApp(open)
    const made = { login: 'grace', name: 'Grace', profile: 'read-only' }
    const client = app.as('orgadmin')
    const bad = [
      'none',
      'a@x.test, b@x.test',
      'a\u0007b@x.test',
      'a\u202eb@x.test',
      `${'a'.repeat(400)}@x`,
    ]
    for (const [at, email] of bad.entries())
      expect(await client.createUserV1({ ...made, login: `g${at}`, email })).not.toHaveProperty(
        'email',
      )
    await client.createUserV1({ ...made, email: 'g@example.org' })
    for (const email of bad) await client.updateUserV1({ login: 'grace' }, { name: 'G', email })
    expect(await client.getUserV1({ login: 'grace' })).toMatchObject({
      name: 'G',
      email: 'g@example.org',
    })
    await expect(
      client.updateUser({ login: 'grace' }, { email: 'a\u0007b@x.test' }),
    ).rejects.toThrow(/email must be one address/)
  })

  it.each([
    [{ name: 'Grace', profile: 'analyst' }, 400, 'login is missing'],
    [{ login: 'grace', name: 'Grace' }, 400, 'profile is missing'],
    [{ login: 'grace', name: 'Grace', profile: 'responder' }, 404, 'profile responder not found'],
    [{ login: 'grace', name: 'Grace', profile: 'none' }, 404, 'profile none not found'],
    [{ login: 'current', name: 'G', profile: 'analyst' }, 400, 'reserved'],
    [{ login: 'bob', name: 'G', profile: 'analyst' }, 400, 'user bob already exists'],
    [
      { login: 'grace', name: 'G', profile: 'analyst', password: 'short' },
      400,
      'Password too short',
    ],
    // A user who is there already does not hide what is wrong.
    [
      { login: 'alan', name: 'G', profile: 'analyst', password: 'short' },
      400,
      'Password too short',
    ],
    [{ login: 'grace', name: 'G', profile: 'analyst', avatar: 'PHN2Zz4=' }, 400, 'avatar'],
  ])('are refused: %j', async (payload, status, message) => {
    const app = await makePlatformApp(open)

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/v1/user',
      payload,
    })

    expect(response.statusCode).toBe(status)
    expect(response.json().message).toContain(message)
  })

  it('know who is calling, with the headers that clients read', async () => {
    const app = await makePlatformApp(open)

    const analyst = await app.inject({ as: 'analyze', url: '/api/v1/user/current' })
    const admin = await app.inject({ as: 'root', url: '/api/v1/user/current' })
    const nobody = await app.as('noRole').currentUserV1()

    expect(analyst.json()).toMatchObject({ login: 'alan', hasKey: true, profile: 'analyst' })
    expect(analyst.headers).toMatchObject({
      'x-organisation': 'alpha',
      'x-permissions': expect.stringContaining('manageCase'),
    })
    expect(admin.json()).toMatchObject({ login: 'root', profile: 'admin', organisation: 'cortex' })
    expect(admin.headers['x-permissions']).toContain('manageOrganisation')
    expect(nobody).toMatchObject({ profile: 'none', permissions: [], roles: [] })
  })

  it('may send their own object back, but not with another profile', async () => {
    const app = await makePlatformApp(open)
    const own = await app.as('read').currentUserV1()
    const send = (payload: object) =>
      app.inject({ as: 'read', method: 'PATCH', url: '/api/v1/user/rita', payload })

    expect((await send({ ...own, name: 'Rita the second' })).statusCode).toBe(204)
    expect((await send({ profile: 'org-admin' })).statusCode).toBe(403)
    expect(await app.as('read').currentUserV1()).toMatchObject({
      name: 'Rita the second',
      profile: 'read-only',
    })
  })

  it('have passwords and keys at the paths of version 1', async () => {
    const app = await makePlatformApp(open, { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } })
    const call = (as: Person, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
      app.inject({ as, method, url: `/api/v1/user/${path}`, ...(payload && { payload }) })
    const basic = (login: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    })

    const set = await call('orgadmin', 'POST', 'nora/password/set', { password: 'a new password' })
    const signedIn = await app.inject({
      url: '/api/v1/user/current',
      headers: basic('nora', 'a new password'),
    })
    const change = await call('read', 'POST', 'rita/password/change', {
      currentPassword: passwordOf('rita'),
      password: 'another password',
    })
    const renewed = await call('orgadmin', 'POST', 'nora/key/renew')
    const read = await call('orgadmin', 'GET', 'nora/key')
    const foreign = await call('stranger', 'POST', 'nora/key/renew')
    const removed = await call('orgadmin', 'DELETE', 'nora/key')
    const gone = await app.inject({
      url: '/api/v1/user/current',
      headers: { authorization: `Bearer ${renewed.body}` },
    })

    expect([set.statusCode, signedIn.statusCode, change.statusCode]).toEqual([204, 200, 204])
    expect([renewed.statusCode, read.body]).toEqual([200, renewed.body])
    expect([foreign.statusCode, removed.statusCode, gone.statusCode]).toEqual([404, 200, 401])
  })

  it('have an image that is judged by its bytes', async () => {
    const app = await makePlatformApp(open)
    const login = 'alan'

    await app.as('analyze').updateUserV1({ login }, { avatar: picture.toString('base64') })
    const { avatar = '' } = await app.as('read').getUserV1({ login })
    const shown = await app.inject({ as: 'read', url: avatar })
    const foreign = await app.inject({ as: 'stranger', url: avatar })
    await app.as('analyze').updateUserV1({ login }, { avatar: null })
    const gone = await app.inject({ as: 'read', url: avatar })

    expect(avatar).toMatch(/^\/api\/v1\/user\/alan\/avatar\/[0-9a-f]{32}$/)
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.rawPayload).toEqual(picture)
    expect([foreign.statusCode, gone.statusCode]).toEqual([404, 404])
  })
})
