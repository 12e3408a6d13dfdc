import { describe, expect, it, vi } from 'vitest'
import { oneDatabase, sqlite, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { callAs, makeConnectorApp, operating, rowsOf } from './connector.ts'
import { makePlatformApp } from './setup.ts'
import { enginesSetting, startStubEngine, stubWorker } from './stub-engine.ts'

async function withEngine(open: TestDatabases['open']) {
  const app = await makeConnectorApp(open, [
    operating('Zeta', [], { dataTypeList: ['TheHive:Alert'] }),
    operating('Alfa', [], { dataTypeList: ['thehive:alert', 'thehive:case_artifact'] }),
    operating('Other', [], { dataTypeList: ['thehive:case', 'other:alert'] }),
  ])
  return { app, rows: rowsOf(app), call: callAs(app) }
}

const limited = (max_tlp: number, max_pap: number) => ({
  configuration: { check_tlp: true, max_tlp, check_pap: true, max_pap },
})

describe.each(oneDatabase)('$name: GET /api/connector/engine/responder/alert/{id}', ({ open }) => {
  it('answers the responders that take alerts, sorted by name, with the fields of §2', async () => {
    const { app, rows, call } = await withEngine(open)
    const zeta = await app.enable('orgadmin', 'Zeta')
    const alfa = await app.enable('orgadmin', 'Alfa')
    await app.enable('orgadmin', 'Other')
    const alert = await rows.alert()

    const { status, body } = await call('GET', `/api/connector/engine/responder/alert/${alert.id}`)
    const { body: cortex } = await call('GET', `/api/connector/cortex/responder/alert/${alert.id}`)

    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: alfa.id,
        name: 'Alfa',
        version: '1.0',
        description: 'Fixture Alfa',
        dataTypeList: ['thehive:alert', 'thehive:case_artifact'],
        engineIds: ['local'],
      },
      expect.objectContaining({ id: zeta.id, dataTypeList: ['TheHive:Alert'] }),
    ])
    expect(cortex[0]).toMatchObject({ cortexIds: ['local'] })
    expect(cortex[0]).not.toHaveProperty('engineIds')
  })

  it('leaves out those whose TLP or PAP limit the alert exceeds; the limit itself passes', async () => {
    const { app, rows, call } = await withEngine(open)
    await app.enable('orgadmin', 'Alfa', limited(2, 3))
    await app.enable('orgadmin', 'Zeta', limited(3, 1))
    const names = async (tlp: number, pap: number) => {
      const alert = await rows.alert('alpha', { tlp, pap })
      const { body } = await call('GET', `/api/connector/engine/responder/alert/${alert.id}`)
      return body.map(({ name }: { name: string }) => name)
    }

    expect(await names(2, 1)).toEqual(['Alfa', 'Zeta'])
    expect(await names(3, 1)).toEqual(['Zeta'])
    expect(await names(2, 2)).toEqual(['Alfa'])
    expect(await names(3, 2)).toEqual([])
  })

  it('takes the TLP of an observable from itself and its PAP from the case', async () => {
    const { app, rows, call } = await withEngine(open)
    await app.enable('orgadmin', 'Alfa', limited(1, 1))
    const list = async (tlp: number, pap: number) => {
      const { id } = await rows.case('alpha', { tlp: 3, pap })
      const observable = await rows.observable({ case_id: id }, { tlp })
      return call('GET', `/api/connector/engine/responder/case_artifact/${observable}`)
    }

    expect((await list(1, 1)).body).toHaveLength(1)
    expect((await list(2, 1)).body).toEqual([])
    expect((await list(1, 2)).body).toEqual([])
  })

  it('shows a limit in the lists of our own engine: list, search and single', async () => {
    const { app } = await withEngine(open)
    const { id } = await app.enable('orgadmin', 'Alfa', limited(1, 0))
    const client = app.as('analyze')

    const shown = [
      (await client.listResponders({ range: 'all' })).rows[0],
      (await client.searchResponders({ query: {} })).rows[0],
      await client.getResponder({ id }),
    ]

    for (const worker of shown) expect(worker).toMatchObject({ maxTlp: 1, maxPap: 0 })
  })

  it.each([
    ['an unknown alert', '~1'],
    ['a malformed id', '~abc'],
    ['a name without parts', 'abc'],
  ])('answers 404 Alert not found for %s', async (_, id) => {
    const { call } = await withEngine(open)

    expect(await call('GET', `/api/connector/engine/responder/alert/${id}`)).toEqual({
      status: 404,
      body: { type: 'NotFoundError', message: 'Alert not found' },
    })
  })

  it('does not show the alerts and responders of another organization', async () => {
    const { app, rows } = await withEngine(open)
    await app.enable('orgadmin', 'Alfa')
    const ours = await rows.alert('alpha')
    const theirs = await rows.alert('beta')
    const call = callAs(app, 'stranger')

    expect((await call('GET', `/api/connector/engine/responder/alert/${ours.id}`)).status).toBe(404)
    expect(await call('GET', `/api/connector/engine/responder/alert/${theirs.id}`)).toEqual({
      status: 200,
      body: [],
    })
  })

  it('answers 401 to unauthenticated callers and 400 to an unknown object type', async () => {
    const { app, call } = await withEngine(open)

    const nobody = await callAs(app, 'nobody')('GET', '/api/connector/engine/responder/alert/~1')

    expect(nobody).toMatchObject({ status: 401, body: { type: 'AuthenticationError' } })
    expect(await call('GET', '/api/connector/engine/responder/foo/~1')).toMatchObject({
      status: 400,
      body: { message: 'objectType foo is not recognised' },
    })
  })
})

const search = 'POST /api/responder/_search'

describe.each(oneDatabase)('$name: responders of several engines', ({ open }) => {
  it('are one by name, with the words of the first and the names of all', async () => {
    const [first, second, broken, slow] = await Promise.all(
      Array.from({ length: 4 }, () => startStubEngine()),
    )
    if (!first || !second || !broken || !slow) throw new Error('no engines')
    first.on(search, () => ({
      body: [
        stubWorker({ id: 'a1', name: 'Both' }),
        stubWorker({ id: 'a2', name: 'Mine', maxTlp: 1 }),
      ],
    }))
    second.on(search, () => ({
      body: [
        stubWorker({ id: 'b1', name: 'Both', description: 'another', maxTlp: 0 }),
        stubWorker({ id: 'b2', name: 'Also' }),
      ],
    }))
    broken.on(search, () => ({ body: { not: 'a list' } }))
    slow.on(search, () => ({ status: 503 }))
    const app = await makePlatformApp(open, {
      environment: enginesSetting(
        [first, second, broken, slow].map(({ url }, index) => ({ name: `e${index}`, url })),
      ),
    })
    const alert = await rowsOf(app).alert()

    const { status, body } = await callAs(app)(
      'GET',
      `/api/connector/cortex/responder/alert/${alert.id}`,
    )

    expect(status).toBe(200)
    expect(body).toEqual([
      expect.objectContaining({ id: 'b2', name: 'Also', cortexIds: ['e1'] }),
      expect.objectContaining({
        id: 'a1',
        name: 'Both',
        description: 'Does nothing',
        cortexIds: ['e0', 'e1'],
      }),
    ])
    expect(JSON.parse(first.calls.find(({ call }) => call.startsWith('POST'))?.body ?? '')).toEqual(
      {
        query: {},
        range: 'all',
      },
    )
  })

  it('are searched by the query of the caller, without a look at TLP', async () => {
    const stub = await startStubEngine()
    stub.on(search, () => ({ body: [stubWorker({ maxTlp: 0 })] }))
    const app = await makePlatformApp(open, {
      environment: enginesSetting([{ name: 'stub', url: stub.url }]),
    })

    const { body } = await callAs(app)('POST', '/api/connector/cortex/responder/_search', {
      query: { _field: 'name', _value: 'Stub' },
    })

    expect(body).toMatchObject([{ name: 'Stub', cortexIds: ['stub'] }])
    expect(JSON.parse(stub.calls.find(({ call }) => call.includes('_search'))?.body ?? '')).toEqual(
      {
        query: { _field: 'name', _value: 'Stub' },
        range: 'all',
      },
    )
  })

  it('are none when no engine is set, and the list is empty', async () => {
    const app = await makePlatformApp(open, { environment: enginesSetting([]) })
    const alert = await rowsOf(app).alert()

    expect(await callAs(app)('GET', `/api/connector/engine/responder/alert/${alert.id}`)).toEqual({
      status: 200,
      body: [],
    })
  })

  it('are looked for under the name of the platform that the settings give', async () => {
    const stub = await startStubEngine()
    stub.on(search, () => ({
      body: [stubWorker({ dataTypeList: ['Acme:Alert'] }), stubWorker({ id: 'x', name: 'Hive' })],
    }))
    const app = await makePlatformApp(open, {
      environment: {
        ...enginesSetting([{ name: 'stub', url: stub.url }]),
        ASSAY_PLATFORM_NAME: 'acme',
      },
    })
    const alert = await rowsOf(app).alert()

    const { body } = await callAs(app)('GET', `/api/connector/engine/responder/alert/${alert.id}`)

    expect(body.map(({ name }: { name: string }) => name)).toEqual(['Stub'])
  })
})

describe('sqlite: GET /api/status of a platform', () => {
  const { open } = sqlite

  it('shows the health of every engine under both names, and the level of today’s platform', async () => {
    const good = await startStubEngine()
    good.on('GET /api/status', () => ({ body: { versions: { Cortex: '3.1.7' } } }))
    good.on('GET /api/user/current', () => ({ body: { id: 'platform' } }))
    const stranger = await startStubEngine()
    stranger.on('GET /api/status', () => ({ body: { versions: { Cortex: '4.0.0' } } }))
    stranger.on('GET /api/user/current', () => ({ status: 401 }))
    const broken = await startStubEngine()
    broken.on('GET /api/status', () => ({ body: { versions: 7 } }))
    const app = await makePlatformApp(open, {
      environment: enginesSetting([
        { name: 'good', url: `${good.url}///` },
        { name: 'stranger', url: stranger.url },
        { name: 'broken', url: broken.url },
      ]),
    })

    expect((await app.as('nobody').status()).connectors).toEqual({ cortex: {}, engine: {} })
    const status = await vi.waitFor(async () => {
      const answer = await app.as('nobody').status()
      expect(answer.connectors?.engine.status).toBeDefined()
      return answer
    }, patienceMs)

    expect(status.versions).toMatchObject({ TheHive: '4.1.24', Cortex: '4.1.0' })
    expect(status.connectors?.engine).toEqual({
      enabled: true,
      status: 'WARNING',
      servers: [
        { name: 'good', version: '3.1.7', status: 'OK' },
        { name: 'stranger', version: '4.0.0', status: 'AUTH_ERROR' },
        { name: 'broken', version: '', status: 'ERROR' },
      ],
    })
    expect(status.connectors?.cortex).toEqual(status.connectors?.engine)
  })

  it('shows the engine of this process once it listens', async () => {
    const app = await makeConnectorApp(open, [])

    await vi.waitFor(
      async () =>
        expect((await app.as('nobody').status()).connectors?.engine).toEqual({
          enabled: true,
          status: 'OK',
          servers: [{ name: 'local', version: '4.1.0', status: 'OK' }],
        }),
      { timeout: patienceMs },
    )
  })
})
