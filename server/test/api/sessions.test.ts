import { contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { json } from '../forms.ts'
import { makeApp, passwordOf, type TestApp } from '../setup.ts'
import { browserOf, signIn, statusWith } from './browser.ts'

const minutes = 60_000

const cookieNamed = (response: Awaited<ReturnType<typeof signIn>>, name: string) =>
  response.cookies.find((cookie) => cookie.name === name)

const rename = ({ inject }: TestApp, headers: Record<string, string>, login = 'ada') =>
  inject({
    method: 'PATCH',
    url: `/api/user/${login}`,
    payload: JSON.stringify({ name: 'Renamed' }),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe.each(databases)('$name: a session', ({ open }) => {
  it('lasts as long as the user comes back within the hour', async () => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')

    const statuses: number[] = []
    for (let visit = 0; visit < 5; visit += 1) {
      app.clock.advance(59 * minutes)
      statuses.push(await statusWith(app, { cookie }))
    }
    app.clock.advance(61 * minutes)
    const late = await statusWith(app, { cookie })

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(late).toBe(401)
  })

  it('ends on the server with a logout, not only in the browser', async () => {
    const app = await makeApp(open)
    const headers = await browserOf(app, 'ada')
    const other = await browserOf(app, 'ada')

    const response = await app.inject({ url: '/api/logout', headers })

    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
    for (const name of ['CORTEX_SESSION', 'CORTEX-XSRF-TOKEN'])
      expect(cookieNamed(response, name)).toMatchObject({ value: '', path: '/', maxAge: 0 })
    expect(await statusWith(app, headers)).toBe(401)
    expect(await statusWith(app, other)).toBe(200)
  })

  it('survives a change of its user’s password, the other ones end', async () => {
    const app = await makeApp(open)
    const own = await browserOf(app, 'ada')
    const other = await browserOf(app, 'ada')
    const stranger = await browserOf(app, 'rita')

    const response = await app.inject({
      method: 'POST',
      url: '/api/user/ada/password/change',
      payload: { currentPassword: passwordOf('ada'), password: 'another one' },
      headers: own,
    })

    expect(response.statusCode).toBe(204)
    expect(await statusWith(app, own)).toBe(200)
    expect(await statusWith(app, other)).toBe(401)
    expect(await statusWith(app, stranger)).toBe(200)
  })
})

describe.each(oneDatabase)('$name: a session', ({ open }) => {
  it('begins with a login, which says who came in', async () => {
    const app = await makeApp(open)

    const response = await signIn(app, 'ada')

    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      id: 'ada',
      name: 'Name of ada',
      roles: ['read', 'analyze', 'orgadmin'],
    })
    const { cookie } = await browserOf(app, 'ada')
    const current = await app.inject({ url: '/api/user/current', headers: { cookie } })
    expect(current.json()).toMatchObject({ id: 'ada', organization: 'alpha', preferences: {} })
  })

  it('lives in cookies that a page of another site cannot use', async () => {
    const app = await makeApp(open)

    const response = await signIn(app, 'ada')

    const shared = { path: '/', sameSite: 'Lax', maxAge: 3600 }
    const session = cookieNamed(response, 'CORTEX_SESSION')
    expect(session).toMatchObject({ ...shared, httpOnly: true })
    expect(session).not.toHaveProperty('secure')
    expect(session?.value.length).toBeGreaterThan(40)
    const csrf = cookieNamed(response, 'CORTEX-XSRF-TOKEN')
    expect(csrf).toMatchObject(shared)
    expect(csrf).not.toHaveProperty('httpOnly')
  })

  it('slides also when it is as short as a minute', async () => {
    const app = await makeApp(open, { environment: { ASSAY_SESSION_INACTIVITY: '1m' } })
    const { cookie } = await browserOf(app, 'ada')

    const statuses: number[] = []
    for (let visit = 0; visit < 5; visit += 1) {
      app.clock.advance(50_000)
      statuses.push(await statusWith(app, { cookie }))
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200])
  })

  it('sends its cookies again with every answer, so the browser keeps them as long', async () => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')

    const response = await app.inject({ url: '/api/user/current', headers: { cookie } })

    expect(cookieNamed(response, 'CORTEX_SESSION')).toMatchObject({ maxAge: 3600, httpOnly: true })
    expect(cookie).toContain(cookieNamed(response, 'CORTEX_SESSION')?.value)
  })

  it('can be watched without being prolonged', async () => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')
    const status = async () =>
      (await app.inject({ url: '/api/stream/status', headers: { cookie } })).json()

    const fresh = await status()
    app.clock.advance(56 * minutes)
    const old = await status()
    app.clock.advance(5 * minutes)
    const over = await status()

    expect(fresh).toEqual({ remaining: 3600, warning: false })
    expect(old).toEqual({ remaining: 240, warning: true })
    expect(over).toEqual({ remaining: 0, warning: true })
    expect(await statusWith(app, { cookie })).toBe(401)
  })

  it('ends by POST as well, but not for a page of another site', async () => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')
    const post = (headers: Record<string, string>, payload = '') =>
      app.inject({ method: 'POST', url: '/api/logout', headers: { cookie, ...headers }, payload })

    const foreign = await post({ 'sec-fetch-site': 'cross-site' })
    expect(foreign.statusCode).toBe(403)
    expect(await statusWith(app, { cookie })).toBe(200)

    const own = await post({ 'content-type': 'application/json' }, '{}')
    expect([own.statusCode, own.body]).toEqual([200, ''])
    expect(cookieNamed(own, 'CORTEX_SESSION')).toMatchObject({ value: '', maxAge: 0 })
    expect(await statusWith(app, { cookie })).toBe(401)
    expect((await post({})).statusCode).toBe(200)
  })

  it.each([
    ['an image or a link', { 'sec-fetch-site': 'cross-site' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site' }],
    ['a script', { origin: 'https://evil.example' }],
    ['a link in an older browser', { referer: 'https://evil.example/page' }],
    ['a page without a name', { origin: 'null' }],
  ])('is not ended by %s of another site, whatever the path', async (_what, foreign) => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')

    for (const { method, path, aliases } of [
      contract.logout,
      contract.logoutByPost,
      contract.signOut,
    ])
      for (const url of [path, ...aliases]) {
        const answer = await app.inject({ method, url, headers: { cookie, ...foreign } })
        expect([url, answer.statusCode]).toEqual([url, 403])
      }

    expect(await statusWith(app, { cookie })).toBe(200)
    const own = { cookie, 'sec-fetch-site': 'same-origin', referer: 'https://elsewhere.example/' }
    expect((await app.inject({ url: '/api/logout', headers: own })).statusCode).toBe(200)
    expect(await statusWith(app, { cookie })).toBe(401)
  })

  it('needs no session to log out', async () => {
    const app = await makeApp(open)

    const response = await app.inject({
      url: '/api/logout',
      headers: { cookie: 'CORTEX_SESSION=x' },
    })

    expect(response.statusCode).toBe(200)
  })

  it('is another one for every login', async () => {
    const app = await makeApp(open)

    const first = await browserOf(app, 'ada')
    const second = await browserOf(app, 'ada')

    expect(first.cookie).not.toBe(second.cookie)
    expect(first['x-cortex-xsrf-token']).not.toBe(second['x-cortex-xsrf-token'])
  })

  it('is not stored in a form in which it could be used', async () => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')
    const token = /CORTEX_SESSION=([^;]+)/.exec(cookie)?.[1]

    const rows = await app.deps.db.selectFrom('sessions').selectAll().execute()

    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    const stolen = { cookie: `CORTEX_SESSION=${rows[0]?.token_hash}` }
    expect(await statusWith(app, stolen)).toBe(401)
  })

  it.each(['session', 'API key'])(
    'ends when an administrator sets the password by %s',
    async (by) => {
      const app = await makeApp(open)
      const admin = await browserOf(app, 'ada')
      const rita = await browserOf(app, 'rita')

      const response = await app.inject({
        ...(by === 'session' ? { headers: admin } : { as: 'orgadmin' }),
        method: 'POST',
        url: '/api/user/rita/password/set',
        payload: { password: 'another one' },
      })

      expect(response.statusCode).toBe(204)
      expect(await statusWith(app, rita)).toBe(401)
      expect(await statusWith(app, admin)).toBe(200)
    },
  )

  it('stays when the current password was wrong', async () => {
    const app = await makeApp(open)
    const headers = await browserOf(app, 'ada')

    const response = await app.inject({
      method: 'POST',
      url: '/api/user/ada/password/change',
      payload: { currentPassword: 'wrong', password: 'another one' },
      headers,
    })

    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({
      type: 'AuthorizationError',
      message: 'Authentication failure',
    })
    expect(await statusWith(app, headers)).toBe(200)
    expect((await signIn(app, 'ada')).statusCode).toBe(200)
  })

  it('changes nothing without the token that only our own page can read', async () => {
    const app = await makeApp(open)
    const headers = await browserOf(app, 'ada')
    const { cookie } = headers
    const other = await browserOf(app, 'rita')

    const refused = [
      await rename(app, { cookie }),
      await rename(app, { cookie, 'x-cortex-xsrf-token': '' }),
      await rename(app, { cookie, 'x-cortex-xsrf-token': 'wrong' }),
      await rename(app, { cookie, 'x-cortex-xsrf-token': other['x-cortex-xsrf-token'] }),
      await app.inject({ method: 'POST', url: '/api/user/ada/key/renew', headers: { cookie } }),
      await app.inject({ method: 'DELETE', url: '/api/user/rita', headers: { cookie } }),
      await app.inject({ method: 'POST', url: '/api/user', ...json({}), headers: { cookie } }),
    ]
    const allowed = await rename(app, headers)

    for (const response of refused) {
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ type: 'Forbidden' })
    }
    expect(allowed.statusCode).toBe(200)
    expect(await app.as('orgadmin').getUser({ login: 'rita' })).toMatchObject({ status: 'Active' })
  })
})
