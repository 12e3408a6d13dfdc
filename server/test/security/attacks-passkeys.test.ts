import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { sqlite } from '../databases.ts'
import { makeApp, passwordOf, type TestApp } from '../setup.ts'
import { makeAuthenticator } from '../sign-in/authenticator.ts'
import { addPasskey, environment, type Headers, login, origin, post } from '../sign-in/factors.ts'

type Authenticator = ReturnType<typeof makeAuthenticator>
type Options = { rpId: string; challenge: string }

const start = () => makeApp(sqlite.open, { environment })

const withPassword = async (app: TestApp, user: string) => {
  const { secondFactor } = (await login(app, user)).body
  return { token: secondFactor.token as string, options: secondFactor.passkey as Options }
}
const alone = async (app: TestApp) =>
  (await post(app, '/api/login/passkey/start', {})).body as { token: string; options: Options }

/** Both ways in, each with the same answer to its own challenge. */
async function tried(app: TestApp, answer: (options: Options) => object) {
  const one = await withPassword(app, 'rita')
  const two = await alone(app)
  const after = { token: one.token, passkey: answer(one.options) }
  const instead = { token: two.token, passkey: answer(two.options) }
  return [
    (await post(app, '/api/login/secondFactor', after)).status,
    (await post(app, '/api/login/passkey', instead)).status,
  ]
}

async function withPasskeys() {
  const app = await start()
  const { authenticator } = await addPasskey(app, 'rita', await browserOf(app, 'rita'))
  const { authenticator: alans } = await addPasskey(app, 'alan', await browserOf(app, 'alan'))
  return { app, authenticator, alans }
}

/** Right answers, whatever was counted before. */
const rightFrom = (authenticator: Authenticator, first: number) => {
  let counter = first
  return (options: Options) => {
    counter += 1
    return authenticator.get(options, { origin, counter })
  }
}

const at = (user: string) => `/api/user/${user}/secondFactor/passkeys`
const begin = async (app: TestApp, user: string, session: Headers) =>
  (await post(app, `${at(user)}/start`, { password: passwordOf(user) }, session)).body

describe('a sign-in by passkey', () => {
  const other = createHash('sha256').update('another user').digest('base64url')
  type Answer = (own: Authenticator, others: Authenticator) => (options: Options) => object

  it.each<[string, Answer]>([
    ['of another page', (own) => (o) => own.get(o, { origin: 'https://evil.example' })],
    ['of a page below ours', (own) => (o) => own.get(o, { origin: `${origin}.evil.example` })],
    [
      'of our page without encryption',
      (own) => (o) => own.get(o, { origin: 'http://assay.example.org' }),
    ],
    ['of another port', (own) => (o) => own.get(o, { origin: `${origin}:8443` })],
    ['for another host', (own) => (o) => own.get({ ...o, rpId: 'evil.example' }, { origin })],
    ['for the domain above', (own) => (o) => own.get({ ...o, rpId: 'example.org' }, { origin })],
    ['to another challenge', (own) => (o) => own.get({ ...o, challenge: 'AAAA' }, { origin })],
    ['to no challenge', (own) => (o) => own.get({ ...o, challenge: '' }, { origin })],
    ['to another question', (own) => (o) => own.get(o, { origin, type: 'webauthn.create' })],
    ['that nobody touched', (own) => (o) => own.get(o, { origin, isPresent: false })],
    ['that says to be of another user', (own) => (o) => own.get(o, { origin, userHandle: other })],
    ['whose counter stands still', (own) => (o) => own.get(o, { origin, counter: 1 })],
    ['whose counter begins again', (own) => (o) => own.get(o, { origin, counter: 0 })],
    [
      'of another key with this name',
      (own) => (o) => {
        const forged = makeAuthenticator({ id: Buffer.from(own.id, 'base64url') })
        return forged.get(o, { origin, counter: 1_000 })
      },
    ],
    [
      'whose name and raw name differ',
      (own, others) => (o) => ({ ...others.get(o, { origin }), id: own.id }),
    ],
    [
      'with nothing signed',
      (own) => (o) => {
        const answer = own.get(o, { origin })
        return { ...answer, response: { ...answer.response, signature: '' } }
      },
    ],
    [
      'of nothing',
      (own) => () => ({ id: own.id, rawId: own.id, type: 'public-key', response: {} }),
    ],
    [
      'of lists in place of texts',
      (own) => () => {
        const response = { clientDataJSON: [], authenticatorData: {}, signature: 1, userHandle: [] }
        return { id: own.id, rawId: own.id, type: 'public-key', response }
      },
    ],
    [
      'that fills the body',
      (own) => (o) => {
        const answer = own.get(o, { origin })
        const authenticatorData = 'A'.repeat(20_000)
        return { ...answer, response: { ...answer.response, authenticatorData } }
      },
    ],
  ])('with an answer %s is refused, and the passkey stays good', async (_what, answerOf) => {
    const { app, authenticator, alans } = await withPasskeys()
    await tried(app, (o) => authenticator.get(o, { origin, counter: 5 }))

    expect(await tried(app, answerOf(authenticator, alans))).toEqual([401, 401])
    expect(await tried(app, rightFrom(authenticator, 10))).toEqual([200, 200])
  })

  it('takes an answer once, for the step and the user it was made for, and for five minutes', async () => {
    const { app, authenticator, alans } = await withPasskeys()
    const rita = await withPassword(app, 'rita')
    const alan = await withPassword(app, 'alan')
    const bare = await alone(app)
    const second = (token: string, passkey: object) =>
      post(app, '/api/login/secondFactor', { token, passkey }).then(({ status }) => status)
    const single = (token: string, passkey: object) =>
      post(app, '/api/login/passkey', { token, passkey }).then(({ status }) => status)

    // The challenge of one user answered by another, and in the step of another.
    expect(await second(rita.token, alans.get(rita.options, { origin }))).toBe(401)
    expect(await second(alan.token, authenticator.get(rita.options, { origin }))).toBe(401)
    expect(await second(bare.token, authenticator.get(bare.options, { origin }))).toBe(400)
    expect(await single(rita.token, authenticator.get(rita.options, { origin }))).toBe(400)
    // Once, also for two who come at the same moment.
    const answer = authenticator.get(bare.options, { origin })
    const both = await Promise.all([single(bare.token, answer), single(bare.token, answer)])
    expect(both.toSorted()).toEqual([200, 401])
    app.clock.advance(5 * 60_000)
    expect(await second(rita.token, authenticator.get(rita.options, { origin }))).toBe(400)
  })

  it('needs a finger or a PIN in place of the password, and not after it', async () => {
    const { app, authenticator } = await withPasskeys()

    const unverified = (o: Options) => authenticator.get(o, { origin, isVerified: false })
    expect(await tried(app, unverified)).toEqual([200, 401])
  })
})

describe('a new passkey', () => {
  const certificates = new Map([['x5c', [Buffer.from('no certificate')]]])

  it('of a name that another user has takes nothing from that user', async () => {
    const { app, authenticator } = await withPasskeys()
    const session = await browserOf(app, 'root')
    const { token, options } = await begin(app, 'root', session)
    const copy = makeAuthenticator({ id: Buffer.from(authenticator.id, 'base64url') })
    const passkey = copy.create(options, { origin })

    const taken = await post(app, at('root'), { token, name: 'copy', passkey }, session)

    expect(taken.status).toBe(400)
    expect(await tried(app, (o) => copy.get(o, { origin, counter: 1_000 }))).toEqual([401, 401])
    expect(await tried(app, rightFrom(authenticator, 2_000))).toEqual([200, 200])
  })

  type Create = (options: never) => object
  it.each<[string, Create]>([
    ['of another page', (o) => makeAuthenticator().create(o, { origin: 'https://evil.example' })],
    [
      'for another host',
      (o: object) => makeAuthenticator().create({ ...o, rp: { id: 'evil.example' } }, { origin }),
    ],
    [
      'to another challenge',
      (o: object) => makeAuthenticator().create({ ...o, challenge: 'AAAA' }, { origin }),
    ],
    ['to another question', (o) => makeAuthenticator().create(o, { origin, type: 'webauthn.get' })],
    ['that nobody touched', (o) => makeAuthenticator().create(o, { origin, isPresent: false })],
    [
      'of an algorithm without strength',
      (o) => makeAuthenticator({ algorithm: -65_535 }).create(o, { origin }),
    ],
    [
      'of an algorithm that was not offered',
      (o) => makeAuthenticator({ algorithm: -47 }).create(o, { origin }),
    ],
    [
      'with junk in place of a statement',
      (o) =>
        makeAuthenticator().create(o, {
          origin,
          attestation: { format: 'none', statement: certificates },
        }),
    ],
    [
      'with a name of 1,024 bytes',
      (o) => makeAuthenticator({ id: Buffer.alloc(1_024, 7) }).create(o, { origin }),
    ],
    ['of nothing', () => ({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {} })],
    [
      'of lists without end',
      (o) => {
        const answer = makeAuthenticator().create(o, { origin })
        const attestationObject = Buffer.alloc(200_000, 0x81).toString('base64url')
        return { ...answer, response: { ...answer.response, attestationObject } }
      },
    ],
    [
      'of four thousand million things',
      (o) => {
        const answer = makeAuthenticator().create(o, { origin })
        const attestationObject = Buffer.from('9affffffff', 'hex').toString('base64url')
        return { ...answer, response: { ...answer.response, attestationObject } }
      },
    ],
  ])('%s is refused', async (_what, create) => {
    const app = await start()
    const session = await browserOf(app, 'rita')
    const { token, options } = await begin(app, 'rita', session)

    const passkey = create(options as never)
    const added = await post(app, at('rita'), { token, name: 'key', passkey }, session)

    expect(added.status).toBe(400)
    expect((await app.as('read').getSecondFactor({ login: 'rita' })).passkeys).toEqual([])
  })

  it('is not asked who made it: what it says about that is not looked at', async () => {
    const app = await start()
    const session = await browserOf(app, 'rita')
    const { token, options } = await begin(app, 'rita', session)
    expect(options.attestation).toBe('none')
    const passkey = makeAuthenticator().create(options, {
      origin,
      attestation: { format: 'android-key', statement: certificates },
    })

    const added = await post(app, at('rita'), { token, name: 'key', passkey }, session)

    expect(added.status).toBe(201)
  })

  it('is added with the token of its own user, in time and once', async () => {
    const app = await start()
    const [rita, alan] = [await browserOf(app, 'rita'), await browserOf(app, 'alan')]
    const { token, options } = await begin(app, 'rita', rita)
    const add = async (user: string, session: Headers, name: string, sent = token) => {
      const passkey = makeAuthenticator().create(options, { origin })
      return (await post(app, at(user), { token: sent, name, passkey }, session)).status
    }

    expect(await add('alan', alan, 'one')).toBe(400)
    expect(await add('rita', alan, 'one')).toBe(403)
    expect(await add('rita', rita, 'one', (await alone(app)).token)).toBe(400)
    const both = await Promise.all([add('rita', rita, 'one'), add('rita', rita, 'two')])
    expect(both.toSorted()).toEqual([201, 400])
    const late = await begin(app, 'rita', rita)
    app.clock.advance(5 * 60_000)
    expect(await add('rita', rita, 'late', late.token)).toBe(400)
  })
})
