import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { keyOf, makeApp, people, type TestApp } from '../setup.ts'

const dayMs = 86_400_000
const alan = { login: 'alan' }

/** Status of a call with this key. */
const statusBy = async (
  { inject }: TestApp,
  key: string,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload: object = {},
) => {
  const headers = { authorization: `Bearer ${key}` }
  const body = method === 'GET' ? {} : { payload }
  return (await inject({ method, url, headers, ...body })).statusCode
}

describe.each(databases)('$name: named API keys', ({ open }) => {
  it('open what the user may, in addition to the single key, and are shown once', async () => {
    const app = await makeApp(open)

    const made = await app.as('analyze').createApiKey(alan, { name: 'script', expiresInDays: 30 })

    expect(made).toMatchObject({ name: 'script', scope: 'all', createdBy: 'alan' })
    expect(made.expiresAt).toBe(app.clock.now() + 30 * dayMs)
    expect(await statusBy(app, made.key, 'GET', '/api/user/current')).toBe(200)
    expect(await statusBy(app, keyOf('alan'), 'GET', '/api/user/current')).toBe(200)
    const listed = await app.as('analyze').listApiKeys(alan)
    expect(listed).toMatchObject([{ name: 'script', lastUsedAt: app.clock.now() }])
    expect(JSON.stringify(listed)).not.toContain(made.key)
    const stored = await app.deps.db.selectFrom('api_keys').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(made.key)
    expect(app.logged()).not.toContain(made.key)
  })

  it('end when they expire, are revoked, or their user is locked or moved', async () => {
    const app = await makeApp(open)
    const make = async (name: string, more = {}) =>
      app.as('analyze').createApiKey(alan, { name, ...more })
    const works = async (key: string) =>
      (await statusBy(app, key, 'GET', '/api/user/current')) === 200
    const [short, revoked, long] = [
      await make('short', { expiresInDays: 1 }),
      await make('revoked'),
      await make('long'),
    ]
    expect([await works(short.key), await works(revoked.key)]).toEqual([true, true])

    await app.as('orgadmin').revokeApiKey({ ...alan, id: revoked.id })
    expect(await works(revoked.key)).toBe(false)
    app.clock.advance(dayMs)
    await app.deps.bus.changeAccess({})
    expect(await works(short.key)).toBe(false)
    expect(await works(long.key)).toBe(true)
    await app.as('orgadmin').updateUser(alan, { status: 'Locked' })
    expect(await works(long.key)).toBe(false)
    await app.as('orgadmin').updateUser(alan, { status: 'Active' })
    expect(await works(long.key)).toBe(true)
    await app.as('root').updateUser(alan, { organization: 'beta' })
    expect(await works(long.key)).toBe(false)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    const actions = rows.map(({ action, actor }) => `${actor} ${action}`)
    expect(actions).toContain('ada user.key.revoke')
    expect(actions.filter((action) => action === 'alan user.key.create')).toHaveLength(3)
  })
})

describe.each(oneDatabase)('$name: named API keys', ({ open }) => {
  it('do no more than their scope, whatever their user may', async () => {
    const app = await makeApp(open)
    const ada = { login: 'ada' }
    const { key: read } = await app.as('orgadmin').createApiKey(ada, { name: 'r', scope: 'read' })
    const { key: all } = await app.as('orgadmin').createApiKey(ada, { name: 'a' })
    const { key: run } = await app.as('orgadmin').createApiKey(ada, { name: 'x', scope: 'run' })

    expect(await statusBy(app, read, 'GET', '/api/user/current')).toBe(200)
    expect(await statusBy(app, read, 'POST', '/api/audit/_search')).toBe(200)
    expect(await statusBy(app, read, 'PATCH', '/api/user/ada', { name: 'New' })).toBe(403)
    expect(await statusBy(app, run, 'GET', '/api/user/current')).toBe(200)
    expect(await statusBy(app, run, 'GET', '/api/audit')).toBe(403)
    expect(await statusBy(app, all, 'PATCH', '/api/user/ada', { name: 'New' })).toBe(200)
    for (const key of [read, run, all]) {
      // A key that expires must not create one that does not.
      expect(await statusBy(app, key, 'GET', '/api/user/ada/key')).toBe(403)
      expect(await statusBy(app, key, 'POST', '/api/user/ada/key/renew')).toBe(403)
      expect(await statusBy(app, key, 'POST', '/api/user/ada/keys', { name: 'n' })).toBe(403)
      expect(
        await statusBy(app, key, 'POST', '/api/user/nora/password/set', {
          password: 'long enough',
        }),
      ).toBe(403)
    }
  })

  it('make no user and no right that outlives them, and say what to do instead', async () => {
    const app = await makePlatformApp(open)
    const { key } = await app.as('orgadmin').createApiKey({ login: 'ada' }, { name: 'all' })
    const { key: ofRoot } = await app.as('root').createApiKey({ login: 'root' }, { name: 'all' })
    await app.as('root').updateOrganization({ id: 'beta' }, { secondFactor: 'required' })
    const call = async (
      as: string,
      method: 'GET' | 'POST' | 'PUT' | 'PATCH',
      url: string,
      payload: object,
    ) => {
      const headers = { authorization: `Bearer ${as}` }
      const answer = await app.inject({ method, url, headers, payload })
      return { status: answer.statusCode, message: answer.body === '' ? '' : answer.json().message }
    }
    const user = { login: 'late', name: 'Late', roles: ['read'], password: 'a password of late' }
    const hook = { name: 'hook', url: 'https://example.org/' }
    const refused = [
      await call(key, 'POST', '/api/user', user),
      await call(key, 'POST', '/api/user', { login: 'late', name: 'Late', roles: ['read'] }),
      await call(key, 'POST', '/api/v0/user', user),
      await call(key, 'POST', '/api/v1/user', { ...user, profile: 'analyst' }),
      await call(key, 'POST', '/api/webhook', hook),
      await call(key, 'PATCH', '/api/user/rita', { roles: ['read', 'orgadmin'] }),
      await call(key, 'PATCH', '/api/user/lars', { status: 'Active' }),
      await call(key, 'PATCH', '/api/v1/user/lars', { locked: false }),
      await call(key, 'PATCH', '/api/v1/user/rita', { profile: 'org-admin' }),
      await call(key, 'PUT', '/api/v1/user/rita/organisations', {
        organisations: [{ organisation: 'alpha', profile: 'org-admin' }],
      }),
      await call(ofRoot, 'PATCH', '/api/user/rita', { organization: 'beta' }),
      await call(ofRoot, 'PATCH', '/api/organization/closed', { status: 'Active' }),
      await call(ofRoot, 'PATCH', '/api/organization/beta', { secondFactor: 'optional' }),
    ]

    for (const { status, message } of refused) {
      expect(status, message).toBe(403)
      expect(message).toMatch(/^Named API keys cannot .*Sign in, or use the user's main API key/)
    }
    const { rows } = await app.as('root').listUsers({ range: 'all' })
    expect(rows.map(({ id }) => id).sort()).toEqual(
      Object.values(people)
        .map(({ login }) => login)
        .sort(),
    )
    // Revoking rights, and sending the current ones back, is part of the scope.
    const rita = { name: 'Rita', roles: ['read'], status: 'Active', organization: 'alpha' }
    expect(await statusBy(app, key, 'PATCH', '/api/user/rita', rita)).toBe(200)
    expect(await statusBy(app, key, 'PATCH', '/api/user/rita', { roles: [] })).toBe(200)
    expect(await statusBy(app, key, 'DELETE', '/api/user/rita')).toBe(204)
    // Scripts have always made users by the single key.
    expect(await statusBy(app, keyOf('ada'), 'POST', '/api/user', user)).toBe(201)
  })

  it('are refused with a reason when they make no sense', async () => {
    const app = await makeApp(open)
    const refusal = async (input: Record<string, unknown>) => {
      const call = { method: 'POST' as const, url: '/api/user/alan/keys', as: 'analyze' as const }
      const { statusCode, body } = await app.inject({ ...call, payload: input })
      return `${statusCode} ${body}`
    }

    await app.as('analyze').createApiKey(alan, { name: 'one' })
    expect(await refusal({ name: 'one' })).toMatch(/^400 .*already exists/)
    expect(await refusal({ name: 'w', worker: 'x' })).toMatch(/^400 .*scope run/)
    expect(await refusal({ name: 'w', scope: 'run', worker: 'x' })).toMatch(/^404 /)
    expect(await refusal({ name: '  ' })).toMatch(/^400 /)
    expect(await refusal({ name: 'x', scope: 'god' })).toMatch(/^400 /)
    expect(await refusal({ name: 'x', expiresInDays: 0 })).toMatch(/^400 /)
    for (let n = 2; n <= 20; n += 1) await app.as('analyze').createApiKey(alan, { name: `${n}` })
    expect(await refusal({ name: '21' })).toMatch(/^400 .*Revoke one first/)
  })

  it('of one organization do not exist for another', async () => {
    const app = await makeApp(open)
    const { id } = await app.as('analyze').createApiKey(alan, { name: 'k' })
    const url = `/api/user/${people.analyze.login}/keys`

    expect((await app.inject({ url, as: 'stranger' })).statusCode).toBe(404)
    expect((await app.inject({ url, as: 'read' })).statusCode).toBe(403)
    const revoke = { method: 'DELETE' as const, url: `${url}/${id}` }
    expect((await app.inject({ ...revoke, as: 'stranger' })).statusCode).toBe(404)
    // Another user's id under your own login matches nothing.
    const below = { ...revoke, url: `/api/user/ada/keys/${id}` }
    expect((await app.inject({ ...below, as: 'orgadmin' })).statusCode).toBe(404)
  })
})
