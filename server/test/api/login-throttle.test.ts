import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { makeApp, passwordOf } from '../setup.ts'
import { browserOf, statusWith } from './browser.ts'
import { countedBefore, guess, guessUntilRefused, pauseOf } from './guesses.ts'

describe.each(databases)('$name: guessing passwords', ({ open }) => {
  it('of an account from one address is slowed down more and more, and then refused', async () => {
    const app = await makeApp(open)

    const { looked, response } = await guessUntilRefused(app, () => ({}))

    expect(looked).toBeGreaterThanOrEqual(5)
    expect(looked).toBeLessThanOrEqual(20)
    const pauses = app.clock.slept.filter((ms) => ms > 0)
    expect(pauses.length).toBeGreaterThan(2)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(app.clock.slept.slice(0, 2)).toEqual([0, 0])
    expect(response.json()).toMatchObject({
      type: 'RateLimitExceeded',
      message: expect.stringContaining(String(response.headers['retry-after'])),
    })
    expect(pauseOf(response)).toBeGreaterThanOrEqual(30_000)
  })

  it('is forgotten by a success', async () => {
    const app = await makeApp(open)
    for (let round = 0; round < 6; round += 1) await guess(app)

    const success = await guess(app, { password: passwordOf('ada') })
    const { looked } = await guessUntilRefused(app, () => ({}))

    expect(success.statusCode).toBe(200)
    expect(looked).toBeGreaterThan(6)
  })

  it('in parallel is counted in full', async () => {
    const app = await makeApp(open)
    const { looked } = await guessUntilRefused(app, () => ({ user: 'rita' }))

    const answers = await Promise.all(Array.from({ length: 50 }, () => guess(app)))

    const statuses = Object.groupBy(answers, ({ statusCode }) => statusCode)
    expect(statuses[401]).toHaveLength(looked)
    expect(statuses[429]).toHaveLength(50 - looked)
  })

  it('does not mistake thirty right passwords at once for guesses', async () => {
    const app = await makeApp(open)
    const payload = { user: 'ada', password: passwordOf('ada') }

    const answers = await Promise.all(
      Array.from({ length: 30 }, () => app.inject({ method: 'POST', url: '/api/login', payload })),
    )

    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200))
  })
})

describe.each(oneDatabase)('$name: guessing passwords', ({ open }) => {
  it('is refused to the right password too, and not a moment longer than was said', async () => {
    const app = await makeApp(open)
    const { response } = await guessUntilRefused(app, () => ({}))

    app.clock.advance(pauseOf(response) - 1000)
    const early = await guess(app, { password: passwordOf('ada') })
    app.clock.advance(1000)
    const inTime = await guess(app, { password: passwordOf('ada') })

    expect(early.statusCode).toBe(429)
    expect(early.headers['retry-after']).toBe('1')
    expect(inTime.statusCode).toBe(200)
  })

  it('does not become longer by guesses that are refused', async () => {
    const app = await makeApp(open)
    const { response } = await guessUntilRefused(app, () => ({}))

    for (let round = 0; round < 20; round += 1) {
      app.clock.advance(1000)
      expect((await guess(app)).statusCode).toBe(429)
    }
    app.clock.advance(pauseOf(response) - 20_000)
    const afterwards = await guess(app, { password: passwordOf('ada') })

    expect(afterwards.statusCode).toBe(200)
  })

  it('after the pause gives one try, not ten, and the next pause is longer', async () => {
    const app = await makeApp(open)
    const { response: first } = await guessUntilRefused(app, () => ({}))
    app.clock.advance(pauseOf(first))

    const { looked, response: second } = await guessUntilRefused(app, () => ({}))

    expect(looked).toBe(1)
    expect(pauseOf(second)).toBeGreaterThan(pauseOf(first))
    expect(pauseOf(second)).toBeLessThanOrEqual(15 * 60_000)
  })

  it('is reset by an administrator, and for no other user', async () => {
    const app = await makePlatformApp(open)
    await guessUntilRefused(app, () => ({ user: 'rita' }))
    await guessUntilRefused(app, () => ({ user: 'alan' }))

    await expect(app.as('stranger').resetAttempts({ login: 'rita' })).rejects.toMatchObject({
      status: 404,
    })
    await app.as('orgadmin').resetAttempts({ login: 'rita' })

    const right = (user: string) => guess(app, { user, password: passwordOf(user) })
    expect((await right('rita')).statusCode).toBe(200)
    expect((await right('alan')).statusCode).toBe(429)
    const { rows } = await app.as('orgadmin').searchAudit({ query: { objectId: 'rita' } })
    expect(rows.map(({ action }) => action)).toContain('user.resetAttempts')
  })

  it('of one account shuts no other one out', async () => {
    const app = await makeApp(open)
    await guessUntilRefused(app, () => ({}))

    const other = await guess(app, { user: 'rita', password: passwordOf('rita') })

    expect(other.statusCode).toBe(200)
  })

  it('from one address is refused whatever the account, and unnoticed elsewhere', async () => {
    const app = await makeApp(open)
    await countedBefore(app, '192.0.2.1', 90)

    const { looked } = await guessUntilRefused(app, (round) => ({ user: `user-${round}` }))
    const here = await guess(app, { user: 'rita', password: passwordOf('rita') })
    const elsewhere = await guess(app, {
      user: 'rita',
      password: passwordOf('rita'),
      address: '198.51.100.7',
    })

    expect(looked).toBe(10)
    expect(here.statusCode).toBe(429)
    expect(elsewhere.statusCode).toBe(200)
  })

  it('counts an unknown user like a known one', async () => {
    const app = await makeApp(open)
    const known = await guessUntilRefused(app, () => ({}))

    const unknown = await guessUntilRefused(app, () => ({ user: 'nobody-is-called-so' }))

    expect(unknown.looked).toBe(known.looked)
    expect(unknown.response.body).toBe(known.response.body)
  })

  it('leaves sessions and API keys alone', async () => {
    const app = await makeApp(open)
    const browser = await browserOf(app, 'ada')

    await guessUntilRefused(app, () => ({}))

    expect(await statusWith(app, browser)).toBe(200)
    expect((await app.as('orgadmin').currentUser()).id).toBe('ada')
  })

  it('counts the same way for the current password and for basic authentication', async () => {
    const app = await makeApp(open, { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } })
    const change = () =>
      app.inject({
        as: 'orgadmin',
        method: 'POST',
        url: '/api/user/ada/password/change',
        payload: { currentPassword: 'wrong', password: 'a new password' },
      })
    const authorization = `Basic ${Buffer.from('ada:wrong').toString('base64')}`
    const byBasic = () => app.inject({ url: '/api/user/current', headers: { authorization } })

    const statuses: number[] = []
    for (let round = 0; round < 15; round += 1) {
      statuses.push((await change()).statusCode, (await byBasic()).statusCode)
    }

    expect(statuses.slice(0, 4)).toEqual([403, 401, 403, 401])
    expect(statuses.slice(-4)).toEqual([429, 429, 429, 429])
    // Where an injected request comes from.
    const address = '127.0.0.1'
    expect((await guess(app, { password: passwordOf('ada'), address })).statusCode).toBe(429)
  })

  it('never succeeds with an empty password', async () => {
    const app = await makeApp(open, { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } })
    await app.as('orgadmin').createUser({ login: 'keyless', name: 'No password', roles: ['read'] })

    for (const user of ['ada', 'keyless', 'unknown']) {
      const login = await guess(app, { user, password: '' })
      expect(login.statusCode).toBe(401)
      const authorization = `Basic ${Buffer.from(`${user}:`).toString('base64')}`
      const byBasic = await app.inject({ url: '/api/user/current', headers: { authorization } })
      expect(byBasic.statusCode).toBe(401)
    }
    for (const password of [' ', 'null', 'undefined', 'keyless'])
      expect((await guess(app, { user: 'keyless', password })).statusCode).toBe(401)
  })
})
