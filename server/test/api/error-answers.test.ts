import { endpoint } from '@assay/contract'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { makeEcho, sqlite } from '../echo.ts'
import { json } from '../forms.ts'
import { makeApp, makeOwnApp } from '../setup.ts'

describe('wrong attributes', () => {
  it('are named all at once', async () => {
    const app = await makeApp(sqlite.open)

    const response = await app.inject({
      as: 'root',
      method: 'POST',
      url: '/api/user?colour=red',
      ...json({ name: 7, roles: ['king'], status: 'Asleep', size: 1, organization: '' }),
    })

    expect(response.statusCode).toBe(400)
    const { errors, message, ...rest } = response.json()
    expect(rest).toEqual({ type: 'AttributeCheckingError', tableName: 'user' })
    const found = errors.map(({ type, name }: { type: string; name: string }) => `${type} ${name}`)
    expect(found.toSorted()).toEqual([
      'InvalidFormatAttributeError organization',
      'InvalidFormatAttributeError roles',
      'InvalidFormatAttributeError status',
      'InvalidFormatAttributeError user.name',
      'MissingAttributeError login',
      'UnknownAttributeError user.colour',
      'UnknownAttributeError user.size',
    ])
    for (const error of errors) expect(message).toContain(error.message)
  })

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    'called like something every object has are unknown ones: %s',
    async (name) => {
      const { send } = await makeEcho()

      const response = await send('', json({ [name]: 'hunter2' }))

      expect(response.statusCode).toBe(400)
      expect(response.json().errors).toEqual([
        {
          type: 'UnknownAttributeError',
          name: `test.${name}`,
          message: `Unknown attribute ${name}`,
        },
      ])
    },
  )

  it.each([
    ['/api/login', { user: 'ada', password: 12_345_678 }, '12345678'],
    ['/api/login', { user: 'ada', password: ['hunter2'] }, 'hunter2'],
    ['/api/login', { user: 'ada', pasword: 'hunter2' }, 'hunter2'],
    ['/api/user', { login: 'x', name: 'X', password: { hunter2: 1 } }, 'hunter2'],
    ['/api/user', { login: 'x', name: 'X', key: ['hunter2'] }, 'hunter2'],
    ['/api/user', { login: 'x', name: 'X', key: 'hunter2' }, 'hunter2'],
    ['/api/user/rita/password/set', { password: ['hunter2'] }, 'hunter2'],
    ['/api/user/rita/password/change', { currentPassword: ['hunter2'], password: 3 }, 'hunter2'],
    ['/api/user/rita/key/set', { key: ['hunter2'] }, 'hunter2'],
    ['/api/user/rita/key/set', { key: 'hunter2' }, 'hunter2'],
  ])('do not show a secret: %s %o', async (url, value, secret) => {
    const app = await makeApp(sqlite.open)

    const inBody = await app.inject({ as: 'root', method: 'POST', url, ...json(value) })
    const broken = { ...json(value), payload: JSON.stringify(value).slice(0, -1) }
    const malformed = await app.inject({ as: 'root', method: 'POST', url, ...broken })

    expect(inBody.statusCode).toBeLessThan(500)
    expect(inBody.statusCode).toBeGreaterThanOrEqual(400)
    expect(malformed.statusCode).toBe(400)
    expect(inBody.body + malformed.body).not.toContain(secret)
  })
})

it('tells a client that sends JSON as a form what is wrong, and does not repeat it', async () => {
  const app = await makeApp(sqlite.open)

  const response = await app.inject({
    method: 'POST',
    url: '/api/login',
    payload: '{"user":"ada","password":"hunter2"}',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  expect(response.statusCode).toBe(400)
  expect(response.json().message).toContain('application/json')
  expect(response.body).not.toContain('hunter2')
})

describe('every answer', () => {
  it('of a failure inside shows nothing to the caller and everything to the log', async () => {
    const app = await makeOwnApp(sqlite.open)
    const broken = endpoint({
      method: 'GET',
      path: '/api/test/broken',
      roles: 'public',
      effect: 'read',
      resource: 'test',
      summary: 'Fails',
      output: Type.Object({}),
    })
    app.route(broken, async () => {
      throw Object.assign(new Error('the detail nobody may see'), { code: 'E_DETAIL' })
    })

    const response = await app.inject({ url: '/api/test/broken' })

    expect(response.statusCode).toBe(500)
    const { type, message, ...rest } = response.json()
    expect({ type, rest }).toEqual({ type: 'InternalError', rest: {} })
    expect(response.body).not.toMatch(/detail|E_DETAIL|\.ts|node_modules/i)
    const requestId = /request ([0-9a-f-]{36})/.exec(message)?.[1]
    const line = app
      .logged()
      .split('\n')
      .find((text) => text.includes('the detail nobody may see'))
    expect(line).toContain(`"reqId":"${requestId}"`)
    expect(line).toMatch(/"stack":"Error: the detail[^"]*error-answers\.test\.ts/)
  })

  it.each(['/api/status', '/api/user/current', '/api/openapi.json', '/api/docs'])(
    'has a HEAD for each GET: %s',
    async (url) => {
      const app = await makeApp(sqlite.open)

      const get = await app.inject({ as: 'root', url })
      const head = await app.inject({ as: 'root', method: 'HEAD', url })

      expect(get.statusCode).toBe(200)
      expect(head.statusCode).toBe(200)
      expect(head.body).toBe('')
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
    },
  )

  it.each([
    ['a success', '/api/status', 200],
    ['a refusal', '/api/user', 401],
    ['a wrong address', '/api/nothing', 404],
  ])('carries its time, is not cached and is safe to show: %s', async (_what, url, status) => {
    const app = await makeApp(sqlite.open)

    const { statusCode, headers } = await app.inject({ url })

    expect(statusCode).toBe(status)
    expect(headers['request-time']).toMatch(/^\d+$/)
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /default-src 'none'.*frame-ancestors 'none'/,
      ),
      'content-type': expect.stringMatching(/^application\/json/),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('www-authenticate')
  })

  it('also when not even its address can be read, and without the query string', async () => {
    const app = await makeApp(sqlite.open)

    const response = await app.inject({ url: '/api/user/%zz?password=hunter2' })

    expect(response.statusCode).toBe(400)
    expect(response.body).not.toContain('hunter2')
    expect(response.headers).toMatchObject({
      'request-time': expect.stringMatching(/^\d+$/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})
