import { describe, expect, it } from 'vitest'
import { makeEcho, sqlite } from '../echo.ts'
import { json, listen, multipart, openSocket } from '../forms.ts'
import { makeApp } from '../setup.ts'

const jsonBody = (payload: string | Buffer) => ({
  payload,
  headers: { 'content-type': 'application/json' },
})
const part = (value: string) => multipart({ name: '_json', value })
const namelessPart = {
  payload: '--b\r\nContent-Disposition: form-data; filename="x"\r\n\r\nx\r\n--b--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
}

describe('a body that cannot be read', () => {
  it.each([
    ['malformed JSON', jsonBody('{"text":'), /^Invalid Json: /],
    ['malformed JSON in a part', part('{"text":'), /^Invalid Json: /],
    [
      'malformed JSON in a typed part',
      multipart({ name: '_json', value: '{"a":', type: 'application/json' }),
      /./,
    ],
    ['a JSON list', jsonBody('[1]'), /^Json validation error.*Expecting JSON object body/],
    ['a JSON text', jsonBody('"x"'), /Expecting JSON object body/],
    ['JSON null', jsonBody('null'), /Expecting JSON object body/],
    ['a JSON list in a part', part('[1]'), /Expecting JSON object body/],
    ['JSON null in a part', part('null'), /Expecting JSON object body/],
    ['broken UTF-8', jsonBody(Buffer.from('{"text":"\xff"}', 'latin1')), /UTF-8/],
    ['10,000 levels', jsonBody(`{"box":${'['.repeat(10_000)}${']'.repeat(10_000)}}`), /nested/],
    [
      '10,000 levels in a part',
      part(`{"box":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_001)}`),
      /./,
    ],
    ['__proto__', jsonBody('{"box":{"__proto__":{"isAdmin":true}}}'), /__proto__/],
    ['__proto__ at the top', jsonBody('{"__proto__":{"isAdmin":true}}'), /__proto__/],
    ['__proto__ in a part', part('{"box":{"__proto__":{"isAdmin":true}}}'), /__proto__/],
    ['constructor', jsonBody('{"box":{"constructor":{"prototype":{"a":1}}}}'), /constructor/],
    ['NUL', jsonBody('{"text":"a\\u0000b"}'), /NUL/],
    ['half a surrogate pair', jsonBody('{"text":"\\ud83d"}'), /surrogate/],
    ['NUL in a key', jsonBody('{"box":{"\\u0000":1}}'), /NUL/],
    [
      'multi-part without boundary',
      { ...part('{}'), headers: { 'content-type': 'multipart/form-data' } },
      /./,
    ],
    [
      'multi-part that ends early',
      { ...part('{}'), payload: part('{}').payload.subarray(0, 60) },
      /./,
    ],
    [
      'a boundary without end',
      {
        payload: 'x',
        headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(500)}` },
      },
      /./,
    ],
    ['no multi-part at all', { ...part('{}'), payload: 'nonsense' }, /./],
  ])('is a clear 400: %s', async (_what, sent, message) => {
    const { send } = await makeEcho()

    const response = await send('', sent)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ type: 'BadRequest', message: expect.stringMatching(message) })
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  it.each([
    ['JSON', jsonBody(`{"text":"${'x'.repeat(1024 * 1024)}"}`)],
    [
      'form',
      {
        payload: 'x'.repeat(1024 * 1024 + 1),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['a part', part(`{"text":"${'x'.repeat(1024 * 1024)}"}`)],
    ['other', { payload: 'x'.repeat(1024 * 1024 + 1), headers: { 'content-type': 'text/plain' } }],
  ])('is a 413 when it is too big: %s', async (_what, sent) => {
    const { send } = await makeEcho()

    const response = await send('', sent)

    expect(response.statusCode).toBe(413)
    expect(response.json()).toEqual({
      type: 'Unknown',
      message: expect.stringMatching(/^Request Entity Too Large.*1048576/),
    })
  })

  it('is a 400 when a part has no name', async () => {
    const { send } = await makeEcho()

    const response = await send('', namelessPart)

    expect(response.statusCode).toBe(400)
  })

  it('is nothing when it is empty', async () => {
    const { send } = await makeEcho()

    const response = await send('?text=x', jsonBody(''))

    expect(response.json()).toEqual({ text: 'x' })
  })

  it.each(['?text=%00', '?text=a%ED%A0%80%00', '?%00=1'])('NUL in a query: %s', async (search) => {
    const { send } = await makeEcho()

    const response = await send(search)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ type: 'BadRequest' })
  })

  it('is a 415 when its content type is nonsense', async () => {
    const { send } = await makeEcho()

    const response = await send('', { payload: '{}', headers: { 'content-type': 'nonsense' } })

    expect(response.statusCode).toBe(415)
    expect(response.json()).toMatchObject({ type: 'Unknown' })
  })
})

describe('an address that no call serves', () => {
  it.each([
    ['GET', '/api/nothing'],
    ['GET', '/nothing'],
    ['GET', '/api'],
    ['POST', '/api/nothing'],
    ['POST', '/'],
    ['PUT', '/api/user'],
    ['DELETE', '/api/user'],
    ['PATCH', '/api/organization'],
    ['OPTIONS', '/api/user'],
  ] as const)('is a 404: %s %s', async (method, url) => {
    const app = await makeApp(sqlite.open)

    const response = await app.inject({ as: 'root', method, url })

    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ type: 'NotFound', message: expect.stringContaining(url) })
  })

  it('is said without the query string, which may hold a secret', async () => {
    const app = await makeApp(sqlite.open)

    const response = await app.inject({ url: '/api/nothing?password=hunter2' })

    expect(response.body).not.toContain('hunter2')
  })

  it.each(['/api/user/%zz', '/api/user/%', '/api/user/%E0%A4%A'])(
    'is a 400 when it cannot be decoded: %s',
    async (url) => {
      const app = await makeApp(sqlite.open)

      const response = await app.inject({ as: 'root', url })

      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ type: 'BadRequest' })
    },
  )

  it.each(['/api/user/a%00b', `/api/user/${'x'.repeat(5000)}`])(
    'is a 400 with NUL in it, or when it is too long',
    async (url) => {
      const app = await makeApp(sqlite.open)

      const response = await app.inject({ as: 'root', url })

      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ type: 'BadRequest' })
    },
  )
})

describe('a request that is not HTTP', () => {
  it.each([
    ['nonsense', 'nonsense\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nX: ${'x'.repeat(100_000)}`, 431],
  ])('is answered with an error of ours: %s', async (_what, bytes, status) => {
    const { app } = await makeEcho()
    const { socket, answer } = await openSocket(await listen(app))

    socket.write(bytes)

    const [header = '', body = ''] = (await answer).split('\r\n\r\n')
    expect(header).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(body)).toMatchObject({
      type: expect.any(String),
      message: expect.any(String),
    })
  })
})

describe('a long list', () => {
  const texts = Array.from({ length: 10_000 }, (_, at) => `text ${at}`)

  it('is taken as it is', async () => {
    const { send } = await makeEcho()

    const response = await send('', json({ names: texts }))

    expect(response.json()).toEqual({ names: texts })
  })

  it.each([
    ['at its end', { names: [...texts, 1] }, ['names']],
    ['everywhere', { names: texts.map(() => ({})) }, ['names']],
    ['elsewhere', { names: texts, count: 'many', flag: true }, ['count']],
    ['in several places', { names: [...texts, 1], box: [], color: 1 }, ['box', 'color', 'names']],
  ])('with a mistake %s is named as any other', async (_where, sent, wrong) => {
    const { send } = await makeEcho()

    const response = await send('', json(sent))

    const { errors } = response.json()
    expect(response.statusCode).toBe(400)
    expect(errors.map(({ name }: { name: string }) => name.replace('test.', '')).sort()).toEqual(
      wrong,
    )
  })
})
