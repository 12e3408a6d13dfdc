import { describe, expect, it } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const minute = 60_000
const newCase = { title: 'A case', description: 'What happened' }
const level5 = { environment: { ASSAY_PLATFORM_LEVEL: '5' } }

/** As the page does, with the session of an analyst. */
async function onPage(app: TestApp, method: 'POST' | 'PATCH', url: string, payload: object) {
  const headers = await browserOf(app, 'alan')
  return app.inject({ method, url, headers, payload })
}

describe.each(databases)('$name: the due date of a case', ({ open }) => {
  it('is set with a reason, found and sorted by, and shown in version 1 alone', async () => {
    const app = await makePlatformApp(open)
    const due = app.clock.now() + 60 * minute
    const client = app.as('analyze')
    const first = await client.createCaseV1({ ...newCase, dueDate: due, dueReason: 'The law' })
    const second = await client.createCase(newCase)
    const set = { dueDate: due - minute, dueReason: 'Agreed by phone' }
    await client.updateCaseV1({ id: second._id }, set)

    expect(first).toMatchObject({ dueDate: due, dueReason: 'The law' })
    expect(await client.getCaseV1({ id: second._id })).toMatchObject(set)
    expect(await client.getCase({ id: second._id })).toEqual(
      expect.not.objectContaining({ dueDate: expect.anything() }),
    )
    const query = [
      { _name: 'listCase' },
      { _name: 'filter', _lt: { _field: 'dueDate', _value: due + 1 } },
      { _name: 'sort', _fields: [{ dueDate: 'asc' }] },
    ]
    expect(await client.queryV1({ query })).toMatchObject([{ _id: second._id }, { _id: first._id }])
  })

  it('goes when a person removes it, and stays when the case is sent back', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const set = { dueDate: app.clock.now() + minute, dueReason: 'Agreed by phone' }
    const { _id: id } = await client.createCaseV1({ ...newCase, ...set })
    app.clock.advance(2 * minute)

    await client.updateCaseV1({ id }, { title: 'Other', ...set })
    expect(await client.getCaseV1({ id })).toMatchObject({ title: 'Other', ...set })
    await client.updateCaseV1({ id }, { dueDate: null })
    expect(Object.keys(await client.getCaseV1({ id }))).not.toContain('dueDate')
  })
})

describe.each(oneDatabase)('the due date of a case', ({ open }) => {
  it('without a reason, in the past or of a closed case is refused, and nothing changes', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1(newCase)
    const later = app.clock.now() + minute
    const asked = [
      { dueDate: later },
      { dueDate: app.clock.now(), dueReason: 'Too late' },
      { dueReason: 'No date' },
      { status: 'Resolved', dueDate: later, dueReason: 'Closed with it' },
    ]
    for (const change of asked)
      expect(await refusalOf(client.updateCaseV1({ id }, change))).toMatchObject({ status: 400 })
    expect(await refusalOf(client.createCase({ ...newCase, dueDate: later }))).toMatchObject({
      status: 400,
    })
    expect(await client.getCaseV1({ id })).toMatchObject({ status: 'Open', title: 'A case' })
  })
})

describe.each(databases)('$name: the times of a case', ({ open }) => {
  const timesOf = async (app: TestApp, id: string) => {
    const shown: Record<string, unknown> = await app.as('read').getCaseV1({ id })
    const names = ['timeToDetect', 'timeToAcknowledge', 'timeToResolve', 'handlingDuration']
    return Object.fromEntries(names.flatMap((name) => (name in shown ? [[name, shown[name]]] : [])))
  }

  it('are those of TheHive 5: detected, acknowledged by a person, resolved', async () => {
    const app = await makePlatformApp(open, level5)
    const client = app.as('analyze')
    const alert = await client.createAlert({
      ...{ ...newCase, type: 't', source: 's', sourceRef: '1' },
      date: app.clock.now() - 7 * minute,
    })
    const { _id: id } = await client.promoteAlert({ id: alert._id })
    app.clock.advance(2 * minute)
    await client.createCaseComment({ id }, { message: 'By a program' })
    expect(await timesOf(app, id)).toEqual({ timeToDetect: 7 * minute })

    app.clock.advance(3 * minute)
    await onPage(app, 'POST', `/api/v1/case/${id}/comment`, { message: 'By a person' })
    app.clock.advance(5 * minute)
    await onPage(app, 'PATCH', `/api/v1/case/${id}`, { status: 'Resolved' })

    expect(await timesOf(app, id)).toEqual({
      timeToDetect: 7 * minute,
      timeToAcknowledge: 5 * minute,
      timeToResolve: 10 * minute,
      handlingDuration: 10 * minute,
    })
    expect(Object.keys(await client.getCase({ id }))).not.toContain('timeToResolve')
  })

  it('begin again when it is reopened, and the status tells of work', async () => {
    const app = await makePlatformApp(open, level5)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1(newCase)
    app.clock.advance(minute)
    await client.updateCaseV1({ id }, { status: 'InProgress' })
    await client.updateCaseV1({ id }, { status: 'Resolved' })
    await client.updateCaseV1({ id }, { status: 'Open' })
    expect(await timesOf(app, id)).toEqual({ timeToAcknowledge: minute })
    app.clock.advance(minute)
    await client.updateCaseV1({ id }, { status: 'Duplicated' })
    expect(await timesOf(app, id)).toMatchObject({ timeToResolve: 2 * minute })
  })

  it('show no work in a case that a person only created for others', async () => {
    const app = await makePlatformApp(open, level5)
    const own = await onPage(app, 'POST', '/api/v1/case', newCase)
    const given = await onPage(app, 'POST', '/api/v1/case', { ...newCase, assignee: 'ada' })
    expect(await timesOf(app, own.json()._id)).toEqual({ timeToAcknowledge: 0 })
    expect(await timesOf(app, given.json()._id)).toEqual({})
  })
})
