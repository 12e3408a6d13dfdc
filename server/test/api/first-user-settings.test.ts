import { describe, expect, it } from 'vitest'
import { bootstrapFirstUser } from '../../src/identity/setup/first-user.ts'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type TestApp } from '../setup.ts'
import { signIn, statusWith } from './browser.ts'

const countUsers = async ({ deps }: TestApp) =>
  (await deps.db.selectFrom('users').select('login').execute()).length

const settings = (values: Record<string, string>) => ({
  empty: true,
  environment: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`ASSAY_BOOTSTRAP_${name}`, value]),
  ),
})

describe.each(databases)('$name: the first user from the settings', ({ open }) => {
  it('signs in with login and password', async () => {
    const app = await makeApp(open, settings({ LOGIN: 'boss', PASSWORD: 'from settings' }))

    const login = await bootstrapFirstUser(app.deps)

    expect(login).toBe('boss')
    expect((await signIn(app, 'boss', 'from settings')).json()).toMatchObject({
      id: 'boss',
      roles: ['superadmin'],
    })
  })

  it('is made once when several processes start on one database', async () => {
    const app = await makeApp(open, settings({ PASSWORD: 'from settings' }))

    const made = await Promise.all(Array.from({ length: 4 }, () => bootstrapFirstUser(app.deps)))

    expect(made.toSorted()).toEqual(['admin', undefined, undefined, undefined])
    expect(await countUsers(app)).toBe(1)
  })
})

describe.each(oneDatabase)('$name: the first user from the settings', ({ open }) => {
  it('is called admin when only a key is given, and comes in with it', async () => {
    const app = await makeApp(open, settings({ KEY: keyOf('boss') }))

    const login = await bootstrapFirstUser(app.deps)

    expect(login).toBe('admin')
    expect(await statusWith(app, { authorization: `Bearer ${keyOf('boss')}` })).toBe(200)
  })

  it('is not made without settings, nor when a user exists', async () => {
    const empty = await makeApp(open, { empty: true })
    const inUse = await makeApp(open, { ...settings({ PASSWORD: 'secret' }), empty: false })
    const before = await countUsers(inUse)

    const results = [await bootstrapFirstUser(empty.deps), await bootstrapFirstUser(inUse.deps)]

    expect(results).toEqual([undefined, undefined])
    expect([await countUsers(empty), await countUsers(inUse)]).toEqual([0, before])
  })

  it.each([
    ['a login with a line break', { LOGIN: 'a\nb', PASSWORD: 'secret' }, 'bootstrap.login'],
    ['a password that the API refuses', { PASSWORD: 'p'.repeat(1025) }, 'bootstrap.password'],
    ['a reserved login', { LOGIN: 'current', PASSWORD: 'secret' }, 'is reserved'],
  ])('is not made with %s', async (_what, values, message) => {
    const app = await makeApp(open, settings(values))

    await expect(bootstrapFirstUser(app.deps)).rejects.toThrow(message)
    expect(await countUsers(app)).toBe(0)
  })

  it('is made with a short key, which is the operator’s choice, with a warning', async () => {
    const app = await makeApp(open, settings({ KEY: 'short' }))

    await bootstrapFirstUser(app.deps)

    const headers = { authorization: 'Bearer short' }
    expect((await app.inject({ url: '/api/user/current', headers })).statusCode).toBe(200)
    expect(app.logged()).toContain('bootstrap.key is shorter than 32 characters')
  })

  it('leaves the secret neither in the log nor in the audit trail', async () => {
    const app = await makeApp(open, settings({ PASSWORD: 'hunter2hunter2', KEY: keyOf('boss') }))

    await bootstrapFirstUser(app.deps)

    const headers = { authorization: `Bearer ${keyOf('boss')}` }
    const trail = await app.inject({ url: '/api/audit', headers })
    expect(trail.json()).toMatchObject([
      { actor: 'init', action: 'user.create', objectId: 'admin' },
    ])
    for (const text of [app.logged(), trail.body])
      expect(text).not.toMatch(/hunter2|boss-key|argon2/)
  })
})
