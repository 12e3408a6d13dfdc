import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type Person, people, type TestApp } from '../setup.ts'
import { statusWith } from './browser.ts'
import { badRequest, forbidden, notFound, refusalOf } from './refusal.ts'

const own = 'my-own-key-0123456789-abcdefghijkl'
const works = (app: TestApp, key: string) => statusWith(app, { authorization: `Bearer ${key}` })
const insufficient = forbidden('Insufficient rights to perform this action')
const notAuthorized = forbidden('You are not authorized to perform this operation')

describe.each(databases)('$name: API keys', ({ open }) => {
  it.each<[Person, string]>([
    ['read', 'rita'],
    ['noRole', 'nora'],
    ['orgadmin', 'rita'],
    ['root', 'bob'],
  ])('%s renews the key of %s, and only the new one works', async (person, login) => {
    const app = await makeApp(open)
    const url = `/api/user/${login}/key/renew`

    const response = await app.inject({ as: person, method: 'POST', url })

    const key = response.body
    expect(response.headers['content-type']?.toLowerCase()).toBe('text/plain; charset=utf-8')
    expect(key).toMatch(/^[A-Za-z0-9+/]{32}$/)
    expect([await works(app, key), await works(app, keyOf(login))]).toEqual([200, 401])
    expect(await app.as('root').getKey({ login })).toBe(key)
  })

  it.each<Person>(['orgadmin', 'root'])('%s revokes a key: 200 without a body', async (person) => {
    const app = await makeApp(open)

    const url = '/api/user/rita/key'
    const response = await app.inject({ as: person, method: 'DELETE', url })

    const refusal = await refusalOf(app.as('root').getKey({ login: 'rita' }))
    expect([response.statusCode, response.body]).toEqual([200, ''])
    expect(await works(app, keyOf('rita'))).toBe(401)
    expect((await app.as('root').getUser({ login: 'rita' })).hasKey).toBe(false)
    expect(refusal).toMatchObject({ status: 400, type: 'BadRequest' })
    expect(refusal.message).toMatch(/^User rita hasn't key/)
  })

  it.each<Person>(['read', 'analyze', 'noRole'])(
    '%s neither reads nor renews the key of a colleague',
    async (person) => {
      const app = await makeApp(open)

      const read = await refusalOf(app.as(person).getKey({ login: 'ada' }))
      const renewed = await refusalOf(app.as(person).renewKey({ login: 'ada' }))

      expect([read, renewed]).toEqual([notAuthorized, notAuthorized])
      expect(await works(app, keyOf('ada'))).toBe(200)
    },
  )
})

describe.each(oneDatabase)('$name: API keys', ({ open }) => {
  it.each<[Person, string]>([
    ['read', 'rita'],
    ['noRole', 'nora'],
    ['orgadmin', 'rita'],
    ['orgadmin', 'ada'],
    ['root', 'rita'],
    ['root', 'bob'],
  ])('%s reads the key of %s as plain text', async (person, login) => {
    const { inject } = await makeApp(open)

    const response = await inject({ as: person, url: `/api/user/${login}/key` })

    expect([response.statusCode, response.body]).toEqual([200, keyOf(login)])
    expect(response.headers['content-type']?.toLowerCase()).toBe('text/plain; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('makes another key each time', async () => {
    const { as } = await makeApp(open)

    const keys = await Promise.all(
      Array.from({ length: 5 }, () => as('root').renewKey({ login: 'rita' })),
    )

    expect(new Set(keys).size).toBe(5)
    expect(keys).toContain(await as('root').getKey({ login: 'rita' }))
  })

  it('revokes a key that is not there as well', async () => {
    const { as } = await makeApp(open)

    await as('orgadmin').deleteKey({ login: 'rita' })
    await as('orgadmin').deleteKey({ login: 'rita' })

    expect((await as('orgadmin').getUser({ login: 'rita' })).hasKey).toBe(false)
  })

  it.each<Person>(['orgadmin', 'root'])('%s sets a key of own making', async (person) => {
    const app = await makeApp(open)

    const answered = await app.as(person).setKey({ login: 'rita' }, { key: own })

    expect(answered).toBe(own)
    expect([await works(app, own), await works(app, keyOf('rita'))]).toEqual([200, 401])
  })

  it.each([
    ['31 characters', 'k'.repeat(31), 'A safe key must be at least 32 chars'],
    ['nothing', '', 'A safe key must be at least 32 chars'],
    [
      'a space inside',
      `${'k'.repeat(20)} ${'k'.repeat(20)}`,
      'A key may contain visible ASCII characters only',
    ],
    ['a line break', `${'k'.repeat(40)}\n`, 'A key may contain visible ASCII characters only'],
    ['an umlaut', `${'k'.repeat(40)}ü`, 'A key may contain visible ASCII characters only'],
    ["somebody's key", keyOf('bob'), 'This key cannot be used'],
  ])('refuses %s as a key', async (_what, key, message) => {
    const app = await makeApp(open)

    const refusal = await refusalOf(app.as('orgadmin').setKey({ login: 'rita' }, { key }))

    expect(refusal).toEqual(badRequest(message))
    expect(await works(app, keyOf('rita'))).toBe(200)
  })

  it('takes the same key again', async () => {
    const { as } = await makeApp(open)

    const answered = await as('orgadmin').setKey({ login: 'rita' }, { key: keyOf('rita') })

    expect(answered).toBe(keyOf('rita'))
  })

  it.each<Person>(['read', 'analyze', 'noRole'])(
    '%s neither sets nor revokes keys, not even their own',
    async (person) => {
      const { as } = await makeApp(open)

      for (const login of ['lars', people[person].login]) {
        expect(await refusalOf(as(person).setKey({ login }, { key: own }))).toEqual(insufficient)
        expect(await refusalOf(as(person).deleteKey({ login }))).toEqual(insufficient)
      }
    },
  )

  it.each<[Person, string]>([
    ['orgadmin', 'bob'],
    ['orgadmin', 'carl'],
    ['orgadmin', 'root'],
    ['orgadmin', 'nemo'],
    ['read', 'bob'],
    ['root', 'nemo'],
  ])('there is no user for %s whose key could be reached: %s', async (person, login) => {
    const app = await makeApp(open)
    const missing = notFound(`user ${login} not found`)

    const read = await refusalOf(app.as(person).getKey({ login }))
    const renewed = await refusalOf(app.as(person).renewKey({ login }))

    expect([read, renewed]).toEqual([missing, missing])
    if (person === 'read') return
    expect(await refusalOf(app.as(person).setKey({ login }, { key: own }))).toEqual(missing)
    expect(await refusalOf(app.as(person).deleteKey({ login }))).toEqual(missing)
  })

  it('is not stored in a form that opens without the master key', async () => {
    const { as, deps } = await makeApp(open)

    await as('orgadmin').setKey({ login: 'rita' }, { key: own })

    const rows = await deps.db.selectFrom('users').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(own)
    expect(JSON.stringify(rows)).not.toContain(keyOf('ada'))
  })

  it('never stands in a log line, an error or the audit trail', async () => {
    const { as, inject, logged } = await makeApp(open)

    await as('orgadmin').setKey({ login: 'rita' }, { key: own })
    const url = '/api/user/rita/key/set'
    const payload = { key: own, other: own }
    const refused = await inject({ as: 'orgadmin', method: 'POST', url, payload })
    const trail = await inject({ as: 'root', url: '/api/audit?range=all' })

    expect(refused.statusCode).toBe(400)
    for (const text of [logged(), refused.body, trail.body]) expect(text).not.toContain(own)
  })
})
