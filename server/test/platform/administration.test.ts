import { contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { namesIn, query } from './query-calls.ts'
import { makePlatformApp } from './setup.ts'

describe.each(databases)('$name: organizations in the platform', ({ open }) => {
  it('are made, read and changed by superadmin in both versions', async () => {
    const app = await makePlatformApp(open)
    const root = app.as('root')

    const made = await root.createOrganisation({ name: 'delta', description: 'New' })
    const v1 = await root.createOrganisationV1({ name: 'epsilon' })
    await root.updateOrganisationV1({ id: 'delta' }, { description: 'Other', locked: true })

    expect(made).toEqual({
      _id: 'delta',
      id: 'delta',
      _type: 'organisation',
      createdBy: 'root',
      createdAt: expect.any(Number),
      name: 'delta',
      description: 'New',
      locked: false,
      links: [],
    })
    expect(v1).toMatchObject({ _id: 'epsilon', _type: 'Organisation', description: '' })
    expect(await root.getOrganisation({ id: 'delta' })).toMatchObject({
      description: 'Other',
      locked: true,
      updatedBy: 'root',
    })
    expect(await root.getOrganization({ id: 'delta' })).toMatchObject({ status: 'Locked' })
    await expect(root.createOrganisation({ name: 'delta' })).rejects.toMatchObject({ status: 400 })
    const renamed = await app.inject({
      as: 'root',
      method: 'PATCH',
      url: '/api/organisation/delta',
      payload: { name: 'other' },
    })
    expect(renamed.statusCode).toBe(400)
    const { rows } = await root.searchAudit({ query: { objectId: 'delta' } })
    expect(rows.map(({ action }) => action)).toEqual(['organization.lock', 'organization.create'])
  })

  it('are listed: yours, for superadmin all', async () => {
    const app = await makePlatformApp(open)
    const list = { _name: 'listOrganisation' }

    const all = (await app.as('root').listOrganisations({})).rows.map(({ name }) => name)
    expect(all).toEqual(['alpha', 'beta', 'closed', 'cortex'])
    expect((await app.as('read').listOrganisationsV1({})).rows).toMatchObject([{ name: 'alpha' }])
    const search = { query: { name: 'beta' } }
    expect((await app.as('root').searchOrganisations(search)).total).toBe(1)
    expect((await app.as('read').searchOrganisations(search)).total).toBe(0)
    expect(namesIn((await query(app, 'root', [list])).body)).toEqual(all)
    expect(namesIn((await query(app, 'stranger', [list], 0)).body)).toEqual(['beta'])
    const one = (idOrName: string) => ({ _name: 'getOrganisation', idOrName })
    expect((await query(app, 'stranger', [one('alpha')])).body).toEqual([])
    expect((await query(app, 'stranger', [one('alpha'), { _name: 'users' }])).body).toEqual([])
    expect(namesIn((await query(app, 'root', [one('beta'), { _name: 'users' }])).body)).toEqual([
      'bob',
    ])
    const locked = { _name: 'filter', locked: true }
    expect(namesIn((await query(app, 'root', [list, locked])).body)).toEqual(['closed'])
    const user = { _name: 'getUser', idOrName: 'ada' }
    const ofAda = await query(app, 'root', [user, { _name: 'organisations' }])
    expect(namesIn(ofAda.body)).toEqual(['alpha'])
  })
})

describe.each(oneDatabase)('$name: profiles', ({ open }) => {
  it('are four, one for each role, by GET and by query', async () => {
    const app = await makePlatformApp(open)

    const v0 = await app.as('read').listProfiles()
    const v1 = await app.as('root').listProfilesV1()

    expect(namesIn(v0)).toEqual(['admin', 'org-admin', 'analyst', 'read-only'])
    expect(v1[2]).toEqual({
      _id: 'analyst',
      _type: 'Profile',
      _createdBy: 'init',
      _createdAt: 0,
      name: 'analyst',
      permissions: expect.arrayContaining(['manageCase']),
      editable: false,
      isAdmin: false,
    })
    const list = { _name: 'listProfile' }
    expect(namesIn((await query(app, 'read', [list])).body)).toEqual([
      'admin',
      'analyst',
      'org-admin',
      'read-only',
    ])
    const filtered = await query(app, 'read', [
      list,
      { _name: 'filter', _field: 'permissions', _value: 'manageUser' },
      { _name: 'sort', _fields: [{ name: 'desc' }] },
      { _name: 'page', from: 0, to: 1, extraData: ['total'] },
    ])
    expect(namesIn(filtered.body)).toEqual(['org-admin'])
    expect(filtered.total).toBe('2')
    expect((await query(app, 'read', [list, { _name: 'count' }])).body).toBe(4)
    for (const login of ['init', 'system@thehive.local']) {
      const isOwn = { _name: 'filter', _not: { _field: '_createdBy', _value: login } }
      expect((await query(app, 'read', [list, isOwn])).body).toEqual([])
      expect((await query(app, 'read', [{ _name: 'listObservableType' }, isOwn])).body).toEqual([])
    }
    const one = await query(app, 'read', [{ _name: 'getProfile', idOrName: 'analyst' }])
    expect(one.body).toEqual([v1[2]])
  })

  it('are searched and counted in version 0', async () => {
    const app = await makePlatformApp(open)
    const manages = { _field: 'permissions', _value: 'manageUser' }

    for (const person of ['read', 'root'] as const) {
      const page = await app
        .as(person)
        .searchProfiles({ query: manages, sort: ['-name'], range: '0-1' })
      expect([namesIn(page.rows), page.total]).toEqual([['org-admin'], 2])
      const stats = [{ _agg: 'count' }, { _agg: 'count', _name: 'managers', _query: manages }]
      expect(await app.as(person).profileStats({ stats })).toEqual({ count: 4, managers: 2 })
    }
    await expect(
      app.as('read').profileStats({ stats: [{ _agg: 'field', _field: 'name' }] }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('only support count') })
  })

  it.each([
    ['POST', '', { name: 'x', permissions: ['fly'] }, 'Unknown permissions: fly'],
    ['POST', '', { name: 'x', permissions: [] }, 'read-only has exactly these permissions'],
    ['POST', '', { name: 'x', permissions: ['manageCase'] }, 'None has exactly these permissions'],
    ['POST', '', { name: 'analyst', permissions: [] }, 'profile analyst already exists'],
    ['PATCH', '/analyst', { permissions: ['fly'] }, 'Unknown permissions: fly'],
    ['PATCH', '/analyst', { permissions: ['manageCase'] }, 'cannot be changed'],
    ['PATCH', '/analyst', { name: 'other' }, 'cannot be changed'],
    ['DELETE', '/analyst', undefined, 'cannot be deleted'],
  ] as const)('stay as they are: %s %s %j', async (method, path, payload, message) => {
    const app = await makePlatformApp(open)

    for (const base of ['/api/profile', '/api/v1/profile']) {
      const url = `${base}${path}`
      const response = await app.inject({ as: 'root', method, url, ...(payload && { payload }) })
      expect(response.statusCode).toBe(400)
      expect(response.json().message).toContain(message)
    }
  })
})

describe.each(databases)('$name: what superadmin and administrators query', ({ open }) => {
  it('is the audit trail of the organization, for superadmin of all', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').updateUserV1({ login: 'rita' }, { name: 'Other' })
    await app.as('stranger').updateUserV1({ login: 'bob' }, { name: 'Other' })
    const list = { _name: 'listAudit' }

    const own = await query(app, 'orgadmin', [list])
    const all = await query(app, 'root', [list, { _name: 'filter', objectType: 'user' }], 0)

    expect(own.body).toMatchObject([
      {
        _type: 'Audit',
        _createdBy: 'ada',
        operation: 'update',
        obj: { _type: 'user', _id: 'rita' },
        details: { name: 'Other' },
      },
    ])
    expect(all.body.map(({ objectId }: { objectId: string }) => objectId)).toEqual(['bob', 'rita'])
    const id = own.body[0]._id
    const one = { _name: 'getAudit', idOrName: id }
    expect((await query(app, 'orgadmin', [one])).body).toEqual(own.body)
    expect((await query(app, 'stranger', [one])).body).toEqual([])
    expect((await query(app, 'analyze', [list])).status).toBe(403)
  })
})

describe.each(oneDatabase)('$name: what superadmin and administrators query', ({ open }) => {
  it('is what superadmin keeps, and no case', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createObservableType({ name: 'of-alpha' })

    const types = await query(app, 'root', [{ _name: 'listObservableType' }])
    expect(types.body).toHaveLength(16)
    expect((await query(app, 'root', [{ _name: 'listCustomField' }])).status).toBe(200)
    for (const start of ['listCase', 'listAlert', 'listTask', 'listTag', 'countCase', 'myTasks'])
      expect((await query(app, 'root', [{ _name: start }])).status).toBe(403)
  })

  it('includes the status at the paths of both versions', async () => {
    const app = await makePlatformApp(open)
    const { body } = await app.inject({ url: contract.status.path })

    for (const path of contract.status.aliases)
      expect((await app.inject({ url: path })).body).toBe(body)
  })
})
