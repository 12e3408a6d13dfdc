import { describe, expect, it } from 'vitest'
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
})
