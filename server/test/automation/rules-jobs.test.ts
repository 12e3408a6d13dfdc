import { describe, expect, it } from 'vitest'
import { startJobs } from '../../src/platform/automation/jobs.ts'
import { callerOf } from '../../src/platform/automation/rights.ts'
import { findRule, findRun, stepsOf } from '../../src/platform/automation/store.ts'
import { noteStale } from '../../src/platform/automation/upkeep.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { makeRulesApp } from './world.ts'

describe.each(oneDatabase)('$name: jobs of rules', ({ open }) => {
  it('are skipped beyond the daily limit, above the TLP of the analyzer, and for other types', async () => {
    const app = await makeRulesApp(open)
    const echo = (await app.admin.listAnalyzers({ range: 'all' })).rows[0]
    await app.admin.updateAnalyzer(
      { id: echo?.id ?? '' },
      { configuration: { check_tlp: true, max_tlp: 2 } },
    )
    const rule = await app.rule({
      on: 'observable.created',
      do: [{ analyze: { analyzers: ['Echo', 'Missing'] } }],
      budget: { jobsPerDay: 1 },
    })
    const found = await app.case()
    const reasonsOf = async (count: number) =>
      (await app.runs(count, { rule: rule.id }))[0]?.steps.map(({ state, reason }) => [
        state,
        reason?.id ?? null,
      ])
    await app.addTo(found.id, 'red.example', { tlp: 3 })
    expect(await reasonsOf(1)).toEqual([
      ['skipped', 'reason.tlp'],
      ['skipped', 'reason.worker'],
    ])
    app.clock.advance(1_000)
    await app.addTo(found.id, 'agent', { dataType: 'user-agent' })
    expect((await reasonsOf(2))?.[0]).toEqual(['skipped', 'reason.type'])
    app.clock.advance(1_000)
    await app.addTo(found.id, 'one.example')
    expect((await reasonsOf(3))?.[0]).toEqual(['done', null])
    app.clock.advance(1_000)
    await app.addTo(found.id, 'two.example')
    expect((await reasonsOf(4))?.[0]).toEqual(['skipped', 'reason.jobs'])
    const jobs = await app.deps.db.selectFrom('jobs').select('data').execute()
    expect(jobs).toContainEqual({ data: 'one.example' })
    expect(jobs).not.toContainEqual({ data: 'two.example' })
  })

  it('of responders are skipped beyond the daily limit, too', async () => {
    const app = await makeRulesApp(open)
    await app.letRulesBlock()
    await app.rule({
      on: 'observable.created',
      do: [{ respond: { responder: 'Block' } }],
      budget: { jobsPerDay: 1 },
    })
    const found = await app.case()
    await app.addTo(found.id, 'one.example')
    await app.addTo(found.id, 'two.example')
    await app.quiet()
    // One run or two.
    const runs = await app.runs(1)
    expect(
      runs
        .flatMap(({ steps }) => steps)
        .map(({ state, reason }) => [state, reason?.id])
        .toSorted(),
    ).toEqual([
      ['done', 'reason.approval'],
      ['skipped', 'reason.jobs'],
    ])
  })

  it('of responders are none where another engine could run one twice', async () => {
    const app = await makeRulesApp(open)
    await app.letRulesBlock()
    const { id } = await app.rule({
      on: 'observable.created',
      do: [{ respond: { responder: 'Block' } }],
    })
    await app.addTo((await app.case()).id, 'one.example')
    const [done] = await app.runs(1)
    const deps = app.deps as PlatformDeps
    const rule = await findRule(deps.db, 'alpha', id)
    const run = await findRun(deps.db, 'alpha', done?.id ?? '')
    const [step] = await stepsOf(deps.db, 'alpha', done?.id ?? '')
    const caller = rule && (await callerOf(deps.db, rule, { id: done?.id ?? '', author: 'ada' }))
    if (!rule || !run || !step || !caller) throw new Error('the run is missing')
    const acting = { rule, run, caller }
    const among = (...own: boolean[]) => {
      const engines = { availableTo: () => own.map((isOwn) => ({ isOwn })) }
      return startJobs({ ...deps, engines } as unknown as PlatformDeps, acting, step)
    }
    expect(await among(true)).toMatchObject({ state: 'done' })
    expect(await among(true, false)).toMatchObject({
      state: 'failed',
      reason: { id: 'reason.foreign' },
    })
  })

  it('that analyze again count one by one, and stop in the middle of an observable', async () => {
    const app = await makeRulesApp(open)
    await app.enable('orgadmin', 'Echo', { name: 'Second' })
    const first = await app.rule({
      on: 'observable.created',
      do: [{ analyze: { analyzers: ['Echo', 'Second'] } }],
    })
    const found = await app.case()
    await app.addTo(found.id, 'one.example')
    await app.addTo(found.id, 'two.example')
    await app.quiet()
    const { db } = app.deps
    const answers = async () =>
      (await db.selectFrom('value_answers').select('level').execute()).length
    await expect.poll(answers, { timeout: patienceMs }).toBe(4)
    await app.admin.updateRule({ id: first.id }, { state: 'off' })
    const again = await app.rule({
      on: { stale: { in: 'openCases', olderThan: '7d' } },
      do: [{ analyzeAgain: {} }],
      budget: { jobsPerDay: 3 },
    })
    app.clock.advance(8 * 86_400_000)
    expect(await noteStale(app.deps as unknown as PlatformDeps)).toBe(2)
    await app.quiet()
    const [run] = await app.runs(1, { rule: again.id })
    expect(run?.steps.map(({ state, reason }) => [state, reason?.id ?? null])).toEqual([
      ['done', null],
      ['done', 'reason.jobs'],
    ])
    const jobs = await db
      .selectFrom('jobs')
      .select('id')
      .where('cause', '=', run?.id ?? '')
      .execute()
    expect(jobs).toHaveLength(3)
  })

  it('leave the rest of a run to the process that took it over while a step was slow', async () => {
    const app = await makeRulesApp(open)
    const rule = await app.rule({
      on: 'observable.created',
      do: [{ analyze: { analyzers: ['Echo'] } }, { tag: { tags: ['seen'] } }],
    })
    await app.addTo((await app.case()).id, 'one.example')
    const [ended] = await app.runs(1)
    const id = ended?.id ?? ''
    const { db } = app.deps
    // The other process has done the first step, and is about to do the second.
    await db.updateTable('rule_steps').set({ state: 'planned' }).where('seq', '=', 2).execute()
    const due_at = app.clock.now() + 60_000
    await db.updateTable('rule_runs').set({ state: 'running', due_at }).execute()
    const row = await findRule(db, 'alpha', rule.id)
    const run = await findRun(db, 'alpha', id)
    const caller = row && (await callerOf(db, row, { id, author: 'ada' }))
    const [first] = await stepsOf(db, 'alpha', id)
    if (!row || !run || !caller || !first) throw new Error('nothing to act on')
    const deps = app.deps as unknown as PlatformDeps
    const end = await startJobs(deps, { run, rule: row, caller }, first)
    expect(end).toMatchObject({ state: 'done', resultId: first.result_id })
    expect((await stepsOf(db, 'alpha', id)).map(({ state }) => state)).toEqual(['done', 'planned'])
  })

  it('analyze what is stale again, spread over the day', async () => {
    const app = await makeRulesApp(open)
    const found = await app.case()
    const rule = await app.rule({
      name: 'Weekly',
      on: 'observable.created',
      do: [{ analyze: { analyzers: ['Echo'] } }],
    })
    for (let count = 0; count < 5; count += 1) await app.addTo(found.id, `host${count}.example`)
    await app.runs(1)
    await app.quiet()
    await expect
      .poll(
        async () =>
          (await app.deps.db.selectFrom('value_answers').select('value_hash').execute()).length,
      )
      .toBe(5)
    await app.admin.updateRule({ id: rule.id }, { state: 'off' })
    const weekly = await app.rule({
      on: { stale: { in: 'openCases', olderThan: '7d', perDay: 192 } },
      do: [{ analyzeAgain: {} }],
    })
    // Another organization's rule that fails comes first.
    await app.deps.db
      .insertInto('rules')
      .values({
        ...(await app.deps.db.selectFrom('rules').selectAll().executeTakeFirstOrThrow()),
        ...{ id: '0', organization: 'beta', name: 'Broken', trigger: 'stale', body: 'no JSON' },
        state: 'on',
      })
      .execute()
    const deps = app.deps as unknown as PlatformDeps
    expect(await noteStale(deps)).toBe(0)
    app.clock.advance(8 * 86_400_000)
    // 192 a day are 2 each quarter of an hour.
    expect(await noteStale(deps)).toBe(2)
    await app.quiet()
    const runs = await app.runs(1, { rule: weekly.id })
    expect(runs[0]?.objectCount).toBe(2)
    expect(runs[0]?.tally).toEqual({ done: 2 })
    expect(await noteStale(deps)).toBe(2)
    await app.quiet()
    expect(await noteStale(deps)).toBe(1)
  })
})
