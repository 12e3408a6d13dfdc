import { describe, expect, it } from 'vitest'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { makeEngineApp, programs } from './setup.ts'

const inverse = { ...programs.responder, name: 'Unblock' }

async function make(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [programs.responder, inverse])
  const { id } = await app.enable('orgadmin', 'Block')
  const undo = await app.enable('orgadmin', 'Unblock')
  return { app, id, undo: undo.id, admin: app.as('orgadmin') }
}

describe.each(databases)('$name: the policy of a responder', ({ open }) => {
  it('is not set while a process is running that would not keep to it', async () => {
    const { app, id, admin } = await make(open)
    const { now } = app.clock
    const older = {
      ...{ id: 'older', name: 'older', machine: 'm', pid: 1, started_at: now(), seen_at: now() },
      ...{ version: '0.11.0', schema_min: 1, schema_max: 76, slots: 1, running: 0 },
      ...{ roles: '[]', runners: '[]', accepts: '[]', labels: '[]' },
    }
    await app.deps.db.insertInto('nodes').values(older).execute()

    expect(await refusalOf(admin.setResponderPolicy({ id }, { effect: 'contain' }))).toMatchObject({
      status: 503,
      message:
        'older still runs version 0.11.0, which cannot hold responders to a policy. Update it first',
    })
    await app.deps.db.deleteFrom('nodes').where('id', '=', 'older').execute()
  })

  it('is what an administrator sets, with initial values for the rest, until it is removed', async () => {
    const { app, id, undo, admin } = await make(open)
    const initial = await app.as('analyze').getResponderPolicy({ id })
    expect(initial).toEqual({
      responderId: id,
      isSet: false,
      effect: 'contain',
      approval: 'automated',
      approvers: [],
      approvalHours: 24,
      perHour: null,
      maxTargets: 10,
      inverse: null,
      undoAfterMinutes: null,
      dryRun: null,
    })

    const set = await admin.setResponderPolicy(
      { id },
      {
        effect: 'contain',
        approval: 'always',
        approvers: ['ada', 'alan'],
        perHour: 5,
        inverse: { responder: undo, parameters: { mode: 'undo' } },
        undoAfterMinutes: 1_440,
        dryRun: { parameter: 'test', value: true },
      },
    )
    expect(set).toMatchObject({ isSet: true, approvalHours: 24, updatedBy: 'ada', perHour: 5 })
    expect(await app.as('analyze').getResponderPolicy({ id })).toEqual(set)
    expect(await app.as('analyze').listResponderPolicies()).toMatchObject({
      rows: [{ ...set, responderName: 'Block' }],
      total: 1,
    })

    expect(await admin.setResponderPolicy({ id }, { effect: 'inform' })).toMatchObject({
      effect: 'inform',
      approval: 'automated',
      inverse: null,
    })
    await admin.removeResponderPolicy({ id })
    expect(await app.as('analyze').getResponderPolicy({ id })).toEqual(initial)
    const { rows } = await admin.listAudit({ range: '0-3' })
    expect(rows.map(({ action }) => action)).toEqual(
      ['remove', 'set', 'set'].map((change) => `responderPolicy.${change}`),
    )
  })
})

describe.each(oneDatabase)('$name: the policy of a responder', ({ open }) => {
  it('names responders and users of the organization, and no others', async () => {
    const { app, id, admin } = await make(open)
    const theirs = await app.enable('stranger', 'Block')
    const set = (input: object) =>
      refusalOf(admin.setResponderPolicy({ id }, { effect: 'contain', ...input }))
    const undoneBy = (responder: string) => ({ inverse: { responder, parameters: {} } })
    const missing = (what: string) => badRequest(`${what} in your organization`)

    expect(await set(undoneBy(theirs.id))).toEqual(
      missing(`inverse.responder: no responder ${theirs.id}`),
    )
    expect(await set(undoneBy('none'))).toEqual(missing('inverse.responder: no responder none'))
    expect(await set(undoneBy(id))).toEqual(
      badRequest('inverse.responder: a responder cannot undo itself. Choose another one'),
    )
    expect(await set({ approvers: ['alan', 'bob', 'rita'] })).toEqual(
      badRequest('approvers: no user bob, rita in your organization who may run responders'),
    )
    expect(await set({ undoAfterMinutes: 5 })).toMatchObject({ status: 400 })
    expect(await admin.getResponderPolicy({ id })).toMatchObject({ isSet: false })
  })

  it('of another organization does not exist', async () => {
    const { app, id, admin } = await make(open)
    await admin.setResponderPolicy({ id }, { effect: 'contain' })
    const stranger = app.as('stranger')
    expect((await stranger.listResponderPolicies()).rows).toEqual([])

    const refused = [
      stranger.getResponderPolicy({ id }),
      stranger.setResponderPolicy({ id }, { effect: 'inform' }),
      stranger.removeResponderPolicy({ id }),
    ]
    const gone = notFound(`worker ${id} not found`)
    expect(await Promise.all(refused.map(refusalOf))).toEqual([gone, gone, gone])
    expect(await admin.getResponderPolicy({ id })).toMatchObject({ effect: 'contain' })
  })

  it('that is not set cannot be removed', async () => {
    const { id, admin } = await make(open)

    expect(await refusalOf(admin.removeResponderPolicy({ id }))).toEqual(
      notFound(`policy of the responder ${id} not found`),
    )
  })
})
