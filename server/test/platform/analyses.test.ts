import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { programs } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import { callAs, eventsOf, makeConnectorApp, rowsOf } from './connector.ts'
import { stubJob, stubWorker } from './stub-engine.ts'
import { withStub } from './stubbed.ts'

async function withEcho(open: TestDatabases['open']) {
  const app = await makeConnectorApp(open, [programs.echo, programs.failing])
  const echo = await app.enable('orgadmin', 'Echo')
  const rows = rowsOf(app)
  const { id: caseId, number } = await rows.case()
  const observable = await rows.observable({ case_id: caseId })
  const call = callAs(app)
  const analyze = (artifactId: string, more: object = {}, namespace = 'engine') =>
    call('POST', `/api/connector/${namespace}/job`, {
      ...(namespace === 'engine' ? { engineId: 'local' } : {}),
      analyzerId: echo.id,
      artifactId,
      ...more,
    })
  return { app, echo, rows, caseId, number, observable, call, analyze }
}

const endedJob = (app: TestApp, id: string, namespace = 'engine') =>
  vi.waitFor(
    async () => {
      app.clock.advance(250)
      const { body } = await callAs(app)('GET', `/api/connector/${namespace}/job/${id}`)
      if (body.endDate === undefined) throw new Error(`${body.status}: not ended`)
      return body
    },
    { timeout: patienceMs },
  )

describe.each(databases)('$name: an analysis of an observable', ({ open }) => {
  it('answers 201 with a Waiting job, and ends with its report at the observable', async () => {
    const { app, echo, caseId, number, observable, analyze, call } = await withEcho(open)
    const published = eventsOf(app, 'alpha')

    const { status, body } = await analyze(observable, { parameters: { a: 1 } })
    const job = await endedJob(app, body.id)

    expect(status).toBe(201)
    expect(body).toEqual({
      _type: 'case_artifact_job',
      _id: body.id,
      id: expect.stringMatching(/^~\d+$/),
      analyzerId: echo.id,
      analyzerName: 'Echo',
      analyzerDefinition: 'Echo_1_0',
      status: 'Waiting',
      startDate: expect.any(Number),
      engineId: 'local',
      engineJobId: expect.any(String),
      operations: '[]',
    })
    expect(job).toMatchObject({
      status: 'Success',
      endDate: expect.any(Number),
      report: {
        success: true,
        full: {
          input: {
            dataType: 'ip',
            data: '192.0.2.7',
            tlp: 1,
            pap: 2,
            message: String(number),
            parameters: { a: 1, organisation: 'alpha', user: 'alan' },
          },
        },
        artifacts: [{ dataType: 'domain', data: 'found.example' }],
      },
      case_artifact: {
        _id: observable,
        reports: {
          Echo: {
            taxonomies: [{ level: 'info', namespace: 'Echo', predicate: 'Said', value: 'x' }],
          },
        },
      },
    })
    expect(published).toContainEqual(
      expect.objectContaining({
        objectType: 'case_artifact_job',
        operation: 'update',
        rootId: caseId,
        details: expect.objectContaining({ status: 'Success', analyzerName: 'Echo' }),
      }),
    )
    const { body: found } = await call('POST', '/api/connector/cortex/job/_search', {
      query: { _parent: { _type: 'case_artifact', _query: { _id: observable } } },
    })
    expect(found).toMatchObject([{ id: body.id, cortexId: 'local', status: 'Success' }])
    expect(found[0]).not.toHaveProperty('case_artifact')
  })

  it('keeps what two analyzers say at the same moment', async () => {
    const { app, stub, objectId } = await withStub(open)
    stub.on('GET /api/analyzer/:id', () => ({ body: stubWorker() }))
    let started = 0
    stub.on('POST /api/analyzer/:id/run', () => {
      started += 1
      return { body: stubJob({ id: `j${started}`, workerName: `A${started}`, type: 'analyzer' }) }
    })
    const taxonomy = { level: 'safe', namespace: 'n', predicate: 'p', value: { odd: 1 } }
    stub.on('GET /api/job/:id/waitreport', () => ({
      body: stubJob({
        status: 'Success',
        report: { success: true, summary: { taxonomies: [taxonomy] } },
      }),
    }))
    const run = () =>
      callAs(app)('POST', '/api/connector/engine/job', {
        engineId: 'stub',
        analyzerId: 'r1',
        artifactId: objectId,
      })

    const jobs = await Promise.all(Array.from({ length: 5 }, run))
    for (const { body } of jobs) await endedJob(app, body.id)

    const [row] = await app.deps.db.selectFrom('observables').select('reports').execute()
    expect(Object.keys(JSON.parse(row?.reports ?? '{}')).sort()).toEqual([
      'A1',
      'A2',
      'A3',
      'A4',
      'A5',
    ])
    expect(JSON.parse(row?.reports ?? '{}').A1.taxonomies).toEqual([
      { ...taxonomy, value: '{"odd":1}' },
    ])
  })
})

describe.each(oneDatabase)('$name: an analysis of an observable', ({ open }) => {
  it('sends a file as it is, under its name', async () => {
    const { app, caseId, rows, analyze } = await withEcho(open)
    const content = Buffer.from('MZ\0 not a program'.repeat(10_000))
    const sha256 = createHash('sha256').update(content).digest('hex')
    const staged = await app.deps.blobs.stage(Readable.from([content]))
    await staged.keep()
    const observable = await rows.observable(
      { case_id: caseId },
      {
        data_type: 'file',
        data: null,
        ...{ attachment_id: sha256, attachment_name: 'größe.bin', attachment_size: content.length },
      },
    )

    const { body } = await analyze(observable, {}, 'cortex')
    const job = await endedJob(app, body.id, 'cortex')

    expect(job.status).toBe('Success')
    expect(job.report.full.input).toMatchObject({ dataType: 'file', filename: 'größe.bin' })
    const [stored] = await app.deps.db.selectFrom('jobs').selectAll().execute()
    expect(stored).toMatchObject({ attachment_id: sha256, attachment_size: content.length })
  })

  it('is possible for an observable of an alert too', async () => {
    const { app, rows, analyze } = await withEcho(open)
    const alert = await rows.alert('alpha', { pap: 1 })
    const observable = await rows.observable({ alert_id: alert.id })

    const { body } = await analyze(observable)

    expect((await endedJob(app, body.id)).report.full.input).toMatchObject({ pap: 1 })
  })

  it('ends as Failure with the words of the analyzer', async () => {
    const { app, observable, analyze } = await withEcho(open)
    const failing = await app.enable('orgadmin', 'Failing')

    const { body } = await analyze(observable, { analyzerId: failing.id })
    const job = await endedJob(app, body.id)

    expect(job).toMatchObject({ status: 'Failure', report: { success: false } })
    expect(job.report.errorMessage).toContain('something is wrong')
    expect(job.case_artifact.reports).toEqual({})
  })

  it('takes the name of an analyzer for its id, and finds the engine by itself', async () => {
    const { observable, analyze } = await withEcho(open)

    const { status, body } = await analyze(observable, { analyzerId: 'Echo' }, 'cortex')

    expect(status).toBe(201)
    expect(body).toMatchObject({ analyzerName: 'Echo', cortexId: 'local' })
  })

  it('is refused in plain words: no right, nothing there, nothing known', async () => {
    const { app, observable, analyze, echo } = await withEcho(open)
    const asReader = await callAs(app, 'read')('POST', '/api/connector/engine/job', {
      engineId: 'local',
      analyzerId: echo.id,
      artifactId: observable,
    })
    const asStranger = await callAs(app, 'stranger')('POST', '/api/connector/cortex/job', {
      analyzerId: echo.id,
      artifactId: observable,
    })

    expect(asReader).toMatchObject({ status: 403, body: { message: 'Job creation not allowed' } })
    expect(asStranger).toMatchObject({ status: 404, body: { message: 'Observable not found' } })
    expect(await analyze('~1')).toMatchObject({ body: { message: 'Observable not found' } })
    expect(await analyze(observable, { analyzerId: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Analyzer x not found' },
    })
    expect(await analyze(observable, { engineId: 'x' })).toMatchObject({
      status: 404,
      body: { message: 'Engine x not found' },
    })
    expect(await analyze(observable, { engineId: undefined })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('engineId') },
    })
  })

  it('of another organization is not there', async () => {
    const { app, observable, analyze } = await withEcho(open)
    const { body } = await analyze(observable)
    await endedJob(app, body.id)
    const call = callAs(app, 'stranger')

    expect(await call('GET', `/api/connector/engine/job/${body.id}`)).toMatchObject({
      status: 404,
      body: { message: 'Job not found' },
    })
    expect((await call('POST', '/api/connector/engine/job/_search', {})).body).toEqual([])
  })

  it('can be started in bulk; those that cannot be started are named', async () => {
    const { echo, observable, call } = await withEcho(open)
    const job = { analyzerId: echo.id, artifactId: observable, cortexId: 'local' }
    const bulk = (jobs: object[]) => call('POST', '/api/v1/connector/cortex/job/_bulk', { jobs })

    const all = await bulk([job, job])
    const some = await bulk([job, { ...job, artifactId: '~1' }])

    expect(all.status).toBe(201)
    expect(all.body).toHaveLength(2)
    expect(some.status).toBe(207)
    expect(some.body.success).toHaveLength(1)
    expect(some.body.failure).toMatchObject([
      { type: 'NotFoundError', message: 'Observable not found' },
    ])
  })

  it('sends a file to an engine of today as a part named data next to _json', async () => {
    const { app, stub, caseId } = await withStub(open)
    stub.on('GET /api/analyzer/:id', () => ({ body: stubWorker() }))
    stub.on('POST /api/analyzer/:id/run', () => ({ body: stubJob({ type: 'analyzer' }) }))
    const staged = await app.deps.blobs.stage(Readable.from(['the content']))
    await staged.keep()
    const artifactId = await rowsOf(app).observable(
      { case_id: caseId },
      { data_type: 'file', data: null, attachment_id: staged.sha256, attachment_name: 'a.txt' },
    )

    await callAs(app)('POST', '/api/connector/cortex/job', { analyzerId: 'r1', artifactId })

    const sent = stub.calls.find(({ call }) => call.includes('/run'))?.body ?? ''
    expect(sent).toMatch(/name="data"; filename="a\.txt"/)
    expect(sent).toContain('the content')
    expect(sent).toMatch(/name="_json"\r\n\r\n\{/)
  })
})

describe.each(oneDatabase)('$name: analyzers of the engines', ({ open }) => {
  it('are listed, by data type too, and read by id or name', async () => {
    const { echo, call, app } = await withEcho(open)
    const path = '/api/connector/cortex/analyzer'
    const shown = {
      id: echo.id,
      name: 'Echo',
      version: '1.0',
      description: 'Fixture Echo',
      dataTypeList: ['ip', 'domain', 'file', 'other'],
      cortexIds: ['local'],
    }

    expect((await call('GET', path)).body).toEqual([shown])
    expect((await call('GET', `${path}/type/domain`)).body).toEqual([shown])
    expect((await call('GET', `${path}/type/url`)).body).toEqual([])
    expect((await call('GET', `${path}/${echo.id}`)).body).toEqual(shown)
    expect((await call('GET', `${path}/Echo`)).body).toEqual(shown)
    expect((await call('GET', `${path}/nothing`)).status).toBe(404)
    expect((await callAs(app, 'read')('GET', path)).body).toEqual([shown])
    expect((await callAs(app, 'stranger')('GET', path)).body).toEqual([])
    expect((await call('GET', '/api/connector/engine/analyzer')).body[0].engineIds).toEqual([
      'local',
    ])
  })
})
