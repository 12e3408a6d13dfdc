import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { json } from '../forms.ts'
import { keyOf, makeApp, type TestApp } from '../setup.ts'
import { statusWith } from './browser.ts'

const status = (app: TestApp, login: string) =>
  statusWith(app, { authorization: `Bearer ${keyOf(login)}` })

/** Has called a moment ago, so the key is cached. */
async function makeAppThatKnows(open: Parameters<typeof makeApp>[0], ...logins: string[]) {
  const app = await makeApp(open)
  for (const login of logins) expect(await status(app, login)).toBe(200)
  return app
}

describe.each(oneDatabase)('$name: a recent caller', ({ open }) => {
  it.each([
    ['its key is renewed', 'POST', '/api/user/alan/key/renew', {}],
    ['its key is removed', 'DELETE', '/api/user/alan/key', {}],
    ['it is locked', 'PATCH', '/api/user/alan', { status: 'Locked' }],
    ['it is deleted', 'DELETE', '/api/user/alan', {}],
    ['its organization is locked', 'PATCH', '/api/organization/alpha', { status: 'Locked' }],
    ['it moves to another organization', 'PATCH', '/api/user/alan', { organization: 'beta' }],
  ] as const)('is refused with its old key at once when %s', async (_what, method, url, change) => {
    const app = await makeAppThatKnows(open, 'alan')

    const changed = await app.inject({ as: 'root', method, url, ...json(change) })

    expect(changed.statusCode).toBeLessThan(300)
    expect(await status(app, 'alan')).toBe(401)
  })

  it('has its new roles at once, and only those', async () => {
    const app = await makeAppThatKnows(open, 'ada')
    const list = () => app.inject({ as: 'orgadmin', url: '/api/organization/alpha/user' })
    expect((await list()).statusCode).toBe(200)

    const change = json({ roles: ['read'] })
    await app.inject({ as: 'root', method: 'PATCH', url: '/api/user/ada', ...change })

    expect((await list()).statusCode).toBe(403)
  })

  it('is let in again as soon as it is unlocked', async () => {
    const app = await makeAppThatKnows(open, 'alan')
    const set = (value: string) =>
      app.inject({
        ...{ as: 'root', method: 'PATCH', url: '/api/user/alan' },
        ...json({ status: value }),
      })

    await set('Locked')
    expect(await status(app, 'alan')).toBe(401)
    await set('Ok')
    expect(await status(app, 'alan')).toBe(200)
  })

  it('does not lend its key to anyone else', async () => {
    const app = await makeAppThatKnows(open, 'alan', 'bob')

    const answers = await Promise.all(
      ['alan', 'bob'].map((login) =>
        app.inject({
          url: '/api/user/current',
          headers: { authorization: `Bearer ${keyOf(login)}` },
        }),
      ),
    )

    expect(answers.map((answer) => answer.json().organization)).toEqual(['alpha', 'beta'])
  })
})
