import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { forms, multipart } from '../forms.ts'
import { type FixtureProgram, makeEngineApp, programs } from './setup.ts'

/** A responder that answers its own input. */
const asking = {
  ...programs.echo,
  name: 'Ask',
  type: 'responder',
  dataTypeList: ['thehive:case', 'thehive:case_artifact'],
} satisfies FixtureProgram

async function makeAsk(open: TestDatabases['open'], settings: Record<string, unknown> = {}) {
  const app = await makeEngineApp(open, [asking, programs.responder])
  const { id } = await app.enable('orgadmin', 'Ask', settings)
  const client = app.as('analyze')
  const run = (data: unknown, input: object = {}) =>
    client.runResponder({ id }, { data, dataType: 'thehive:case', ...input })
  const told = async (job: string) => {
    const { report } = await client.waitReport({ id: job }, { atMost: 'Inf' })
    return (report as { full: { input: Record<string, unknown> } }).full.input
  }
  return { app, id, client, run, told }
}

describe.each(databases)('$name: a responder', ({ open }) => {
  it.each([
    { dataTypeList: 'TheHive:Case' },
    { _in: { _field: 'dataTypeList', _values: ['x', 'THEHIVE:CASE'] } },
    { _like: { _field: 'dataTypeList', _value: 'theHive:case_Artifact' } },
    { _wildcard: { _field: 'dataTypeList', _value: 'THEHIVE:*' } },
    { _string: 'dataTypeList:"TheHive:case"' },
  ])('is found by its data types in any case, as it runs: %j', async (query) => {
    const { client } = await makeAsk(open)

    const { rows } = await client.searchResponders({ query })

    expect(rows.map(({ name, dataTypeList }) => [name, dataTypeList])).toEqual([
      ['Ask', asking.dataTypeList],
    ])
  })

  it('takes what the platform sends', async () => {
    const { run, told } = await makeAsk(open)

    const job = await run(
      { _id: '~1', title: 'Case' },
      { label: 'Case #1', tlp: 2, pap: 2, parameters: { organisation: 'o', user: 'u@o' } },
    )

    expect(job).toMatchObject({ label: 'Case #1', parameters: { organisation: 'o', user: 'u@o' } })
    expect(await told(job.id)).toMatchObject({ parameters: { organisation: 'o', user: 'u@o' } })
  })
})

describe.each(oneDatabase)('$name: a responder', ({ open }) => {
  it.each([
    { data: { id: 'c1', nested: { list: [1, null, { a: 'b' }] }, title: 'Größe "x"' } },
    { data: { keep: 1, sha256: 'a'.repeat(64), attributes: 2, '': 0 } },
    { data: ['a', 1, { b: false }] },
    { data: 'text' },
    { data: '{"looks":"like JSON"}' },
    { data: '' },
    { data: 0 },
    { data: 1.5 },
    { data: false },
    { data: [] },
    { data: {} },
  ])('gets $data as JSON and shows it as JSON', async ({ data }) => {
    const { client, run, told } = await makeAsk(open)

    const job = await run(data)
    const input = await told(job.id)
    const detail = await client.getJob({ id: job.id })
    const listed = (await client.listJobs()).rows[0]

    expect(job).toMatchObject({ type: 'responder', dataType: 'thehive:case' })
    for (const shown of [job, input, detail, listed]) expect(shown?.data).toEqual(data)
  })

  it.each(forms)('takes a submission as $form', async ({ encode }) => {
    const { app, id, told } = await makeAsk(open)
    const { search, ...sent } = encode({ data: 'x', dataType: 'thehive:case', tlp: 1, pap: 3 })

    const url = `/api/responder/${id}/run${search}`
    const response = await app.inject({ as: 'analyze', method: 'POST', url, ...sent })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ data: 'x', tlp: 1, pap: 3 })
    expect(await told(response.json().id)).toMatchObject({ data: 'x', tlp: 1, pap: 3 })
  })

  it('takes a file too', async () => {
    const { app, id, told } = await makeAsk(open)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/responder/${id}/run`,
      ...multipart(
        { name: '_json', value: '{"dataType":"thehive:case","data":null}' },
        { name: 'data', value: 'x', filename: 'x.bin' },
      ),
    })

    expect(response.statusCode).toBe(200)
    expect(await told(response.json().id)).toMatchObject({ filename: 'x.bin' })
  })

  it('answers with operations and an empty summary', async () => {
    const { app, client } = await makeAsk(open)
    const block = await app.enable('orgadmin', 'Block')

    const job = await client.runResponder({ id: block.id }, { data: {}, dataType: 'thehive:case' })
    const { report } = await client.waitReport({ id: job.id }, { atMost: 'Inf' })

    expect(report).toEqual({
      summary: {},
      full: { message: 'done' },
      success: true,
      artifacts: [],
      operations: [{ type: 'AddTagToCase', tag: 'blocked' }],
    })
  })

  it('runs as often as it is asked to, whatever the cache says', async () => {
    const { run } = await makeAsk(open, { jobCache: 60 })

    const jobs = await Promise.all(Array.from({ length: 5 }, () => run({ same: 1 })))

    expect(new Set(jobs.map(({ id }) => id)).size).toBe(5)
    expect(jobs.filter(({ fromCache }) => fromCache)).toEqual([])
  })

  it('compares data types without case, and names those it takes', async () => {
    const { run } = await makeAsk(open)

    const job = await run({}, { dataType: 'TheHive:Case' })
    const refusal = await refusalOf(run({}, { dataType: 'thehive:alert' }))

    expect(job.dataType).toBe('TheHive:Case')
    expect(refusal).toMatchObject({ status: 400, type: 'BadRequest' })
    expect(refusal.message).toContain('thehive:case_artifact')
  })

  it('keeps to its rate and to TLP and PAP', async () => {
    const { run } = await makeAsk(open, {
      rate: 2,
      rateUnit: 'Day',
      configuration: { check_tlp: true, max_tlp: 1 },
    })

    const forbidden = await run({}, { tlp: 2 })
    const allowed = await run({}, { tlp: 1 })
    const refusal = await refusalOf(run({}, { tlp: 1 }))

    expect(forbidden).toMatchObject({
      status: 'Failure',
      errorMessage: 'TLP is higher than allowed.',
    })
    expect(allowed.status).toBe('Waiting')
    expect(refusal).toMatchObject({ status: 429, type: 'RateLimitExceeded' })
  })

  it('needs data and a data type', async () => {
    const { app, id } = await makeAsk(open)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/responder/${id}/run`,
      payload: {},
    })

    expect(response.statusCode).toBe(400)
    expect(response.json().errors.map(({ name }: { name: string }) => name)).toEqual([
      'dataType',
      'data/attachment',
    ])
  })

  it('is not an analyzer, and an analyzer is not a responder', async () => {
    const app = await makeEngineApp(open)
    const echo = await app.enable('orgadmin', 'Echo')
    const block = await app.enable('orgadmin', 'Block')
    const client = app.as('analyze')

    const crossed = await Promise.all(
      [
        client.runResponder({ id: echo.id }, { data: {}, dataType: 'ip' }),
        client.runAnalyzer({ id: block.id }, { data: '1.1.1.1', dataType: 'thehive:case' }),
        client.getAnalyzer({ id: block.id }),
      ].map(refusalOf),
    )

    expect(crossed.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('has no items for cache and extraction in its configuration', async () => {
    const { app, id } = await makeAsk(open)

    const { configuration } = await app.as('orgadmin').getResponder({ id })
    const [global] = await app.as('orgadmin').listResponderConfigs()

    for (const name of ['auto_extract_artifacts', 'jobCache']) {
      expect(configuration).not.toHaveProperty(name)
      expect(global?.configurationItems.map((item) => item.name)).not.toContain(name)
    }
    expect(configuration).toHaveProperty('max_tlp')
  })
})
