import { describe, expect, it } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { databases, sqlite } from '../databases.ts'
import { makeApp, passwordOf, type TestApp } from '../setup.ts'
import { makeAuthenticator } from './authenticator.ts'
import { addPasskey, environment, login, origin, post, withTotp } from './factors.ts'

const url = '/api/user/rita/secondFactor'
const password = passwordOf('rita')

const begin = async (app: TestApp) =>
  (await login(app, 'rita')).body.secondFactor as {
    token: string
    methods: string[]
    passkey: { challenge: string; rpId: string; allowCredentials: { id: string }[] }
  }
const second = (app: TestApp, token: string, passkey: object) =>
  post(app, '/api/login/secondFactor', { token, passkey })
const alone = async (app: TestApp) =>
  (await post(app, '/api/login/passkey/start', {})).body as {
    token: string
    options: { challenge: string; rpId: string }
  }

describe.each(databases)('$name: passkeys', ({ open }) => {
  it('are added, asked for after the password, and answer a challenge once', async () => {
    const app = await makeApp(open, { environment })
    const session = await browserOf(app, 'rita')
    const { authenticator, added } = await addPasskey(app, 'rita', session, 'blue key')
    expect(added).toMatchObject({ status: 201, body: { name: 'blue key' } })
    expect(added.body.recoveryCodes).toHaveLength(10)

    const { token, methods, passkey } = await begin(app)
    expect(methods).toEqual(['passkey', 'recoveryCode'])
    expect(passkey.rpId).toBe('assay.example.org')
    expect(passkey.allowCredentials.map(({ id }) => id)).toEqual([authenticator.id])
    const answer = authenticator.get(passkey, { origin, isVerified: false })
    expect(await second(app, token, answer)).toMatchObject({ status: 200, body: { id: 'rita' } })
    expect((await second(app, token, answer)).status).toBe(401)

    const { passkeys } = await app.as('read').getSecondFactor({ login: 'rita' })
    expect(passkeys).toMatchObject([{ name: 'blue key', lastUsedAt: app.clock.now() }])
    expect(JSON.stringify(passkeys)).not.toContain(authenticator.id)
  })
})

describe('passkeys', () => {
  const { open } = sqlite

  it('are refused from another page, of another user, another challenge or another key', async () => {
    const app = await makeApp(open, { environment })
    const session = await browserOf(app, 'rita')
    const { authenticator } = await addPasskey(app, 'rita', session)
    const others = await addPasskey(app, 'alan', await browserOf(app, 'alan'))
    const tried = async (answer: (options: { rpId: string; challenge: string }) => object) => {
      const { token, passkey } = await begin(app)
      return (await second(app, token, answer(passkey))).status
    }

    expect(await tried((o) => authenticator.get(o, { origin: 'https://evil.example' }))).toBe(401)
    expect(await tried((o) => others.authenticator.get(o, { origin }))).toBe(401)
    expect(await tried((o) => authenticator.get({ ...o, challenge: 'AAAA' }, { origin }))).toBe(401)
    expect(await tried((o) => authenticator.get({ ...o, rpId: 'evil.example' }, { origin }))).toBe(
      401,
    )
    const forged = makeAuthenticator()
    expect(await tried((o) => ({ ...forged.get(o, { origin }), id: authenticator.id }))).toBe(401)
    expect(await tried(() => ({ id: authenticator.id, response: {} }))).toBe(401)
    expect(await tried((o) => authenticator.get(o, { origin }))).toBe(200)
  })

  it('sign in without login and password, if their holder proves to be there', async () => {
    const app = await makeApp(open, { environment })
    const { authenticator } = await addPasskey(app, 'rita', await browserOf(app, 'rita'))
    const enter = async (isVerified: boolean) => {
      const { token, options } = await alone(app)
      const passkey = authenticator.get(options, { origin, isVerified })
      return { token, passkey, ...(await post(app, '/api/login/passkey', { token, passkey })) }
    }

    expect((await app.as('nobody').status()).config.passkeys).toBe(true)
    expect((await enter(false)).status).toBe(401)
    const entered = await enter(true)
    expect(entered).toMatchObject({ status: 200, body: { id: 'rita', roles: ['read'] } })
    expect(entered.cookies.map(({ name }) => name)).toContain('CORTEX_SESSION')
    const { token, passkey } = entered
    expect((await post(app, '/api/login/passkey', { token, passkey })).status).toBe(401)
    const stranger = makeAuthenticator().get((await alone(app)).options, { origin })
    const { token: another } = await alone(app)
    const unknown = await post(app, '/api/login/passkey', { token: another, passkey: stranger })
    expect(unknown.status).toBe(401)
    await app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Locked' })
    expect((await enter(true)).status).toBe(401)
  })

  it('are several with separate names, and removed with the password', async () => {
    const app = await makeApp(open, { environment })
    const session = await browserOf(app, 'rita')
    const one = await addPasskey(app, 'rita', session, 'one')
    const two = await addPasskey(app, 'rita', session, 'two')
    expect(two.added.status).toBe(201)
    expect(two.added.body.recoveryCodes).toBeUndefined()
    expect((await addPasskey(app, 'rita', session, 'two')).added.status).toBe(400)

    const remove = (id: string, secret = password) =>
      post(app, `${url}/passkeys/${id}/remove`, { password: secret }, session)
    expect((await remove(one.added.body.id, 'wrong')).status).toBe(403)
    expect((await remove(one.added.body.id)).status).toBe(204)
    const { token, passkey } = await begin(app)
    const gone = await second(app, token, one.authenticator.get(passkey, { origin }))
    expect(gone.status).toBe(401)
    expect((await remove(two.added.body.id)).status).toBe(204)
    expect((await login(app, 'rita')).status).toBe(200)
  })

  it('work next to an authenticator app, and what one user began no other ends', async () => {
    const app = await makeApp(open, { environment })
    const { session } = await withTotp(app, 'rita')
    const { added } = await addPasskey(app, 'rita', session)
    expect(added.body.recoveryCodes).toBeUndefined()
    expect((await begin(app)).methods).toEqual(['totp', 'passkey', 'recoveryCode'])

    const started = await post(app, `${url}/passkeys/start`, { password }, session)
    const { token, options } = started.body
    const passkey = makeAuthenticator().create(options, { origin })
    const alan = await browserOf(app, 'alan')
    const other = '/api/user/alan/secondFactor/passkeys'
    expect((await post(app, other, { token, name: 'x', passkey }, alan)).status).toBe(400)
    const foreign = makeAuthenticator().create(options, { origin: 'https://evil.example' })
    const wrong = await post(
      app,
      `${url}/passkeys`,
      { token, name: 'x', passkey: foreign },
      session,
    )
    expect(wrong).toMatchObject({ status: 400, body: { type: 'BadRequest' } })
    expect(
      (await post(app, `${url}/passkeys`, { token, name: 'x', passkey }, session)).status,
    ).toBe(201)
    expect(
      (await post(app, `${url}/passkeys`, { token, name: 'y', passkey }, session)).status,
    ).toBe(400)
  })

  it.each([
    [undefined, 'http.publicUrl, the URL'],
    ['https://192.0.2.7', 'a hostname in http.publicUrl'],
    ['http://assay.example.org', 'https in http.publicUrl'],
  ])('say which setting they need with the public address %s', async (address, sentence) => {
    const settings: Record<string, string> =
      address === undefined ? {} : { ASSAY_HTTP_PUBLICURL: address }
    const app = await makeApp(open, { environment: settings })
    const session = await browserOf(app, 'rita')

    const refused = await post(app, `${url}/passkeys/start`, { password }, session)

    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain(sentence)
    const { passkeysProblem } = await app.as('read').getSecondFactor({ login: 'rita' })
    expect(passkeysProblem).toBe(refused.body.message)
    expect((await app.as('nobody').status()).config.passkeys).toBeUndefined()
  })
})
