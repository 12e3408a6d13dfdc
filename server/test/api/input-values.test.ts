import { describe, expect, it } from 'vitest'
import { form, makeEcho, sqlite } from '../echo.ts'
import { json, multipart } from '../forms.ts'
import { makeApp } from '../setup.ts'

describe('field names', () => {
  const forbidden = { type: 'BadRequest', message: "Field starting with '_' is forbidden" }

  it.each([
    { where: 'query string', search: '?_text=1', sent: {} },
    { where: 'form', search: '', sent: form({ _text: 1 }) },
    { where: 'file part', search: '', sent: multipart({ name: '_x', value: '', filename: 'x' }) },
    { where: 'plain part', search: '', sent: multipart({ name: '_x', value: '' }) },
  ])('that start with an underline are forbidden: $where', async ({ search, sent }) => {
    const { send } = await makeEcho()

    const response = await send(search, sent)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual(forbidden)
  })

  it('with dots address attributes inside an object', async () => {
    const { send } = await makeEcho()

    const response = await send('?box.size=3&box.other=x', json({ box: { size: 1, kept: true } }))

    expect(response.json()).toEqual({ box: { size: 3, other: 'x', kept: true } })
  })

  it('with dots do not reach into what is not an object', async () => {
    const { send } = await makeEcho()

    const response = await send('?text.size=3&nothing.at=all')

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([
      { type: 'UnknownAttributeError', name: 'test.text.size' },
      { type: 'UnknownAttributeError', name: 'test.nothing.at' },
    ])
  })

  it('with very many dots are refused like any deep nesting', async () => {
    const { send } = await makeEcho()

    const response = await send('', form({ [`box${'.a'.repeat(100_000)}`]: 1 }))

    expect(response.statusCode).toBe(400)
  })
})

describe('text values are converted by what the schema wants', () => {
  it.each([
    { search: '?count=3', input: { count: 3 } },
    { search: '?count=-3', input: { count: -3 } },
    { search: '?amount=2.5', input: { amount: 2.5 } },
    { search: '?flag=true', input: { flag: true } },
    { search: '?flag=TRUE', input: { flag: true } },
    { search: '?flag=False', input: { flag: false } },
    { search: '?flag=1', input: { flag: true } },
    { search: '?flag=0', input: { flag: false } },
    { search: '?flag=2', input: { flag: false } },
    { search: '?text=3', input: { text: '3' } },
    { search: '?text=true', input: { text: 'true' } },
    { search: '?text=', input: { text: '' } },
    { search: '?text=a%20b+c%2Bd', input: { text: 'a b c+d' } },
    { search: '?names=a', input: { names: ['a'] } },
    { search: '?names=a&names=b&text=x&names=c', input: { names: ['a', 'b', 'c'], text: 'x' } },
    { search: '?names=a&names=&names=b', input: { names: ['a', 'b'] } },
    { search: '?names=', input: { names: [] } },
    { search: '?names=a,b', input: { names: ['a,b'] } },
    { search: '?sort=a', input: { sort: 'a' } },
    { search: '?sort=a&sort=b', input: { sort: ['a', 'b'] } },
    { search: '?box=%7B%22size%22%3A3%7D', input: { box: { size: 3 } } },
  ])('$search', async ({ search, input }) => {
    const { send } = await makeEcho()

    const inQuery = await send(search)
    const inForm = await send('', {
      payload: search.slice(1),
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    })

    expect(inQuery.json()).toEqual(input)
    expect(inForm.json()).toEqual(input)
  })

  it.each(['count=x', 'count=1.5', 'count=', 'count=1e3', 'count=0x10', 'count=%201'])(
    '%s is not an integer',
    async (search) => {
      const { send } = await makeEcho()

      const response = await send(`?${search}`)

      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({
        type: 'AttributeCheckingError',
        tableName: 'test',
        errors: [{ type: 'InvalidFormatAttributeError', name: 'test.count', format: 'number' }],
      })
    },
  )

  it.each(['flag=yes', 'flag=', 'flag=1.5', 'text=a&text=b', 'box=%7B', 'box=1', 'box=%5B%5D'])(
    '%s is refused',
    async (search) => {
      const { send } = await makeEcho()

      const response = await send(`?${search}`)

      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ type: 'AttributeCheckingError' })
    },
  )
})

describe('JSON values are left alone', () => {
  it.each([
    { value: { count: '3' }, wrong: 'count' },
    { value: { count: 1.5 }, wrong: 'count' },
    { value: { count: true }, wrong: 'count' },
    { value: { count: [3] }, wrong: 'count' },
    { value: { flag: 1 }, wrong: 'flag' },
    { value: { flag: 'true' }, wrong: 'flag' },
    { value: { text: 3 }, wrong: 'text' },
    { value: { text: ['a'] }, wrong: 'text' },
    { value: { names: 'a' }, wrong: 'names' },
    { value: { names: [1] }, wrong: 'names' },
    { value: { box: '{"size":3}' }, wrong: 'box' },
    { value: { box: { size: '3' } }, wrong: 'box' },
  ])('$value', async ({ value, wrong }) => {
    const { send } = await makeEcho()

    const inBody = await send('', json(value))
    const inPart = await send('', multipart({ name: '_json', value: JSON.stringify(value) }))

    for (const response of [inBody, inPart]) {
      expect(response.statusCode).toBe(400)
      expect(response.json().errors).toHaveLength(1)
      expect(response.json().errors[0]).toMatchObject({
        type: 'InvalidFormatAttributeError',
        value: { type: 'JsonInputValue', value: value[wrong as keyof typeof value] },
      })
      expect(response.json().errors[0].name).toMatch(new RegExp(`^(test\\.)?${wrong}$`))
    }
  })

  it('an empty list stays an empty list and an empty text an empty text', async () => {
    const { send } = await makeEcho()

    const response = await send('', json({ names: [], text: '' }))

    expect(response.json()).toEqual({ names: [], text: '' })
  })
})

describe('JSON null', () => {
  it('says "not given" to a creation: an optional attribute gets its default', async () => {
    const { as, inject } = await makeApp(sqlite.open)
    const payload = { name: 'gamma', description: 'x', status: null }

    const response = await inject({ as: 'root', method: 'POST', url: '/api/organization', payload })

    expect(response.statusCode).toBe(201)
    expect((await as('root').getOrganization({ id: 'gamma' })).status).toBe('Active')
  })

  it('says "not given" to a creation: a required attribute is missing', async () => {
    const { inject } = await makeApp(sqlite.open)
    const payload = { name: 'gamma', description: null }

    const response = await inject({ as: 'root', method: 'POST', url: '/api/organization', payload })

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toEqual([
      expect.objectContaining({ type: 'MissingAttributeError', name: 'description' }),
    ])
  })

  it('does not clear on a change what must have a value', async () => {
    const { inject } = await makeApp(sqlite.open)
    const payload = { description: null }

    const response = await inject({
      as: 'root',
      method: 'PATCH',
      url: '/api/organization/alpha',
      payload,
    })

    expect(response.statusCode).toBe(400)
  })
})

describe('a parameter that no attribute has', () => {
  it.each([
    { method: 'POST', url: '/api/organization?name=gamma&description=x&dryRun=true' },
    { method: 'PATCH', url: '/api/user/rita?name=Changed&dryRun=true' },
    { method: 'POST', url: '/api/user/rita/password/set?password=changed&dryRun=true' },
  ] as const)('is refused by a write and nothing is written: $url', async ({ method, url }) => {
    const app = await makeApp(sqlite.open)
    const entries = () => app.deps.db.selectFrom('audit').selectAll().execute()
    const before = await entries()

    const response = await app.inject({ as: 'root', method, url })

    expect(response.statusCode).toBe(400)
    expect(response.json().errors).toMatchObject([
      { type: 'UnknownAttributeError', name: expect.stringMatching(/\.dryRun$/) },
    ])
    expect(await entries()).toEqual(before)
  })

  it.each(['/api/user?dryRun=true', '/api/organization/alpha?dryRun=1', '/api/status?x=y'])(
    'is ignored by a read: %s',
    async (url) => {
      const app = await makeApp(sqlite.open)

      const response = await app.inject({ as: 'root', url })

      expect(response.statusCode).toBe(200)
    },
  )

  it('takes a flag from the query string in every spelling', async () => {
    const app = await makeApp(sqlite.open)
    const ask = (nstats: string) =>
      app.inject({ as: 'root', url: `/api/organization/alpha?nstats=${nstats}` })

    const answers = await Promise.all(['1', 'TRUE', 'true', '0', 'false'].map(ask))

    const hasStats = answers.map((answer) => 'stats' in answer.json())
    expect(hasStats).toEqual([true, true, true, false, false])
  })
})
