import { describe, expect, it } from 'vitest'
import { sqlite } from '../echo.ts'
import { makeApp, passwordOf } from '../setup.ts'
import { countedBefore, guess, guessUntilRefused } from './guesses.ts'

describe('guessing passwords from one address', () => {
  it('is not reset by a success with the caller’s own account', async () => {
    const app = await makeApp(sqlite.open)

    await countedBefore(app, '192.0.2.1', 90)

    const outcome = guessUntilRefused(app, (round) => ({ user: `user-${round}` }), 6)
    await expect(outcome).rejects.toThrow('not refused')
    await guess(app, { user: 'rita', password: passwordOf('rita') })
    const { looked } = await guessUntilRefused(app, (round) => ({ user: `other-${round}` }))

    expect(looked).toBe(4)
  })

  it('is slowed down as much as it can be when it claims to be a proxy', async () => {
    const app = await makeApp(sqlite.open)
    const subject = 'address:192.0.2.1'
    await countedBefore(app, '192.0.2.1', 100)

    const statuses: number[] = []
    for (let round = 0; round < 5; round += 1) {
      const headers = { 'x-forwarded-for': `10.0.0.${round}`, 'x-real-ip': `10.0.1.${round}` }
      statuses.push((await guess(app, { user: `user-${round}`, headers })).statusCode)
    }

    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(app.clock.slept).toEqual(Array(5).fill(5_000))
    const row = app.deps.db.selectFrom('login_failures').selectAll().where('subject', '=', subject)
    expect((await row.executeTakeFirst())?.count).toBe(105)
  })

  it('counts a whole IPv6 network as one address, and a mapped IPv4 address as itself', async () => {
    const app = await makeApp(sqlite.open)
    await countedBefore(app, '2001:db8:1:2::/64', 90)

    await guessUntilRefused(app, (round) => ({
      user: `user-${round}`,
      address: `2001:db8:1:2:${round.toString(16)}::1`,
    }))
    const right = { user: 'rita', password: passwordOf('rita') }

    expect((await guess(app, { ...right, address: '2001:db8:1:2::ffff' })).statusCode).toBe(429)
    expect((await guess(app, { ...right, address: '2001:db8:1:3::1' })).statusCode).toBe(200)
    expect((await guess(app, { ...right, address: '::ffff:192.0.2.1' })).statusCode).toBe(200)
  })
})

const failures = [
  { why: 'unknown user', user: 'unknown', password: 'wrong' },
  { why: 'wrong password', user: 'ada', password: 'wrong' },
  { why: 'empty password', user: 'ada', password: '' },
  { why: 'locked user', user: 'lars', password: passwordOf('lars') },
  { why: 'locked organization', user: 'carl', password: passwordOf('carl') },
]

/** What a caller could measure on a quiet machine, whatever else this one does. */
const cpuMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

describe('a failed login', () => {
  it('looks the same whatever the reason', async () => {
    const app = await makeApp(sqlite.open)

    const answers = []
    for (const failure of failures) {
      const { statusCode, body, headers } = await guess(app, failure)
      const { date, 'request-time': time, 'x-request-id': id, ...rest } = headers
      answers.push({ statusCode, body, headers: rest })
    }

    const [first] = answers
    expect(first).toMatchObject({
      statusCode: 401,
      body: '{"type":"AuthenticationError","message":"Authentication failure"}',
    })
    for (const answer of answers) expect(answer).toEqual(first)
  })

  it('takes about the same work whatever the reason', async () => {
    const app = await makeApp(sqlite.open, { withRealHashes: true })
    const times = new Map(failures.map(({ why }) => [why, [] as number[]]))

    for (let round = 0; round < 5; round += 1) {
      // Always the first guess of an account and an address, so nothing is delayed.
      await app.deps.db.deleteFrom('login_failures').execute()
      for (const failure of failures) {
        const before = cpuMs()
        await guess(app, failure)
        times.get(failure.why)?.push(cpuMs() - before)
      }
    }

    const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[2] ?? 0)
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(2.5)
  })
})
