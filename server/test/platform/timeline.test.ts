import { describe, expect, it } from 'vitest'
import { databases, type TestDatabases } from '../databases.ts'
import { newAlert } from './new-alert.ts'
import { makePlatformApp } from './setup.ts'

async function makeCase(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const client = app.as('analyze')
  const input = { title: 'A case', description: 'd', startDate: 1_000 }
  return { app, client, id: (await client.createCaseV1(input))._id }
}

describe.each(databases)('$name: a timeline', ({ open }) => {
  it('shows what happened in a case, the oldest first', async () => {
    const { client, id } = await makeCase(open)
    const alert = await client.createAlertV1({
      ...newAlert,
      date: 500,
    })
    await client.mergeAlertV1({ id: alert._id, caseId: id })
    await client.createCaseTaskV1({ id }, { title: 'Call', startDate: 2_000, endDate: 3_000 })
    await client.createCaseTaskV1({ id }, { title: 'Nobody has begun this' })
    await client.createCaseProcedure({ id }, { patternId: 'T1566', occurDate: 400 })
    const event = { date: 600, endDate: 700, title: 'The host was open' }
    const made = await client.createCustomEvent({ id }, event)
    await client.updateCase({ id }, { status: 'Resolved', endDate: 4_000 })

    const { events } = await client.getTimeline({ id })

    const told = events.filter(({ kind }) => kind !== 'AlertImported')
    expect(told.map(({ kind, date }) => [kind, date])).toEqual([
      ['Procedure', 400],
      ['AlertOccurred', 500],
      ['CustomEvent', 600],
      ['CaseStart', 1_000],
      ['TaskStart', 2_000],
      ['TaskEnd', 3_000],
      ['CaseEnd', 4_000],
    ])
    expect(events.filter(({ kind }) => kind === 'AlertImported')).toHaveLength(1)
    expect(told[2]).toEqual({
      date: 600,
      endDate: 700,
      kind: 'CustomEvent',
      entity: 'CustomEvent',
      entityId: made._id,
      details: { title: 'The host was open' },
    })
  })

  it('has custom events, which are changed and removed', async () => {
    const { app, client, id } = await makeCase(open)
    const { _id } = await client.createCustomEvent({ id }, { date: 5, title: 'First' })

    await client.updateCustomEvent({ id: _id }, { date: 6, endDate: 7, title: 'Second' })
    expect(await app.as('read').getCustomEvent({ id: _id })).toMatchObject({
      date: 6,
      endDate: 7,
      title: 'Second',
      _updatedBy: 'alan',
    })
    await expect(client.updateCustomEvent({ id: _id }, { endDate: 2 })).rejects.toMatchObject({
      status: 400,
      message: 'endDate is before date. Choose a later end',
    })
    await client.deleteCustomEvent({ id: _id })
    const { events } = await client.getTimeline({ id })
    expect(events.map(({ kind }) => kind)).toEqual(['CaseStart'])
  })
})
