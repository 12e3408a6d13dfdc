import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { givenAlert } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  await app.as('analyze').createCase({ title: 'A case', description: 'd' })
  await givenAlert(app.deps)
  return app
}

const list = (name: string) => ({ query: [{ _name: name }] })

describe.each(databases)('$name: statuses of cases', ({ open }) => {
  it('mean a plain status, which older clients keep reading', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')
    await app.as('orgadmin').createCaseStatus({ value: 'Pending', stage: 'InProgress' })
    const set = async (status: string) => {
      await client.updateCaseV1({ id: '1' }, { status })
      return client.getCaseV1({ id: '1' })
    }

    expect(await client.getCaseV1({ id: '1' })).toMatchObject({ status: 'Open', stage: 'New' })
    expect(await set('Pending')).toMatchObject({
      status: 'Open',
      stage: 'InProgress',
      extendedStatus: 'Pending',
    })
    const closed = await set('TruePositive')
    expect(closed).toMatchObject({
      status: 'Resolved',
      stage: 'Closed',
      extendedStatus: 'TruePositive',
      resolutionStatus: 'TruePositive',
      endDate: app.clock.now(),
    })
    expect(await client.getCase({ id: '1' }, {})).toMatchObject({ status: 'Resolved' })
    const filter = { _name: 'filter', _field: 'stage', _value: 'Closed' }
    const found = await client.queryV1({ query: [{ _name: 'listCase' }, filter] })
    expect(found).toMatchObject([{ _id: closed._id }])
    const open_ = await set('Open')
    expect(open_).toMatchObject({ status: 'Open', stage: 'New' })
    expect(open_).not.toHaveProperty('extendedStatus')
  })

  it('stay while a case has them, and keep what they mean', async () => {
    const app = await makeWorld(open)
    const client = app.as('orgadmin')
    const { _id: id } = await client.createCaseStatus({ value: 'Pending', stage: 'New' })
    await app.as('analyze').updateCaseV1({ id: '1' }, { status: 'Pending' })

    await expect(client.deleteCaseStatus({ id })).rejects.toMatchObject({ status: 400 })
    const other = await app.inject({
      as: 'orgadmin',
      method: 'PATCH',
      url: `/api/v1/caseStatus/${id}`,
      payload: { stage: 'Closed' },
    })
    expect(other.statusCode).toBe(400)
    await client.updateCaseStatus({ id }, { order: 99 })
    expect(await client.getCaseStatus({ id: 'Pending' })).toMatchObject({ order: 99, stage: 'New' })
    await expect(client.createCaseStatus({ value: 'Pending', stage: 'New' })).rejects.toMatchObject(
      { status: 400 },
    )
    await app.as('analyze').updateCaseV1({ id: '1' }, { status: 'Open' })
    await client.deleteCaseStatus({ id })
  })
})

describe.each(oneDatabase)('$name: statuses of cases', ({ open }) => {
  it('are seven from the start, each in a stage; an organization adds its own', async () => {
    const app = await makeWorld(open)
    await app.as('orgadmin').createCaseStatus({ value: 'Pending', stage: 'InProgress' })

    const own = (await app.as('read').queryV1(list('listCaseStatus'))) as { value: string }[]
    const theirs = (await app.as('stranger').queryV1(list('listCaseStatus'))) as object[]

    expect(own.map(({ value }) => value)).toEqual([
      ...['New', 'InProgress', 'Indeterminate', 'FalsePositive', 'TruePositive', 'Other'],
      ...['Duplicated', 'Pending'],
    ])
    expect(own[4]).toMatchObject({ _type: 'CaseStatus', stage: 'Closed', order: 4 })
    expect(theirs).toHaveLength(7)
  })

  it('refuse an unknown word, and name the known ones', async () => {
    const app = await makeWorld(open)

    await expect(
      app.as('analyze').updateCaseV1({ id: '1' }, { status: 'Lost' }),
    ).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^Unknown case status Lost\. Available: Open, Resol/),
    })
  })
})

describe.each(databases)('$name: statuses of alerts', ({ open }) => {
  it('say whether it is read; without one they follow from that', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')
    const shown = async (change?: { status?: string; read?: boolean }) => {
      if (change) await client.updateAlertV1({ id: '~2001' }, change)
      const { read, status, stage } = await client.getAlertV1({ id: '~2001' })
      return { read, status, stage }
    }
    const inProgress = { read: true, status: 'InProgress', stage: 'InProgress' }

    expect(await shown()).toEqual({ read: false, status: 'New', stage: 'New' })
    expect(await shown({ status: 'InProgress' })).toEqual(inProgress)
    expect(await client.getAlert({ id: '~2001' }, {})).toMatchObject({ status: 'Ignored' })
    const filter = { _name: 'filter', _field: 'status', _value: 'InProgress' }
    const query = [{ _name: 'listAlert' }, filter, { _name: 'count' }]
    expect(await client.queryV1({ query })).toBe(1)
    expect(await shown({ read: true })).toEqual({ read: true, status: 'Ignored', stage: 'Closed' })
    expect(await shown({ status: 'New' })).toEqual({ read: false, status: 'New', stage: 'New' })
    await expect(shown({ status: 'Imported' })).rejects.toMatchObject({ status: 400 })
    await client.promoteAlertV1({ id: '~2001' }, {})
    expect(await shown()).toEqual({ read: true, status: 'Imported', stage: 'Imported' })
  })
})
