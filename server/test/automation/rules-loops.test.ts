import { describe, expect, it, vi } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { makeRulesApp } from './world.ts'

describe.each(oneDatabase)('$name: rules that cause each other', ({ open }) => {
  it('end: no rule is twice in a chain, and the run says why', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      name: 'A',
      on: 'case.updated',
      do: [{ comment: { text: 'a' } }, { set: { severity: 4 } }],
    })
    await app.rule({ name: 'B', on: 'case.updated', do: [{ tag: { tags: ['b'], on: 'root' } }] })
    const found = await app.case()
    await app.call('POST', `/api/case/${found.id}`, {})
    const { body } = await app
      .inject({
        as: 'analyze',
        method: 'PATCH',
        url: `/api/case/${found.id}`,
        payload: { title: 'Changed' },
      })
      .then((response) => ({ body: response.json() }))
    expect(body.title).toBe('Changed')
    await vi.waitFor(
      async () => {
        const { rows } = await app.admin.listRuleRuns({ state: 'canceled', range: '0-50' })
        expect(rows.length).toBeGreaterThanOrEqual(2)
      },
      { timeout: patienceMs },
    )
    await app.quiet()
    const { rows } = await app.admin.listRuleRuns({ range: '0-100' })
    const canceled = rows.filter(({ state }) => state === 'canceled')
    expect(canceled.map(({ reason }) => reason?.id)).toEqual(canceled.map(() => 'not.chain'))
    for (const { depth } of rows) expect(depth).toBeLessThanOrEqual(4)
    const caused = rows.filter(({ cause }) => cause !== null)
    expect(caused.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThan(12)
  })

  it('are stopped by their hourly budget, tell the administrators, and count what they miss', async () => {
    const app = await makeRulesApp(open)
    const rule = await app.rule({
      name: 'Greedy',
      on: 'alert.created',
      do: [{ tag: { tags: ['seen'] } }],
      budget: { runsPerHour: 3 },
    })
    for (let count = 0; count < 5; count += 1) await app.alert()
    await app.quiet()
    const stopped = await app.admin.getRule({ id: rule.id })
    expect(stopped).toMatchObject({ state: 'stopped', stopped: { id: 'stopped.runs' } })
    expect(stopped.missed).toBe(2)
    expect((await app.admin.listRuleRuns({})).total).toBe(3)
    await app.alert()
    await app.quiet()
    expect((await app.admin.getRule({ id: rule.id })).missed).toBe(3)
    const { rows } = await app.admin.listNotices({})
    expect(rows).toMatchObject([{ kind: 'ruleStopped', objectId: rule.id }])
    app.clock.advance(3_700_000)
    expect(await app.admin.updateRule({ id: rule.id }, { state: 'on' })).toMatchObject({
      state: 'on',
      missed: 0,
      stopped: null,
    })
    await app.alert()
    await app.quiet()
    expect((await app.admin.listRuleRuns({})).total).toBe(4)
  })

  it('are stopped when they expire, without waiting for something to happen', async () => {
    const app = await makeRulesApp(open)
    const rule = await app.rule({
      on: 'alert.created',
      do: [{ tag: { tags: ['seen'] } }],
      expires: app.clock.now() + 60_000,
    })
    app.clock.advance(120_000)
    await app.alert()
    await app.quiet()
    expect(await app.admin.getRule({ id: rule.id })).toMatchObject({
      state: 'stopped',
      stopped: { id: 'stopped.expired' },
    })
    expect((await app.admin.listRuleRuns({})).total).toBe(0)
  })
})
