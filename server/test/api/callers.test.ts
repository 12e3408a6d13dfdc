import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { sqlite } from '../echo.ts'
import { json } from '../forms.ts'
import { keyOf, makeApp, passwordOf, type TestApp } from '../setup.ts'
import { browserOf, signIn, statusWith } from './browser.ts'

const basic = (login: string, password = passwordOf(login)) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const bearer = (login: string) => ({ authorization: `Bearer ${keyOf(login)}` })
const withBasic = { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } }

const rename = ({ inject }: TestApp, headers: Record<string, string>) =>
  inject({ method: 'PATCH', url: '/api/user/ada?name=Renamed', headers })

const whoIs = async ({ inject }: TestApp, headers: Record<string, string>) => {
  const response = await inject({ url: '/api/user/current', headers })
  return response.statusCode === 200 ? response.json().id : response.statusCode
}

describe('cookies are marked Secure', () => {
  const isSecure = async (app: TestApp, headers: Record<string, string>, remoteAddress: string) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/login',
      ...json({ user: 'ada', password: passwordOf('ada') }),
      headers: { 'content-type': 'application/json', ...headers },
      remoteAddress,
    })
    return response.cookies.map(({ secure }) => secure === true)
  }
  const forwarded = { 'x-forwarded-proto': 'https' }

  it('behind a trusted proxy that speaks TLS', async () => {
    const app = await makeApp(sqlite.open, { environment: { ASSAY_HTTP_TRUSTPROXY: '10.0.0.0/8' } })

    expect(await isSecure(app, forwarded, '10.1.2.3')).toEqual([true, true, true])
    expect(await isSecure(app, { 'x-forwarded-proto': 'http' }, '10.1.2.3')).toEqual([
      false,
      false,
      false,
    ])
    expect(await isSecure(app, forwarded, '192.0.2.1')).toEqual([false, false, false])
  })

  it('never because an untrusted client says so', async () => {
    const app = await makeApp(sqlite.open)

    expect(await isSecure(app, forwarded, '10.1.2.3')).toEqual([false, false, false])
  })
})

describe('a page of another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.example' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' },
  ]
  const own: Record<string, string>[] = [
    {},
    { origin: 'http://localhost' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' },
    { 'sec-fetch-site': 'none' },
  ]

  it.each(foreign)('cannot change anything, however it came in: %o', async (page) => {
    const app = await makeApp(sqlite.open, withBasic)
    const cookies = await browserOf(app, 'ada')

    const byCookie = await rename(app, { ...cookies, ...page, host: 'localhost' })
    const byBasic = await rename(app, { ...basic('ada'), ...page, host: 'localhost' })
    const login = await app.inject({
      method: 'POST',
      url: `/api/login?user=ada&password=${passwordOf('ada')}`,
      headers: { ...page, host: 'localhost' },
    })

    for (const response of [byCookie, byBasic, login]) {
      expect(response.statusCode).toBe(403)
      expect(response.json()).toMatchObject({ type: 'Forbidden' })
      expect(response.cookies).toEqual([])
    }
  })

  it.each(own)('is distinguished from our own page and from programs: %o', async (page) => {
    const app = await makeApp(sqlite.open, withBasic)
    const cookies = await browserOf(app, 'ada')

    const byCookie = await rename(app, { ...cookies, ...page, host: 'localhost' })
    const byBasic = await rename(app, { ...basic('ada'), ...page, host: 'localhost' })

    expect([byCookie.statusCode, byBasic.statusCode]).toEqual([200, 200])
  })

  it('cannot send JSON as plain text', async () => {
    const app = await makeApp(sqlite.open, withBasic)

    const response = await app.inject({
      method: 'PATCH',
      url: '/api/user/ada',
      payload: '{"name":"Renamed"}',
      headers: { ...basic('ada'), 'content-type': 'text/plain' },
    })

    expect(response.statusCode).toBe(200)
    expect(response.json().name).toBe('Name of ada')
  })

  it('may use an API key, which no browser sends by itself', async () => {
    const app = await makeApp(sqlite.open)

    const response = await rename(app, { ...bearer('ada'), 'sec-fetch-site': 'cross-site' })

    expect(response.statusCode).toBe(200)
  })

  it('is our own when it comes from the public address', async () => {
    const app = await makeApp(sqlite.open, {
      environment: { ASSAY_HTTP_PUBLICURL: 'https://assay.example.org/' },
    })
    const cookies = await browserOf(app, 'ada')

    const response = await rename(app, { ...cookies, origin: 'https://assay.example.org' })

    expect(response.statusCode).toBe(200)
  })
})

describe.each(oneDatabase)('$name: a caller', ({ open }) => {
  it('is known by an API key in either spelling of Bearer, without cookie and token', async () => {
    const app = await makeApp(open)

    const lower = { authorization: `bearer ${keyOf('ada')}` }
    const response = await rename(app, bearer('ada'))

    expect(await whoIs(app, lower)).toBe('ada')
    expect(response.statusCode).toBe(200)
    expect(response.cookies).toEqual([])
  })

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer wrong',
    `Bearer ${keyOf('ada')}x`,
    `Bearer ${keyOf('ada').slice(0, -1)}`,
    `Bearer ${keyOf('ADA')}`,
    `Bearer ' or 1=1 --`,
    `Bearer \xff\xfe`,
    `Bearer ${'x'.repeat(10_000)}`,
    keyOf('ada'),
    `Token ${keyOf('ada')}`,
    `Negotiate ${keyOf('ada')}`,
  ])('is nobody with %s', async (authorization) => {
    const app = await makeApp(open)

    expect(await whoIs(app, { authorization })).toBe(401)
  })

  it.each(['lars', 'carl'])('who is locked has no key, cookie or password: %s', async (login) => {
    const app = await makeApp(open, withBasic)

    expect(await whoIs(app, bearer(login))).toBe(401)
    expect(await whoIs(app, basic(login))).toBe(401)
    expect((await signIn(app, login)).statusCode).toBe(401)
  })

  it('keeps its cookie when a header sent with it does not work', async () => {
    const app = await makeApp(open)
    const { cookie, ...csrf } = await browserOf(app, 'ada')

    const headers = { cookie, authorization: 'Bearer wrong' }

    expect(await whoIs(app, headers)).toBe('ada')
    expect((await rename(app, headers)).statusCode).toBe(403)
    expect((await rename(app, { ...headers, ...csrf })).statusCode).toBe(200)
  })

  it('gets in by a key sent with a cookie that has expired', async () => {
    const app = await makeApp(open)
    const { cookie } = await browserOf(app, 'ada')
    app.clock.advance(2 * 60 * 60_000)

    const headers = { cookie, ...bearer('rita') }

    expect(await statusWith(app, { cookie })).toBe(401)
    expect(await whoIs(app, headers)).toBe('rita')
  })

  it('is not known by basic authentication unless that is turned on', async () => {
    const off = await makeApp(open)
    const on = await makeApp(open, withBasic)

    const refused = await off.inject({ url: '/api/user/current', headers: basic('ada') })

    expect(refused.statusCode).toBe(401)
    expect(refused.headers).not.toHaveProperty('www-authenticate')
    expect(await whoIs(on, basic('ada'))).toBe('ada')
    expect(await whoIs(on, { authorization: basic('ada').authorization.replace('B', 'b') })).toBe(
      'ada',
    )
  })

  it('may have colons in a password, also by basic authentication, which gives no cookie', async () => {
    const app = await makeApp(open, withBasic)
    const password = ':a:b::c: ü'
    await app.as('orgadmin').setPassword({ login: 'rita' }, { password })

    const response = await app.inject({
      url: '/api/user/current',
      headers: basic('rita', password),
    })

    expect(response.statusCode).toBe(200)
    expect(response.cookies).toEqual([])
  })

  it.each([
    'Basic',
    'Basic !!!',
    basic('ada', '').authorization,
    basic('', 'x').authorization,
    basic('ada', 'wrong').authorization,
    basic('a\0da', 'x').authorization,
    basic('ada', 'x\0y').authorization,
    basic(Array.from({ length: 2000 }, (_, i) => (i * i * 7919).toString(36)).join(''), 'x')
      .authorization,
    `Basic ${Buffer.from('no colon').toString('base64')}`,
    `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x41]).toString('base64')}`,
  ])('is nobody with %.40s', async (authorization) => {
    const app = await makeApp(open, withBasic)

    expect(await whoIs(app, { authorization })).toBe(401)
  })

  it('cannot be chosen by a header or a parameter', async () => {
    const app = await makeApp(open)

    for (const name of ['x-user', 'x-forwarded-user', 'remote-user', 'x-organization', 'x-api-key'])
      expect(await whoIs(app, { [name]: 'root' })).toBe(401)
    const byQuery = await app.inject({ url: `/api/user/current?apiKey=${keyOf('ada')}&user=root` })
    expect(byQuery.statusCode).toBe(401)
  })
})
