import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(oneDatabase)('$name: steps of rules', ({ open }) => {
  it('raise TLP and PAP, and never lower them', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      on: 'case.created',
      do: [{ set: { tlp: 2, pap: 1, severity: 1 } }, { task: { title: 'Look at {title}' } }],
    })
    await app.case({ tlp: 3, pap: 0, severity: 3, title: 'Phishing' })
    const [run] = await app.runs(1)
    expect(run?.tally).toEqual({ done: 2 })
    const row = await app.deps.db.selectFrom('cases').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ tlp: 3, pap: 1, severity: 1 })
    const task = await app.deps.db.selectFrom('tasks').select('title').executeTakeFirstOrThrow()
    expect(task.title).toBe('Look at Phishing')
  })

  it('open one case for alerts of one group, and another one when the time is over', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      on: 'alert.created',
      do: [{ openCase: { groupBy: ['source', 'observable:domain'], within: '4h' } }],
    })
    const artifacts = [{ dataType: 'domain', data: 'host.example' }]
    await app.alert({ artifacts })
    await app.alert({ artifacts })
    await app.alert({ artifacts: [{ dataType: 'domain', data: 'other.example' }] })
    await app.runs(3)
    const { db } = app.deps
    expect(await db.selectFrom('cases').select('id').execute()).toHaveLength(2)
    app.clock.advance(5 * 3_600_000)
    await app.alert({ artifacts })
    await app.runs(4)
    expect(await db.selectFrom('cases').select('id').execute()).toHaveLength(3)
  })

  it('dismiss open duplicates of the alerts of a false positive', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      on: 'case.closed',
      if: { resolutionStatus: 'FalsePositive' },
      do: [{ dismiss: { reason: 'duplicate' } }],
    })
    const first = await app.alert({ title: 'Same' })
    await app.alert({ title: 'Same' })
    await app.alert({ title: 'Different' })
    const promoted = await app.call('POST', `/api/alert/${first.id}/createCase`, {})
    expect(promoted.status).toBe(201)
    const closed = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/case/${promoted.body.id}`,
      payload: {
        status: 'Resolved',
        resolutionStatus: 'FalsePositive',
        impactStatus: 'NotApplicable',
        summary: 'x',
      },
    })
    expect(closed.statusCode).toBe(200)
    const [run] = await app.runs(1)
    expect(run?.steps).toMatchObject([{ kind: 'dismiss', state: 'done' }])
    const rows = await app.deps.db
      .selectFrom('alerts')
      .select(['title', 'dismissal', 'case_id'])
      .execute()
    expect(rows.filter(({ dismissal }) => dismissal !== null)).toMatchObject([
      { title: 'Same', case_id: null, dismissal: 'duplicate' },
    ])
  })

  it('stop later rules about the same object', async () => {
    const app = await makeRulesApp(open)
    await app.rule({
      name: 'First',
      on: 'alert.created',
      if: { source: 'mailbox' },
      do: [{ stop: {} }],
    })
    await app.rule({ name: 'Second', on: 'alert.created', do: [{ tag: { tags: ['second'] } }] })
    await app.alert()
    await app.alert({ source: 'siem' })
    const runs = await app.runs(2)
    expect(runs.map(({ ruleName }) => ruleName).sort()).toEqual(['First', 'Second'])
  })
})
