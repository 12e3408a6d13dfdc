import { describe, expect, it } from 'vitest'
import { matchBatch } from '../../src/platform/automation/match.ts'
import { matchRules, rulesScope } from '../../src/platform/automation/matching.ts'
import { liveRule, rulesOf } from '../../src/platform/automation/store.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import type { Db } from '../../src/storage/database.ts'
import { recordRuleEvents } from '../../src/storage/rows/rule-events.ts'
import { databases, sqlite } from '../databases.ts'
import { listenTo, planOf } from '../engine/query-plan.ts'
import { patienceMs } from '../patience.ts'
import { insertRows, row } from '../platform/rows.ts'
import { makeRulesApp, type RulesApp } from './world.ts'

const never = 1e15
const observable = 'observable.created' as const

/** Half of them are domains, two of 10,000 are URLs. */
const typeAt = (at: number) => (at === 7 || at === 9_001 ? 'url' : at % 2 === 0 ? 'domain' : 'ip')

/** As one import leaves them: observables of ten alerts, and one event of each. */
async function importObservables(
  app: RulesApp,
  count: number,
  { organization = 'alpha', dueAt = app.deps.clock.now() } = {},
): Promise<void> {
  const { db } = app.deps
  const prefix = organization === 'alpha' ? 4_000 : 5_000
  const alerts = Array.from({ length: 10 }, (_, at) => `~${prefix}${at}`)
  await insertRows(db, { alerts: alerts.map((id) => row.alert(id, { organization })) })
  const rows = Array.from({ length: count }, (_, at) =>
    row.observable(`~${prefix}1${at}`, `${at}.example`, {
      ...{ organization, alert_id: alerts[at % 10] ?? null, tlp: 2 },
      ...{ data_type: typeAt(at), value_hash: `hash-${at}` },
    }),
  )
  for (let from = 0; from < count; from += 500)
    await insertRows(db, { observables: rows.slice(from, from + 500) })
  const events = rows.map(({ id, alert_id }) => ({
    kind: observable,
    objectId: id,
    rootId: String(alert_id),
  }))
  await db
    .transaction()
    .execute((tx) => recordRuleEvents(tx, organization, events, { now: dueAt, causeRun: null }))
}

const left = async (db: Db, organization: string): Promise<number> => {
  const { count } = await db
    .selectFrom('rule_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const domains = { _and: [{ dataType: 'domain' }, { _lte: { tlp: 2 } }] }

describe.each(databases)('$name: events in a line', ({ open }) => {
  it('cost a batch of statements, however many rules and events it has', async () => {
    const app = await makeRulesApp(open)
    for (let count = 0; count < 20; count += 1)
      await app.rule({
        ...{ state: 'trial', on: observable, if: domains },
        do: [{ tag: { tags: [`tag-${count}`] } }],
      })
    const deps = app.deps as PlatformDeps
    await importObservables(app, 200, { dueAt: never })
    const events = await deps.db.selectFrom('rule_events').selectAll().execute()
    const { nodes, listening } = listenTo(deps.db)
    expect(await matchBatch({ ...deps, db: listening }, 'alpha', events, never)).toBe(false)
    expect(nodes.length).toBeLessThan(30)
    expect(await left(deps.db, 'alpha')).toBe(0)
    const runs = await deps.db.selectFrom('rule_runs').select('object_count').execute()
    expect(runs).toHaveLength(20 * 5)
    expect(runs.every(({ object_count }) => object_count === 20)).toBe(true)
  })

  it('of one import of 10,000 are each asked about once, and keep no person and no other organization waiting', {
    timeout: 4 * patienceMs,
  }, async () => {
    const app = await makeRulesApp(open)
    const { db } = app.deps
    const budget = { runsPerHour: 100_000 }
    await app.rule({
      ...{ state: 'trial', on: observable, if: domains, budget },
      do: [{ tag: { tags: ['would'] } }],
    })
    await app.rule({
      ...{
        on: observable,
        budget,
        if: { dataType: 'url' },
      },
      do: [{ comment: { text: 'seen' } }],
    })
    await app.as('stranger').createRule({
      ...{ name: 'Other', state: 'trial', on: observable, runAs: 'bob' },
      do: [{ stop: {} }],
    })
    await importObservables(app, 10_000)
    await importObservables(app, 5, { organization: 'beta' })
    const echo = (await app.admin.listAnalyzers({ range: 'all' })).rows[0]
    const analyst = app.as('analyze')
    let [jobsMeanwhile, leftWhenOtherWasDone] = [0, 0]
    for (let waiting = 10_000; waiting > 0; ) {
      const data = `${jobsMeanwhile}.person.example`
      const { id } = await analyst.runAnalyzer({ id: echo?.id ?? '' }, { data, dataType: 'domain' })
      expect(await analyst.waitReport({ id }, { atMost: 'Inf' })).toMatchObject({
        status: 'Success',
      })
      waiting = await left(db, 'alpha')
      if (waiting > 0) jobsMeanwhile += 1
      if (leftWhenOtherWasDone === 0 && (await left(db, 'beta')) === 0)
        leftWhenOtherWasDone = waiting
    }
    expect(jobsMeanwhile).toBeGreaterThan(0)
    expect(leftWhenOtherWasDone).toBeGreaterThan(0)
    await app.quiet()
    const asked = await db
      .selectFrom('rule_runs')
      .select(['mode', (eb) => eb.fn.sum<number>('object_count').as('objects')])
      .where('organization', '=', 'alpha')
      .groupBy('mode')
      .orderBy('mode')
      .execute()
    expect(asked.map(({ mode, objects }) => [mode, Number(objects)])).toEqual([
      ['on', 2],
      ['trial', 5_000],
    ])
    const steps = await db
      .selectFrom('rule_steps')
      .select(['state', 'reason'])
      .where('state', '!=', 'would')
      .execute()
    expect(steps).toEqual(Array(2).fill({ state: 'done', reason: null }))
    const comments = await db.selectFrom('comments').select('id').execute()
    expect(comments).toHaveLength(2)
  })
})

describe('sqlite: what rules are asked about', () => {
  it('is read by its id, never by reading all that the organization has', async () => {
    const app = await makeRulesApp(sqlite.open)
    const conditions = [
      {},
      { dataType: 'domain' },
      {
        _and: [{ dataType: 'domain' }, { _parent: { _type: 'alert', _query: { source: 'gate' } } }],
      },
    ]
    for (const filter of conditions)
      await app.rule({ on: observable, if: filter, do: [{ tag: { tags: ['x'] } }] })
    const deps = app.deps as PlatformDeps
    const scope = await rulesScope(deps, 'alpha')
    const rules = (await rulesOf(deps.db, 'alpha')).map(liveRule)
    const plan = await planOf(deps.db, (db) => matchRules(db, scope, rules, 'observable', ['a']))
    expect(plan).toMatch(
      /SEARCH observables USING (COVERING )?INDEX sqlite_autoindex_observables_1 \(id=\?\)/,
    )
    expect(plan).not.toContain('organization=?')
    expect(plan).not.toMatch(/SCAN (observables|alerts|related)/)
  })
})
