import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { makeApp } from '../setup.ts'

const bad = { list: 'observables', name: 'Bad ones', search: '?level=malicious' } as const

describe.each(oneDatabase)('$name: saved views', ({ open }) => {
  it('are seen by their owner, and by colleagues once they are shared', async () => {
    const app = await makeApp(open)
    const [owner, colleague] = [app.as('analyze'), app.as('read')]
    const own = await owner.createListView(bad)
    expect(own).toMatchObject({ ...bad, shared: false, own: true })
    expect((await colleague.listListViews()).rows).toEqual([])

    const shared = await owner.createListView({ ...bad, name: '  Bad ones ', shared: true })
    expect((await owner.listListViews()).rows).toEqual([shared])
    expect((await colleague.listListViews()).rows).toEqual([{ ...shared, own: false }])
    expect((await app.as('stranger').listListViews()).rows).toEqual([])
    const { rows } = await app.as('orgadmin').listAudit({ range: '0-2' })
    expect(rows.map(({ action }) => action)).toEqual(['list-view.create', 'list-view.create'])
  })

  it('are deleted by their owner, shared ones also by an administrator, and by no one else', async () => {
    const app = await makeApp(open)
    const owner = app.as('analyze')
    const own = await owner.createListView(bad)
    const shared = await owner.createListView({ ...bad, name: 'Shared', shared: true })
    const refused = (who: 'read' | 'orgadmin' | 'stranger', id: string) =>
      refusalOf(app.as(who).deleteListView({ id }))

    expect(await refused('read', shared.id)).toEqual(notFound(`view ${shared.id} not found`))
    expect(await refused('stranger', shared.id)).toEqual(notFound(`view ${shared.id} not found`))
    expect(await refused('orgadmin', own.id)).toEqual(notFound(`view ${own.id} not found`))
    await app.as('orgadmin').deleteListView({ id: shared.id })
    await owner.deleteListView({ id: own.id })
    expect((await owner.listListViews()).total).toBe(0)
  })

  it('end at fifty for each user', async () => {
    const app = await makeApp(open)
    const owner = app.as('analyze')
    for (let n = 0; n < 50; n += 1) await owner.createListView({ ...bad, name: `View ${n}` })
    await expect(owner.createListView(bad)).rejects.toThrow('Limit of 50 saved views reached')
    await owner.createListView({ ...bad, name: 'View 7', search: '' })
    expect((await owner.listListViews({ range: '0-100' })).total).toBe(50)
  })
})
