import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const definition = JSON.stringify({ period: 'last3Months', items: [{ type: 'container' }] })
const dashboard = { title: 'Cases of the month', description: 'For the board', definition }
const missing = { status: 404, message: 'Dashboard not found' }

const seenBy = async (app: TestApp, person: Person) => {
  const { rows, total } = await app.as(person).listDashboards({})
  const found = (await app.as(person).queryV1({ query: [{ _name: 'listDashboard' }] })) as unknown[]
  const url = '/api/dashboard/_stats'
  const payload = { stats: [{ _agg: 'count' }] }
  const stats = await app.inject({ as: person, method: 'POST', url, payload })
  expect([total, found.length, stats.json().count]).toEqual([rows.length, rows.length, rows.length])
  return rows.map(({ title }) => title)
}

describe.each(databases)('$name: a dashboard', ({ open }) => {
  it('is kept whole, changed and removed', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')

    const made = await client.createDashboard(dashboard)

    expect(made).toMatchObject({ _type: 'dashboard', ...dashboard, status: 'Private' })
    const { _id: id } = made
    expect(await client.getDashboard({ id })).toEqual(made)
    expect(await client.updateDashboard({ id }, { title: 'Another' })).toMatchObject({
      title: 'Another',
      definition,
      updatedBy: 'alan',
    })
    const { rows } = await client.searchDashboards({
      query: { _field: 'status', _value: 'Private' },
    })
    expect(rows.map(({ title }) => title)).toEqual(['Another'])
    await client.deleteDashboard({ id })
    await expect(client.getDashboard({ id })).rejects.toMatchObject(missing)
  })

  it('of a removed user goes to administrators, not to the next of that login', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createDashboard(dashboard)

    await app.as('orgadmin').removeUser({ login: 'alan' })
    expect(await seenBy(app, 'orgadmin')).toEqual([dashboard.title])
    expect(await seenBy(app, 'read')).toEqual([])
    await app.as('orgadmin').createUserV1({ login: 'alan', name: 'Another', profile: 'analyst' })
    const rows = await app.deps.db.selectFrom('dashboards').select('owner').execute()
    expect(rows).toEqual([{ owner: null }])
  })
})

describe.each(oneDatabase)('$name: a dashboard', ({ open }) => {
  it('is invisible to others until it is shared, and then changed by administrators alone', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createDashboard(dashboard)

    for (const person of ['read', 'orgadmin', 'stranger'] as const) {
      expect(await seenBy(app, person)).toEqual([])
      await expect(app.as(person).getDashboard({ id })).rejects.toMatchObject(missing)
    }
    await app.as('analyze').updateDashboard({ id }, { status: 'Shared' })
    for (const person of ['read', 'orgadmin', 'analyze'] as const)
      expect(await seenBy(app, person)).toEqual([dashboard.title])
    expect(await seenBy(app, 'stranger')).toEqual([])
    await expect(app.as('stranger').deleteDashboard({ id })).rejects.toMatchObject(missing)
    await app.as('orgadmin').updateDashboard({ id }, { description: 'Of the team' })
    const others = await app.as('orgadmin').createDashboard({ ...dashboard, status: 'Shared' })
    await expect(
      app.as('analyze').updateDashboard({ id: others._id }, { title: 'Mine' }),
    ).rejects.toMatchObject({ status: 403 })
  })

  it('that is private has no title in the audit trail and in events', async () => {
    const app = await makePlatformApp(open)
    const heard: unknown[] = []
    const stop = app.deps.bus.on('alpha', (event) => heard.push(event))

    const { _id: id } = await app.as('analyze').createDashboard(dashboard)
    await app.as('analyze').updateDashboard({ id }, { title: 'Also secret' })
    stop()

    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(heard).toHaveLength(2)
    expect(JSON.stringify([heard, rows])).not.toMatch(/Cases of the month|Also secret/)
  })

  it.each(['', 'no JSON', '[]', '"text"', 'null'])(
    'is refused with the definition %j',
    async (wrong) => {
      const app = await makePlatformApp(open)
      const client = app.as('analyze')
      await expect(client.createDashboard({ title: 'A', definition: wrong })).rejects.toMatchObject(
        { status: 400, message: expect.stringContaining('JSON object') },
      )
    },
  )
})
