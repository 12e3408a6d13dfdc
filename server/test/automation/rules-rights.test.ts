import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { stopWithoutUser } from '../../src/platform/automation/upkeep.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import { browserOf } from '../api/browser.ts'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(oneDatabase)('$name: the rights of a rule', ({ open }) => {
  it('are those of a user of the organization who may act, with no more than the saver has', async () => {
    const app = await makeRulesApp(open)
    const body = { on: 'alert.created' as const, do: [{ tag: { tags: ['x'] } }] }
    for (const runAs of ['bob', 'rita', 'lars', 'root', 'missing']) {
      const refusal = await refusalOf(app.rule({ ...body, runAs }))
      expect(refusal).toMatchObject({ status: 400 })
      expect(refusal.message).toContain(runAs)
    }
    for (const person of ['analyze', 'read'] as const)
      expect(
        await refusalOf(app.as(person).createRule({ ...body, name: 'x', runAs: 'alan' })),
      ).toMatchObject({ status: 403 })
  })

  it('are looked up when it acts: without its user it is stopped', async () => {
    const app = await makeRulesApp(open)
    const rule = await app.rule({ on: 'alert.created', do: [{ tag: { tags: ['seen'] } }] })
    await app.admin.updateUser({ login: 'alan' }, { status: 'Locked' })
    const { db } = app.deps
    const alert = await app
      .inject({
        as: 'orgadmin',
        method: 'POST',
        url: '/api/alert',
        payload: {
          type: 'mail',
          source: 'mailbox',
          sourceRef: 'locked',
          title: 'x',
          description: 'x',
        },
      })
      .then((response) => response.json())
    await app.quiet()
    expect(await app.admin.getRule({ id: rule.id })).toMatchObject({
      state: 'stopped',
      stopped: { id: 'stopped.runAs', parameters: { login: 'alan' } },
    })
    const row = await db
      .selectFrom('alerts')
      .select('tags')
      .where('id', '=', alert.id)
      .executeTakeFirstOrThrow()
    expect(row.tags).not.toContain('seen')
  })

  it('let neither its user nor its author approve what it asks for, named as approver or not', async () => {
    const app = await makeRulesApp(open)
    const { db } = app.deps
    await app.admin.updateUser({ login: 'rita' }, { roles: ['read', 'analyze'] })
    const id = app.responder?.id ?? ''
    await app.admin.setResponderPolicy({ id }, { effect: 'contain', approval: 'automated' })
    const rule = await app.rule({
      on: 'observable.created',
      do: [{ respond: { responder: 'Block' } }],
    })
    const found = await app.case()
    await app.addTo(found.id, 'evil.example')
    await app.runs(1)
    const { rows } = await app.admin.listResponses({ open: true })
    expect(rows).toMatchObject([
      { via: 'rule', requestedBy: 'alan', ruleAuthor: 'ada', canDecide: false },
    ])
    expect((await app.as('read').listResponses({ open: true })).rows).toMatchObject([
      { canDecide: true },
    ])
    const asked = await db
      .selectFrom('notices')
      .select('login')
      .where('kind', '=', 'approvalAsked')
      .execute()
    expect(asked).toEqual([{ login: 'rita' }])
    const decide = async (login: string, decision: 'approve' | 'reject') => {
      const answer = await app.inject({
        method: 'POST',
        url: `/api/response/${rows[0]?.id}/${decision}`,
        headers: await browserOf(app, login),
        payload: {},
      })
      return { status: answer.statusCode, message: answer.json().message }
    }
    const refused = {
      status: 403,
      message: 'You wrote the rule that asked for this response. Another user must approve it',
    }
    expect((await decide('alan', 'approve')).status).toBe(403)
    expect(await decide('ada', 'approve')).toEqual(refused)
    expect(await decide('ada', 'reject')).toEqual(refused)
    await app.admin.setResponderPolicy({ id }, { effect: 'contain', approvers: ['ada', 'rita'] })
    expect(await decide('ada', 'approve')).toEqual(refused)
    // Who changes the rule afterwards did not write what it asked for.
    await db.updateTable('rules').set({ updated_by: 'rita' }).where('id', '=', rule.id).execute()
    expect(await decide('rita', 'approve')).toMatchObject({ status: 200 })
  })

  it('are looked up before each step: a user who is locked during a run does nothing more', async () => {
    const app = await makeRulesApp(open)
    const rule = await app.rule({
      on: 'alert.created',
      do: [{ tag: { tags: ['first'] } }, { comment: { text: 'second' } }],
    })
    const { db } = app.deps
    await sql`create trigger locked_meanwhile after update on rule_steps
      when new.seq = 1 and new.state = 'done'
      begin update users set status = 'Locked' where login = 'alan'; end`.execute(db)
    await app.alert()
    const [run] = await app.runs(1)
    expect(run?.steps.map(({ state }) => state)).toEqual(['done', 'skipped'])
    expect(await app.admin.getRule({ id: rule.id })).toMatchObject({
      state: 'stopped',
      stopped: { id: 'stopped.runAs' },
    })
    expect(await db.selectFrom('comments').selectAll().execute()).toEqual([])
  })

  it('end for jobs that wait, too: they are canceled once their user is locked', async () => {
    const app = await makeRulesApp(open)
    await app.letRulesBlock()
    const rule = await app.rule({
      on: 'observable.created',
      do: [{ respond: { responder: 'Block' } }],
    })
    await app.addTo((await app.case()).id, 'evil.example')
    const [run] = await app.runs(1)
    await stopWithoutUser(app.deps as unknown as PlatformDeps)
    expect(await app.admin.getRule({ id: rule.id })).toMatchObject({ state: 'on' })
    await app.admin.updateUser({ login: 'alan' }, { status: 'Locked' })
    await stopWithoutUser(app.deps as unknown as PlatformDeps)
    expect(await app.admin.getRule({ id: rule.id })).toMatchObject({ state: 'stopped' })
    const job = await app.admin.getJob({ id: run?.steps[0]?.resultId ?? '' })
    expect(job).toMatchObject({ status: 'Failure' })
  })

  it('to change it are needed to see the parameters of its responders', async () => {
    const app = await makeRulesApp(open)
    const parameters = { note: 'canary-of-a-note' }
    const { id } = await app.rule({
      on: 'observable.created',
      do: [{ respond: { responder: 'Block', parameters } }],
    })
    const seen = async (person: 'analyze' | 'orgadmin') => {
      const as = app.as(person)
      return [await as.listRules(), await as.getRule({ id }), await as.listRuleVersions({ id })]
    }
    for (const one of await seen('analyze')) {
      expect(JSON.stringify(one)).toContain('Block')
      expect(JSON.stringify(one)).not.toContain(parameters.note)
    }
    for (const one of await seen('orgadmin')) expect(JSON.stringify(one)).toContain(parameters.note)
  })
})
