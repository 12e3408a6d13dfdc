import { describe, expect, it } from 'vitest'
import { bootstrapFirstUser, setupToken } from '../../src/identity/setup/first-user.ts'
import { signIn } from '../api/browser.ts'
import { oneDatabase } from '../databases.ts'
import { makeApp, passwordOf, type TestApp } from '../setup.ts'

const weak = [
  ['one letter', 'a', 'at least 8 characters'],
  ['seven characters', 'seven77', 'at least 8 characters'],
  ['three blanks', '   ', 'Password is blank'],
  ['ten blanks', '          ', 'Password is blank'],
  ['the login', 'weak.user', 'must differ from the username'],
  ['the login in capitals', 'WEAK.USER', 'must differ from the username'],
] as const

type Answer = Awaited<ReturnType<TestApp['inject']>>

function expectRefusal(response: Answer, message: string) {
  expect(response.statusCode).toBe(400)
  const { type, errors } = response.json()
  expect(type).toBe('AttributeCheckingError')
  expect(errors).toEqual([
    expect.objectContaining({ name: 'password', message: expect.stringContaining(message) }),
  ])
}

describe.each(oneDatabase)('$name: a password that is easy to guess', ({ open }) => {
  it.each(weak)('is refused to a new user: %s', async (_what, password, message) => {
    const app = await makeApp(open)
    const payload = { login: 'weak.user', name: 'Weak', roles: ['read'], password }

    const response = await app.inject({ as: 'orgadmin', method: 'POST', url: '/api/user', payload })

    expectRefusal(response, message)
    const found = await app.inject({ as: 'orgadmin', url: '/api/user/weak.user' })
    expect(found.statusCode).toBe(404)
  })

  it.each(weak)(
    'is refused when it is set and when it is changed: %s',
    async (_what, password, message) => {
      const app = await makeApp(open)
      const current = 'a password of 2024'
      const created = {
        login: 'weak.user',
        name: 'Weak',
        roles: ['read' as const],
        password: current,
      }
      await app.as('orgadmin').createUser(created)
      const cookies = (await signIn(app, 'weak.user', current)).cookies
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const csrf = cookies.find(({ name }) => name === 'CORTEX-XSRF-TOKEN')?.value ?? ''

      const set = await app.inject({
        as: 'orgadmin',
        method: 'POST',
        url: '/api/user/weak.user/password/set',
        payload: { password },
      })
      const changed = await app.inject({
        method: 'POST',
        url: '/api/user/weak.user/password/change',
        payload: { currentPassword: current, password },
        headers: { cookie, 'x-cortex-xsrf-token': csrf },
      })

      expectRefusal(set, message)
      expectRefusal(changed, message)
      expect((await signIn(app, 'weak.user', current)).statusCode).toBe(200)
    },
  )

  it.each(weak)('is refused to the first user: %s', async (_what, password, message) => {
    const app = await makeApp(open, { empty: true })
    const headers = { 'x-setup-token': setupToken(app.deps) }
    const payload = { login: 'weak.user', name: 'Weak', password, roles: ['superadmin'] }

    const response = await app.inject({ method: 'POST', url: '/api/user', payload, headers })

    expectRefusal(response, message)
    expect(await app.deps.db.selectFrom('users').select('login').execute()).toEqual([])
  })

  it('that the settings give to the first user is used, with one warning that does not show it', async () => {
    const environment = { ASSAY_BOOTSTRAP_PASSWORD: 'short*7', ASSAY_BOOTSTRAP_LOGIN: 'boss' }
    const app = await makeApp(open, { empty: true, environment })

    await bootstrapFirstUser(app.deps)

    expect((await signIn(app, 'boss', 'short*7')).statusCode).toBe(200)
    const warnings = app
      .logged()
      .split('\n')
      .filter((line) => line.includes('bootstrap.password'))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('at least 8 characters')
    expect(app.logged()).not.toContain('short*7')
  })

  it('that exists already still signs in', async () => {
    const app = await makeApp(open, { empty: true, environment: { ASSAY_BOOTSTRAP_PASSWORD: 'a' } })
    await bootstrapFirstUser(app.deps)

    expect((await signIn(app, 'admin', 'a')).statusCode).toBe(200)
  })

  it('of eight characters and more is taken, whatever they are', async () => {
    const app = await makeApp(open)
    const fresh = ['12345678', 'päßwörtchen', 'a phrase with blanks', '🔑🔑🔑🔑🔑🔑🔑🔑']

    for (const password of fresh) {
      await app.as('orgadmin').setPassword({ login: 'rita' }, { password })
      expect((await signIn(app, 'rita', password)).statusCode).toBe(200)
    }
    expect((await signIn(app, 'rita', passwordOf('rita'))).statusCode).toBe(401)
  })
})
