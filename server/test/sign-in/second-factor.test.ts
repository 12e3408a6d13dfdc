import { describe, expect, it } from 'vitest'
import { browserOf, statusWith } from '../api/browser.ts'
import { databases, sqlite } from '../databases.ts'
import { keyOf, makeApp, passwordOf, type TestApp } from '../setup.ts'
import { environment, login, post, withTotp } from './factors.ts'

const url = '/api/user/rita/secondFactor'
const password = passwordOf('rita')

const second = (app: TestApp, token: string, proof: object) =>
  post(app, '/api/login/secondFactor', { token, ...proof })

const auditOf = async (app: TestApp) =>
  (await app.as('orgadmin').listAudit({ range: 'all' })).rows.filter(
    ({ objectId }) => objectId === 'rita',
  )

describe.each(databases)('$name: an authenticator app', ({ open }) => {
  it('is asked for after the password, in one call or in two, and each code counts once', async () => {
    const app = await makeApp(open, { environment })
    const { code, nextCode, uri } = await withTotp(app, 'rita')
    expect(uri).toMatch(/^otpauth:\/\/totp\/Assay%20\(assay\.example\.org\):rita\?secret=/)

    const half = await login(app, 'rita')
    expect(half).toMatchObject({
      status: 402,
      body: {
        type: 'MultiFactorCodeRequired',
        secondFactor: { methods: ['totp', 'recoveryCode'] },
      },
    })
    expect(half.cookies).toEqual([])
    const { token } = half.body.secondFactor

    // The code that confirmed the app is used up.
    expect((await login(app, 'rita', { code: code() })).status).toBe(401)
    const right = nextCode()
    const both = await login(app, 'rita', { code: right })
    expect(both).toMatchObject({ status: 200, body: { id: 'rita' } })
    expect((await second(app, token, { code: right })).status).toBe(401)
    const entered = await second(app, token, { code: nextCode() })
    expect(entered).toMatchObject({ status: 200, body: { id: 'rita', roles: ['read'] } })
    expect(entered.cookies.map(({ name }) => name)).toContain('CORTEX_SESSION')
    expect((await login(app, 'rita', { password: 'wrong', code: nextCode() })).status).toBe(401)
    expect((await app.as('read').getUser({ login: 'rita' })).hasSecondFactor).toBe(true)
  })
})

describe('an authenticator app', () => {
  const { open } = sqlite

  it('is not asked of API keys, and its password opens no basic authentication', async () => {
    const app = await makeApp(open, { environment })
    await withTotp(app, 'rita')
    const basic = Buffer.from(`rita:${password}`).toString('base64')

    const refused = await app.inject({
      url: '/api/user/current',
      headers: { authorization: `Basic ${basic}` },
    })

    expect(refused.statusCode).toBe(401)
    expect(refused.json()).toEqual({
      type: 'AuthenticationError',
      message: 'This account has a second factor. Use an API key instead of the password',
    })
    expect(await statusWith(app, { authorization: `Bearer ${keyOf('rita')}` })).toBe(200)
  })

  it.each(['/totp/remove', '/passkeys/start', '/passkeys/any/remove', '/recoveryCodes'])(
    'is not got around by an API key and the password: %s asks for a code',
    async (path) => {
      const app = await makeApp(open, { environment })
      const { nextCode } = await withTotp(app, 'rita')
      const key = { authorization: `Bearer ${keyOf('rita')}` }
      const factor = async () => (await app.inject({ url, headers: key })).json()
      const before = await factor()

      const without = await post(app, url + path, { password }, key)
      const wrong = await post(app, url + path, { password, code: '000000' }, key)

      expect(without).toMatchObject({
        status: 400,
        body: { message: 'You have a second factor. Send its code as well, or use the web UI' },
      })
      expect(wrong.status).toBe(401)
      expect(await factor()).toEqual(before)
      const right = await post(app, url + path, { password, code: nextCode() }, key)
      expect(right.status).toBe(
        path === '/passkeys/any/remove' ? 404 : path === '/totp/remove' ? 204 : 200,
      )
    },
  )

  it('needs the password to be set up or removed, and is not replaced while it is there', async () => {
    const app = await makeApp(open, { environment })
    const session = await browserOf(app, 'rita')
    const wrong = { password: 'wrong' }
    expect((await post(app, `${url}/totp`, wrong, session)).status).toBe(403)
    await withTotp(app, 'rita', session)

    expect(await post(app, `${url}/totp`, { password }, session)).toMatchObject({
      status: 400,
      body: { message: 'You already have an authenticator app. Remove it first' },
    })
    expect((await post(app, `${url}/totp/remove`, wrong, session)).status).toBe(403)
    expect((await login(app, 'rita')).status).toBe(402)
    expect((await post(app, `${url}/totp/remove`, { password }, session)).status).toBe(204)
    expect((await login(app, 'rita')).status).toBe(200)
    expect(await app.as('read').getSecondFactor({ login: 'rita' })).toEqual({
      required: false,
      totp: false,
      passkeys: [],
      recoveryCodesLeft: 0,
    })
  })

  it('counts only when a code has confirmed it, and ends sessions that came without it', async () => {
    const app = await makeApp(open, { environment })
    const other = await browserOf(app, 'rita')
    const session = await browserOf(app, 'rita')
    await post(app, `${url}/totp`, { password }, session)

    const wrong = await post(app, `${url}/totp/confirm`, { code: '000000' }, session)
    expect(wrong.status).toBe(400)
    expect((await login(app, 'rita')).status).toBe(200)
    await withTotp(app, 'rita', session)

    expect(await statusWith(app, session)).toBe(200)
    expect(await statusWith(app, other)).toBe(401)
  })

  it('ends a sign-in that was begun before: too late, with another password, or of a locked user', async () => {
    const app = await makeApp(open, { environment })
    const { nextCode } = await withTotp(app, 'rita')
    const begin = async () => (await login(app, 'rita')).body.secondFactor.token as string

    const late = await begin()
    app.clock.advance(5 * 60_000)
    expect((await second(app, late, { code: nextCode() })).status).toBe(400)
    expect((await second(app, await begin(), {})).status).toBe(400)
    const locked = await begin()
    await app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Locked' })
    expect((await second(app, locked, { code: nextCode() })).status).toBe(401)
    await app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Active' })
    const former = await begin()
    await app.as('orgadmin').setPassword({ login: 'rita' }, { password: 'another password' })
    expect((await second(app, former, { code: nextCode() })).status).toBe(401)
  })

  it('is guessed a few times only, though the password is right, and every guess is audited', async () => {
    const app = await makeApp(open, { environment })
    const { nextCode } = await withTotp(app, 'rita')
    await app.deps.db.deleteFrom('known_sources').execute()
    const statuses: number[] = []

    for (let n = 0; n < 12; n += 1)
      statuses.push((await login(app, 'rita', { code: '000000' })).status)

    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401))
    expect(statuses.slice(10)).toEqual([429, 429])
    expect(app.clock.slept.some((ms) => ms > 0)).toBe(true)
    // The right code does not help either while the pause lasts, and does after it.
    expect((await login(app, 'rita', { code: nextCode() })).status).toBe(429)
    app.clock.advance(16 * 60_000)
    expect((await login(app, 'rita', { code: nextCode() })).status).toBe(200)
    const refused = (await auditOf(app)).filter(({ action }) => action === 'session.refuse')
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({ actor: 'rita', details: { secondFactor: 'wrong' } })
  })

  it('is guessed from everywhere no faster: places where the owner never was are shut out together', async () => {
    const app = await makeApp(open, { environment })
    await withTotp(app, 'rita')
    await app.deps.db.deleteFrom('known_sources').execute()
    const guess = async (n: number) =>
      (
        await app.inject({
          method: 'POST',
          url: '/api/login',
          payload: { user: 'rita', password, code: '000000' },
          remoteAddress: `192.0.2.${n}`,
        })
      ).statusCode

    const statuses: number[] = []
    for (let n = 1; n <= 22; n += 1) statuses.push(await guess(n))

    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe.each(databases)('$name: recovery codes', ({ open }) => {
  it('are ten, open once each in whatever spelling, and are replaced all at once', async () => {
    const app = await makeApp(open, { environment })
    const { codes, session } = await withTotp(app, 'rita')
    const [first = '', other = ''] = codes
    expect(new Set(codes).size).toBe(10)

    expect((await login(app, 'rita', { code: ` ${first.toUpperCase()} ` })).status).toBe(200)
    expect((await login(app, 'rita', { code: first })).status).toBe(401)
    const left = await app.as('read').getSecondFactor({ login: 'rita' })
    expect(left.recoveryCodesLeft).toBe(9)
    const made = await post(app, `${url}/recoveryCodes`, { password }, session)
    const renewed = made.body.recoveryCodes as string[]
    expect((await login(app, 'rita', { code: other })).status).toBe(401)
    expect((await login(app, 'rita', { code: renewed[0] })).status).toBe(200)

    const stored = JSON.stringify(
      await app.deps.db.selectFrom('recovery_codes').selectAll().execute(),
    )
    for (const code of [...codes, ...renewed]) {
      expect(stored).not.toContain(code)
      expect(app.logged()).not.toContain(code)
    }
  })
})

describe('a second factor', () => {
  const { open } = sqlite

  it('is reset by an admin, who cannot reset their own, and by no one else', async () => {
    const app = await makeApp(open, { environment })
    const { session, codes } = await withTotp(app, 'rita')

    await app.as('orgadmin').resetSecondFactor({ login: 'rita' })

    expect(await statusWith(app, session)).toBe(401)
    expect((await login(app, 'rita')).status).toBe(200)
    await withTotp(app, 'rita')
    expect((await login(app, 'rita', { code: codes[0] })).status).toBe(401)
    const own = await withTotp(app, 'ada')
    const remove = { method: 'DELETE' as const, url: '/api/user/ada/secondFactor' }
    const refused = await app.inject({ ...remove, headers: own.session })
    expect(refused.statusCode).toBe(400)
    expect(await auditOf(app)).toContainEqual(
      expect.objectContaining({ actor: 'ada', action: 'user.secondFactor.reset', details: {} }),
    )
  })

  it('shows no secret in the database, the log, the audit trail or an answer', async () => {
    const app = await makeApp(open, { environment })
    const { secret, codes, nextCode } = await withTotp(app, 'rita')
    const code = nextCode()
    await login(app, 'rita', { code })

    const { db } = app.deps
    const stored = JSON.stringify([
      await db.selectFrom('totp_secrets').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
      await app.as('orgadmin').getSecondFactor({ login: 'rita' }),
      (await app.as('orgadmin').listOrganizationUsers({ id: 'alpha' })).rows,
    ])
    for (const hidden of [secret, code, ...codes]) {
      expect(stored).not.toContain(hidden)
      expect(app.logged()).not.toContain(hidden)
    }
  })

  it('is required by an organization: without one a session can only set one up', async () => {
    const app = await makeApp(open, { environment })
    const before = await browserOf(app, 'rita')
    await app.as('orgadmin').setSecondFactorRule({ id: 'alpha' }, { secondFactor: 'required' })
    expect((await app.as('read').getOrganization({ id: 'alpha' })).secondFactor).toBe('required')

    const session = await browserOf(app, 'rita')
    const status = async (path: string) =>
      (await app.inject({ url: path, headers: session })).statusCode
    for (const headers of [before, session]) {
      const refused = await app.inject({ url: '/api/user/rita/keys', headers })
      expect(refused.statusCode).toBe(403)
      expect(refused.json().type).toBe('SecondFactorSetupRequired')
    }
    const me = await app.inject({ url: '/api/user/current', headers: session })
    expect(me.json()).toMatchObject({ id: 'rita', mustSetUpSecondFactor: true })
    expect(await status(url)).toBe(200)
    expect(await status('/api/user/ada')).toBe(403)
    expect(await statusWith(app, { authorization: `Bearer ${keyOf('rita')}` })).toBe(200)
    const basic = Buffer.from(`rita:${password}`).toString('base64')
    expect(await statusWith(app, { authorization: `Basic ${basic}` })).toBe(401)
    // Others are not concerned.
    expect(await statusWith(app, await browserOf(app, 'bob'))).toBe(200)

    // A provider requires its own; a directory only knows a password.
    const openedBy = (provider: string | null) =>
      app.deps.db.updateTable('sessions').set({ provider }).where('login', '=', 'rita').execute()
    await openedBy('corp')
    expect(await status('/api/user/ada')).toBe(200)
    await openedBy('ldap:corp')
    expect(await status('/api/user/ada')).toBe(403)
    await openedBy(null)

    await withTotp(app, 'rita', session)
    expect(await status('/api/user/ada')).toBe(200)
    await app.as('root').updateOrganization({ id: 'alpha' }, { secondFactor: 'optional' })
    expect((await app.as('read').getOrganization({ id: 'alpha' })).secondFactor).toBe('optional')
  })
})
