import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type TestApp } from '../setup.ts'
import { badRequest, forbidden, refusalOf } from './refusal.ts'

const rounds = 6
const lastOne = (login: string) =>
  badRequest(`${login} is the last active superadmin. Create another one first`)

describe.each(oneDatabase)('$name: the last superadmin', ({ open }) => {
  it('cannot lock, move or demote their own account', async () => {
    const { as } = await makeApp(open)
    const root = { login: 'root' }

    const locked = await refusalOf(as('root').updateUser(root, { status: 'Locked' }))
    const moved = await refusalOf(as('root').updateUser(root, { organization: 'alpha' }))
    const demoted = await refusalOf(as('root').updateUser(root, { roles: ['read'] }))
    const deleted = await refusalOf(as('root').deleteUser(root))

    expect(locked).toEqual(forbidden("You can't change your status"))
    expect(moved).toEqual(forbidden("You can't change your organization"))
    expect(demoted).toEqual(forbidden("You can't change your role"))
    expect(deleted).toEqual(badRequest('You cannot disable your own account'))
    expect((await as('root').currentUser()).roles).toEqual(['superadmin'])
  })

  it('keeps the key while there is no password', async () => {
    const app = await makeApp(open)
    await forgetPassword(app, 'root')

    const refusal = await refusalOf(app.as('root').deleteKey({ login: 'root' }))

    expect(refusal).toEqual(lastOne('root'))
    expect(await app.as('root').getKey({ login: 'root' })).toBe(keyOf('root'))
  })

  it('may lose the key while there is a password', async () => {
    const { as, deps } = await makeApp(open)

    await as('root').deleteKey({ login: 'root' })

    const row = deps.db.selectFrom('users').select('key_hash').where('login', '=', 'root')
    expect(await row.executeTakeFirstOrThrow()).toEqual({ key_hash: null })
  })

  it.each([
    ['is locked', { status: 'Locked' as const, key: keyOf('ruth') }],
    ['has neither password nor key', {}],
  ])('is still the last one when the other one %s', async (_what, other) => {
    const app = await makeApp(open)
    await forgetPassword(app, 'root')
    await addSuperadmin(app, 'ruth', other)

    const refusal = await refusalOf(app.as('root').deleteKey({ login: 'root' }))

    expect(refusal).toEqual(lastOne('root'))
  })

  it('is no longer the last one when another one can sign in', async () => {
    const app = await makeApp(open)
    await forgetPassword(app, 'root')
    await addSuperadmin(app, 'ruth', { key: keyOf('ruth') })

    await app.as('root').deleteKey({ login: 'root' })

    expect(await statusOf(app, 'ruth', 'GET', '/api/user/current')).toBe(200)
  })

  it('is the one left after the other one was locked, moved or had the key taken', async () => {
    for (const [method, url, payload] of [
      ['PATCH', '/api/user/root', { status: 'Locked' }],
      ['PATCH', '/api/user/root', { organization: 'alpha', roles: ['read'] }],
      ['DELETE', '/api/user/root', undefined],
      ['DELETE', '/api/user/root/key', undefined],
    ] as const) {
      const app = await makeApp(open)
      await forgetPassword(app, 'root')
      await addSuperadmin(app, 'ruth', { key: keyOf('ruth') })

      const removed = await statusOf(app, 'ruth', method, url, payload)
      const next = await statusOf(app, 'ruth', 'DELETE', '/api/user/ruth/key')

      expect([removed < 300, next]).toEqual([true, 400])
    }
  })
})

describe.each(databases)('$name: two superadmins against each other', ({ open }) => {
  const removals = [
    ['lock', 'PATCH', '', { status: 'Locked' }],
    ['delete', 'DELETE', '', undefined],
    ['move', 'PATCH', '', { organization: 'alpha', roles: ['read'] }],
    ['revoke the key', 'DELETE', '/key', undefined],
  ] as const

  it.each(removals)('who %s at the same moment: exactly one succeeds', async (...removal) => {
    const [, method, path, payload] = removal
    const app = await makeApp(open)
    await addSuperadmin(app, 'ruth', { key: keyOf('ruth') })

    const succeeded: number[] = []
    const left: number[] = []
    for (let round = 0; round < rounds; round++) {
      await restore(app, ['root', 'ruth'])
      const statuses = await Promise.all([
        statusOf(app, 'root', method, `/api/user/ruth${path}`, payload),
        statusOf(app, 'ruth', method, `/api/user/root${path}`, payload),
      ])
      succeeded.push(statuses.filter((status) => status < 300).length)
      left.push(await superadminsWhoGetIn(app, ['root', 'ruth']))
    }

    expect(succeeded).toEqual(Array(rounds).fill(1))
    expect(left).toEqual(Array(rounds).fill(1))
  })

  it('who use different means at the same moment: exactly one succeeds', async () => {
    const app = await makeApp(open)
    await addSuperadmin(app, 'ruth', { key: keyOf('ruth') })

    const left: number[] = []
    for (const [, method, path, payload] of removals) {
      for (const [, otherMethod, otherPath, otherPayload] of removals) {
        await restore(app, ['root', 'ruth'])
        await Promise.all([
          statusOf(app, 'root', method, `/api/user/ruth${path}`, payload),
          statusOf(app, 'ruth', otherMethod, `/api/user/root${otherPath}`, otherPayload),
        ])
        left.push(await superadminsWhoGetIn(app, ['root', 'ruth']))
      }
    }

    expect(left).toEqual(Array(removals.length ** 2).fill(1))
  })

  it('and a third one in a ring: one is always left', async () => {
    const app = await makeApp(open)
    const ring = ['root', 'ruth', 'rolf']
    await addSuperadmin(app, 'ruth', { key: keyOf('ruth') })
    await addSuperadmin(app, 'rolf', { key: keyOf('rolf') })

    const left: number[] = []
    for (let round = 0; round < rounds; round++) {
      await restore(app, ring)
      await Promise.all(
        ring.flatMap((login) =>
          ring
            .filter((other) => other !== login)
            .map((other) => statusOf(app, login, 'DELETE', `/api/user/${other}`)),
        ),
      )
      left.push(await superadminsWhoGetIn(app, ring))
    }

    expect(left.every((count) => count >= 1)).toBe(true)
  })
})

const addSuperadmin = ({ as }: TestApp, login: string, more: { key?: string; status?: 'Locked' }) =>
  as('root').createUser({
    login,
    name: login,
    organization: 'cortex',
    roles: ['superadmin'],
    ...more,
  })

const forgetPassword = ({ deps }: TestApp, login: string) =>
  deps.db.updateTable('users').set({ password_hash: null }).where('login', '=', login).execute()

/** Active superadmins with a key and no password, whatever the round before has done to them. */
async function restore({ deps }: TestApp, logins: string[]) {
  const { seal, lookup } = deps.secrets
  for (const login of logins) {
    await deps.db
      .updateTable('users')
      .set({
        status: 'Active',
        organization: 'cortex',
        roles: '["superadmin"]',
        password_hash: null,
        key_hash: lookup('api-key', keyOf(login)),
        key_sealed: seal(`users.key_sealed:${login}`, keyOf(login)),
      })
      .where('login', '=', login)
      .execute()
  }
}

async function superadminsWhoGetIn(app: TestApp, logins: string[]) {
  const statuses = await Promise.all(
    logins.map((login) => statusOf(app, login, 'GET', '/api/organization')),
  )
  return statuses.filter((status) => status === 200).length
}

async function statusOf(
  { inject }: TestApp,
  login: string,
  method: 'GET' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const headers = { authorization: `Bearer ${keyOf(login)}` }
  return (await inject({ method, url, headers, ...(payload ? { payload } : {}) })).statusCode
}
