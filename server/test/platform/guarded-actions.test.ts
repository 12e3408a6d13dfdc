import { describe, expect, it, vi } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { callAs, makeConnectorApp, operating, rowsOf } from './connector.ts'

const block = operating('Block', [{ type: 'AddTagToArtifact', tag: 'blocked' }])

describe.each(oneDatabase)('$name: an action of a responder with a policy', ({ open }) => {
  it('is refused on a protected observable, and takes two people to be run all the same', async () => {
    const app = await makeConnectorApp(open, [block])
    const responder = await app.enable('orgadmin', 'Block')
    await app.as('orgadmin').setResponderPolicy({ id: responder.id }, { effect: 'contain' })
    const rows = rowsOf(app)
    const observable = await rows.observable({ case_id: (await rows.case()).id })
    await app.deps.db
      .updateTable('observables')
      .set({ data_type: 'ip', data: '8.8.8.8' })
      .where('id', '=', observable)
      .execute()
    const input = {
      engineId: 'local',
      responderId: responder.id,
      objectType: 'case_artifact',
      objectId: observable,
    }
    const overrideReason = 'it is hijacked'
    const post = async (login: string, url: string, payload: object) => {
      const headers = await browserOf(app, login)
      return app.inject({ method: 'POST', url, headers, payload })
    }

    const call = callAs(app)
    const refused = await call('POST', '/api/connector/engine/action', input)
    expect(refused).toMatchObject({ status: 400 })
    expect(refused.body.message).toContain('8.8.8.8 is protected: Public resolver (Google)')
    const byKey = await call('POST', '/api/connector/engine/action', { ...input, overrideReason })
    expect(byKey.body.message).toContain('Only a signed-in user can override this')

    const asked = await post('alan', '/api/connector/engine/action', { ...input, overrideReason })
    expect(asked.json()).toMatchObject({ status: 'Waiting' })
    const { rows: open_ } = await app.as('analyze').listResponses({ open: true })
    expect(open_).toMatchObject([
      { requestedBy: 'alan', via: 'person', overrideReason, objectId: observable, state: 'asked' },
    ])

    const approved = await post('ada', `/api/response/${open_[0]?.id}/approve`, {})
    expect(approved.statusCode).toBe(200)
    await app.ended(asked.json()._id)
    await vi.waitFor(
      async () =>
        expect(await app.as('analyze').getResponse({ id: open_[0]?.id ?? '' })).toMatchObject({
          state: 'done',
        }),
      { timeout: patienceMs },
    )
  })

  it.each(['case', 'case_task', 'case_task_log', 'alert'] as const)(
    'is refused on a %s with a protected observable, which is sent without it',
    async (objectType) => {
      const app = await makeConnectorApp(open, [block])
      const responder = await app.enable('orgadmin', 'Block')
      const rows = rowsOf(app)
      const { id: caseId } = await rows.case()
      const { id: alertId } = await rows.alert()
      const task = await rows.task(caseId)
      const objectId = {
        case: caseId,
        case_task: task,
        case_task_log: await rows.log(task, caseId),
        alert: alertId,
      }[objectType]
      const observable = await rows.observable(
        objectType === 'alert' ? { alert_id: alertId } : { case_id: caseId },
      )
      const setData = (data: string) =>
        app.deps.db
          .updateTable('observables')
          .set({ data_type: 'ip', data })
          .where('id', '=', observable)
          .execute()
      const call = callAs(app)
      const run = () =>
        call('POST', '/api/connector/cortex/action', {
          ...{ objectType, objectId, responderId: responder.id },
        })
      const setPolicy = (effect: 'contain' | 'inform') =>
        app.as('orgadmin').setResponderPolicy({ id: responder.id }, { effect })

      await setData('8.8.8.8')
      await setPolicy('contain')
      const refused = await run()
      expect(refused).toMatchObject({ status: 400 })
      expect(refused.body.message).toContain('8.8.8.8 is protected: Public resolver (Google)')
      await setData('203.0.113.5')
      expect(await run()).toMatchObject({ status: 200 })
      await setData('8.8.8.8')
      await setPolicy('inform')
      expect(await run()).toMatchObject({ status: 200 })
    },
  )

  it('is refused on a case with more observables than are looked at', async () => {
    const app = await makeConnectorApp(open, [block])
    const responder = await app.enable('orgadmin', 'Block')
    await app.as('orgadmin').setResponderPolicy({ id: responder.id }, { effect: 'contain' })
    const rows = rowsOf(app)
    const { id } = await rows.case()
    const observable = await rows.observable({ case_id: id })
    const one = await app.deps.db
      .selectFrom('observables')
      .selectAll()
      .where('id', '=', observable)
      .executeTakeFirstOrThrow()
    for (let from = 0; from < 1_000; from += 100)
      await app.deps.db
        .insertInto('observables')
        .values(
          Array.from({ length: 100 }, (_, at) => {
            const data = `203.0.113.${from}-${at}`
            return { ...one, id: `${observable}-${from + at}`, data, value_hash: data }
          }) as never,
        )
        .execute()

    const input = { objectType: 'case', objectId: id, responderId: responder.id }
    const refused = await callAs(app)('POST', '/api/connector/cortex/action', input)
    expect(refused.body.message).toContain('has more than 1,000 observables, too many to check')
  })
})
