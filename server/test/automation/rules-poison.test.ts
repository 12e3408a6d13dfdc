import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(databases)('$name: what cannot be matched', ({ open }) => {
  it('as one statement is asked in parts: long lists of many rules', async () => {
    const app = await makeRulesApp(open)
    // Together more values than either database takes in one statement.
    for (let count = 0; count < 14; count += 1) {
      const _values = Array.from({ length: 4_999 }, (_, at) => `t${count}-${at}`)
      await app.rule({
        on: 'alert.created',
        if: { _in: { _field: 'title', _values: [..._values, 'Listed'] } },
        do: [{ tag: { tags: [`list${count}`] } }],
      })
    }
    await app.alert({ title: 'Listed' })
    const runs = await app.runs(14)
    expect(runs.every(({ state }) => state === 'done')).toBe(true)
  })

  it('keeps no other event waiting, and says so where runs are read', async () => {
    const app = await makeRulesApp(open)
    const verdicts = await app.rule({ on: 'verdict.changed', do: [{ tag: { tags: ['verdict'] } }] })
    const alerts = await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['seen'] } }] })
    const { db } = app.deps
    await app.alert({ title: 'First' })
    await app.runs(1)
    const again = await db
      .selectFrom('alerts')
      .select('id')
      .where('title', '=', 'First')
      .executeTakeFirstOrThrow()
    const common = { organization: 'alpha', cause_run: null, at: 1, due_at: 1 }
    await db
      .insertInto('rule_events')
      .values([
        {
          ...common,
          ...{ id: 'poison', kind: 'verdict.changed', object_id: 'x', root_id: 'x' },
          ...{ details: 'no JSON', attempts: 4 },
        },
        {
          ...common,
          ...{ id: 'sound', kind: 'alert.created', object_id: again.id, root_id: again.id },
          ...{ details: '{}', attempts: 4 },
        },
      ])
      .execute()
    await app.quiet()
    expect(await app.runs(2, { rule: alerts.id })).toMatchObject([
      { state: 'done' },
      { state: 'done' },
    ])
    expect(await app.runs(1, { rule: verdicts.id })).toMatchObject([
      { state: 'failed', reason: { id: 'reason.dropped' }, steps: [] },
    ])
  })
})
