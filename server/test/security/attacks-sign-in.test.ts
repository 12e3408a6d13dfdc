import { createServer } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { atTheEnd, type CallOptions, passwordOf, startTarget, type Target } from './target.ts'
import { givenTwoOrganizations, givenUser, until } from './work.ts'

/** The attacker hangs up then: one test does not take as long as the slowest answer. */
const hangUpMs = 6_000

/** Every address below 127 is this machine's on Linux: an attacker, a colleague, an office. */
const isPossible = await new Promise<boolean>((resolve) => {
  const server = createServer()
  server.once('error', () => resolve(false))
  server.listen(0, '127.66.0.1', () => server.close(() => resolve(true)))
})

// Most of the time here is that of answers which are held back on purpose, so all wait together. Each
// test has people and addresses of its own: what was counted for others stays out of it.
describe
  .skipIf(!isPossible)
  .concurrent(
    `finding 4: lock-outs${isPossible ? '' : ' (skipped: this machine has no address 127.66.0.1; on Linux the whole of 127.0.0.0/8 is there)'}`,
    () => {
      const cleanup = atTheEnd()
      let target: Target
      let people = 0
      let networks = 0

      beforeAll(async () => {
        target = await startTarget({ cleanup })
        await givenTwoOrganizations(target)
      })

      const somebody = async () => {
        people += 1
        const login = `user${people}`
        await givenUser(target, login, 'alpha', ['read'])
        return login
      }
      /** Addresses that no other test uses. */
      const network = () => {
        networks += 1
        const prefix = `127.66.${networks}`
        return {
          attacker: `${prefix}.1`,
          home: `${prefix}.2`,
          office: `${prefix}.3`,
          botnet: Array.from({ length: 40 }, (_, n) => `${prefix}.${n + 10}`),
        }
      }
      const signIn = (
        user: string,
        from: string,
        password = passwordOf(user),
        options: Pick<CallOptions, 'headers' | 'deadlineMs' | 'signal'> = {},
      ) => target.call('POST', '/api/login', { json: { user, password }, from, ...options })
      /** Wrong passwords, all at once. The attacker does not wait for slow answers, and continues. */
      const guessAll = async (
        user: string,
        from: string,
        count: number,
        headersOf = (_: number) => ({}),
      ) => {
        const guesses = Array.from({ length: count }, (_, n) =>
          signIn(user, from, `wrong${n}`, { headers: headersOf(n), deadlineMs: hangUpMs }).then(
            ({ status }) => status,
            () => 0,
          ),
        )
        return await Promise.all(guesses)
      }

      it('ten wrong passwords from one address do not keep the owner out at another', async () => {
        const user = await somebody()
        const { attacker, home } = network()
        await guessAll(user, attacker, 12)

        const owner = await signIn(user, home)

        expect(owner.status, owner.text).toBe(200)
      })

      it('one address cannot guess forever at one account', async () => {
        // Each time another account: on a slow machine the refusal may be over before the right
        // password comes, and then this address is known to be the user's.
        const attempt = async () => {
          const user = await somebody()
          const { attacker } = network()
          const statuses = await guessAll(user, attacker, 25)
          statuses.push(...(await guessAll(user, attacker, 10)))
          // On a slow machine some of them hung up before they counted.
          await until(
            'he is refused',
            () => signIn(user, attacker, 'wrong'),
            ({ status }) => {
              statuses.push(status)
              return status === 429
            },
          )
          expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(20)
          return signIn(user, attacker)
        }

        const refusal = await until('he is refused', attempt, ({ status }) => status === 429)

        expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0)
      })

      it('a hundred failures from an address do not shut out those who signed in there before', async () => {
        const [known, other] = [await somebody(), await somebody()]
        const { office, home } = network()
        expect((await signIn(known, office)).status).toBe(200)
        await Promise.all([0, 1, 2, 3].map((n) => guessAll(`nobody-here-${n}`, office, 30)))

        const again = await signIn(known, office)
        const elsewhere = await signIn(other, home)

        expect(again.status, again.text).toBe(200)
        expect(elsewhere.status).toBe(200)
      })

      it('a proxy that is not trusted locks no one out, and is named once with the setting', async () => {
        const { office: proxy } = network()
        const [first, second] = [await somebody(), await somebody()]
        const through = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` })
        const all = (n: number) => guessAll(`nobody-${n}`, proxy, 25, () => through(n))
        await Promise.all([all(0), all(1), all(2), all(3), all(4)])
        await guessAll(first, proxy, 15, () => through(7))

        const answers = [
          await signIn(first, proxy, passwordOf(first), { headers: through(8) }),
          await signIn(second, proxy, passwordOf(second), { headers: through(9) }),
        ]

        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        const lines = target
          .shown()
          .split('\n')
          .filter((line) => line.includes('http.trustProxy') && line.includes(proxy))
        expect(lines.length).toBe(1)
      })

      it('forged forwarding headers do not make guessing free', async () => {
        const user = await somebody()
        const { attacker } = network()
        const began = performance.now()
        const claims = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` })
        const statuses = await guessAll(user, attacker, 40, claims)
        const seconds = (performance.now() - began) / 1000
        const looked = statuses.filter((status) => status === 401).length

        // Whatever it is that holds him back: not more than a few guesses a second.
        expect(looked).toBeLessThanOrEqual(12 + seconds * 3)
      })

      it('a guess that comes from everywhere keeps the owner waiting, not out', async () => {
        const [user, other] = [await somebody(), await somebody()]
        const { attacker, home, office, botnet } = network()
        const over = new AbortController()
        let wrong = 0
        const guessOn = async (from: string, headers = {}) => {
          const options = { headers, signal: over.signal }
          while (!over.signal.aborted) {
            const answer = await signIn(user, from, 'wrong', options).catch(() => undefined)
            if (answer?.status === 401) wrong += 1
            else await new Promise((resolve) => setTimeout(resolve, 200))
          }
        }
        const guesses = [
          ...botnet.map((from) => guessOn(from)),
          ...Array.from({ length: 10 }, (_, n) =>
            guessOn(attacker, { 'x-forwarded-for': `203.0.113.${n}` }),
          ),
        ]
        await until(
          'it is slow',
          () => signIn(other, home),
          ({ status }) => status === 200,
        )
        await until(
          'guesses of many addresses were looked at',
          async () => wrong,
          (count) => count > 20,
        )

        const owner = await signIn(user, office)
        over.abort()

        expect(owner.status, owner.text).toBe(200)
        await Promise.all(guesses)
      })

      it('known devices get in during an attack from their own address', async () => {
        const user = await somebody()
        const { office: shared } = network()
        const before = await signIn(user, shared)
        const cookie = (before.headers['set-cookie'] ?? [])
          .map((line) => line.split(';')[0])
          .join('; ')
        await guessAll(user, shared, 30)

        const again = await signIn(user, shared, passwordOf(user), { headers: { cookie } })

        expect(again.status, again.text).toBe(200)
      })

      it('a key is accepted however many passwords were wrong', async () => {
        const user = await somebody()
        const { attacker } = network()
        await guessAll(user, attacker, 15)

        await target.must(200, 'GET', '/api/user/current', { as: user, from: attacker })
      })
    },
  )

describe('finding 10: passwords and cookies', () => {
  const cleanup = atTheEnd()
  let target: Target

  beforeAll(async () => {
    target = await startTarget({
      cleanup,
      environment: { ASSAY_HTTP_PUBLICURL: 'https://assay.example.org', ASSAY_HTTP_PORT: '0' },
    })
    await givenTwoOrganizations(target)
  })

  const bad = [
    'a',
    '   ',
    'seven77',
    ' '.repeat(8),
    '\u00a0'.repeat(9),
    '\t\n'.repeat(5),
    'newcomer',
    'NewComer',
  ]

  it.each(bad)('the password %j is refused by every call that sets one', async (password) => {
    const person = { login: 'newcomer', name: 'N', organization: 'alpha', roles: ['read'] }
    const created = await target.call('POST', '/api/user', {
      as: 'root',
      json: { ...person, password },
    })
    const without = await target.call('POST', '/api/user', {
      as: 'root',
      json: { ...person, key: 'k'.repeat(40) },
    })
    const set = await target.call('POST', '/api/user/newcomer/password/set', {
      as: 'ada',
      json: { password },
    })
    const good = { password: 'long enough 8' }
    await target.must(204, 'POST', '/api/user/newcomer/password/set', { as: 'ada', json: good })
    const changed = await target.call('POST', '/api/user/newcomer/password/change', {
      headers: { authorization: `Bearer ${'k'.repeat(40)}` },
      json: { currentPassword: good.password, password },
    })

    expect([created.status, set.status, changed.status]).toEqual([400, 400, 400])
    expect([201, 400]).toContain(without.status)
    for (const { text } of [created, set, changed])
      if (password.length > 3) expect(text).not.toContain(JSON.stringify(password))
  })

  it('eight characters will do', async () => {
    const json = {
      login: 'eight',
      name: 'E',
      organization: 'alpha',
      roles: ['read'],
      password: 'pass wd8',
    }
    await target.must(201, 'POST', '/api/user', { as: 'root', json })
  })

  it('cookies of an https address are for https only, although no proxy is trusted', async () => {
    const json = { user: 'ada', password: passwordOf('ada') }
    const { headers } = await target.must(200, 'POST', '/api/login', { json })
    const cookies = headers['set-cookie'] ?? []

    expect(cookies.length).toBeGreaterThan(0)
    expect(cookies.filter((cookie) => !/; *secure/i.test(cookie))).toEqual([])
  })
})
