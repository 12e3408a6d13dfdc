import { describe, expect, it } from 'vitest'
import { entities } from '../../src/domain/response/query-entities.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makePlatformApp } from './setup.ts'

describe.each(databases)('$name: what clients of version 0 ask about', ({ open }) => {
  it('a search that names its type, and statistics of several', async () => {
    const app = await makePlatformApp(open)
    const analyst = app.as('analyze')
    await analyst.createCase({ title: 'One', description: 'd' })
    await analyst.createCase({ title: 'Two', description: 'd' })

    const found = await analyst.searchByType({
      query: { _and: [{ _type: 'case' }, { _field: 'title', _value: 'Two' }] },
    })
    const count = [{ _agg: 'count' }]
    const stats = await analyst.statsOfMany({
      queries: [{ model: 'case', query: { title: 'One' }, stats: count }],
    })

    expect(found).toMatchObject({ total: 1, rows: [{ title: 'Two' }] })
    expect(stats).toEqual({ count: 1 })
    expect((await app.as('stranger').searchByType({ query: { _type: 'case' } })).total).toBe(0)
    expect(await refusalOf(analyst.searchByType({ query: { title: 'Two' } }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('case_task'),
    })
  })

  it('statistics of users, organizations, custom fields and observable types', async () => {
    const app = await makePlatformApp(open)
    await app.as('root').createCustomField({ name: 'hours', type: 'integer' })
    const stats = [{ _agg: 'count' }]

    const ours = await app.as('read').userStats({ stats })
    const all = await app.as('root').userStats({ stats })
    expect(Number(all.count)).toBeGreaterThan(Number(ours.count))
    expect(await app.as('read').organisationStats({ stats })).toEqual({ count: 1 })
    expect(await app.as('read').customFieldStats({ stats })).toEqual({ count: 1 })
    const types = await app.as('read').observableTypeStats({ stats })
    expect(Number(types.count)).toBeGreaterThan(10)
  })
})

describe.each(oneDatabase)('$name: what clients of version 0 ask about', ({ open }) => {
  it('users: made with their words for roles, changed, listed for the organization alone', async () => {
    const app = await makePlatformApp(open)
    const orgadmin = app.as('orgadmin')

    const made = await orgadmin.createUserV0({ login: 'grace', name: 'Grace', roles: ['write'] })
    const locked = await orgadmin.updateUserV0({ login: 'grace' }, { status: 'Locked' })
    const whole = { ...locked, name: 'Grace H', status: 'Ok' as const }
    const back = await orgadmin.updateUserV0({ login: 'grace' }, whole)

    expect(made).toEqual({
      ...{ _id: 'grace', id: 'grace', _type: 'user', login: 'grace', name: 'Grace' },
      ...{ createdBy: 'ada', createdAt: expect.any(Number), organisation: 'alpha' },
      ...{ roles: ['read', 'analyze'], hasKey: false, status: 'Ok', locked: false },
    })
    expect(locked).toMatchObject({ status: 'Locked', locked: true })
    expect(back).toMatchObject({ name: 'Grace H', status: 'Ok' })
    const own = await app.as('read').searchUsersV0({ query: { login: 'grace' } })
    const others = await app.as('stranger').searchUsersV0({ query: { login: 'grace' } })
    const all = await app.as('root').listUsersV0({ range: 'all' })
    expect(own.rows).toEqual([back])
    expect(others).toEqual({ rows: [], total: 0 })
    expect(new Set(all.rows.map(({ organisation }) => organisation))).toContain('beta')
    expect(await app.as('read').currentUserV0()).toMatchObject({ organisation: 'alpha' })
    expect(await refusalOf(app.as('stranger').getUserV0({ login: 'grace' }))).toMatchObject({
      status: 404,
    })
  })

  it('an unknown role is refused, and admin of cortex is superadmin', async () => {
    const app = await makePlatformApp(open)

    const unknown = app.as('orgadmin').createUserV0({ login: 'x', name: 'X', roles: ['king'] })
    expect(await refusalOf(unknown)).toMatchObject({ status: 400 })
    const input = { login: 'root2', name: 'Root', organisation: 'cortex', roles: ['admin'] }
    expect(await app.as('root').createUserV0(input)).toMatchObject({ roles: ['superadmin'] })
  })

  it('every entity describes what it can be found by, custom fields too', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCustomField({ name: 'hours', type: 'integer' })

    const all = await app.as('orgadmin').describeAll()
    const inV1 = await app.as('orgadmin').describeAllV1()
    const ofCase = await app.as('read').describe({ entity: 'case' })

    expect(Object.keys(inV1).sort()).toEqual([...entities].sort())
    expect(Object.keys(all)).toEqual(expect.arrayContaining(['case_task', 'case_artifact']))
    expect(ofCase).toMatchObject({ label: 'case', path: '/case' })
    const byName = Object.fromEntries(ofCase.attributes.map((each) => [each.name, each]))
    expect(byName.title?.type).toBe('string')
    expect(byName.severity?.type).toBe('number')
    expect(byName['customFields.hours']?.type).toBe('number')
    expect(await app.as('read').describe({ entity: 'case_task' })).toEqual(all.case_task)
    const secret = JSON.stringify(all.user)
    expect(secret).not.toMatch(/password|key/i)
    expect(await refusalOf(app.as('read').describe({ entity: 'nothing' }))).toMatchObject({
      status: 404,
    })
  })
})
