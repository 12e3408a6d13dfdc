import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeApp, type Person, passwordOf, people } from '../setup.ts'
import { browserOf, signIn, statusWith } from './browser.ts'
import { forbidden, notFound, refusalOf } from './refusal.ts'

const fresh = 'a fresh password'

describe.each(databases)('$name: setting a password', ({ open }) => {
  it('ends every session of the user, because the old password may have been stolen', async () => {
    const app = await makeApp(open)
    const browser = await browserOf(app, 'rita')
    const ofAda = await browserOf(app, 'ada')

    await app.inject({
      method: 'POST',
      url: '/api/user/rita/password/set',
      headers: ofAda,
      payload: { password: fresh },
    })

    expect(await statusWith(app, browser)).toBe(401)
    expect(await statusWith(app, ofAda)).toBe(200)
  })
})

describe.each(oneDatabase)('$name: changing a password', ({ open }) => {
  it('is not a failed attempt when the new one is refused', async () => {
    const app = await makeApp(open)
    const input = { currentPassword: 'wrong', password: 'short' }

    expect(await refusalOf(app.as('read').changePassword({ login: 'rita' }, input))).toMatchObject({
      status: 400,
    })
    expect(await app.deps.db.selectFrom('login_failures').selectAll().execute()).toEqual([])
  })
})

describe.each(oneDatabase)('$name: setting a password', ({ open }) => {
  it.each<[Person, string]>([
    ['orgadmin', 'rita'],
    ['orgadmin', 'nora'],
    ['root', 'rita'],
    ['root', 'bob'],
  ])('%s sets that of %s, and only the new one works', async (person, login) => {
    const app = await makeApp(open)

    await app.as(person).setPassword({ login }, { password: fresh })

    expect((await signIn(app, login, fresh)).statusCode).toBe(200)
    expect((await signIn(app, login)).statusCode).toBe(401)
  })

  it('answers 204 without a body and records who did it', async () => {
    const { inject, as } = await makeApp(open)

    const response = await inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/user/rita/password/set',
      payload: { password: fresh },
    })

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await as('read').getUser({ login: 'rita' })).toMatchObject({
      hasPassword: true,
      updatedBy: 'ada',
    })
  })

  it('gives a password to a user who had none', async () => {
    const app = await makeApp(open)
    const made = await app.as('orgadmin').createUser({ login: 'una', name: 'Una' })

    await app.as('orgadmin').setPassword({ login: 'una' }, { password: fresh })

    expect(made.hasPassword).toBe(false)
    expect((await signIn(app, 'una', fresh)).statusCode).toBe(200)
  })

  it.each(['bob', 'carl', 'root', 'nemo'])(
    'knows no user %s for the orgadmin of alpha',
    async (login) => {
      const app = await makeApp(open)

      const refusal = await refusalOf(
        app.as('orgadmin').setPassword({ login }, { password: fresh }),
      )

      expect(refusal).toEqual(notFound(`user ${login} not found`))
      expect((await signIn(app, login, fresh)).statusCode).toBe(401)
    },
  )

  it.each<Person>(['read', 'analyze', 'noRole'])(
    'is not for %s, even on oneself',
    async (person) => {
      const { as } = await makeApp(open)

      for (const login of ['nora', people[person].login])
        expect(await refusalOf(as(person).setPassword({ login }, { password: fresh }))).toEqual(
          forbidden('Insufficient rights to perform this action'),
        )
    },
  )

  it.each([
    ['no password', {}, ['password']],
    ['an empty password', { password: '' }, ['password']],
    ['null', { password: null }, ['password']],
    ['a password of 1025 characters', { password: 'p'.repeat(1025) }, ['password']],
    ['more than a password', { password: fresh, roles: ['superadmin'] }, ['user.roles']],
  ])('refuses %s and never repeats what was sent', async (_what, payload, wrong) => {
    const app = await makeApp(open)
    const url = '/api/user/rita/password/set'

    const response = await app.inject({ as: 'orgadmin', method: 'POST', url, payload })

    const { type, errors } = response.json()
    expect([response.statusCode, type]).toEqual([400, 'AttributeCheckingError'])
    expect(errors.map(({ name }: { name: string }) => name)).toEqual(wrong)
    expect(response.body).not.toMatch(/pppp|a fresh password/)
    expect((await signIn(app, 'rita')).statusCode).toBe(200)
  })
})

describe.each(databases)('$name: changing your own password', ({ open }) => {
  it('keeps the session that asked and ends the others', async () => {
    const app = await makeApp(open)
    const [asking, other] = [await browserOf(app, 'rita'), await browserOf(app, 'rita')]

    const response = await app.inject({
      method: 'POST',
      url: '/api/user/rita/password/change',
      headers: asking,
      payload: { currentPassword: passwordOf('rita'), password: fresh },
    })

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await statusWith(app, asking)).toBe(200)
    expect(await statusWith(app, other)).toBe(401)
  })
})

describe.each(oneDatabase)('$name: changing your own password', ({ open }) => {
  it.each<Person>(['read', 'analyze', 'orgadmin', 'root', 'noRole'])(
    'works for %s, who must know the current one',
    async (person) => {
      const app = await makeApp(open)
      const { login } = people[person]

      await app
        .as(person)
        .changePassword({ login }, { currentPassword: passwordOf(login), password: fresh })

      expect((await signIn(app, login, fresh)).statusCode).toBe(200)
      expect((await signIn(app, login)).statusCode).toBe(401)
    },
  )

  it.each([
    ['wrong', 'something else'],
    ['empty', ''],
    ['that of somebody else', passwordOf('ada')],
  ])('refuses a current password that is %s', async (_what, currentPassword) => {
    const app = await makeApp(open)
    const change = { currentPassword, password: fresh }

    const refusal = await refusalOf(app.as('read').changePassword({ login: 'rita' }, change))

    expect(refusal).toEqual(forbidden('Authentication failure'))
    expect((await signIn(app, 'rita')).statusCode).toBe(200)
  })

  it.each<[Person, string]>([
    ['read', 'nora'],
    ['orgadmin', 'rita'],
    ['root', 'rita'],
    ['stranger', 'rita'],
    ['read', 'nemo'],
  ])('is refused to %s for %s, known or not', async (person, login) => {
    const { as } = await makeApp(open)
    const change = { currentPassword: passwordOf(login), password: fresh }

    const refusal = await refusalOf(as(person).changePassword({ login }, change))

    expect(refusal).toEqual(forbidden("You can't change password of another user"))
  })

  it('cannot be used to guess the current password without end', async () => {
    const app = await makeApp(open)
    const change = { currentPassword: 'wrong', password: fresh }
    const guess = () => refusalOf(app.as('read').changePassword({ login: 'rita' }, change))

    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await guess()).status)

    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(403))
    expect(statuses.slice(10)).toEqual([429, 429])
  })

  it('names every missing attribute at once', async () => {
    const { inject } = await makeApp(open)
    const url = '/api/user/rita/password/change'

    const response = await inject({ as: 'read', method: 'POST', url, payload: {} })

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({
      type: 'AttributeCheckingError',
      errors: [
        { type: 'MissingAttributeError', name: 'currentPassword' },
        { type: 'MissingAttributeError', name: 'password' },
      ],
    })
  })
})
