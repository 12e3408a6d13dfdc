import { describe, expect, it } from 'vitest'
import { tellOfContradictions } from '../../src/engine/values/contradicted.ts'
import { settleSome } from '../../src/knowledge/known/settle.ts'
import { noticeNews } from '../../src/knowledge/notices/from-news.ts'
import { databases } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makeJudges } from './setup.ts'

const domain = 'examp1e.test'
const named = { dataType: 'domain', data: domain }
const hour = 3_600_000

const settle = async (app: TestApp) => {
  while ((await settleSome(app.deps, 'alpha')) > 0);
}

const unread = async (app: TestApp, as: Person) =>
  (await app.as(as).listNotices({ unread: true })).rows

const caseOf = async (app: TestApp, assignee: string) => {
  const { _id: id, number } = await app
    .as('orgadmin')
    .createCaseV1({ title: 'Reported', description: 'x', assignee })
  await app.as('orgadmin').createCaseObservableV1({ id }, { dataType: 'domain', data: [domain] })
  return { id, number }
}

describe.each(databases)('$name: what becomes of an observable', ({ open }) => {
  it('is a notice to those who work on its open cases, where its verdict becomes worse', async () => {
    const { app, run } = await makeJudges(open)
    await caseOf(app, 'alan')
    const { id, number } = await caseOf(app, 'alan')
    const { id: closed } = await caseOf(app, 'rita')
    await app.as('orgadmin').updateCaseV1({ id: closed }, { status: 'Resolved' })
    await app.as('analyze').readNotices({})
    await app.as('read').readNotices({})
    await run(domain, 'safe')
    await settle(app)
    expect(await unread(app, 'analyze')).toEqual([])

    app.clock.advance(hour)
    await run(domain, 'malicious')
    await settle(app)
    expect(await unread(app, 'analyze')).toMatchObject([
      {
        kind: 'verdictWorse',
        objectType: 'value',
        parameters: { caseId: id, number, data: domain, from: 'safe', to: 'malicious' },
      },
    ])
    expect(await unread(app, 'read')).toEqual([])
    await app.as('analyze').readNotices({})
    app.clock.advance(hour)
    await run(domain, 'malicious')
    await settle(app)
    expect(await unread(app, 'analyze')).toEqual([])
  })

  it('is a notice to its watchers, once, and read with the updates', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run(domain, 'safe')
    const watch = await client.watchValue(named)
    await run(domain, 'suspicious')
    await Promise.all([noticeNews(app.deps), noticeNews(app.deps)])
    expect(await unread(app, 'analyze')).toMatchObject([
      {
        kind: 'watched',
        objectType: 'watch',
        objectId: watch.id,
        parameters: { data: domain, from: 'safe', to: 'suspicious' },
      },
    ])
    app.clock.advance(1_000)
    await run(domain, 'malicious')
    await noticeNews(app.deps)
    expect(await unread(app, 'analyze')).toMatchObject([{ parameters: { to: 'malicious' } }])
    await client.readWatchNews({})
    expect(await unread(app, 'analyze')).toEqual([])
    expect(await noticeNews(app.deps)).toBe(false)

    const { number } = await caseOf(app, 'ada')
    await noticeNews(app.deps)
    const found = await unread(app, 'analyze')
    expect(found).toMatchObject([{ kind: 'watched', parameters: { number, title: 'Reported' } }])
    await client.readNotices({ ids: found.map((one) => one.id) })
    expect((await client.listWatchNews({ unread: true })).total).toBe(0)
  })

  it('tells the analyst whose verdict an analyzer contradicts', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'safe')
    await app.as('analyze').markValues({
      ...{ values: [named], level: 'safe', cause: 'falsePositive', reason: 'our own page' },
      expiresAt: app.clock.now() + 24 * hour,
    })
    app.clock.advance(hour)
    await run(domain, 'malicious')
    await tellOfContradictions(app.deps)
    await noticeNews(app.deps)
    expect((await unread(app, 'analyze')).map(({ kind }) => kind)).toContain('contradicted')
  })
})
