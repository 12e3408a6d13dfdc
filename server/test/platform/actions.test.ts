import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { asking, callAs, eventsOf, makeConnectorApp, operating, rowsOf } from './connector.ts'

const block = operating('Block', [{ type: 'AddTagToArtifact', tag: 'blocked' }])

async function makeWorld(open: TestDatabases['open']) {
  const app = await makeConnectorApp(open, [block, asking])
  const responder = await app.enable('orgadmin', 'Block')
  const ask = await app.enable('orgadmin', 'Ask')
  return { app, responder, ask }
}

/** An observable in a case that only one test uses. */
async function startedIn({ app, responder, ask }: Awaited<ReturnType<typeof makeWorld>>) {
  const rows = rowsOf(app)
  const { id: caseId, number } = await rows.case()
  const observable = await rows.observable({ case_id: caseId })
  const call = callAs(app)
  const run = (more: object = {}, namespace = 'engine') =>
    call('POST', `/api/connector/${namespace}/action`, {
      ...(namespace === 'engine' ? { engineId: 'local' } : {}),
      responderId: responder.id,
      objectType: 'case_artifact',
      objectId: observable,
      ...more,
    })
  return { app, responder, ask, rows, caseId, number, observable, call, run }
}

describe.each(oneDatabase)('$name: an action', ({ open }) => {
  it('is a job of who asked for it, whatever the parameters say', async () => {
    const { app, run } = await startedIn(await makeWorld(open))

    const { body } = await run({ parameters: { user: 'root' } })

    const job = await app.deps.db
      .selectFrom('jobs')
      .select(['created_by', 'asked_by', 'asked_kind', 'cause', 'priority'])
      .where('id', '=', body.engineJobId)
      .executeTakeFirst()
    expect(job).toEqual({
      ...{ created_by: 'platform', asked_by: 'alan', asked_kind: 'key', cause: null },
      priority: 0,
    })
  })
})

describe.each(databases)('$name: POST /api/connector/engine/action', ({ open }) => {
  it('ends as Success with endDate, report and operations as JSON texts', async () => {
    const { app, observable, call, run } = await startedIn(await makeWorld(open))
    const published = eventsOf(app, 'alpha')

    const { body } = await run({ parameters: { reason: 'why', user: 'somebody else' } })
    await app.ended(body._id)
    const { body: list } = await call(
      'GET',
      `/api/connector/engine/action/case_artifact/${observable}`,
    )

    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ status: 'Success', endDate: expect.any(Number) })
    expect(JSON.parse(list[0].operations)).toEqual([
      { tag: 'blocked', type: 'AddTagToArtifact', status: 'Success', message: 'Success' },
    ])
    expect(JSON.parse(list[0].report)).toEqual({
      summary: { taxonomies: [] },
      full: { message: 'done' },
      success: true,
      artifacts: [],
      operations: [],
      errorMessage: null,
      input: null,
      message: 'done',
      parameters: { reason: 'why', organisation: 'alpha', user: 'alan' },
      config: {},
    })
    expect(published).toContainEqual(
      expect.objectContaining({
        operation: 'update',
        objectType: 'action',
        objectId: body._id,
        user: 'alan',
        details: expect.objectContaining({ status: 'Success', responderName: 'Block' }),
      }),
    )
  })
})

describe.each(oneDatabase)('$name: POST /api/connector/engine/action', ({ open }) => {
  const world = sharedByTests(() => makeWorld(open))

  it('answers 200 with a Waiting action, and its fields are those of §2', async () => {
    const { app, responder, observable, run } = await startedIn(await world())

    const { status, body } = await run()

    expect(status).toBe(200)
    expect(body).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      _type: 'Action',
      _createdBy: 'alan',
      _createdAt: app.clock.now(),
      responderId: responder.id,
      responderName: 'Block',
      responderDefinition: 'Block_1_0',
      engineId: 'local',
      engineJobId: expect.any(String),
      objectType: 'Observable',
      objectId: observable,
      status: 'Waiting',
      startDate: app.clock.now(),
      operations: '[]',
      report: '{}',
    })
  })

  it('tells the responder who the user is, and shows the whole observable with its case', async () => {
    const { app, ask, observable, caseId, number, run } = await startedIn(await world())

    const { body } = await run({ responderId: ask.id })
    const { report } = await app.ended(body._id)

    const { input } = JSON.parse(report).full
    expect(input).toMatchObject({
      dataType: 'thehive:case_artifact',
      tlp: 1,
      pap: 2,
      parameters: { organisation: 'alpha', user: 'alan' },
      data: {
        _type: 'case_artifact',
        _id: observable,
        dataType: 'ip',
        data: '192.0.2.7',
        case: { _id: caseId, caseId: number, _type: 'case', endDate: null },
      },
    })
  })

  it.each(['alert', 'case', 'case_task', 'case_task_log'])(
    'runs on a case_artifact only: %s is 400 BadRequest',
    async (objectType) => {
      const { run } = await startedIn(await world())

      const { status, body } = await run({ objectType })

      expect({ status, type: body.type }).toEqual({ status: 400, type: 'BadRequest' })
      expect(body.message).toContain('case_artifact')
    },
  )

  it('needs all four attributes, and names every missing one at once', async () => {
    const { call } = await startedIn(await world())

    const { status, body } = await call('POST', '/api/connector/engine/action', {})

    expect(status).toBe(400)
    expect(body.type).toBe('AttributeCheckingError')
    expect(body.errors.map(({ name }: { name: string }) => name).sort()).toEqual([
      'engineId',
      'objectId',
      'objectType',
      'responderId',
    ])
  })

  it('takes the other spelling of engineId, and unknown attributes', async () => {
    const { run } = await startedIn(await world())

    const { status, body } = await run({ engineId: undefined, cortexId: 'local', tlp: 3, x: 1 })

    expect(status).toBe(200)
    expect(body.engineId).toBe('local')
    expect(body).not.toHaveProperty('cortexId')
  })

  it('answers 401 AuthenticationError to callers who are not signed in', async () => {
    const { app } = await startedIn(await world())

    const { status, body } = await callAs(app, 'nobody')('POST', '/api/connector/engine/action', {})

    expect({ status, type: body.type }).toEqual({ status: 401, type: 'AuthenticationError' })
  })

  it.each([
    ['an unknown engine', { engineId: 'nowhere' }, 'Engine nowhere not found'],
    ['an unknown responder', { responderId: 'nothing' }, 'Responder nothing not found'],
    ['a responder that is a way up', { responderId: '..' }, 'Responder .. not found'],
    ['a responder with a path in it', { responderId: '../job' }, 'Responder ../job not found'],
    ['an unknown observable', { objectId: '~1' }, 'Observable not found'],
    ['something that is no id', { objectId: 'abc' }, 'Observable not found'],
  ])('answers 404 for %s, and stores nothing', async (_, more, message) => {
    const { app, run } = await startedIn(await world())
    const stored = () => app.deps.db.selectFrom('actions').select('id').orderBy('id').execute()
    const before = await stored()

    const { status, body } = await run(more)

    expect({ status, ...body }).toEqual({ status: 404, type: 'NotFoundError', message })
    expect(await stored()).toEqual(before)
  })

  it.each([
    ['case_artifact_job', 'objectType Job is not recognised'],
    ['action', 'objectType Action is not recognised'],
    ['foo', 'objectType foo is not recognised'],
    ['constructor', 'objectType constructor is not recognised'],
  ])('answers 400 for objectType %s', async (objectType, message) => {
    const { run } = await startedIn(await world())

    expect(await run({ objectType }, 'cortex')).toEqual({
      status: 400,
      body: { type: 'BadRequest', message },
    })
  })

  it('does not find an observable that is in an alert only', async () => {
    const { rows, run } = await startedIn(await world())
    const alert = await rows.alert()
    const objectId = await rows.observable({ alert_id: alert.id })

    expect(await run({ objectId })).toMatchObject({
      status: 404,
      body: { message: 'Observable not found' },
    })
  })

  it('is 404 for users without the role, not 403', async () => {
    const { app, observable, responder } = await startedIn(await world())
    const call = callAs(app, 'read')

    const answers = [
      await call('POST', '/api/connector/engine/action', {
        engineId: 'local',
        responderId: responder.id,
        objectType: 'case_artifact',
        objectId: observable,
      }),
      await call('GET', `/api/connector/engine/action/case_artifact/${observable}`),
      await call('GET', `/api/connector/engine/responder/case_artifact/${observable}`),
    ]

    for (const { status, body } of answers)
      expect({ status, message: body.message }).toEqual({
        status: 404,
        message: 'Observable not found',
      })
  })
})

describe.each(oneDatabase)('$name: namespace cortex', ({ open }) => {
  const world = sharedByTests(() => makeWorld(open))

  it.each(['case', 'case_task', 'case_task_log', 'case_artifact', 'alert'] as const)(
    'runs a responder on a %s without naming an engine, and shows the other names',
    async (objectType) => {
      const { app, ask, rows, caseId, observable, run } = await startedIn(await world())
      const task = await rows.task(caseId)
      const targets = {
        case: { id: caseId, label: 'Case' },
        case_task: { id: task, label: 'Task' },
        case_task_log: { id: await rows.log(task, caseId), label: 'Log' },
        case_artifact: { id: observable, label: 'Observable' },
        alert: { id: (await rows.alert()).id, label: 'Alert' },
      }
      const { id, label } = targets[objectType]

      const { status, body } = await run(
        { objectType, objectId: id, responderId: ask.id },
        'cortex',
      )
      const action = await app.ended(body._id)

      expect(status).toBe(200)
      expect(body).toMatchObject({ cortexId: 'local', objectType: label, objectId: id })
      expect(body).not.toHaveProperty('engineId')
      const { input } = JSON.parse(action.report).full
      expect(input.data).toMatchObject({ _type: objectType, _id: id })
      if (objectType === 'alert') expect(input.data.artifacts).toEqual([])
      if (objectType === 'case_task_log')
        expect(input.data.case_task).toMatchObject({ _id: task, case: { _id: caseId } })
    },
  )

  it('takes the number of a case and the name of an alert for their ids', async () => {
    const { ask, rows, caseId, number, run } = await startedIn(await world())
    const alert = await rows.alert()
    const asked = (objectType: string, objectId: string) =>
      run({ objectType, objectId, responderId: ask.id }, 'cortex')

    expect((await asked('case', String(number))).body.objectId).toBe(caseId)
    expect((await asked('alert', alert.name)).body.objectId).toBe(alert.id)
  })

  it('answers 404 Cortex … not found for an unknown engine', async () => {
    const { run } = await startedIn(await world())

    expect(await run({ cortexId: 'nowhere' }, 'cortex')).toMatchObject({
      status: 404,
      body: { message: 'Cortex nowhere not found' },
    })
  })

  it('answers 404 Responder … not found when no engine knows it', async () => {
    const { run } = await startedIn(await world())

    expect(await run({ responderId: 'x' }, 'cortex')).toMatchObject({
      status: 404,
      body: { message: 'Responder x not found' },
    })
  })
})

describe.each(databases)('$name: lists of actions', ({ open }) => {
  it('are the same under both spellings of the alert list, newest first', async () => {
    const { app, rows, call, run } = await startedIn(await makeWorld(open))
    const alert = await rows.alert()
    const asked = { objectType: 'alert', objectId: alert.id }
    const first = await run(asked, 'cortex')
    app.clock.advance(1000)
    const second = await run(asked, 'cortex')
    await app.ended(first.body._id)
    await app.ended(second.body._id)

    const lists = await Promise.all(
      [
        `/api/connector/engine/action/responder/alert/${alert.id}`,
        `/api/connector/engine/action/alert/${alert.id}`,
        `/api/connector/engine/action/alert/${encodeURIComponent(alert.name)}`,
      ].map((url) => call('GET', url)),
    )
    const { body: cortex } = await call('GET', `/api/connector/cortex/action/alert/${alert.id}`)

    for (const { status, body } of lists) {
      expect(status).toBe(200)
      expect(body).toEqual(lists[0]?.body)
    }
    expect(lists[0]?.body.map((action: { _id: string }) => action._id)).toEqual([
      second.body._id,
      first.body._id,
    ])
    expect(lists[0]?.body[0]).toMatchObject({ objectType: 'Alert', engineId: 'local' })
    expect(cortex[0]).toMatchObject({ cortexId: 'local', cortexJobId: expect.any(String) })
  })

  it('can be searched by what they show, and hold nothing of another organization', async () => {
    const { app, responder, observable, call, run } = await startedIn(await makeWorld(open))
    const { body } = await run()
    await app.ended(body._id)
    const search = (query: object, as = call) =>
      as('POST', '/api/connector/cortex/action/_search', { query })

    for (const query of [
      {},
      { _field: 'objectType', _value: 'case_artifact' },
      { responderName: 'Block' },
      { responderId: responder.id },
      { objectId: observable },
      { status: 'Success' },
      { cortexId: 'local' },
    ])
      expect((await search(query)).body).toHaveLength(1)
    expect((await search({ status: 'Failure' })).body).toEqual([])
    expect((await search({}, callAs(app, 'stranger'))).body).toEqual([])
    expect((await call('GET', '/api/connector/engine/action')).body).toHaveLength(1)
    const url = `/api/connector/engine/action/case_artifact/${observable}`
    expect((await callAs(app, 'stranger')('GET', url)).status).toBe(404)
  })
})

describe.each(oneDatabase)('$name: another organization', ({ open }) => {
  it('neither runs nor lists anything of ours', async () => {
    const { app, responder, observable, caseId } = await startedIn(await makeWorld(open))
    const call = callAs(app, 'stranger')
    const run = (objectType: string, objectId: string) =>
      call('POST', '/api/connector/cortex/action', {
        responderId: responder.id,
        objectType,
        objectId,
      })

    expect(await run('case_artifact', observable)).toMatchObject({ status: 404 })
    expect(await run('case', caseId)).toMatchObject({ body: { message: 'Case not found' } })
    const { id } = await rowsOf(app).case('beta')
    // Its own case, and a responder of the cluster.
    expect(await run('case', id)).toMatchObject({
      body: { message: `Responder ${responder.id} not found` },
    })
  })
})
