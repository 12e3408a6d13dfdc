import { describe, expect, it } from 'vitest'
import { setupToken } from '../../src/identity/setup/first-user.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { makeApp, type TestApp } from '../setup.ts'
import { signIn } from './browser.ts'

const body = {
  organization: { name: 'Example Bank SOC' },
  user: { login: 'ada', name: 'Ada Marsh', password: 'a long phrase for ada' },
}

const setUp = (app: TestApp, payload: object = body, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: '/api/setup', payload, headers, remoteAddress: '127.0.0.1' })

async function made({ deps: { db } }: TestApp) {
  const users = await db.selectFrom('users').select('login').orderBy('login').execute()
  const organizations = await db
    .selectFrom('organizations')
    .select('name')
    .orderBy('name')
    .execute()
  const workers = await db.selectFrom('workers').select('name').execute()
  return {
    users: users.map(({ login }) => login),
    organizations: organizations.map(({ name }) => name),
    workers: workers.length,
  }
}

const nothing = { users: [], organizations: ['cortex'], workers: 0 }

/** With the analyzers that come with the program. */
const makeEmpty = (open: Parameters<typeof makeApp>[0]) =>
  makeEngineApp(open, [], { empty: true, environment: { ASSAY_JOB_RUNNERS: 'builtin' } })

describe.each(databases)('$name: the first run', ({ open }) => {
  it('makes the organization with its analyzers, the person, who is signed in, and the platform account', async () => {
    const app = await makeEmpty(open)

    const response = await setUp(app)

    expect(response.statusCode).toBe(201)
    const { user, organization, platform } = response.json()
    expect(user).toEqual({ id: 'ada', name: 'Ada Marsh', roles: ['read', 'analyze', 'orgadmin'] })
    expect(organization).toBe('Example Bank SOC')
    expect(platform).toEqual({
      login: 'platform',
      password: expect.stringMatching(/^([a-z]{5}-){4}\d\d$/),
    })
    expect(await made(app)).toMatchObject({
      users: ['ada', 'platform'],
      organizations: ['Example Bank SOC', 'cortex'],
    })
    expect((await made(app)).workers).toBeGreaterThan(10)
    const cookies = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const me = await app.inject({
      method: 'GET',
      url: '/api/user/current',
      headers: { cookie: cookies },
    })
    expect(me.json()).toMatchObject({ id: 'ada', organization: 'Example Bank SOC' })
    expect(me.json().platformLogin).toBe('platform')
    expect((await signIn(app, 'ada', body.user.password)).statusCode).toBe(200)
    expect((await signIn(app, 'platform', platform.password)).json()).toMatchObject({
      roles: ['superadmin'],
    })
  })

  it('lets one of two in that come at once', async () => {
    const app = await makeEmpty(open)
    const other = { organization: { name: 'Other' }, user: { ...body.user, login: 'bob' } }

    const answers = await Promise.all([setUp(app), setUp(app, other)])

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 403])
    const { users, organizations } = await made(app)
    expect(users).toHaveLength(2)
    expect(organizations).toHaveLength(2)
  })
})

describe.each(oneDatabase)('$name: the first run', ({ open }) => {
  it('shows the platform account only to the user it was created with', async () => {
    const app = await makeEmpty(open)
    const done = await setUp(app)
    const { password } = done.json().platform
    const asked = async (cookies: { name: string; value: string }[]) => {
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const answer = await app.inject({
        method: 'GET',
        url: '/api/user/current',
        headers: { cookie },
      })
      return answer.json().platformLogin
    }
    const platform = await signIn(app, 'platform', password)
    expect(await asked(platform.cookies)).toBeUndefined()

    await app.deps.db
      .updateTable('users')
      .set({ status: 'Locked' })
      .where('login', '=', 'platform')
      .execute()
    expect(await asked(done.cookies)).toBeUndefined()
  })

  it('answers another password each time it is done', async () => {
    const one = await setUp(await makeApp(open, { empty: true }))
    const other = await setUp(await makeApp(open, { empty: true }))

    expect(one.json().platform.password).not.toBe(other.json().platform.password)
  })

  it.each([
    ['none', (all: number) => all === 0],
    ['offline', (all: number) => all > 10],
  ])('enables the analyzers that were asked for: %s', async (analyzers, isRight) => {
    const app = await makeEmpty(open)

    expect((await setUp(app, { ...body, analyzers })).statusCode).toBe(201)

    expect(isRight((await made(app)).workers)).toBe(true)
  })

  it('enables those that ask the network only when all are asked for', async () => {
    const [offline, all] = [await makeEmpty(open), await makeEmpty(open)]

    await setUp(offline)
    await setUp(all, { ...body, analyzers: 'all' })

    expect((await made(all)).workers).toBeGreaterThan((await made(offline)).workers)
  })

  it.each([
    ['a weak password', { user: { ...body.user, password: 'short' } }],
    [
      'the login as password',
      { user: { ...body.user, login: 'a-long-login', password: 'a-long-login' } },
    ],
    ['a reserved login', { user: { ...body.user, login: 'current' } }],
    ['the login of the platform account', { user: { ...body.user, login: 'platform' } }],
    ['the same login for both', { platform: { login: 'ada' } }],
    ['a reserved name', { organization: { name: '_search' } }],
    ['the home of the platform', { organization: { name: 'cortex' } }],
    ['no organization', { organization: undefined }],
    ['no user', { user: undefined }],
    ['an unknown choice of analyzers', { analyzers: 'some' }],
    ['an unknown attribute', { roles: ['superadmin'] }],
    ['roles of its own', { user: { ...body.user, roles: ['superadmin'] } }],
  ])('refuses %s and makes nothing', async (_what, change) => {
    const app = await makeEmpty(open)

    const response = await setUp(app, { ...body, ...change })

    expect(response.statusCode).toBe(400)
    expect(response.json().message.length).toBeGreaterThan(10)
    expect(response.body).not.toContain(body.user.password)
    expect(await made(app)).toEqual(nothing)
    expect((await setUp(app)).statusCode, 'the next try').toBe(201)
  })

  it('happens once', async () => {
    const app = await makeEmpty(open)
    await setUp(app)

    const again = await setUp(app, { ...body, organization: { name: 'Other' } })

    expect(again.statusCode).toBe(403)
    expect(await made(app)).toMatchObject({ users: ['ada', 'platform'] })
  })

  it('is open to the bearer of the token from elsewhere, and to no one else', async () => {
    const app = await makeApp(open, { empty: true })
    const from = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/api/setup',
        payload: body,
        headers,
        remoteAddress: '203.0.113.7',
      })

    const refused = [await from({}), await from({ 'x-setup-token': 'wrong' })]
    const before = await made(app)
    const right = await from({ 'x-setup-token': setupToken(app.deps) })

    expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 403])
    expect(before).toEqual(nothing)
    expect(right.statusCode).toBe(201)
  })

  it('is written down in the audit, without a password', async () => {
    const app = await makeEmpty(open)
    const { platform } = (await setUp(app)).json()

    const entries = await app.deps.db.selectFrom('audit').selectAll().execute()

    const actions = entries.map(({ action }) => action)
    expect(actions).toEqual(
      expect.arrayContaining(['organization.create', 'user.create', 'analyzer.enable']),
    )
    expect(JSON.stringify(entries)).not.toContain(platform.password)
    expect(JSON.stringify(entries)).not.toContain(body.user.password)
  })
})
