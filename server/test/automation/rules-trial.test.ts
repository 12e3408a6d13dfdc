import { describe, expect, it } from 'vitest'
import { tryRule } from '../../src/platform/automation/trying.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import { databases, sqlite } from '../databases.ts'
import { planOf } from '../engine/query-plan.ts'
import { mailedDomain, makeRulesApp } from './world.ts'

describe.each(databases)('$name: before a rule acts', ({ open }) => {
  it('a trial records what it would do, and does nothing', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      state: 'trial',
      on: 'alert.created',
      do: [{ analyze: { analyzers: ['Echo'] } }, { tag: { tags: ['seen'] } }, { openCase: {} }],
    })
    await app.alert({ artifacts: [{ dataType: 'domain', data: 'evil.example' }] })
    const [run] = await app.runs(1)
    expect(run).toMatchObject({ mode: 'trial', state: 'done', tally: { would: 3 } })
    expect(await app.deps.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    expect(await app.deps.db.selectFrom('cases').selectAll().execute()).toEqual([])
  })

  it('says "at least", and what was not examined, when counting takes longer than it may', async () => {
    const app = await makeRulesApp(open)
    await app.alert()
    const body = { on: 'alert.created' as const, if: {}, do: [{ stop: {} }] }
    const deps = app.deps as PlatformDeps
    expect(await tryRule(deps, 'alpha', body, 30, 0)).toMatchObject({
      ...{ isComplete: false, matched: 0, perDay: [] },
      unknown: [
        { id: 'unknown.unexamined', text: expect.stringContaining('newest 0 of 30 days') },
        { id: 'unknown.today' },
        { id: 'unknown.order' },
      ],
    })
    const whole = await tryRule(deps, 'alpha', body, 30)
    expect(whole).toMatchObject({ isComplete: true, matched: 1 })
    expect(whole.unknown.map(({ id }) => id)).not.toContain('unknown.unexamined')
  })

  it('it can be tried on what was there: how often, on what, and what it needs', async () => {
    const app = await makeRulesApp(open)
    for (let count = 0; count < 3; count += 1)
      await app.alert({
        artifacts: [
          { dataType: 'domain', data: `evil${count}.example` },
          { dataType: 'ip', data: '192.0.2.1' },
        ],
      })
    const tried = await app.admin.tryRule({
      on: 'observable.created',
      if: { _and: [{ dataType: 'domain' }, { _parent: { _type: 'alert', _query: {} } }] },
      do: [{ analyze: { analyzers: ['Echo', 'Other'] } }],
      days: 7,
    })
    expect(tried).toMatchObject({
      days: 7,
      matched: 3,
      needs: [
        { kind: 'analyzer', name: 'Echo', runs: 3 },
        { kind: 'analyzer', name: 'Other', runs: 3 },
      ],
    })
    expect(tried.perDay).toHaveLength(7)
    expect(tried.perDay.at(-1)?.count).toBe(3)
    expect(tried.objects.map(({ title }) => title).sort()).toEqual([
      'evil0[.]example',
      'evil1[.]example',
      'evil2[.]example',
    ])
    expect(tried.unknown[0]?.text).toContain('as they are today')
    expect((await app.admin.listRuleRuns({})).total).toBe(0)
    for (const on of [
      'alert.updated',
      'case.created',
      'case.updated',
      'case.closed',
      'task.updated',
      'verdict.changed',
      { stale: { olderThan: '7d' } },
    ] as const)
      expect(await app.admin.tryRule({ on, do: [{ stop: {} }], days: 30 })).toMatchObject({
        days: 30,
      })
  })

  it('an explanation says that an observable of a case is in no alert', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      on: 'observable.created',
      if: { _parent: { _type: 'alert', _query: {} } },
      do: [{ tag: { tags: ['x'] } }],
    })
    const found = await app.case({})
    await app.addTo(found.id, 'evil.example')
    const { id } = await app.deps.db
      .selectFrom('observables')
      .select('id')
      .executeTakeFirstOrThrow()
    const { rules } = await app.admin.explainRules({ objectType: 'observable', objectId: id })
    expect(rules).toMatchObject([
      { acts: false, conditions: [{ text: 'it belongs to an alert', holds: false }] },
    ])
  })

  it('an explanation names each condition with the value found', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      name: 'Links',
      state: 'off',
      on: 'observable.created',
      if: mailedDomain,
      do: [{ analyze: { analyzers: ['Echo'] } }],
    })
    await app.rule({ name: 'Other', on: 'case.created', do: [{ stop: {} }] })
    const alert = await app.alert({
      artifacts: [{ dataType: 'domain', data: 'evil.example', tlp: 3 }],
    })
    const row = await app.deps.db.selectFrom('observables').select('id').executeTakeFirstOrThrow()
    const explained = await app
      .as('analyze')
      .explainRules({ objectType: 'observable', objectId: row.id })
    expect(explained).toMatchObject({ title: 'evil[.]example', others: 1 })
    const [rule] = explained.rules
    expect(rule).toMatchObject({ name: 'Links', acts: false })
    expect(rule?.conditions.map(({ text, holds, found }) => [text, holds, found])).toEqual([
      ['dataType is domain', true, 'domain'],
      ['tlp is at most 2', false, '3'],
      ['alert source is mailbox', true, 'mailbox'],
    ])
    expect(rule?.because.text).toBe('Not run: tlp is at most 2, found 3')
    expect(alert.id).toBeTruthy()
  })

  it('presets read as sentences and can be created as they are, but for what must be chosen', async () => {
    const app = await makeRulesApp(open)
    const presets = await app.as('analyze').listRulePresets()
    expect(presets).toHaveLength(6)
    for (const { name, on, if: filter, do: steps, budget, missing, reads } of presets) {
      expect(reads.every(({ text, id }) => text !== '' && text !== id)).toBe(true)
      const chosen = steps.map((step) =>
        'respond' in step ? { respond: { responder: 'Block' } } : step,
      )
      expect(missing.length > 0).toBe(steps.some((step) => 'respond' in step))
      const created = await app.rule({ name, on, if: filter, do: chosen, budget, state: 'off' })
      expect(created.state).toBe('off')
    }
  })
})

describe('a rule about one value', () => {
  it('is tried by the index of values, and not by reading all of the days', async () => {
    const app = await makeRulesApp(sqlite.open)
    await app.alert({ artifacts: [{ dataType: 'domain', data: 'evil.example' }] })
    const deps = app.deps as PlatformDeps
    const on = 'observable.created' as const
    const plans = async (filter: Record<string, unknown>) =>
      await planOf(deps.db, (db) =>
        tryRule({ ...deps, db }, 'alpha', { on, if: filter, do: [{ stop: {} }] }, 30),
      )
    const value = { data: 'evil.example' }
    for (const filter of [value, { _and: [{ dataType: 'domain' }, value] }]) {
      const plan = await plans(filter)
      expect(plan).toMatch(/observables_by_\w+ \(organization=\? AND value_hash=\?/)
      expect(plan).not.toContain('observables_of_organization')
      const tried = await tryRule(deps, 'alpha', { on, if: filter, do: [{ stop: {} }] }, 30)
      expect(tried).toMatchObject({ matched: 1, isComplete: true })
    }
    for (const filter of [{ dataType: 'domain' }, { _not: value }])
      expect(await plans(filter)).toContain('observables_of_organization')
  })
})
