import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { pauseRules } from '../../src/commands/backup/pause-rules.ts'
import { said } from '../../src/domain/automation/sentences.ts'
import { cancelPlanned } from '../../src/platform/automation/stop.ts'
import { lockRules } from '../../src/platform/automation/store.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import type { Db } from '../../src/storage/database.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, onlyPostgres } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { makeRulesApp } from './world.ts'

/** Some other transaction waits for a lock. */
const untilOneWaits = (db: Db) =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).toHaveLength(1)
    },
    { timeout: patienceMs, interval: 20 },
  )

describe.each(databases)('$name: a rule that is turned off', ({ open }) => {
  it('takes its held jobs along in the same moment, and does nothing more', async () => {
    const app = await makeRulesApp(open)
    await app.letRulesBlock()
    const rule = await app.rule({
      on: 'observable.created',
      if: { dataType: 'domain' },
      do: [{ respond: { responder: 'Block' } }],
    })
    const found = await app.case()
    await app.addTo(found.id, 'evil.example')
    const [run] = await app.runs(1)
    expect(run?.steps).toMatchObject([
      { state: 'done', resultType: 'job', reason: { id: 'reason.approval' } },
    ])
    expect((await app.admin.listResponses({ open: true })).rows).toMatchObject([
      { via: 'rule', requestedBy: 'alan', state: 'asked' },
    ])
    await app.admin.updateRule({ id: rule.id }, { state: 'off' })
    const job = await app.deps.db
      .selectFrom('jobs')
      .selectAll()
      .where('type', '=', 'responder')
      .executeTakeFirstOrThrow()
    expect(job).toMatchObject({ status: 'Failure', start_date: null })
    expect(job.error_message).toContain('was disabled')
    await app.addTo(found.id, 'other.example')
    await app.quiet()
    expect((await app.admin.listRuleRuns({})).total).toBe(1)
  })

  it('skips what is planned when everything is paused, and asks about nothing until it is resumed', async () => {
    const app = await makeRulesApp(open)
    await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['seen'] } }] })
    expect(await app.admin.pauseAutomation()).toMatchObject({
      isPaused: true,
      pausedBy: 'ada',
      needsSuperadmin: false,
    })
    const alert = await app.alert()
    expect(await app.deps.db.selectFrom('rule_events').selectAll().execute()).toEqual([])
    const explained = await app
      .as('analyze')
      .explainRules({ objectType: 'alert', objectId: alert.id })
    expect(explained.rules).toMatchObject([{ acts: false, because: { id: 'not.paused' } }])
    expect(await app.admin.resumeAutomation()).toMatchObject({ isPaused: false })
    await app.alert()
    await app.runs(1)
    expect((await app.admin.listRuleRuns({})).total).toBe(1)
  })

  it('of a restored backup waits for a superadmin', async () => {
    const app = await makeRulesApp(open)
    const rule = await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['seen'] } }] })
    await app.alert()
    await app.runs(1)
    const { db } = app.deps
    await db.updateTable('rule_steps').set({ state: 'planned' }).execute()
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('rule_runs').set({ state: 'running', due_at: 1 }).execute()
      await pauseRules(tx, app.clock.now(), false)
    })
    expect(await app.admin.getAutomation()).toMatchObject({ isPaused: true, needsSuperadmin: true })
    await app.alert()
    await app.quiet()
    const { rows } = await app.admin.listRuleRuns({ rule: rule.id })
    expect(rows).toMatchObject([{ state: 'canceled', tally: { skipped: 1 } }])
    expect(await refusalOf(app.admin.resumeAutomation())).toMatchObject({ status: 403 })
    expect(await app.as('root').confirmRestoredRules()).toEqual({ resumed: 1 })
    expect(await app.admin.getAutomation()).toMatchObject({ isPaused: false })
  })

  it('never does a step that was canceled while it was waiting for its turn', async () => {
    const app = await makeRulesApp(open)
    await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['seen'] } }] })
    const alert = await app.alert()
    await app.runs(1)
    const { db } = app.deps
    await db.updateTable('alerts').set({ tags: '[]' }).execute()
    const now = app.clock.now()
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('rule_steps').set({ state: 'planned' }).execute()
      await tx.updateTable('rule_runs').set({ state: 'running', due_at: now }).execute()
      await cancelPlanned(tx, { organization: 'alpha' }, said('reason.paused'), now)
    })
    await app.quiet()
    const row = await db
      .selectFrom('alerts')
      .select('tags')
      .where('id', '=', alert.id)
      .executeTakeFirstOrThrow()
    expect(row.tags).toBe('[]')
  })
})

describe.each(onlyPostgres)(
  '$name: rules that are turned off while they are at work',
  ({ open }) => {
    it('are paused after the events that are being matched, and neither fails', async () => {
      const app = await makeRulesApp(open)
      const deps = app.deps as PlatformDeps
      const { db } = deps
      await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['seen'] } }] })
      const event = { id: 'an-event', organization: 'alpha', kind: 'alert.created' } as const
      const about = { object_id: '~1', root_id: '~1', cause_run: null, details: '{}' }
      await db
        .insertInto('rule_events')
        .values({ ...event, ...about, at: 0, due_at: 1e15, attempts: 0 })
        .execute()
      let pausing: Promise<unknown> | undefined
      await db.transaction().execute(async (tx) => {
        await tx.deleteFrom('rule_events').execute()
        pausing = app.admin.pauseAutomation()
        await untilOneWaits(db)
        expect(await lockRules(deps, tx, 'alpha')).toHaveLength(1)
      })
      expect(await pausing).toMatchObject({ isPaused: true })
    })

    it('let a step that opens the case of a group come to its end, for which they wait', async () => {
      const app = await makeRulesApp(open)
      const deps = app.deps as PlatformDeps
      const { db } = deps
      const rule = await app.rule({
        on: 'alert.created',
        do: [{ openCase: { groupBy: ['source'], within: '1d' } }],
      })
      await app.alert()
      await app.runs(1)
      await db.updateTable('alerts').set({ case_id: null }).execute()
      await db.deleteFrom('rule_groups').execute()
      const now = app.clock.now()
      await db.transaction().execute(async (tx) => {
        expect(await lockRules(deps, tx, 'alpha')).toHaveLength(1)
        await db.updateTable('rule_steps').set({ state: 'planned' }).execute()
        await db.updateTable('rule_runs').set({ state: 'running', due_at: now }).execute()
        await app.quiet()
        await cancelPlanned(
          tx,
          { organization: 'alpha', ruleId: rule.id },
          said('reason.paused'),
          now,
        )
      })
      expect(await app.runs(1)).toMatchObject([{ state: 'done', tally: { done: 1 } }])
    })
  },
)
