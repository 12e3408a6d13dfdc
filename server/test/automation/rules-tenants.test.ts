import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases } from '../databases.ts'
import { callAs } from '../platform/connector.ts'
import { makeRulesApp } from './world.ts'

describe.each(databases)('$name: a hostile organization', ({ open }) => {
  it('reads, changes and causes nothing of another one by rules', async () => {
    const app = await makeRulesApp(open)
    const own = await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['alpha'] } }] })
    const alert = await app.alert({ title: 'Secret of alpha' })
    const found = await app.case({ title: 'Case of alpha' })
    const observable = await app.addTo(found.id, 'secret.example')
    const [run] = await app.runs(1)
    const beta = app.as('stranger')
    const byId = { id: own.id }
    const attempts = [
      () => beta.getRule(byId),
      () => beta.updateRule(byId, { state: 'off' }),
      () => beta.deleteRule(byId),
      () => beta.listRuleVersions(byId),
      () => beta.tryRule({ id: own.id }),
      () => beta.getRuleRun({ id: run?.id ?? '' }),
      () => beta.cancelRuleRun({ id: run?.id ?? '' }),
      () => beta.explainRules({ objectType: 'alert', objectId: alert.id }),
      () => beta.explainRules({ objectType: 'case', objectId: found.id }),
      () => beta.explainRules({ objectType: 'observable', objectId: observable.id }),
    ]
    for (const attempt of attempts)
      expect(await refusalOf(attempt())).toMatchObject({ status: 404 })
    expect(await refusalOf(beta.orderRules({ ids: [own.id] }))).toMatchObject({ status: 400 })
    expect(await beta.listRules()).toEqual([])
    expect((await beta.listRuleRuns({ objectId: alert.id })).total).toBe(0)

    const hostile = await beta.createRule({
      name: 'Hostile',
      state: 'on',
      on: 'alert.created',
      if: {
        _or: [
          { _in: { _field: '_id', _values: [alert.id] } },
          { _like: { _field: 'title', _value: '*' } },
          { _child: { _type: 'alert_artifact', _query: { data: 'secret.example' } } },
        ],
      },
      do: [
        { tag: { tags: ['taken'] } },
        { openCase: { groupBy: ['title', 'source'], within: '4h' } },
      ],
      runAs: 'bob',
    })
    const tried = await beta.tryRule({ id: hostile.id, days: 30 })
    expect(tried).toMatchObject({ matched: 0, objects: [] })
    // The same group as one of alpha, and an id of alpha as the object of an event.
    const { db } = app.deps
    await db
      .insertInto('rule_events')
      .values(
        [alert.id, found.id, observable.id].map((id, index) => ({
          id: `forged-${index}`,
          organization: 'beta',
          kind: 'alert.created' as const,
          object_id: id,
          root_id: id,
          cause_run: run?.id ?? null,
          at: 1,
          due_at: 1,
          attempts: 0,
          details: '{}',
        })),
      )
      .execute()
    await app.alert({ title: 'Another of alpha' })
    await callAs(app, 'stranger')('POST', '/api/alert', {
      type: 'mail',
      source: 'mailbox',
      sourceRef: 'of-beta',
      title: 'Another of alpha',
      description: 'of beta',
    })
    await app.quiet()
    const { rows } = await beta.listRuleRuns({ range: '0-50' })
    expect(rows.map(({ root }) => root.title)).toEqual(['Another of alpha'])
    const tags = await db.selectFrom('alerts').select(['organization', 'tags']).execute()
    for (const row of tags) expect(row.tags.includes('taken')).toBe(row.organization === 'beta')
    const cases = await db.selectFrom('cases').select(['organization', 'title']).execute()
    expect(cases.filter(({ organization }) => organization === 'alpha')).toHaveLength(1)
  })
})
