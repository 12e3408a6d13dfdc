import { describe, expect, it } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { rowsOf } from './connector.ts'
import { makePlatformApp } from './setup.ts'

const level5 = { environment: { ASSAY_PLATFORM_LEVEL: '5' } }
const newCase = (title: string) => ({ title, description: 'd' })

/** A case of each kind, by the status that clients of TheHive 5 know. */
async function makeCases(app: TestApp) {
  const client = app.as('analyze')
  const make = async (title: string) => (await client.createCaseV1(newCase(title)))._id
  await make('New')
  await client.updateCaseV1({ id: await make('InProgress') }, { status: 'InProgress' })
  await client.updateCaseV1({ id: await make('TruePositive') }, { status: 'TruePositive' })
  await client.updateCase(
    { id: await make('FalsePositive') },
    { status: 'Resolved', resolutionStatus: 'FalsePositive' },
  )
  await client.updateCase({ id: await make('Other') }, { status: 'Resolved' })
  await client.updateCase({ id: await make('Duplicated') }, { status: 'Duplicated' })
}

const casesWhere = async (app: TestApp, ...steps: object[]) =>
  (await app.as('read').queryV1({ query: [{ _name: 'listCase' }, ...steps] })) as {
    title: string
    status: string
  }[]

describe.each(databases)('$name: with platform.level 5, API keys', ({ open }) => {
  it('read one status of a case for all that has been said of it', async () => {
    const app = await makePlatformApp(open, level5)
    await makeCases(app)

    const cases = await casesWhere(app)

    expect(cases).toHaveLength(6)
    expect(cases.map(({ status }) => status)).toEqual(cases.map(({ title }) => title))
    const made = await app.as('analyze').createCaseV1(newCase('Made'))
    expect(made.status).toBe('New')
    expect((await app.as('read').getCaseV1({ id: made._id })).status).toBe('New')
    expect((await app.as('read').getCase({ id: made._id })).status).toBe('Open')
  })

  it('filter, sort and count by it', async () => {
    const app = await makePlatformApp(open, level5)
    await makeCases(app)

    for (const status of ['New', 'TruePositive', 'FalsePositive', 'Other', 'Duplicated'])
      expect(
        await casesWhere(app, { _name: 'filter', _field: 'status', _value: status }),
      ).toMatchObject([{ title: status }])
    const sorted = await casesWhere(app, { _name: 'sort', _fields: [{ status: 'asc' }] })
    const titles = sorted.map(({ title }) => title)
    expect(titles).toEqual(titles.toSorted())
  })

  it('get an analysis that failed for a server that does not exist', async () => {
    const app = await makePlatformApp(open, level5)
    const rows = rowsOf(app)
    const artifactId = await rows.observable({ case_id: (await rows.case()).id })
    const asked = { analyzerId: 'any', artifactId, cortexId: 'none' }

    const job = await app.as('analyze').runCortexAnalysis(asked)

    expect(job).toMatchObject({ status: 'Failure', cortexId: 'none', analyzerId: 'any' })
    expect(await app.as('read').getCortexAnalysis({ id: job._id })).toMatchObject({
      status: 'Failure',
      report: expect.objectContaining({ errorMessage: 'Cortex none not found' }),
      endDate: expect.any(Number),
    })
  })
})

describe.each(oneDatabase)('platform.level', ({ open }) => {
  const opened = (app: TestApp, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/v1/query',
      headers,
      payload: {
        query: [{ _name: 'listCase' }, { _name: 'filter', _field: 'status', _value: 'Open' }],
      },
    })

  it('5 leaves the page its words', async () => {
    const app = await makePlatformApp(open, level5)
    await makeCases(app)
    const page = await opened(app, await browserOf(app, 'alan'))
    expect(page.json()).toMatchObject([{ status: 'Open' }, { status: 'Open' }])
  })

  it('4, the default, has the words of TheHive 4', async () => {
    const app = await makePlatformApp(open as TestDatabases['open'])
    const made = await app.as('analyze').createCaseV1(newCase('A case'))
    expect(made.status).toBe('Open')
    const rows = rowsOf(app)
    const artifactId = await rows.observable({ case_id: (await rows.case()).id })
    const asked = app
      .as('analyze')
      .runCortexAnalysis({ analyzerId: 'any', artifactId, cortexId: 'none' })
    expect(await refusalOf(asked)).toEqual(notFound('Cortex none not found'))
  })
})
