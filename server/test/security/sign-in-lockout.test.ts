import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedBefore, guess } from '../api/guesses.ts'
import { databases, sqlite } from '../databases.ts'
import { makeApp, makeOwnApp, passwordOf, type TestApp } from '../setup.ts'

const home = '198.51.100.7'
const right = (user: string) => ({ user, password: passwordOf(user) })
const addressOf = (n: number) => `10.0.${Math.floor(n / 250)}.${n % 250}`
const behindProxy = (client: string) => ({ 'x-forwarded-for': client })

/** The device cookie that a sign-in set, as the browser sends it back. */
async function deviceOf(app: TestApp, user: string, address = home) {
  const { cookies, statusCode } = await guess(app, { ...right(user), address })
  expect(statusCode).toBe(200)
  const device = cookies.find(({ name }) => name === 'ASSAY_DEVICE')
  return { cookie: `ASSAY_DEVICE=${device?.value}` }
}

async function fail(
  app: TestApp,
  times: number,
  next: (round: number) => Parameters<typeof guess>[1],
) {
  const statuses = new Set<number>()
  for (let round = 0; round < times; round += 1)
    statuses.add((await guess(app, next(round))).statusCode)
  return statuses
}

describe('an attacker who guesses the password of a known login', () => {
  const { open } = sqlite

  it('from one address is refused there, while the owner signs in from another', async () => {
    const app = await makeApp(open)

    const statuses = await fail(app, 12, () => ({}))
    const elsewhere = await guess(app, { ...right('ada'), address: home })

    expect(statuses).toEqual(new Set([401, 429]))
    expect(elsewhere.statusCode).toBe(200)
  })

  it('from many addresses is slowed down and never makes anyone else wait in vain', async () => {
    const app = await makeApp(open)

    const statuses = await fail(app, 25, (round) => ({ address: addressOf(round) }))
    const pauses = app.clock.slept.filter((ms) => ms > 0)
    const newcomer = await guess(app, { ...right('ada'), address: home })

    expect(statuses).toEqual(new Set([401]))
    expect(pauses.length).toBeGreaterThan(5)
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5_000)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(newcomer.statusCode).toBe(200)
  })

  it('does not shut out the owner’s browser even from the owner’s own address', async () => {
    const app = await makeApp(open)
    const headers = await deviceOf(app, 'ada')

    const statuses = await fail(app, 12, () => ({ address: home }))
    const other = await guess(app, { ...right('ada'), address: home })
    const own = await guess(app, { ...right('ada'), address: home, headers })

    expect(statuses).toContain(429)
    expect(other.statusCode).toBe(429)
    expect(own.statusCode).toBe(200)
  })

  it('cannot use the device of another user, or one that we did not make', async () => {
    const app = await makeApp(open)
    const ofRita = await deviceOf(app, 'rita')
    const forged = { cookie: `ASSAY_DEVICE=${'A'.repeat(32)}.${'A'.repeat(43)}` }

    for (const headers of [ofRita, forged]) {
      await fail(app, 12, () => ({}))
      expect((await guess(app, { ...right('ada'), headers })).statusCode).toBe(429)
    }
  })

  it('with a stolen device has as few tries as from an address', async () => {
    const app = await makeApp(open)
    const headers = await deviceOf(app, 'ada')

    const statuses = await fail(app, 12, (round) => ({ headers, address: addressOf(round) }))

    expect(statuses).toEqual(new Set([401, 429]))
    expect((await guess(app, { ...right('ada'), address: home })).statusCode).toBe(200)
  })

  it('shuts out basic authentication as little as the page', async () => {
    const app = await makeApp(open, { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } })
    const byBasic = (password: string, remoteAddress: string) =>
      app.inject({
        url: '/api/user/current',
        remoteAddress,
        headers: { authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}` },
      })

    const attack = []
    for (let round = 0; round < 12; round += 1)
      attack.push((await byBasic('wrong', '192.0.2.1')).statusCode)
    const own = await byBasic(passwordOf('ada'), home)

    expect(attack.slice(-2)).toEqual([429, 429])
    expect(own.statusCode).toBe(200)
  })
})

// What is counted at the same time is the database's to count.
describe.each(databases)(
  '$name: an attacker who guesses a password many times at once',
  ({ open }) => {
    it('with a hundred attempts at once keeps no user waiting who signed in before', async () => {
      const app = await makeApp(open)
      await guess(app, { ...right('ada'), address: home })

      // Begun at once, answered whenever.
      const order: string[] = []
      const attack = Array.from({ length: 120 }, (_, round) =>
        guess(app, { address: addressOf(round % 3) }).then(({ statusCode }) => {
          if (statusCode === 401) order.push('guess')
        }),
      )
      const own = await guess(app, { ...right('ada'), address: home })
      order.push('owner')
      await Promise.all(attack)

      expect(own.statusCode).toBe(200)
      expect(order.filter((who) => who === 'guess')).toHaveLength(30)
      expect(order.indexOf('owner')).toBeLessThan(5)
    })

    it('counts in full however many attempts are made at once', async () => {
      const app = await makeApp(open)

      const answers = await Promise.all(Array.from({ length: 60 }, () => guess(app)))

      const looked = answers.filter(({ statusCode }) => statusCode === 401)
      expect(looked).toHaveLength(10)
      expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(50)
    })
  },
)

describe('an attacker who tries many logins', () => {
  const { open } = sqlite

  it('is refused at his address, and colleagues who signed in there before are not', async () => {
    const app = await makeApp(open)
    await guess(app, { ...right('rita'), address: home })
    const headers = await deviceOf(app, 'alan', '203.0.113.9')

    await countedBefore(app, home, 95)

    const statuses = await fail(app, 10, (round) => ({ user: `user-${round}`, address: home }))
    const byAddress = await guess(app, { ...right('rita'), address: home })
    const byDevice = await guess(app, { ...right('alan'), address: home, headers })
    const unknown = await guess(app, { ...right('ada'), address: home })

    expect(statuses).toEqual(new Set([401, 429]))
    expect(byAddress.statusCode).toBe(200)
    expect(byDevice.statusCode).toBe(200)
    expect(unknown.statusCode).toBe(429)
  })

  it('through a proxy that is not trusted slows it down and locks no one out', async () => {
    const app = await makeApp(open)
    const viaProxy = (client: string) => ({ address: '10.9.9.9', headers: behindProxy(client) })
    await countedBefore(app, '10.9.9.9', 95)

    const statuses = await fail(app, 10, (round) => ({
      user: `user-${round}`,
      ...viaProxy('203.0.113.66'),
    }))
    const pauses = app.clock.slept.slice(-5)
    const somebody = await guess(app, { ...right('ada'), ...viaProxy('203.0.113.5') })

    expect(statuses).toEqual(new Set([401]))
    expect(pauses.every((ms) => ms >= 2_000)).toBe(true)
    expect(somebody.statusCode).toBe(200)
  })

  it('makes the log name the setting that distinguishes the people behind a proxy, once', async () => {
    // A server that other tests had before has said it.
    const app = await makeOwnApp(open)

    for (let round = 0; round < 5; round += 1)
      await guess(app, { address: '10.9.9.9', headers: behindProxy('203.0.113.5') })

    const warnings = app
      .logged()
      .split('\n')
      .filter((line) => line.includes('http.trustProxy'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('10.9.9.9')
  })

  it('behind a trusted proxy is distinguished from the others behind it', async () => {
    const app = await makeApp(open, { environment: { ASSAY_HTTP_TRUSTPROXY: '10.9.9.9' } })
    const viaProxy = (client: string) => ({ address: '10.9.9.9', headers: behindProxy(client) })

    const statuses = await fail(app, 12, () => viaProxy('203.0.113.66'))
    const other = await guess(app, { ...right('ada'), ...viaProxy('203.0.113.5') })

    expect(statuses).toContain(429)
    expect(other.statusCode).toBe(200)
    expect(app.logged()).not.toContain('http.trustProxy')
  })
})

describe('the owner at an address that signed in before', () => {
  const { open } = sqlite

  it('gets in with the right password at once, whatever others do from elsewhere', async () => {
    const app = await makeApp(open)
    await guess(app, { ...right('ada'), address: home })
    const attempt = fc.record({
      user: fc.constantFrom('ada', 'ada', 'ada', 'ada', 'nobody'),
      address: fc.integer({ min: 0, max: 5 }).map(addressOf),
      headers: fc.constantFrom({}, behindProxy(home), { cookie: 'ASSAY_DEVICE=x.y' }),
    })
    const attack = fc.record({
      attempts: fc.array(attempt, { minLength: 14, maxLength: 16 }),
      atOnce: fc.boolean(),
      laterMs: fc.integer({ min: 0, max: 20 * 60_000 }),
    })

    await fc.assert(
      fc.asyncProperty(attack, async ({ attempts, atOnce, laterMs }) => {
        if (atOnce) await Promise.all(attempts.map((one) => guess(app, one)))
        else for (const one of attempts) await guess(app, one)
        app.clock.advance(laterMs)
        const before = app.clock.slept.length

        const { statusCode } = await guess(app, { ...right('ada'), address: home })

        expect(statusCode).toBe(200)
        expect(app.clock.slept.slice(before)).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  it('mistypes without being shut out longer than that address deserves', async () => {
    const app = await makeApp(open)
    await guess(app, { ...right('ada'), address: home })

    const statuses = await fail(app, 9, () => ({ address: home }))

    expect(statuses).toEqual(new Set([401]))
    expect((await guess(app, { ...right('ada'), address: home })).statusCode).toBe(200)
  })
})
