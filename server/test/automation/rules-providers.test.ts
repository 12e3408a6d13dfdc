import { describe, expect, it } from 'vitest'
import { learn } from '../../src/engine/budgets/learn.ts'
import { submit } from '../../src/engine/jobs/submit.ts'
import { findKnownWorker } from '../../src/engine/workers/store.ts'
import { forgetKnown } from '../../src/storage/rows/known-rows.ts'
import { refusalOf } from '../api/refusal.ts'
import { budgetRow } from '../budgets/rows.ts'
import { databases } from '../databases.ts'
import { everything, makeQueue } from '../engine/queue-fixtures.ts'
import { makeRulesApp } from './world.ts'

const outage = (errorMessage: string) => ({
  ...{ status: 'Failure' as const, runner: 'process' as const, errorMessage },
})

/** A row of a rule, as a call would have made it: what writes events looks at nothing else. */
const ruleRow = (organization: string, trigger: 'budget.low' | 'provider.down', state = 'on') => ({
  ...{ id: `${organization}-${trigger}`, organization, name: trigger, position: 1 },
  ...{ state: state as 'on', stopped: null, stopped_at: null, missed: 0, version: 1, trigger },
  ...{ run_as: 'ada', saver_roles: '[]', runs_per_hour: 1, jobs_per_day: 1, expires_at: null },
  ...{ paused: 0, created_at: 1, created_by: 'ada', updated_at: null, updated_by: null },
  body: '{}',
})

describe.each(databases)('$name: events of budgets', ({ open }) => {
  const shared = async (rules: ReturnType<typeof ruleRow>[], organization: string | null) => {
    const queue = await makeQueue(open)
    const { db } = queue.database
    const windows = JSON.stringify([{ count: 5, per: 'day' }])
    const row = { organization, shared: organization === null ? 1 : 0, windows, people_share: 0 }
    await db.insertInto('budgets').values(budgetRow('common', row)).execute()
    forgetKnown('workers')
    await db.updateTable('workers').set({ budget_id: 'common' }).execute()
    if (rules.length > 0) await db.insertInto('rules').values(rules).execute()
    let sent = 0
    return {
      ...queue,
      events: () =>
        db
          .selectFrom('rule_events')
          .select(['organization', 'kind', 'object_id', 'details'])
          .orderBy('organization')
          .execute(),
      async send() {
        sent += 1
        const caller = { login: 'x', organization: 'alpha', roles: [], via: 'session' as const }
        const input = { dataType: 'other', data: `observable ${sent}` }
        await submit(queue.deps, caller, 'analyzer', 'alpha-analyzer', input)
      },
      async fail(message: string) {
        for (const job of await queue.deps.jobQueue.claim('a-node', 10, everything)) {
          const worker = await findKnownWorker(db, job)
          if (!worker) throw new Error('the worker is missing')
          await learn(queue.deps, job, worker, outage(message))
          await queue.deps.jobQueue.end(job, outage(message))
        }
      },
    }
  }

  it('are written once when it becomes low, for each organization with a rule, and again after it recovered', async () => {
    const queue = await shared(
      [ruleRow('alpha', 'budget.low'), ruleRow('beta', 'budget.low')],
      null,
    )
    for (let count = 0; count < 3; count += 1) await queue.send()
    expect(await queue.events()).toEqual([])
    await queue.send()
    await queue.send()
    const event = { kind: 'budget.low', object_id: 'common', details: '{}' }
    expect(await queue.events()).toEqual([
      { organization: 'alpha', ...event },
      { organization: 'beta', ...event },
    ])
    await queue.fail('no such observable')
    queue.clock.advance(2 * 86_400_000)
    await queue.send()
    expect(await queue.database.db.selectFrom('budgets').select('low_at').execute()).toEqual([
      { low_at: null },
    ])
    for (let count = 0; count < 3; count += 1) await queue.send()
    expect(await queue.events()).toHaveLength(4)
  })

  it('say why the provider is down; of a shared budget nothing of a job', async () => {
    const queue = await shared(
      [ruleRow('alpha', 'provider.down'), ruleRow('beta', 'provider.down')],
      null,
    )
    await queue.send()
    await queue.fail('401 Client Error: Unauthorized for secret-of-alpha')
    const events = await queue.events()
    expect(events.map(({ organization }) => organization)).toEqual(['alpha', 'beta'])
    for (const { details } of events) {
      expect(JSON.parse(details)).toMatchObject({ state: 'refused' })
      expect(details).not.toContain('secret-of-alpha')
    }
  })

  it('are not written without a rule, for one that is off, nor for who does not use the budget', async () => {
    const queue = await shared([ruleRow('alpha', 'provider.down', 'off')], null)
    await queue.send()
    await queue.fail('401 Client Error: Unauthorized')
    expect(await queue.events()).toEqual([])

    const own = await shared([ruleRow('beta', 'provider.down')], 'alpha')
    await own.send()
    await own.fail('401 Client Error: Unauthorized')
    expect(await own.events()).toEqual([])

    const unused = await shared([ruleRow('beta', 'provider.down')], null)
    forgetKnown('workers')
    await unused.database.db
      .updateTable('workers')
      .set({ budget_id: null })
      .where('organization', '=', 'beta')
      .execute()
    await unused.send()
    await unused.fail('401 Client Error: Unauthorized')
    expect(await unused.events()).toEqual([])
  })
})

describe.each(databases)('$name: rules about budgets', ({ open }) => {
  const insertEvent = (
    db: Awaited<ReturnType<typeof makeRulesApp>>['deps']['db'],
    organization: string,
    id: string,
  ) =>
    db
      .insertInto('rule_events')
      .values({
        ...{ id: `of-${organization}-${id}`, organization, kind: 'provider.down' as const },
        ...{ object_id: id, root_id: id, cause_run: null, at: 1, due_at: 1, attempts: 0 },
        details: JSON.stringify({ state: 'down', reason: '503' }),
      })
      .execute()

  it('notify people with a link to the budget, see their own and shared ones, and no others', async () => {
    const app = await makeRulesApp(open)
    const { db } = app.deps
    await db
      .insertInto('budgets')
      .values([
        budgetRow('own', { organization: 'alpha', name: 'VirusTotal', state: 'down' }),
        budgetRow('common', { organization: null, shared: 1, name: 'Shodan', state: 'down' }),
        budgetRow('hidden', { organization: null, shared: 0, name: 'Operator', state: 'down' }),
        budgetRow('foreign', { organization: 'beta', name: 'Beta only', state: 'down' }),
      ])
      .execute()
    const rule = await app.rule({
      on: 'provider.down',
      if: { _in: { _field: 'state', _values: ['down', 'refused'] } },
      do: [{ notify: { people: ['ada'] } }],
    })
    for (const id of ['own', 'common', 'hidden', 'foreign']) await insertEvent(db, 'alpha', id)
    await app.quiet()
    const runs = await app.runs(2)
    expect(runs.map(({ root }) => root.title).sort()).toEqual(['Shodan', 'VirusTotal'])
    expect(runs[0]?.because).toMatchObject({ id: 'because.down' })
    const notices = await db
      .selectFrom('notices')
      .select(['login', 'object_type', 'object_id'])
      .where('kind', '=', 'rule')
      .orderBy('object_id')
      .execute()
    expect(notices).toEqual([
      { login: 'ada', object_type: 'budget', object_id: 'common' },
      { login: 'ada', object_type: 'budget', object_id: 'own' },
    ])

    const tried = await app.admin.tryRule({ id: rule.id })
    expect(tried.matched).toBe(2)
    expect(tried.unknown.map(({ id }) => id)).toContain('unknown.budgets')
    const explained = await app.admin.explainRules({ objectType: 'budget', objectId: 'common' })
    expect(explained).toMatchObject({ title: 'Shodan', rules: [{ acts: true }] })
    for (const objectId of ['hidden', 'foreign'])
      expect(
        await refusalOf(app.admin.explainRules({ objectType: 'budget', objectId })),
      ).toMatchObject({ status: 404 })
  })

  it('refuse steps that need a case, and conditions that a budget does not have', async () => {
    const app = await makeRulesApp(open)
    const refused = async (more: object) =>
      JSON.stringify(await refusalOf(app.rule({ on: 'budget.low', do: [{ stop: {} }], ...more })))
    expect(await refused({ do: [{ comment: { text: 'x' } }] })).toContain(
      'can only notify and stop',
    )
    expect(await refused({ do: [{ notify: { people: ['assignee'] } }] })).toContain('no assignee')
    expect(await refused({ if: { reason: 'x' } })).toContain('reason')
    expect(await refused({ if: { _parent: { _type: 'case', _query: {} } } })).toContain(
      'cannot be filtered by its parent',
    )
  })
})
