import { createHash } from 'node:crypto'
import { ApiError } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { conflict, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { type FixtureProgram, makeEngineApp, programs } from './setup.ts'

const item = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  description: `The ${name}`,
  ...more,
})

const asking = {
  name: 'Asking',
  dataTypeList: ['ip', 'domain'],
  script: programs.echo.script,
  configurationItems: [
    item('api_key', 'string', { required: true }),
    item('notes', 'text'),
    item('count', 'number', { required: true, defaultValue: 5 }),
    item('deep', 'boolean', { defaultValue: true }),
    item('servers', 'string', { multi: true }),
    item('ports', 'number', { multi: true, required: true }),
    item('flags', 'boolean', { multi: true, defaultValue: [false] }),
    item('optional', 'number'),
  ],
} satisfies FixtureProgram

const key = 'sk-0123456789-not-for-everybody'

/** All errors that the server reported, as `type name`. */
async function wrongAttributes(call: Promise<unknown>) {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`not refused: ${String(error)}`)
  expect(error.status).toBe(400)
  return {
    tableName: error.body.tableName,
    errors: (error.body.errors ?? []).map(({ type, name }) => `${type} ${name}`).sort(),
    text: JSON.stringify(error.body),
  }
}

describe.each(databases)('$name: enabling an analyzer', ({ open }) => {
  it('answers the analyzer, with what its definition says and without its configuration', async () => {
    const app = await makeEngineApp(open, [asking])

    const worker = await app.enable('orgadmin', 'Asking', {
      name: 'Our asking',
      configuration: { api_key: key },
      rate: 100,
      rateUnit: 'Day',
      jobCache: 20,
      jobTimeout: 5,
    })

    const id = createHash('md5').update('alpha_Our asking_analyzer').digest('hex')
    expect(worker).toMatchObject({
      _id: id,
      id,
      _type: 'worker',
      name: 'Our asking',
      type: 'analyzer',
      analyzerDefinitionId: 'Asking_1_0',
      workerDefinitionId: 'Asking_1_0',
      version: '1.0',
      description: 'Fixture Asking',
      author: 'tests',
      url: 'https://example.org',
      license: 'Apache-2.0',
      baseConfig: 'Asking',
      dataTypeList: ['ip', 'domain'],
      rate: 100,
      rateUnit: 'Day',
      jobCache: 20,
      jobTimeout: 5,
      createdBy: 'ada',
      createdAt: app.clock.now(),
    })
    expect(worker).not.toHaveProperty('configuration')
    expect(worker).not.toHaveProperty('updatedAt')
  })

  it('refuses a second one of the same name with a conflict', async () => {
    const app = await makeEngineApp(open)
    await app.enable('orgadmin', 'Echo')

    const refusal = await refusalOf(app.enable('orgadmin', 'Echo'))

    expect(refusal).toEqual(conflict('analyzer Echo already exists'))
  })

  it('keeps its id and its jobs when it is disabled and enabled again, but not its settings', async () => {
    const app = await makeEngineApp(open, [asking])
    const first = await app.enable('orgadmin', 'Asking', {
      configuration: { api_key: key },
      rate: 7,
      rateUnit: 'Day',
    })
    const job = await app
      .as('analyze')
      .runAnalyzer({ id: first.id }, { data: '1.1.1.1', dataType: 'ip' })
    await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })

    await app.as('orgadmin').disableAnalyzer({ id: first.id })
    const gone = await refusalOf(app.as('orgadmin').getAnalyzer({ id: first.id }))
    const listed = await app.as('analyze').listAnalyzers()
    const kept = await app.as('analyze').getReport({ id: job.id })
    const second = await app.enable('orgadmin', 'Asking', { configuration: { api_key: 'other' } })
    const again = await app.as('orgadmin').getAnalyzer({ id: second.id })

    expect(gone).toEqual(notFound(`worker ${first.id} not found`))
    expect(listed).toEqual({ rows: [], total: 0 })
    expect(kept.status).toBe('Success')
    expect(second.id).toBe(first.id)
    expect(again).toMatchObject({ rate: null, configuration: { api_key: 'other' } })
  })
})

describe.each(oneDatabase)('$name: enabling an analyzer', ({ open }) => {
  it('completes the configuration with defaults, empty lists and nulls', async () => {
    const app = await makeEngineApp(open, [asking])

    const { id } = await app.enable('orgadmin', 'Asking', { configuration: { api_key: key } })
    const worker = await app.as('orgadmin').getAnalyzer({ id })

    expect(worker.configuration).toEqual({
      api_key: key,
      notes: null,
      count: 5,
      deep: true,
      servers: [],
      ports: [],
      flags: [false],
      optional: null,
      proxy_http: null,
      proxy_https: null,
      cacerts: null,
      jobTimeout: 30,
      auto_extract_artifacts: false,
      jobCache: 10,
      check_tlp: null,
      max_tlp: null,
      check_pap: null,
      max_pap: null,
    })
  })

  it('takes every kind of item', async () => {
    const app = await makeEngineApp(open, [asking])
    const configuration = {
      api_key: key,
      notes: 'two\nlines',
      count: -1.5,
      deep: false,
      servers: ['a', 'b'],
      ports: [1, 2],
      flags: [true, false],
      optional: 0,
      proxy_http: 'http://proxy:3128',
      auto_extract_artifacts: true,
    }

    const { id } = await app.enable('orgadmin', 'Asking', { configuration })

    const worker = await app.as('orgadmin').getAnalyzer({ id })
    expect(worker.configuration).toMatchObject(configuration)
  })

  it('names everything that is wrong with a configuration at once, and no secret', async () => {
    const app = await makeEngineApp(open, [asking])

    const wrong = await wrongAttributes(
      app.enable('orgadmin', 'Asking', {
        configuration: {
          notes: 7,
          count: 'five',
          deep: 'yes',
          servers: 'a',
          ports: [1, '2'],
          flags: [1],
          surprise: 1,
          check_tlp: 'true',
          max_tlp: '2',
        },
      }),
    )

    expect(wrong.tableName).toBe('worker(Asking).configuration')
    expect(wrong.errors).toEqual([
      'InvalidFormatAttributeError check_tlp',
      'InvalidFormatAttributeError count',
      'InvalidFormatAttributeError deep',
      'InvalidFormatAttributeError flags[]',
      'InvalidFormatAttributeError max_tlp',
      'InvalidFormatAttributeError notes',
      'InvalidFormatAttributeError ports[]',
      'InvalidFormatAttributeError servers',
      'MissingAttributeError api_key',
      'UnknownAttributeError worker.config',
    ])
  })

  it('refuses null for a required item and never repeats a secret', async () => {
    const app = await makeEngineApp(open, [asking])

    const none = await wrongAttributes(
      app.enable('orgadmin', 'Asking', { configuration: { api_key: null } }),
    )
    const list = await wrongAttributes(
      app.enable('orgadmin', 'Asking', { configuration: { api_key: [key] } }),
    )

    expect(none.errors).toEqual(['InvalidFormatAttributeError api_key'])
    expect(list.errors).toEqual(['InvalidFormatAttributeError api_key'])
    expect(list.text).not.toContain(key)
  })

  it('answers 400 also when exactly one item is wrong', async () => {
    const app = await makeEngineApp(open, [asking])

    const { errors } = await wrongAttributes(app.enable('orgadmin', 'Asking'))

    expect(errors).toEqual(['MissingAttributeError api_key'])
  })

  it.each([
    { wrong: { rate: -1 }, name: 'rate' },
    { wrong: { rateUnit: 'Week' }, name: 'rateUnit' },
    { wrong: { jobCache: 'x' }, name: 'jobCache' },
    { wrong: { jobTimeout: -1 }, name: 'jobTimeout' },
    { wrong: { dataTypeList: 'ip' }, name: 'dataTypeList' },
    { wrong: { configuration: [] }, name: 'configuration' },
    { wrong: { surprise: 1 }, name: 'surprise' },
    { wrong: { name: '' }, name: 'name' },
    { wrong: { name: undefined }, name: 'name' },
  ])('refuses $wrong by the name of the attribute', async ({ wrong, name }) => {
    const app = await makeEngineApp(open, [programs.echo])

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/organization/analyzer/Echo_1_0',
      payload: { name: 'Echo', ...wrong },
    })

    const { type, errors } = response.json()
    expect({ status: response.statusCode, type }).toEqual({
      status: 400,
      type: 'AttributeCheckingError',
    })
    expect(errors[0].name.replace('worker.', '')).toBe(name)
  })

  it('keeps analyzers, responders and organizations of the same name apart', async () => {
    const app = await makeEngineApp(open)
    const analyzer = await app.enable('orgadmin', 'Echo', { name: 'Same' })
    const responder = await app.enable('orgadmin', 'Block', { name: 'Same' })
    const foreign = await app.enable('stranger', 'Echo', { name: 'Same' })

    expect(new Set([analyzer.id, responder.id, foreign.id]).size).toBe(3)
    expect(responder).not.toHaveProperty('analyzerDefinitionId')
    expect(responder.id).toBe(createHash('md5').update('alpha_Same_responder').digest('hex'))
  })

  it('does not know a definition that is not in the catalog, or is of the other kind', async () => {
    const app = await makeEngineApp(open)

    const enable = (id: string) =>
      refusalOf(app.as('orgadmin').enableAnalyzer({ id }, { name: 'New' }))

    expect(await enable('Nothing_1_0')).toEqual(notFound('Worker Nothing_1_0 not found'))
    expect(await enable('Block_1_0')).toEqual(notFound('Worker Block_1_0 not found'))
  })

  it('cannot be disabled twice', async () => {
    const app = await makeEngineApp(open)
    const { id } = await app.enable('orgadmin', 'Echo')
    await app.as('orgadmin').disableAnalyzer({ id })

    const again = await refusalOf(app.as('orgadmin').disableAnalyzer({ id }))

    expect(again).toEqual(notFound(`worker ${id} not found`))
  })

  it('stores no secret that a reader of the database could use', async () => {
    const app = await makeEngineApp(open, [asking])
    await app.enable('orgadmin', 'Asking', { configuration: { api_key: key } })
    await app.as('orgadmin').updateAnalyzerConfig({ name: 'Asking' }, { config: { api_key: key } })

    const { db } = app.deps
    const rows = [
      await db.selectFrom('workers').selectAll().execute(),
      await db.selectFrom('worker_configs').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ]

    expect(rows.map((found) => found.length > 0)).toEqual([true, true, true])
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(app.logged()).not.toContain(key)
  })
})
