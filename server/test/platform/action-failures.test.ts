import { createServer } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { callAs, endedAction, rowsOf } from './connector.ts'
import { makePlatformApp } from './setup.ts'
import {
  enginesSetting,
  type StubAnswer,
  startStubEngine,
  stubJob,
  stubWorker,
} from './stub-engine.ts'
import { report, run, withStub } from './stubbed.ts'

/** A port without a listener. */
async function deadUrl(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${address.port}`
}

/** A responder is run on an engine that gives this answer. */
async function actOn(open: TestDatabases['open'], answer: StubAnswer) {
  const world = await withStub(open)
  world.stub.on(run, () => answer)
  return { ...world, refusal: await world.act() }
}

describe.each(oneDatabase)('$name: an engine that does not take the job', ({ open }) => {
  it.each([
    ['knows no such responder', { status: 404, body: {} }, 404, 'NotFoundError', /Responder r1/],
    [
      'refuses with 400',
      { status: 400, body: { type: 'BadRequest', message: 'wrong data type' } },
      400,
      'BadRequest',
      /wrong data type/,
    ],
    [
      'is over its rate',
      { status: 429, body: { type: 'RateLimitExceeded', message: 'too many' } },
      429,
      'RateLimitExceeded',
      /too many/,
    ],
    ['does not know us', { status: 401, body: {} }, 424, 'EngineError', /credentials/],
    ['forbids it', { status: 403, body: {} }, 424, 'EngineError', /credentials/],
    [
      'sends us elsewhere',
      { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      424,
      'EngineError',
      /HTTP status 302/,
    ],
  ])(
    'because it %s: reported as such, never as 5xx, and nothing is stored',
    async (_, answer, status, type, message) => {
      const { stub, app, refusal, stored } = await actOn(open, answer)

      expect({ status: refusal.status, type: refusal.body.type }).toEqual({ status, type })
      expect(refusal.body.message).toMatch(message)
      expect(await stored()).toEqual([])
      const starts = await app.deps.db.selectFrom('starting_jobs').selectAll().execute()
      expect(starts).toEqual([])
      // Asked once: nothing here repeats what may have been done already.
      expect(
        stub.calls.filter(({ call }) => call.startsWith('POST /api/responder/r1/run')),
      ).toHaveLength(1)
    },
  )

  it.each([
    ['is broken', { status: 500, body: 'oops' }, 424, 'EngineError', /HTTP status 500/],
    ['is away for now', { status: 503, body: '<html>' }, 424, 'EngineError', /HTTP status 503/],
    ['answers no JSON', { body: '<html>hello</html>' }, 424, 'EngineError', /no valid JSON/],
    ['answers null', { body: 'null' }, 424, 'EngineError', /no valid object/],
    ['answers a list', { body: [] }, 424, 'EngineError', /no valid job/],
    ['answers a job without id', { body: stubJob({ id: 7 }) }, 424, 'EngineError', /no valid job/],
    [
      'answers a wild status',
      { body: stubJob({ status: 'Ok' }) },
      424,
      'EngineError',
      /no valid job/,
    ],
    [
      'answers without end',
      { body: `{"id":"${'x'.repeat(17 * 1024 * 1024)}"}` },
      424,
      'EngineError',
      /exceeds/,
    ],
  ])(
    'because it %s: reported as such, and what it did stays for a person to find out',
    async (_, answer, status, type, message) => {
      const { stub, app, refusal, stored } = await actOn(open, answer)

      expect({ status: refusal.status, type: refusal.body.type }).toEqual({ status, type })
      expect(refusal.body.message).toMatch(message)
      const [action] = await stored()
      expect(action).toMatchObject({ status: 'Failure', next_poll_at: null, engine_job_id: '' })
      const said = JSON.parse(action?.report ?? '').errorMessage
      expect(said).toMatch(message)
      expect(said).toMatch(/^It is unknown whether the responder ran: /)
      app.clock.advance(600_000)
      await vi.waitFor(async () => {
        const starts = await app.deps.db.selectFrom('starting_jobs').selectAll().execute()
        expect(starts).toEqual([])
      }, patienceMs)
      expect(
        stub.calls.filter(({ call }) => call.startsWith('POST /api/responder/r1/run')),
      ).toHaveLength(1)
    },
  )

  it('because nothing listens: 424 EngineError, and the key is in no log and no answer', async () => {
    const { app, act, stored } = await withStub(open, { url: await deadUrl() })

    const { status, body } = await act()

    expect({ status, type: body.type }).toEqual({ status: 424, type: 'EngineError' })
    expect(body.message).toMatch(/unreachable \(ECONNREFUSED\)/)
    expect(await stored()).toEqual([])
    expect(app.logged()).not.toContain('s3cret')
  })

  it('without a name in the request, is one that does not know the responder', async () => {
    const { act } = await withStub(open, { url: await deadUrl() })

    expect(await act({ engineId: undefined }, 'cortex')).toMatchObject({
      status: 404,
      body: { message: 'Responder r1 not found' },
    })
  })
})

describe.each(oneDatabase)('$name: an engine of today', ({ open }) => {
  it.each([
    ['bearer', { type: 'bearer', key: 'k' }, 'Bearer k'],
    ['key', { type: 'key', key: 'k' }, 'k'],
    ['basic', { type: 'basic', username: 'u', password: 'p:w' }, `Basic ${btoa('u:p:w')}`],
    ['none', { type: 'none' }, undefined],
  ])('is called with the credentials of type %s', async (_, auth, header) => {
    const { stub, act } = await withStub(open, { auth })

    await act()

    expect(stub.calls.find(({ call }) => call.includes('/run'))?.authorization).toBe(header)
  })

  it('gets label, data, dataType, tlp, pap and parameters, and may answer the older names', async () => {
    const { stub, objectId, caseId, act } = await withStub(open)
    const { workerId, workerName, workerDefinitionId, ...job } = stubJob()
    const older = { analyzerId: workerId, analyzerName: workerName, extra: { any: ['thing'] } }
    stub.on(run, () => ({ status: 201, body: { ...job, ...older } }))

    const { body } = await act({ parameters: { a: 1 } })

    expect(body).toMatchObject({
      responderName: 'Stub',
      responderDefinition: 'r1',
      engineJobId: 'j1',
      status: 'Waiting',
    })
    const sent = stub.calls.find(({ call }) => call.includes('/run'))
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      label: '[ip] 192.0.2.7',
      data: expect.objectContaining({
        _id: objectId,
        case: expect.objectContaining({ _id: caseId }),
      }),
      dataType: 'thehive:case_artifact',
      tlp: 1,
      pap: 2,
      parameters: { a: 1, organisation: 'alpha', user: 'alan' },
    })
  })

  it('is asked by name for a responder whose id another engine gave', async () => {
    const other = await startStubEngine()
    other.on('GET /api/responder/:id', () => ({ body: stubWorker({ id: 'r1', name: 'Same' }) }))
    const stub = await startStubEngine()
    stub.on('POST /api/responder/_search', () => ({
      body: [stubWorker({ id: 'r2', name: 'Same' })],
    }))
    stub.on('POST /api/responder/r2/run', () => ({ body: stubJob({ workerId: 'r2' }) }))
    const environment = enginesSetting([
      { name: 'first', url: other.url },
      { name: 'second', url: stub.url },
    ])
    const app = await makePlatformApp(open, { environment })
    const { id } = await rowsOf(app).case()

    const { status, body } = await callAs(app)('POST', '/api/connector/cortex/action', {
      cortexId: 'second',
      responderId: 'r1',
      objectType: 'case',
      objectId: id,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({ responderId: 'r2', cortexId: 'second' })
  })

  it('is open to the organizations of the settings only', async () => {
    const { act } = await withStub(open, { organizations: { include: ['beta'] } })
    const { act: excluded } = await withStub(open, { organizations: { exclude: ['alpha'] } })
    const { act: starred } = await withStub(open, { organizations: { include: ['*'] } })

    expect((await act()).body.message).toBe('Engine stub not found')
    expect((await excluded()).body.message).toBe('Engine stub not found')
    expect((await starred()).status).toBe(200)
  })
})

describe.each(databases)('$name: an open action', ({ open }) => {
  it('outlives an outage, asks less and less often, and ends when the engine is back', async () => {
    const { stub, app, act, stored } = await withStub(open)
    stub.on(report, () => ({ status: 502, body: '<html>' }))

    const { body } = await act()
    await vi.waitFor(
      async () => {
        app.clock.advance(5_000)
        expect((await stored())[0]?.poll_failures).toBeGreaterThan(3)
      },
      { timeout: patienceMs },
    )
    stub.on(report, () => ({ body: stubJob({ status: 'Success', report: { success: true } }) }))

    const row = await vi.waitFor(
      async () => {
        app.clock.advance(60_000)
        const [found] = await stored()
        expect(found?.status).toBe('Success')
        return found
      },
      { timeout: patienceMs },
    )
    expect(row).toMatchObject({ id: body._id, poll_failures: 0 })
  })

  it('is given up after a day of failures, and says why', async () => {
    const { stub, app, act, stored } = await withStub(open)
    stub.on(report, () => ({ status: 502, body: '<html>' }))
    const { body } = await act()
    await vi.waitFor(async () => expect((await stored())[0]?.poll_failures).toBe(1), patienceMs)
    const almost = { poll_failures: 10_000, next_poll_at: app.clock.now() }
    await app.deps.db.updateTable('actions').set(almost).execute()

    const row = await endedAction(app, body._id)

    expect(row.status).toBe('Failure')
    expect(JSON.parse(row.report).errorMessage).toMatch(/The engine stub is unreachable/)
  })

  it('keeps a short word of a report that is too large to store', async () => {
    const { stub, app, act } = await withStub(open)
    const full = { message: 'done', text: 'x'.repeat(300_000) }
    const operations = [{ type: 'AddTagToArtifact', tag: 'big' }]
    stub.on(report, () => ({
      body: stubJob({ status: 'Success', report: { success: true, full, operations } }),
    }))

    const { body } = await act()
    const row = await endedAction(app, body._id)

    expect(row.report.length).toBeLessThan(2_000)
    expect(JSON.parse(row.report)).toMatchObject({ success: true, message: 'done', full: null })
    expect(JSON.parse(row.operations)).toMatchObject([{ tag: 'big', status: 'Success' }])
  })
})

describe.each(oneDatabase)('$name: an open action', ({ open }) => {
  it('shows InProgress when the engine says so, and waitreport is asked with a second', async () => {
    const { stub, app, act, stored } = await withStub(open)
    stub.on(report, () => ({ body: stubJob({ status: 'InProgress', report: 'Running' }) }))

    await act()

    await vi.waitFor(async () => expect((await stored())[0]?.status).toBe('InProgress'), patienceMs)
    expect(stub.calls.map(({ call }) => call)).toContain(
      'GET /api/job/j1/waitreport?atMost=1+second',
    )
    stub.on(report, () => ({ body: stubJob({ status: 'Success', report: { success: true } }) }))
    const [row] = await stored()
    expect((await endedAction(app, row?.id ?? '')).status).toBe('Success')
  })

  it('is Deleted when the job was deleted', async () => {
    const { stub, app, act } = await withStub(open)
    stub.on(report, () => ({ body: stubJob({ status: 'Deleted', report: 'Deleted' }) }))

    const { body } = await act()

    expect(await endedAction(app, body._id)).toMatchObject({ status: 'Deleted' })
  })

  it('fails with a message when the engine has lost the job', async () => {
    const { stub, app, act } = await withStub(open)
    stub.on(report, () => ({ status: 404, body: { type: 'NotFoundError', message: 'gone' } }))

    const { body } = await act()
    const row = await endedAction(app, body._id)

    expect(row).toMatchObject({ status: 'Failure', next_poll_at: null })
    expect(JSON.parse(row.report)).toMatchObject({
      success: false,
      errorMessage: 'The engine stub no longer has the job',
    })
  })

  it('fails as the engine says, without the configuration that it repeats', async () => {
    const { stub, app, act } = await withStub(open)
    const input = JSON.stringify({ dataType: 'ip', config: { password: 'hunter2' } })
    stub.on(report, () => ({
      body: stubJob({
        status: 'Failure',
        report: { success: false, errorMessage: 'no route', input },
      }),
    }))

    const { body } = await act()
    const row = await endedAction(app, body._id)

    expect(row.status).toBe('Failure')
    expect(JSON.parse(row.report)).toMatchObject({
      success: false,
      errorMessage: 'no route',
      message: 'no route',
      input: '{"dataType":"ip"}',
    })
    expect(row.report).not.toContain('hunter2')
  })

  it('keeps the status of a job whose report is too large to read', async () => {
    const { stub, app, act } = await withStub(open)
    const full = { text: 'x'.repeat(33 * 1024 * 1024) }
    stub.on(report, () => ({ body: stubJob({ status: 'Success', report: { full } }) }))
    stub.on('GET /api/job/:id', () => ({ body: stubJob({ status: 'Success' }) }))

    const { body } = await act()
    const row = await endedAction(app, body._id)

    expect(row.status).toBe('Success')
    expect(JSON.parse(row.report)).toMatchObject({
      success: true,
      errorMessage: expect.stringMatching(/exceeds the limit/),
    })
  })

  it.each([
    ['a text', 'nothing'],
    ['a list', [1, 2]],
    ['wrong kinds', { summary: 3, full: 'x', artifacts: {}, operations: 'all', errorMessage: [] }],
    [
      'half of the artifacts',
      { artifacts: [{ dataType: 'ip' }, 7], summary: { taxonomies: [{}] } },
    ],
  ])('ends with an empty report when the report is %s', async (_, nonsense) => {
    const { stub, app, act } = await withStub(open)
    stub.on(report, () => ({ body: stubJob({ status: 'Success', report: nonsense }) }))

    const { body } = await act()
    const row = await endedAction(app, body._id)

    expect(row).toMatchObject({ status: 'Success', operations: '[]' })
    expect(JSON.parse(row.report)).toMatchObject({
      summary: { taxonomies: [] },
      full: null,
      artifacts: [],
      operations: [],
      errorMessage: null,
    })
  })
})
