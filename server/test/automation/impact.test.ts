import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(databases)('$name: an observable that turned malicious', ({ open }) => {
  it('names its cases, closed ones too, and what was run on it, to its organization alone', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      on: { 'verdict.changed': { from: ['safe'], to: ['malicious'] } },
      do: [{ notify: { people: ['assignee'] } }],
    })
    const value = { dataType: 'domain', data: 'evil.example' }
    const mark = (level: 'safe' | 'malicious', replaces: string[] = []) =>
      app.admin.markValues({
        ...{ values: [value], level, cause: 'other', reason: 'decided' },
        ...{ replaces, expiresAt: app.clock.now() + 86_400_000 },
      })
    const marked = await mark('safe')
    const closed = await app.case({ title: 'Closed' })
    const { id: observable } = await app.addTo(closed.id, 'evil.example')
    await app.addTo((await app.case({ title: 'Open' })).id, 'evil.example')
    const run = await app.call('POST', '/api/connector/cortex/action', {
      ...{ responderId: app.responder?.id, cortexId: 'local' },
      ...{ objectType: 'case_artifact', objectId: observable },
    })
    expect(run.status).toBe(200)
    await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/case/${closed.id}`,
      payload: {
        ...{ status: 'Resolved', resolutionStatus: 'TruePositive' },
        ...{ impactStatus: 'NoImpact', summary: 'x' },
      },
    })
    await app.deps.db.updateTable('analyst_verdicts').set({ ended_at: 1 }).execute()
    await app.deps.db.updateTable('value_answers').set({ level: 1 }).execute()
    const impact = () => app.as('analyze').valueImpact(value)
    expect(await impact()).toMatchObject({ level: 'safe', freshness: 'fresh' })
    await app.deps.db.updateTable('value_answers').set({ level: 3 }).execute()
    const found = await impact()
    expect(found).toMatchObject({
      level: 'malicious',
      cases: [
        { title: 'Open', status: 'Open' },
        { title: 'Closed', status: 'Resolved' },
      ],
      responses: [{ responderName: 'Block', by: 'alan', objectId: observable }],
    })
    expect(marked).toBeTruthy()
    const runs = await app.runs(2)
    expect(runs.map(({ root }) => root.title).sort()).toEqual([
      expect.stringContaining('Closed'),
      expect.stringContaining('Open'),
    ])
    app.clock.advance(10 * 86_400_000)
    expect(await impact()).toMatchObject({ freshness: 'ageing' })
    expect(await app.as('stranger').valueImpact(value)).toEqual({
      ...{ level: null, since: null, answeredAt: null, freshness: null },
      ...{ cases: [], alerts: 0, responses: [] },
    })
  })
})
