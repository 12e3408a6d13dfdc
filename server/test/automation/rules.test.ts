import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases } from '../databases.ts'
import { mailedDomain, makeRulesApp } from './world.ts'

describe.each(databases)('$name: a rule', ({ open }) => {
  it('analyzes the observables of a new alert, once, and says so step by step', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      name: 'Phishing triage',
      on: 'observable.created',
      if: mailedDomain,
      do: [{ analyze: { analyzers: ['Echo'] } }, { tag: { tags: ['triaged'] } }],
    })
    const alert = await app.alert({
      artifacts: [
        { dataType: 'domain', data: 'evil.example' },
        { dataType: 'domain', data: 'bad.example', tlp: 3 },
        { dataType: 'ip', data: '192.0.2.1' },
      ],
    })
    const [run, ...others] = await app.runs(1)
    expect(others).toEqual([])
    expect(run).toMatchObject({
      ruleName: 'Phishing triage',
      state: 'done',
      mode: 'on',
      objectCount: 1,
      root: { objectType: 'alert', objectId: alert.id },
      objects: [{ title: 'evil[.]example' }],
    })
    expect(run?.steps.map(({ kind, state, text }) => [kind, state, text])).toEqual([
      ['analyze', 'done', 'analyze it with Echo'],
      ['tag', 'done', 'tag it triaged'],
    ])
    const count = async (filter: object) => (await app.admin.listRuleRuns(filter)).total
    expect(await count({ objectType: 'alert', objectId: alert.id })).toBe(1)
    expect(await count({ objectType: 'observable' })).toBe(1)
    expect(await count({ objectType: 'case', objectId: alert.id })).toBe(0)
    expect(await count({ objectType: 'task' })).toBe(0)
    const jobs = await app.deps.db.selectFrom('jobs').selectAll().execute()
    expect(jobs).toMatchObject([
      { data: 'evil.example', asked_by: 'alan', asked_kind: 'rule', cause: run?.id },
    ])
    const tagged = await app.deps.db.selectFrom('observables').select(['data', 'tags']).execute()
    expect(tagged.filter(({ tags }) => tags.includes('triaged'))).toMatchObject([
      { data: 'evil.example' },
    ])
    expect(await app.deps.db.selectFrom('rule_events').selectAll().execute()).toEqual([])
  })

  it('is one run for a burst of changes of one alert, and follows when a verdict changes', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      on: { 'verdict.changed': { to: ['malicious'] } },
      if: { _parent: { _type: 'case', _query: { status: 'Open' } } },
      do: [
        { set: { severity: 4 } },
        { comment: { text: '{value} in {case} {title} is malicious' } },
        { notify: { people: ['assignee'] } },
      ],
    })
    const found = await app.case({ title: '[click](https://evil.example)' })
    await app.addTo(found.id, 'evil.example')
    await app.admin.markValues({
      values: [{ dataType: 'domain', data: 'evil.example' }],
      level: 'malicious',
      cause: 'other',
      reason: 'seen in an attack',
      expiresAt: app.clock.now() + 86_400_000,
    })
    const [run] = await app.runs(1)
    expect(run?.because.text).toBe(
      'The verdict of evil[.]example changed from no verdict to malicious (analyst)',
    )
    expect(run?.steps.map(({ kind, state }) => [kind, state])).toEqual([
      ['set', 'done'],
      ['comment', 'done'],
      ['notify', 'done'],
    ])
    const row = await app.deps.db.selectFrom('cases').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ severity: 4, updated_by: 'alan' })
    const comment = await app.deps.db.selectFrom('comments').selectAll().executeTakeFirstOrThrow()
    expect(comment.message).toContain('evil\\[.\\]example in \\#')
    expect(comment.message).not.toContain('https://')
    expect(comment.message).not.toContain('](')
    const entries = await app.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'comment.create')
      .execute()
    expect(JSON.parse(entries[0]?.details ?? '{}')).toMatchObject({ ruleRun: run?.id })
    expect(await app.deps.db.selectFrom('notices').select(['login', 'kind']).execute()).toEqual([
      { login: expect.any(String), kind: 'rule' },
    ])
  })

  it('is refused with everything that is wrong with it', async () => {
    const app = await makeRulesApp(open)
    const refusal = await refusalOf(
      app.admin.createRule({
        name: 'Wrong',
        on: 'case.moved' as never,
        if: { nonsense: 1 },
        do: [{ explode: {} }, { comment: { text: '{password}' } }] as never,
        runAs: 'nobody',
        expires: 'soon',
      }),
    )
    expect(refusal).toMatchObject({ status: 400 })
    expect(JSON.stringify(refusal)).toContain('case.moved')
    for (const part of ['explode', '{password}', 'nobody', 'expires'])
      expect(JSON.stringify(refusal)).toContain(part)
    const onlyField = await refusalOf(
      app.rule({ on: 'alert.created', if: { nonsense: 1 }, do: [{ stop: {} }] }),
    )
    expect(JSON.stringify(onlyField)).toContain('nonsense')
  })

  it('has versions, an order and a name of its own', async () => {
    const app = await makeRulesApp(open)
    const first = await app.rule({ name: 'First', on: 'alert.created', do: [{ stop: {} }] })
    const second = await app.rule({ name: 'Second', on: 'alert.created', do: [{ stop: {} }] })
    const same = app.rule({ name: 'First', on: 'alert.created', do: [{ stop: {} }] })
    const taken = await refusalOf(same)
    expect(taken).toMatchObject({ status: 400 })
    expect(taken.message).toContain('name: there is a rule First already')
    const ordered = await app.admin.orderRules({ ids: [second.id, first.id] })
    expect(ordered.map(({ name, position }) => [name, position])).toEqual([
      ['Second', 1],
      ['First', 2],
    ])
    expect(await refusalOf(app.admin.orderRules({ ids: [second.id] }))).toMatchObject({
      status: 400,
    })
    await app.admin.updateRule({ id: first.id }, { state: 'off' })
    const changed = await app.admin.updateRule({ id: first.id }, { if: { source: 'siem' } })
    expect(changed).toMatchObject({ version: 2, state: 'off' })
    const versions = await app.admin.listRuleVersions({ id: first.id })
    expect(versions.map(({ version, if: filter }) => [version, filter])).toEqual([
      [2, { source: 'siem' }],
      [1, {}],
    ])
    const late = await refusalOf(
      app.admin.updateRule({ id: first.id }, { name: 'Late', state: 'off', version: 1 }),
    )
    expect(late).toMatchObject({ status: 409 })
    expect(JSON.stringify(late)).toContain('saved version 2 of this rule')
    await app.admin.updateRule({ id: first.id }, { name: 'In time', version: 2 })
    await app.admin.deleteRule({ id: first.id })
    expect((await app.admin.listRules()).map(({ name }) => name)).toEqual(['Second'])
  })
})
