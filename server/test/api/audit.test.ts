import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { keyOf, makeApp, type Person, passwordOf, type TestApp } from '../setup.ts'
import { browserOf } from './browser.ts'

interface Change {
  as: Person
  method: 'POST' | 'PATCH' | 'DELETE'
  url: string
  payload?: object
  /** action, object type, object, organization */
  row: [string, string, string, string]
  details?: object
}

const secret = 'hunter2hunter2hunter2hunter2hunter2'
const password = { password: secret }

const changes: Change[] = [
  {
    as: 'root',
    method: 'POST',
    url: '/api/organization',
    payload: { name: 'gamma', description: 'Third' },
    row: ['organization.create', 'organization', 'gamma', 'gamma'],
    details: { description: 'Third', status: 'Active' },
  },
  {
    as: 'root',
    method: 'PATCH',
    url: '/api/organization/alpha',
    payload: { description: 'New' },
    row: ['organization.update', 'organization', 'alpha', 'alpha'],
    details: { description: 'New' },
  },
  {
    as: 'root',
    method: 'PATCH',
    url: '/api/organization/beta',
    payload: { status: 'Locked' },
    row: ['organization.lock', 'organization', 'beta', 'beta'],
    details: { status: 'Locked' },
  },
  {
    as: 'root',
    method: 'DELETE',
    url: '/api/organization/beta',
    row: ['organization.lock', 'organization', 'beta', 'beta'],
    details: { status: 'Locked' },
  },
  {
    as: 'orgadmin',
    method: 'POST',
    url: '/api/user',
    payload: { login: 'una', name: 'Una', roles: ['analyze'], key: secret, ...password },
    row: ['user.create', 'user', 'una', 'alpha'],
    details: { name: 'Una', roles: ['read', 'analyze'], status: 'Active' },
  },
  {
    as: 'orgadmin',
    method: 'PATCH',
    url: '/api/user/rita',
    payload: { name: 'R', roles: ['ANALYZE'], avatar: 'long picture', preferences: '{"a":1}' },
    row: ['user.update', 'user', 'rita', 'alpha'],
    details: {
      name: 'R',
      roles: ['read', 'analyze'],
      avatar: 'changed',
      preferences: 'changed',
    },
  },
  {
    as: 'root',
    method: 'PATCH',
    url: '/api/user/lars',
    payload: { status: 'Ok' },
    row: ['user.update', 'user', 'lars', 'alpha'],
    details: { status: 'Active' },
  },
  {
    as: 'orgadmin',
    method: 'PATCH',
    url: '/api/user/rita',
    payload: { status: 'Locked' },
    row: ['user.lock', 'user', 'rita', 'alpha'],
    details: { status: 'Locked' },
  },
  {
    as: 'root',
    method: 'DELETE',
    url: '/api/user/rita',
    row: ['user.lock', 'user', 'rita', 'alpha'],
    details: { status: 'Locked' },
  },
  {
    as: 'orgadmin',
    method: 'POST',
    url: '/api/user/rita/password/set',
    payload: password,
    row: ['user.password.set', 'user', 'rita', 'alpha'],
  },
  {
    as: 'read',
    method: 'POST',
    url: '/api/user/rita/password/change',
    payload: { currentPassword: passwordOf('rita'), ...password },
    row: ['user.password.set', 'user', 'rita', 'alpha'],
  },
  {
    as: 'read',
    method: 'POST',
    url: '/api/user/rita/key/renew',
    row: ['user.key.set', 'user', 'rita', 'alpha'],
  },
  {
    as: 'root',
    method: 'POST',
    url: '/api/user/bob/key/set',
    payload: { key: secret },
    row: ['user.key.set', 'user', 'bob', 'beta'],
  },
  {
    as: 'orgadmin',
    method: 'DELETE',
    url: '/api/user/rita/key',
    row: ['user.key.remove', 'user', 'rita', 'alpha'],
  },
]
const logins = { root: 'root', orgadmin: 'ada', read: 'rita' } as Record<Person, string>

describe.each(databases)('$name: the audit trail', ({ open }) => {
  it.each(changes)(
    'and $method $url stand or fall together',
    async ({ row, details, ...request }) => {
      const app = await makeApp(open)
      await app.deps.db.schema.dropTable('audit').execute()
      const before = await everything(app)

      const response = await app.inject(request)

      expect(response.statusCode).toBe(500)
      expect(response.body).not.toMatch(/audit|table|relation|insert/i)
      expect(await everything(app)).toEqual(before)
    },
  )

  it('reports sessions and failed sign-ins, with the name', async () => {
    const app = await makeApp(open)
    const login = (user: string, password: string) =>
      app.inject({ method: 'POST', url: '/api/login', payload: { user, password } })

    const browser = await browserOf(app, 'rita')
    await app.inject({ url: '/api/logout', headers: browser })
    await login('rita', secret)
    await login('lars', passwordOf('lars'))
    await login('nobody-here', secret)

    const { rows } = await app.as('root').listAudit({ sort: ['+id'] })
    const shown = rows.map(({ action, actor, objectId, organization }) => [
      action,
      actor,
      objectId,
      organization,
    ])
    expect(shown).toEqual([
      ['session.open', 'rita', 'rita', 'alpha'],
      ['session.close', 'rita', 'rita', 'alpha'],
      ['session.refuse', 'rita', 'rita', 'alpha'],
      ['session.refuse', 'lars', 'lars', 'alpha'],
      ['session.refuse', '(unknown)', '(unknown)', null],
    ])
  })
})

describe.each(oneDatabase)('$name: the audit trail', ({ open }) => {
  it.each(changes)('keeps who, what, which, when and whence of $method $url', async (change) => {
    const { inject, as, clock, logged } = await makeApp(open)
    const { row, details = {}, ...request } = change
    clock.advance(7_000)

    const response = await inject({ ...request, remoteAddress: '203.0.113.7' })
    const trail = await as('root').listAudit()

    expect(response.statusCode).toBeLessThan(300)
    const [action, objectType, objectId, organization] = row
    const [entry] = trail.rows
    expect(trail.total).toBe(1)
    expect(entry).toEqual({
      id: expect.any(Number),
      at: clock.now(),
      actor: logins[change.as],
      action,
      objectType,
      objectId,
      organization,
      details,
      address: '203.0.113.7',
      requestId: expect.any(String),
    })
    expect(logged(), 'the log knows the same request').toContain(entry?.requestId)
  })

  it('says nothing about what was only read or refused', async () => {
    const { inject, as } = await makeApp(open)
    const refused = [
      {
        as: 'root',
        method: 'POST',
        url: '/api/organization',
        payload: { name: 'alpha', description: '' },
      },
      {
        as: 'root',
        method: 'PATCH',
        url: '/api/organization/cortex',
        payload: { status: 'Locked' },
      },
      { as: 'root', method: 'DELETE', url: '/api/organization/nowhere' },
      { as: 'orgadmin', method: 'POST', url: '/api/user', payload: { login: 'bob', name: 'B' } },
      { as: 'orgadmin', method: 'PATCH', url: '/api/user/rita', payload: password },
      { as: 'orgadmin', method: 'PATCH', url: '/api/user/bob', payload: { name: 'X' } },
      { as: 'read', method: 'PATCH', url: '/api/user/nora', payload: { name: 'X' } },
      {
        as: 'orgadmin',
        method: 'POST',
        url: '/api/user/rita/key/set',
        payload: { key: keyOf('bob') },
      },
      { as: 'orgadmin', url: '/api/user/rita/key' },
      { as: 'root', url: '/api/user' },
    ] as const

    for (const request of refused) await inject(request)

    expect(await as('root').listAudit()).toEqual({ rows: [], total: 0 })
  })

  it('holds no secret, and neither does the log', async () => {
    const app = await makeApp(open)

    for (const { row, details, ...request } of changes) await app.inject(request)
    const payload = { user: 'rita', password: secret }
    await app.inject({ method: 'POST', url: '/api/login', payload })

    const rows = await app.deps.db.selectFrom('audit').selectAll().execute()
    expect(rows.length).toBeGreaterThan(changes.length / 2)
    for (const text of [JSON.stringify(rows), app.logged()])
      expect(text).not.toMatch(/hunter2|argon2|v1:|-password|-key-0123|long picture/)
  })
})

/** Every row that a change could touch. */
async function everything({ deps: { db } }: TestApp) {
  const users = await db.selectFrom('users').selectAll().orderBy('login').execute()
  const organizations = await db.selectFrom('organizations').selectAll().orderBy('name').execute()
  return { users, organizations }
}
