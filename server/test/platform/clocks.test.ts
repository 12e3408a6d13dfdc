import { maxClockPolicies } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const minute = 60_000
const newCase = { title: 'A case', description: 'What happened' }

const withPolicies = async (
  open: Parameters<typeof makePlatformApp>[0],
  ...policies: { kind?: 'acknowledge' | 'resolve'; minutes: number; severities?: number[] }[]
) => {
  const app = await makePlatformApp(open)
  for (const policy of policies)
    await app.as('orgadmin').createClockPolicy({ kind: 'resolve', ...policy })
  return app
}
const clocksOf = (app: TestApp, id: string) => app.as('read').getCaseClocks({ id })
const onPage = async (app: TestApp, method: 'POST' | 'PATCH', url: string, payload: object) =>
  app.inject({ method, url, headers: await browserOf(app, 'alan'), payload })

describe.each(databases)('$name: clocks of a case', ({ open }) => {
  it('start with it by the first matching policy of each kind, and give it its due date', async () => {
    const app = await withPolicies(
      open,
      { minutes: 60, severities: [4] },
      { minutes: 240, severities: [3, 4] },
      { kind: 'acknowledge', minutes: 30, severities: [3] },
    )
    const start = app.clock.now()
    const client = app.as('analyze')
    const { _id: high, dueDate } = await client.createCaseV1({ ...newCase, severity: 3 })
    const { _id: low } = await client.createCaseV1({ ...newCase, severity: 1 })

    expect(dueDate).toBe(start + 30 * minute)
    expect((await clocksOf(app, high)).clocks).toMatchObject([
      { kind: 'acknowledge', startedAt: start, dueAt: start + 30 * minute, minutes: 30 },
      { kind: 'resolve', dueAt: start + 240 * minute, isPaused: false, isByPerson: false },
    ])
    expect(await clocksOf(app, low)).toMatchObject({ isOpen: true, clocks: [] })
  })

  it('start with the case that an alert becomes, and with an imported one', async () => {
    const app = await withPolicies(open, { minutes: 60 })
    const client = app.as('analyze')
    const alert = await client.createAlert({
      ...{ ...newCase, type: 't', source: 's', sourceRef: '1' },
    })
    const { _id: id } = await client.promoteAlert({ id: alert._id })
    expect((await clocksOf(app, id)).clocks).toHaveLength(1)
  })

  it('end when a person works on the case, and when it is closed; reopening starts a new one', async () => {
    const app = await withPolicies(open, { minutes: 60 }, { kind: 'acknowledge', minutes: 10 })
    const client = app.as('analyze')
    const start = app.clock.now()
    const { _id: id } = await client.createCaseV1(newCase)
    app.clock.advance(2 * minute)
    await onPage(app, 'POST', `/api/v1/case/${id}/comment`, { message: 'Looking' })
    expect(await clocksOf(app, id)).toMatchObject({
      dueDate: start + 60 * minute,
      timeToAcknowledge: 2 * minute,
      clocks: [{ kind: 'resolve' }, { kind: 'acknowledge', endedAt: start + 2 * minute }],
    })

    app.clock.advance(minute)
    await client.updateCaseV1({ id }, { status: 'Resolved' })
    expect((await clocksOf(app, id)).clocks.every(({ endedAt }) => endedAt)).toBe(true)
    app.clock.advance(minute)
    await client.updateCaseV1({ id }, { status: 'Open' })
    const { clocks, dueDate } = await clocksOf(app, id)
    expect(clocks).toHaveLength(3)
    expect(dueDate).toBe(start + 64 * minute)
  })

  it('stand still while a status pauses, and the times leave that out', async () => {
    const app = await withPolicies(open, { minutes: 60 })
    const client = app.as('analyze')
    const waits = { value: 'Waits for customer', stage: 'InProgress', pauses: true }
    expect(await app.as('orgadmin').createCaseStatus(waits)).toMatchObject(waits)
    const start = app.clock.now()
    const { _id: id } = await client.createCaseV1(newCase)
    app.clock.advance(10 * minute)
    await client.updateCaseV1({ id }, { status: 'Waits for customer' })
    const paused = await clocksOf(app, id)
    expect(paused).toMatchObject({ pausedAt: start + 10 * minute, clocks: [{ isPaused: true }] })
    expect(Object.keys(paused)).not.toContain('dueDate')

    app.clock.advance(500 * minute)
    await client.updateCaseV1({ id }, { status: 'Open' })
    expect((await clocksOf(app, id)).dueDate).toBe(start + 560 * minute)
    app.clock.advance(5 * minute)
    await client.updateCaseV1({ id }, { status: 'Resolved' })
    expect((await clocksOf(app, id)).timeToResolve).toBe(15 * minute)
  })

  it('count another severity from the start, and obey the date of a person', async () => {
    const app = await withPolicies(
      open,
      { minutes: 60, severities: [4] },
      { minutes: 240, severities: [2] },
    )
    const client = app.as('analyze')
    const start = app.clock.now()
    const { _id: id } = await client.createCaseV1(newCase)
    app.clock.advance(20 * minute)
    const due = async () => (await clocksOf(app, id)).dueDate
    await client.updateCaseV1({ id }, { severity: 4 })
    expect(await due()).toBe(start + 60 * minute)
    await client.updateCaseV1({ id }, { severity: 1 })
    expect(await due()).toBe(undefined)
    await client.updateCaseV1({ id }, { severity: 2 })
    expect(await due()).toBe(start + 240 * minute)

    const set = { dueDate: start + 500 * minute, dueReason: 'Agreed by phone' }
    await client.updateCaseV1({ id }, set)
    await client.updateCaseV1({ id }, { severity: 4 })
    expect(await clocksOf(app, id)).toMatchObject({
      ...set,
      clocks: [{ isByPerson: true }, { endedAt: start + 20 * minute }],
    })
    await client.updateCaseV1({ id }, { dueDate: null })
    expect(await due()).toBe(start + 60 * minute)
  })

  it('go on in the case that others were merged into', async () => {
    const app = await withPolicies(open, { minutes: 60 })
    const client = app.as('analyze')
    const start = app.clock.now()
    const first = await client.createCaseV1(newCase)
    app.clock.advance(30 * minute)
    const second = await client.createCaseV1(newCase)
    const merged = await client.mergeCasesV1({ ids: `${second._id},${first._id}` })
    expect(merged.dueDate).toBe(start + 60 * minute)
  })

  it('keep their time when policies change: these hold for new cases', async () => {
    const app = await withPolicies(open, { minutes: 60 })
    const client = app.as('analyze')
    const start = app.clock.now()
    const { _id: id } = await client.createCaseV1(newCase)
    const [policy] = await app.as('read').listClockPolicies()
    const changed = await app
      .as('orgadmin')
      .updateClockPolicy({ id: policy?.id ?? '' }, { minutes: 5, severities: [2, 1] })
    expect(changed).toMatchObject({ minutes: 5, severities: [1, 2], updatedBy: 'ada' })
    expect((await clocksOf(app, id)).dueDate).toBe(start + 60 * minute)
    expect((await client.createCaseV1(newCase)).dueDate).toBe(start + 5 * minute)
    await app.as('orgadmin').deleteClockPolicy({ id: policy?.id ?? '' })
    expect((await client.createCaseV1(newCase)).dueDate).toBe(undefined)
    expect((await clocksOf(app, id)).clocks).toHaveLength(1)
  })
})

describe.each(oneDatabase)('clock policies', ({ open }) => {
  it('can be put in another order, all of them at once', async () => {
    const app = await withPolicies(open, { minutes: 1 }, { minutes: 2 }, { minutes: 3 })
    const client = app.as('orgadmin')
    const ids = (await client.listClockPolicies()).map(({ id }) => id)
    const ordered = await client.orderClockPolicies({ ids: ids.toReversed() })
    expect(ordered.map(({ minutes }) => minutes)).toEqual([3, 2, 1])
    expect((await app.as('analyze').createCaseV1(newCase)).dueDate).toBe(
      app.clock.now() + 3 * minute,
    )
    for (const wrong of [ids.slice(1), [...ids, 'x'], [ids[0], ids[0], ids[1]] as string[]])
      expect(await refusalOf(client.orderClockPolicies({ ids: wrong }))).toMatchObject({
        status: 400,
      })
  })

  it('name people and case templates that exist, by name; a template in use stays', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('orgadmin')
    const template = await client.createCaseTemplate({ name: 'Phishing' })
    const asked = { kind: 'resolve', minutes: 9, template: 'Phishing', escalateTo: 'ADA' } as const
    const made = await client.createClockPolicy(asked)
    expect(made).toMatchObject({ template: 'Phishing', escalateTo: 'ada', warnAt: 80 })
    expect((await app.as('analyze').createCaseV1(newCase)).dueDate).toBe(undefined)
    const from = { ...newCase, caseTemplate: 'Phishing' }
    expect((await app.as('analyze').createCaseV1(from)).dueDate).toBe(app.clock.now() + 9 * minute)

    expect(await refusalOf(client.deleteCaseTemplate({ id: template._id }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('clock policy'),
    })
    for (const wrong of [{ template: 'None' }, { escalateTo: 'nobody' }, { escalateTo: 'bert' }])
      expect(await refusalOf(client.updateClockPolicy({ id: made.id }, wrong))).toMatchObject({
        status: 404,
      })
    const plain = await client.updateClockPolicy(
      { id: made.id },
      { template: null, escalateTo: null },
    )
    expect(Object.keys(plain)).not.toContain('template')
    await client.deleteCaseTemplate({ id: template._id })
  })

  it('are limited in number', async () => {
    const app = await makePlatformApp(open)
    for (let n = 0; n < maxClockPolicies; n += 1)
      await app.as('orgadmin').createClockPolicy({ kind: 'resolve', minutes: n + 1 })
    const more = app.as('orgadmin').createClockPolicy({ kind: 'resolve', minutes: 1 })
    expect(await refusalOf(more)).toMatchObject({
      status: 400,
      message: expect.stringContaining(String(maxClockPolicies)),
    })
  })

  it('show guests of a shared case the times, not who is told when they are over', async () => {
    const app = await makePlatformApp(open)
    const policy = { kind: 'resolve', minutes: 60, escalateTo: 'ada' } as const
    await app.as('orgadmin').createClockPolicy(policy)
    const { _id: id } = await app.as('analyze').createCaseV1(newCase)
    await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })
    await app.as('analyze').shareCase({ id }, { shares: [{ organisationName: 'beta' }] })
    const [own] = (await clocksOf(app, id)).clocks
    const [guests] = (await app.as('stranger').getCaseClocks({ id })).clocks
    expect(own?.escalateTo).toBe('ada')
    expect(guests).toMatchObject({ minutes: 60, dueAt: own?.dueAt })
    expect(guests).not.toHaveProperty('escalateTo')
  })

  it('are those of one organization alone', async () => {
    const app = await withPolicies(open, { minutes: 60 })
    const [policy] = await app.as('orgadmin').listClockPolicies()
    const id = policy?.id ?? ''
    const stranger = app.as('stranger')
    expect(await stranger.listClockPolicies()).toEqual([])
    const { _id } = await app.as('analyze').createCaseV1(newCase)
    expect(await refusalOf(stranger.getCaseClocks({ id: _id }))).toMatchObject({ status: 404 })
    expect((await app.as('orgadmin').listClockPolicies())[0]?.id).toBe(id)
  })
})

describe.each(oneDatabase)('a status that pauses', ({ open }) => {
  it('is no status of closed cases, and counts for cases that get it from then on', async () => {
    const app = await withPolicies(open, { minutes: 60 })
    const admin = app.as('orgadmin')
    const closed = { value: 'Done', stage: 'Closed', pauses: true }
    expect(await refusalOf(admin.createCaseStatus(closed))).toMatchObject({ status: 400 })
    const { _id: id } = await admin.createCaseStatus({ value: 'Waits', stage: 'InProgress' })
    const client = app.as('analyze')
    const before = await client.createCaseV1(newCase)
    await client.updateCaseV1({ id: before._id }, { status: 'Waits' })
    await admin.updateCaseStatus({ id }, { pauses: true })
    const after = await client.createCaseV1(newCase)
    await client.updateCaseV1({ id: after._id }, { status: 'Waits' })
    expect(Object.keys(await clocksOf(app, before._id))).not.toContain('pausedAt')
    expect(await clocksOf(app, after._id)).toHaveProperty('pausedAt')
  })
})
