import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { form, makeEcho } from '../echo.ts'
import { forms, json, multipart, type Values } from '../forms.ts'
import { makeApp, type Person, passwordOf, type TestApp } from '../setup.ts'

interface Case {
  call: string
  as?: Person
  method: 'POST' | 'PATCH'
  url: string
  input: Values
  status: number
  check(app: TestApp, response: LightMyRequestResponse): unknown
}

const cases: Case[] = [
  {
    call: 'createOrganization',
    as: 'root',
    method: 'POST',
    url: '/api/organization',
    input: { name: 'gamma', description: 'Third & last = "team" ü', status: 'Locked' },
    status: 201,
    check: async ({ as }) =>
      expect(await as('root').getOrganization({ id: 'gamma' })).toMatchObject({
        description: 'Third & last = "team" ü',
        status: 'Locked',
      }),
  },
  {
    call: 'createUser',
    as: 'orgadmin',
    method: 'POST',
    url: '/api/user',
    input: { login: 'eve', name: 'Eve', roles: ['read', 'analyze'], password: 'a b+c&d=e' },
    status: 201,
    check: async (app) => {
      expect(await app.as('orgadmin').getUser({ login: 'eve' })).toMatchObject({
        name: 'Eve',
        organization: 'alpha',
        roles: ['read', 'analyze'],
      })
      expect(await app.as('nobody').login({ user: 'eve', password: 'a b+c&d=e' })).toBeDefined()
    },
  },
  {
    call: 'searchUsers',
    as: 'root',
    method: 'POST',
    url: '/api/user/_search',
    input: { query: { organization: 'alpha' }, range: '1-3', sort: ['-login'] },
    status: 200,
    check: (_app, response) => {
      expect(response.json().map(({ id }: { id: string }) => id)).toEqual(['nora', 'lars'])
      expect(response.headers['x-total']).toBe('5')
    },
  },
  {
    call: 'updateUser',
    as: 'orgadmin',
    method: 'PATCH',
    url: '/api/user/rita',
    input: { name: 'Rita Renamed', roles: ['read', 'analyze'] },
    status: 200,
    check: async ({ as }) =>
      expect(await as('orgadmin').getUser({ login: 'rita' })).toMatchObject({
        name: 'Rita Renamed',
        roles: ['read', 'analyze'],
      }),
  },
  {
    call: 'login',
    method: 'POST',
    url: '/api/login',
    input: { user: 'ada', password: passwordOf('ada') },
    status: 200,
    check: (_app, response) => expect(response.json()).toMatchObject({ id: 'ada' }),
  },
  {
    call: 'setPassword',
    as: 'orgadmin',
    method: 'POST',
    url: '/api/user/rita/password/set',
    input: { password: 'another:one' },
    status: 204,
    check: async ({ as }) =>
      expect(await as('nobody').login({ user: 'rita', password: 'another:one' })).toMatchObject({
        id: 'rita',
      }),
  },
]

describe.each(oneDatabase)('$name: every call takes its input', ({ open }) => {
  describe.each(forms)('as $form', ({ encode }) => {
    it.each(cases)('$call', async ({ as, method, url, input, status, check }) => {
      const app = await makeApp(open)
      const { search, ...sent } = encode(input)

      const response = await app.inject({ ...(as && { as }), method, url: url + search, ...sent })

      expect(response.statusCode, response.body).toBe(status)
      await check(app, response)
    })
  })
})

describe.each(databases)('$name: a name in an address', ({ open }) => {
  it.each(['a/b', 'a%2Fb', 'ü ö', '?#&', '🦊'.repeat(64), 'x'.repeat(128)])(
    'may be %s',
    async (name) => {
      const app = await makeApp(open)
      await app.as('root').createOrganization({ name, description: 'odd' })

      const found = await app.as('root').getOrganization({ id: name })

      expect(found.name).toBe(name)
    },
  )
})

describe('precedence', () => {
  it.each([
    { body: 'JSON', sent: json({ text: 'body', count: 1 }) },
    { body: 'text/json', sent: json({ text: 'body', count: 1 }, 'text/json; charset=utf-8') },
    { body: 'form', sent: form({ text: 'body', count: 1 }) },
    { body: '_json', sent: multipart({ name: '_json', value: '{"text":"body","count":1}' }) },
  ])('the query string wins over $body, field by field', async ({ sent }) => {
    const { send } = await makeEcho()

    const response = await send('?text=query', sent)

    expect(response.json()).toEqual({ text: 'query', count: 1 })
  })

  it('a list of the query string replaces a list of the body', async () => {
    const { send } = await makeEcho()

    const response = await send('?names=c', json({ names: ['a', 'b'] }))

    expect(response.json()).toEqual({ names: ['c'] })
  })

  it('a _json part with a file name is the JSON part all the same', async () => {
    const { send } = await makeEcho()
    const part = { name: '_json', value: '{"text":"sent","count":3}' }

    const answers = [
      await send('', multipart({ ...part, filename: 'blob', type: 'application/json' })),
      await send('', multipart({ ...part, filename: 'input.json' })),
      await send('', multipart({ ...part, filename: 'first' }, { name: '_json', value: '{}' })),
    ]

    for (const response of answers) expect(response.json()).toEqual({ text: 'sent', count: 3 })
  })

  it.each([
    ['no JSON', '{"text":', 400],
    ['bytes that are no text', Buffer.from([0x22, 0xff, 0x22]), 400],
    ['a list', '[]', 400],
    ['more than the limit', JSON.stringify({ text: 'x'.repeat(2 ** 20) }), 413],
  ])('a _json part with a file name is refused when it holds %s', async (_what, value, status) => {
    const { send } = await makeEcho()

    const response = await send('', multipart({ name: '_json', value, filename: 'blob' }))

    expect(response.statusCode).toBe(status)
  })

  it('of several _json parts the first counts, other plain parts are ignored', async () => {
    const { send } = await makeEcho()
    const sent = multipart(
      { name: 'text', value: 'ignored' },
      { name: 'unheard-of', value: 'ignored' },
      { name: '_json', value: '{"count":1}' },
      { name: '_json', value: '{"count":2}' },
      { name: 'flag', value: 'not even a boolean' },
    )

    const response = await send('', sent)

    expect(response.json()).toEqual({ count: 1 })
  })

  it.each(['text/plain', 'application/octet-stream', 'application/json; charset=utf-8', 'x/y'])(
    'a _json part counts whatever its content type: %s',
    async (type) => {
      const { send } = await makeEcho()

      const response = await send('', multipart({ name: '_json', value: '{"count":1}', type }))

      expect(response.json()).toEqual({ count: 1 })
    },
  )

  it.each(['text/plain', 'application/xml', 'application/vnd.api+json', undefined])(
    'a body of type %s is not an input',
    async (type) => {
      const { send } = await makeEcho()

      const response = await send('?text=query', {
        payload: '{"count":1}',
        ...(type === undefined ? {} : { headers: { 'content-type': type } }),
      })

      expect(response.json()).toEqual({ text: 'query' })
    },
  )
})
