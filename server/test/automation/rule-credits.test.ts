import { describe, expect, it } from 'vitest'
import { ruleCredits } from '../../src/storage/rows/rule-credits.ts'
import { databases } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(databases)('$name: what rules did names them', ({ open }) => {
  it('in the timeline of a case, its jobs, responses and history, also when the rule is gone', async () => {
    const app = await makeRulesApp(open)
    const opens = await app.rule({
      name: 'Opens',
      on: 'alert.created',
      do: [{ openCase: {} }],
    })
    await app.alert({ artifacts: [{ dataType: 'domain', data: 'evil.example' }] })
    await app.runs(1)
    const { id: caseId } = await app.deps.db
      .selectFrom('cases')
      .select('id')
      .executeTakeFirstOrThrow()
    const acts = await app.rule({
      name: 'Acts',
      on: 'case.updated',
      if: { title: 'Worse' },
      do: [{ set: { severity: 3 } }, { comment: { text: 'Worse' } }, { task: { title: 'Look' } }],
    })
    const analyzes = await app.rule({
      name: 'Analyzes',
      on: 'observable.created',
      do: [{ analyze: { analyzers: ['Echo'] } }, { respond: { responder: 'Block' } }],
    })
    const changed = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/case/${caseId}`,
      payload: { title: 'Worse', severity: 1 },
    })
    expect(changed.statusCode).toBe(200)
    await app.addTo(caseId, 'second.example')
    const runs = await app.runs(3, { state: 'done' })
    for (const { id } of [opens, acts, analyzes]) await app.admin.deleteRule({ id })
    const by = (name: string) => ({ name, runId: runs.find((one) => one.ruleName === name)?.id })

    const story = async () => (await app.admin.listTimeline({ id: caseId })).rows
    const credits = (await story()).map(({ kind, message, rule, fields }) => [
      message ?? fields?.join() ?? kind,
      rule,
    ])
    expect(credits).toEqual(
      expect.arrayContaining([
        ['case', by('Opens')],
        ['alert', by('Opens')],
        ['severity', by('Acts')],
        ['Worse', by('Acts')],
        ['title,severity', undefined],
      ]),
    )
    expect((await story()).find(({ kind }) => kind === 'action')?.rule).toEqual(by('Analyzes'))

    const jobs = await app.deps.db.selectFrom('jobs').select(['id', 'type']).execute()
    expect(jobs.map(({ type }) => type).sort()).toEqual(['analyzer', 'responder'])
    for (const { id } of jobs) {
      for (const job of [await app.admin.getJob({ id }), await app.admin.getReport({ id })])
        expect(job.rule).toEqual(by('Analyzes'))
    }
    const analysis = jobs.find(({ type }) => type === 'analyzer')?.id ?? ''
    await app.admin.waitReport({ id: analysis }, { atMost: '1minute' })
    const { history } = await app.admin.getValue({
      dataType: 'domain',
      data: 'second.example',
    })
    expect(history.runs[0]?.asked).toMatchObject({ as: 'rule', rule: by('Analyzes') })

    const task = await app.deps.db.selectFrom('tasks').select('id').executeTakeFirstOrThrow()
    const found = await app.admin.listRuleRuns({ objectType: 'task', objectId: task.id })
    expect(found.rows.map(({ ruleName }) => ruleName)).toEqual(['Acts'])

    const { db } = app.deps
    const ids = runs.map(({ id }) => id)
    expect([...(await ruleCredits(db, 'alpha', ids)).keys()].sort()).toEqual(ids.toSorted())
    expect(await ruleCredits(db, 'beta', ids)).toEqual(new Map())
    expect(
      (await app.as('stranger').listRuleRuns({ objectType: 'task', objectId: task.id })).total,
    ).toBe(0)
    await app.deps.db.deleteFrom('rule_runs').execute()
    const later = await story()
    expect(later.find(({ fields }) => fields?.join() === 'severity')?.rule).toEqual({
      name: 'Acts',
    })
    expect(later.find(({ message }) => message === 'Worse')?.rule).toBeUndefined()
  })
})
