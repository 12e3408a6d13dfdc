import { contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { setupToken } from '../../src/identity/setup/first-user.ts'
import { startPlatform } from '../../src/platform/platform.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeEngineApp } from '../engine/setup.ts'
import { forms } from '../forms.ts'
import { keyOf, makeApp, type TestApp } from '../setup.ts'
import { signIn } from './browser.ts'

/** As the scripts of today's system send it. */
const body = {
  login: 'admin',
  name: 'Admin',
  roles: ['superadmin'],
  preferences: '{}',
  password: 'a first password',
  key: '',
}
const far = '203.0.113.7'

interface Call {
  payload?: object
  headers?: Record<string, string>
  remoteAddress?: string
}

const setUp = (
  { inject }: TestApp,
  { payload = body, headers = {}, remoteAddress = '127.0.0.1' }: Call = {},
) => inject({ method: 'POST', url: '/api/user', payload, headers, remoteAddress })

const countUsers = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('users').select('login').execute()).length

describe.each(databases)('$name: the first user', ({ open }) => {
  it('is one, however many try at once', async () => {
    const app = await makeApp(open, { empty: true })
    const attempts = Array.from({ length: 10 }, (_, n) =>
      setUp(app, { payload: { ...body, login: `admin-${n}` } }),
    )

    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)

    expect(statuses.toSorted()).toEqual([201, ...Array(9).fill(401)])
    expect(await countUsers(app)).toBe(1)
  })
})

describe.each(oneDatabase)('$name: the first user', ({ open }) => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'is made from this very machine (%s)',
    async (remoteAddress) => {
      const app = await makeApp(open, { empty: true })

      const response = await setUp(app, { remoteAddress })

      expect(response.statusCode).toBe(201)
      expect(response.json()).toMatchObject({
        id: 'admin',
        organization: 'cortex',
        roles: ['superadmin'],
        status: 'Ok',
        createdBy: 'init',
        hasPassword: true,
        hasKey: false,
      })
      expect((await signIn(app, 'admin', body.password)).json()).toEqual({
        id: 'admin',
        name: 'Admin',
        roles: ['superadmin'],
      })
    },
  )

  it.each(forms)('may be sent as $form', async ({ encode }) => {
    const { inject } = await makeApp(open, { empty: true })
    const { search, ...rest } = encode(body)

    const response = await inject({ method: 'POST', url: `/api/user${search}`, ...rest })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ id: 'admin', roles: ['superadmin'], hasKey: false })
  })

  it.each([
    ['without roles', { roles: undefined }],
    ['with the organization', { organization: 'cortex' }],
    ['with a key instead of a password', { password: undefined, key: keyOf('admin') }],
  ])('may be sent %s', async (_how, change) => {
    const app = await makeApp(open, { empty: true })

    const response = await setUp(app, { payload: { ...body, ...change } })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ organization: 'cortex', roles: ['superadmin'] })
  })

  it('is refused to others', async () => {
    const app = await makeApp(open, { empty: true })
    const others: [string, Call][] = [
      ['another machine', { remoteAddress: far }],
      ['another machine of the same network', { remoteAddress: '192.168.0.9' }],
      ['a mapped foreign address', { remoteAddress: `::ffff:${far}` }],
      ['a proxy (X-Forwarded-For)', { headers: { 'x-forwarded-for': far } }],
      ['a proxy that says loopback', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
      ['a proxy (Forwarded)', { headers: { forwarded: `for=${far}` } }],
      ['a proxy (X-Real-IP)', { headers: { 'x-real-ip': far } }],
      ['a proxy (Via)', { headers: { via: '1.1 proxy' } }],
      ['a foreign host name', { headers: { host: 'evil.example' } }],
      ['a host name that begins like ours', { headers: { host: 'localhost.evil.example' } }],
      ['a host name that looks like an address', { headers: { host: '127.0.0.1.evil.example' } }],
      ['a page of another site', { headers: { origin: 'https://evil.example' } }],
      ['a page of another port', { headers: { origin: 'http://localhost:8080' } }],
      ['a page without origin', { headers: { origin: 'null' } }],
      ['a page of another site (Sec-Fetch-Site)', { headers: { 'sec-fetch-site': 'cross-site' } }],
      ['a page of the same site', { headers: { 'sec-fetch-site': 'same-site' } }],
      ['a wrong token', { headers: { 'x-setup-token': 'wrong' } }],
      ['a wrong token from afar', { headers: { 'x-setup-token': 'wrong' }, remoteAddress: far }],
      ['an empty token from afar', { headers: { 'x-setup-token': '' }, remoteAddress: far }],
      [
        'an invented key',
        { headers: { authorization: `Bearer ${keyOf('root')}` }, remoteAddress: far },
      ],
    ]

    for (const [who, call] of others) {
      const response = await setUp(app, call)
      expect([401, 403], who).toContain(response.statusCode)
      expect(['AuthenticationError', 'Forbidden'], who).toContain(response.json().type)
      expect(await countUsers(app), who).toBe(0)
    }
    expect((await setUp(app)).statusCode, 'the machine itself').toBe(201)
  })

  it.each<[string, Call]>([
    ['another machine', { remoteAddress: far }],
    ['behind a proxy', { headers: { 'x-forwarded-for': far, host: 'assay.example' } }],
    [
      'our own page',
      { headers: { host: 'assay.example', origin: 'http://assay.example' }, remoteAddress: far },
    ],
  ])('is made from %s with the token of the set-up link', async (_who, call) => {
    const app = await makeApp(open, { empty: true })
    const headers = { ...call.headers, 'x-setup-token': setupToken(app.deps) }

    const response = await setUp(app, { ...call, headers })

    expect(response.statusCode).toBe(201)
  })

  it('is refused to a page of another site even with the token', async () => {
    const app = await makeApp(open, { empty: true })
    const headers = { 'x-setup-token': setupToken(app.deps), origin: 'https://evil.example' }

    const response = await setUp(app, { headers })

    expect(response.statusCode).toBe(403)
    expect(await countUsers(app)).toBe(0)
  })

  it('is the last use of the token and of the local address', async () => {
    const app = await makeApp(open, { empty: true })
    await setUp(app)
    const payload = { ...body, login: 'second' }
    const headers = { 'x-setup-token': setupToken(app.deps) }

    const answers = [
      await setUp(app, { payload }),
      await setUp(app, { payload, headers }),
      await setUp(app, { payload, headers, remoteAddress: far }),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401])
    expect(answers[0]?.json()).toEqual({
      type: 'AuthenticationError',
      message: 'Authentication failure',
    })
    expect(await countUsers(app)).toBe(1)
  })

  it.each([
    ['in an organization that does not exist', { organization: 'alpha' }, 404],
    ['with another role', { roles: ['read'] }, 400],
    ['with more than one role', { roles: ['superadmin', 'orgadmin'] }, 400],
    ['without a role', { roles: [] }, 400],
    ['who is locked', { status: 'Locked' }, 400],
    ['without password and key', { password: undefined }, 400],
    ['with an empty password', { password: '' }, 400],
    ['with a short key', { key: 'short' }, 400],
    ['with a reserved login', { login: 'current' }, 400],
  ])('is never somebody %s: nobody could get in', async (_what, change, status) => {
    const app = await makeApp(open, { empty: true })

    const response = await setUp(app, { payload: { ...body, ...change } })
    const again = await setUp(app)

    expect(response.statusCode).toBe(status)
    expect(again.statusCode, 'the right one can still be made').toBe(201)
  })

  it('is the only thing that an empty installation lets its own machine do', async () => {
    const { inject, deps } = await makeEngineApp(open, [], { empty: true, startPlatform })
    const calls = Object.entries(contract).filter(
      ([name, { roles }]) => roles !== 'public' && name !== 'createUser' && name !== 'setUp',
    )

    const open401 = await Promise.all(
      calls.map(async ([name, { method, path }]) => {
        const url = path.replace(/:\w+/g, 'cortex')
        const headers = { 'x-setup-token': setupToken(deps) }
        const bare = await inject({ method, url })
        const withToken = await inject({ method, url, headers })
        return [name, bare.statusCode, withToken.statusCode]
      }),
    )

    expect(open401).toEqual(calls.map(([name]) => [name, 401, 401]))
  })

  it('is asked for by the status, until it is there', async () => {
    const app = await makeApp(open, { empty: true })

    const before = await app.as('nobody').status()
    await setUp(app)
    const after = await app.as('nobody').status()

    expect([before.config.setupNeeded, after.config.setupNeeded]).toEqual([true, false])
    expect(Object.keys(before.config)).not.toContain('demo')
    expect(Object.keys(after.config)).not.toContain('demoUsers')
  })
})
