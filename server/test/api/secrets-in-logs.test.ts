import { createHash, randomBytes } from 'node:crypto'
import { endpoint, FileInput, Secret } from '@assay/contract'
import type { InjectOptions } from 'fastify'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { setupToken } from '../../src/identity/setup/first-user.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { forms, json, listen, multipart, openSocket } from '../forms.ts'
import { keyOf, makeApp, passwordOf, type TestApp } from '../setup.ts'
import { browserOf } from './browser.ts'

const broken = endpoint({
  method: 'POST',
  path: '/api/test/broken',
  roles: 'any',
  effect: 'write',
  resource: 'test',
  summary: 'Fails whatever it gets',
  input: Type.Object(
    { password: Secret({}), data: Type.Optional(FileInput) },
    { additionalProperties: false },
  ),
  output: Type.Object({}),
})

/** Sends requests, and remembers every secret it used and every error it was answered. */
function makeTour(app: TestApp) {
  const secrets = new Set<string>()
  const errors: string[] = []
  return {
    secrets,
    errors,
    fresh(length = 33) {
      const secret = randomBytes(length).toString('hex')
      secrets.add(secret)
      return secret
    },
    used(...values: string[]) {
      for (const value of values) secrets.add(value)
    },
    async send(options: InjectOptions & { as?: 'root' | 'orgadmin' }) {
      const response = await app.inject({ method: 'POST', ...options })
      if (response.statusCode >= 400) errors.push(response.body)
      return response
    },
  }
}

type Tour = ReturnType<typeof makeTour>

async function tourOfSignIn(app: TestApp, { send, fresh, used }: Tour) {
  used(passwordOf('ada'), keyOf('ada'))
  const headers = await browserOf(app, 'ada')
  for (const [, value] of headers.cookie.matchAll(/=([^;]+)/g)) used(value ?? '')
  await send({ method: 'GET', url: '/api/user/current', headers })
  await send({ url: '/api/user/ada/key/renew', headers: { cookie: headers.cookie } })
  const password = fresh()
  for (const { encode } of forms) {
    const { search, ...sent } = encode({ user: 'ada', password })
    await send({ url: `/api/login${search}`, ...sent })
  }
  const authorization = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`
  used(authorization.slice(6))
  await send({ url: '/api/user/ada/key/renew', headers: { authorization } })
  await send({ method: 'GET', url: '/api/user', headers: { authorization: `Bearer ${fresh()}` } })
  await send({ method: 'GET', url: '/api/user', headers: { cookie: `CORTEX_SESSION=${fresh()}` } })
  await send({ url: '/api/user', ...json({}), headers: { 'x-setup-token': fresh() } })
  await send({ method: 'GET', url: '/api/logout', headers })
}

async function tourOfUsers(_app: TestApp, { send, fresh, used }: Tour) {
  const password = fresh()
  const by = { as: 'orgadmin' as const }
  const user = { login: 'eve', name: 'Eve', password, key: fresh() }
  await send({ ...by, url: '/api/user', ...json(user) })
  await send({ ...by, url: '/api/user', ...json(user) })
  const renewed = await send({ ...by, url: '/api/user/eve/key/renew' })
  const key = fresh()
  await send({ ...by, url: '/api/user/eve/key/set', ...json({ key }) })
  await send({ ...by, url: '/api/user/rita/key/set', ...json({ key }) })
  const read = await send({ ...by, method: 'GET', url: '/api/user/eve/key' })
  used(renewed.body, read.body)
  const headers = { authorization: `Bearer ${key}` }
  const change = { currentPassword: password, password: fresh() }
  const changed = await send({ url: '/api/user/eve/password/change', payload: change, headers })
  const wrong = { currentPassword: fresh(), password: fresh() }
  const refused = await send({ url: '/api/user/eve/password/change', payload: wrong, headers })
  await send({ ...by, url: '/api/user/eve/password/set', ...json({ password: fresh() }) })
  await send({ ...by, method: 'DELETE', url: '/api/user/eve/key' })
  expect([changed.statusCode, refused.statusCode]).toEqual([204, 403])
}

async function tourOfMistakes(app: TestApp, { send, fresh }: Tour) {
  const by = { as: 'orgadmin' as const }
  const calls = ['/api/user', '/api/user/rita/password/set', '/api/user/rita/key/set', '/api/login']
  for (const url of calls) {
    for (const { encode } of forms) {
      for (const name of ['password', 'pasword', 'key', 'constructor']) {
        const wrong = encode({ [name]: [fresh(), fresh()], extra: fresh() })
        const { search, ...sent } = wrong
        await send({ ...by, url: url + search, ...sent })
      }
    }
    const text = `{"password":"${fresh()}","key":"${fresh()}`
    await send({ ...by, url, payload: text, headers: { 'content-type': 'application/json' } })
    await send({ ...by, url, ...multipart({ name: '_json', value: text }) })
    const typed = { name: '_json', value: text, type: 'application/json' }
    await send({ ...by, url, ...multipart(typed) })
    const file = { name: 'password', value: fresh(), filename: fresh() }
    await send({ ...by, url, ...multipart(file, { name: 'other', value: fresh() }) })
  }
  await send({ ...by, method: 'PATCH', url: '/api/user/rita', ...json({ password: fresh() }) })
  await send({ ...by, method: 'PATCH', url: `/api/user/rita?key=${fresh()}` })
  await send({ method: 'GET', url: `/api/nothing?password=${fresh()}` })
  await send({ method: 'GET', url: `/api/user/%zz?password=${fresh()}` })
  for (const { encode } of forms) {
    const { search, ...sent } = encode({ password: fresh() })
    const response = await send({ ...by, url: `/api/test/broken${search}`, ...sent })
    expect(response.statusCode).toBe(500)
  }
  const upload = multipart(
    { name: '_json', value: JSON.stringify({ password: fresh() }) },
    { name: 'data', value: fresh(), filename: 'x' },
  )
  await send({ ...by, url: '/api/test/broken', ...upload })
  const { socket, answer } = await openSocket(await listen(app))
  socket.write(`GET / HTTP/1.1\r\nAuthorization: Bearer ${fresh()}\r\nbroken header\r\n\r\n`)
  await answer
}

/** Other ways in which a logger could write the same text. */
const spellings = (secret: string) => [
  secret,
  Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  [...Buffer.from(secret)].join(','),
  createHash('sha256').update(secret).digest('hex'),
  createHash('md5').update(secret).digest('hex'),
]

/** An app that met passwords, keys and sessions of all kinds. */
async function afterTour(open: TestDatabases['open']) {
  const app = await makeApp(open, { environment: { ASSAY_AUTH_METHOD_BASIC: 'true' } })
  app.route(broken, async () => {
    throw new Error('broken on purpose')
  })
  const tour = makeTour(app)
  await tourOfSignIn(app, tour)
  await tourOfUsers(app, tour)
  return { app, tour }
}

describe.each(databases)('$name: secrets', ({ open }) => {
  it('are not written down: no password, key or session is in the database as it is', async () => {
    const { app, tour } = await afterTour(open)

    const tables = [
      'users',
      'sessions',
      'audit',
      'login_failures',
      'meta',
      'organizations',
    ] as const
    const rows = []
    for (const table of tables) rows.push(await app.deps.db.selectFrom(table).selectAll().execute())
    const stored = JSON.stringify(rows)
    const leaked = [...tour.secrets].filter((secret) =>
      spellings(secret).some((text) => stored.includes(text)),
    )
    expect(leaked).toEqual([])
  })
})

describe.each(oneDatabase)('$name: secrets', ({ open }) => {
  it('are in no line of the log, at whatever level, and in no error', async () => {
    const { app, tour } = await afterTour(open)
    await app.deps.db.deleteFrom('login_failures').execute()
    await tourOfMistakes(app, tour)

    const shown = app.logged() + tour.errors.join('\n')
    expect(tour.secrets.size).toBeGreaterThan(100)
    expect(tour.errors.length).toBeGreaterThan(80)
    expect(app.logged()).toContain('broken on purpose')
    const leaked = [...tour.secrets].filter((secret) =>
      spellings(secret).some((text) => shown.includes(text)),
    )
    expect(leaked).toEqual([])
  })

  it('of the first start are not logged either', async () => {
    const app = await makeApp(open, { empty: true })
    const tour = makeTour(app)
    const token = setupToken(app.deps)
    tour.used(token)
    const first = (password: string) => json({ login: 'first', name: 'First', password })
    const from = { remoteAddress: '192.0.2.1', url: '/api/user' }
    const headers = (value: string) => ({
      'content-type': 'application/json',
      'x-setup-token': value,
    })

    const wrong = await tour.send({
      ...from,
      ...first(tour.fresh()),
      headers: headers(tour.fresh()),
    })
    const none = await tour.send({ ...from, ...first(tour.fresh()) })
    const right = await tour.send({ ...from, ...first(tour.fresh()), headers: headers(token) })
    const again = await tour.send({ ...from, ...first(tour.fresh()), headers: headers(token) })

    const statuses = [wrong, none, right, again].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([401, 401, 201, 401])
    const shown = app.logged() + tour.errors.join('\n')
    expect([...tour.secrets].filter((secret) => shown.includes(secret))).toEqual([])
  })
})
