import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { oneDatabase, type TestDatabases } from '../databases.ts'
import { makePlatformApp } from './setup.ts'

interface Asked {
  method: string
  path: string
  key: string | undefined
  body: string
}

/** A MISP server with prepared answers. */
async function makeMisp(answer: (path: string) => { status: number; body: string }) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    asked.push({
      method: request.method ?? '',
      path,
      key: request.headers.authorization,
      body: Buffer.concat(chunks).toString(),
    })
    const { status, body } = answer(path)
    response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

async function makeWorld(open: TestDatabases['open'], servers: object[] = []) {
  const app = await makePlatformApp(open, {
    environment: servers.length === 0 ? {} : { ASSAY_PLATFORM_MISP: JSON.stringify(servers) },
  })
  const client = app.as('analyze')
  const { _id: id } = await client.createCaseV1({
    title: 'A case',
    description: 'd',
    startDate: 86_400_000,
    tlp: 3,
  })
  await client.createCaseObservableV1({ id }, { dataType: 'ip', data: '192.0.2.1', ioc: true })
  await client.createCaseObservableV1({ id }, { dataType: 'domain', data: 'example.org' })
  await client.createCaseObservableV1(
    { id },
    { dataType: 'file', attachment: new File(['sample'], 's.bin') },
  )
  return { app, client, id }
}

const good = () => ({ status: 200, body: '{}' })

describe.each(oneDatabase)('$name: a case for MISP', ({ open }) => {
  it('is an event that says which observables are indicators', async () => {
    const { app, id } = await makeWorld(open)

    const { Event } = (await app.as('read').caseAsMisp({ id })) as {
      Event: Record<string, unknown>
    }

    expect(Event).toMatchObject({
      info: '#1 A case',
      date: '1970-01-02',
      distribution: '0',
      Tag: [{ name: 'tlp:red' }],
    })
    const attributes = Event.Attribute as { type: string }[]
    expect(attributes.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toMatchObject([
      { type: 'domain', value: 'example.org', to_ids: false },
      { type: 'filename|sha256', to_ids: false },
      { type: 'ip-dst', value: '192.0.2.1', to_ids: true },
    ])
  })

  it('is a bundle of STIX as well', async () => {
    const { app, id } = await makeWorld(open)

    const { objects } = (await app.as('read').caseAsStix({ id })) as { objects: object[] }

    expect(objects).toContainEqual(
      expect.objectContaining({ type: 'ipv4-addr', value: '192.0.2.1' }),
    )
    expect(objects.at(-1)).toMatchObject({ type: 'report', name: '#1 A case' })
  })

  it('is sent with its indicators to a server of the settings, as older clients ask for it', async () => {
    const misp = await makeMisp(good)
    const { app, id } = await makeWorld(open, [{ name: 'ours', url: `${misp.url}/`, key: 'k3y' }])

    const url = '/api/connector/misp/export/1/ours'
    const answer = await app.inject({ as: 'analyze', method: 'POST', url })

    expect(answer.statusCode).toBe(204)
    expect(misp.asked).toMatchObject([{ method: 'POST', path: '/events/add', key: 'k3y' }])
    const { Event } = JSON.parse(misp.asked[0]?.body ?? '')
    expect(Event.Attribute).toMatchObject([{ value: '192.0.2.1', to_ids: true }])
    expect(Event.Attribute).toHaveLength(1)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.find(({ action }) => action === 'case.export')).toMatchObject({
      objectId: id,
      details: { misp: 'ours', observables: 1 },
    })
    expect(JSON.stringify(rows)).not.toContain('k3y')
  })

  it('is brought up to date where it was sent before', async () => {
    const misp = await makeMisp((path) =>
      path === '/events/add'
        ? { status: 404, body: '{"message":"Event already exists, use the url …"}' }
        : { status: 200, body: '{}' },
    )
    const { client } = await makeWorld(open, [{ name: 'ours', url: misp.url, key: 'k' }])

    await client.exportCaseToMisp({ id: '1', server: 'ours' })

    const { uuid } = JSON.parse(misp.asked[0]?.body ?? '').Event
    expect(misp.asked.map(({ path }) => path)).toEqual(['/events/add', `/events/edit/${uuid}`])
  })

  it.each([
    [403, 'The MISP server ours rejected the key in platform.misp'],
    [500, 'The MISP server ours rejected the event (HTTP status 500)'],
    [302, 'The MISP server ours rejected the event (HTTP status 302)'],
  ])('says in words that the server answered %i', async (status, message) => {
    const misp = await makeMisp(() => ({ status, body: 'secret words of the server' }))
    const { client } = await makeWorld(open, [{ name: 'ours', url: misp.url, key: 'k' }])

    await expect(client.exportCaseToMisp({ id: '1', server: 'ours' })).rejects.toMatchObject({
      status: 424,
      message,
    })
    // Not followed: the key is for this server.
    expect(misp.asked).toHaveLength(1)
  })

  it('goes nowhere without a server, without an indicator and for other organizations', async () => {
    const misp = await makeMisp(good)
    const organizations = { include: ['alpha'] }
    const servers = [{ name: 'ours', url: misp.url, key: 'k', organizations }]
    const { app, client } = await makeWorld(open, servers)
    await app.as('stranger').createCaseV1({ title: 'Theirs', description: 'd' })
    const plain = await client.createCaseV1({ title: 'Nothing in it', description: 'd' })

    await expect(client.exportCaseToMisp({ id: '1', server: 'other' })).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('platform.misp'),
    })
    await expect(
      app.as('stranger').exportCaseToMisp({ id: '2', server: 'ours' }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(client.exportCaseToMisp({ id: plain._id, server: 'ours' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('IOC'),
    })
    expect(misp.asked).toEqual([])
    expect(await app.as('stranger').listMispServers()).toEqual({
      status: {},
      syncInProgress: false,
      imports: [],
      servers: [],
    })
  })

  it('has servers whose state can be asked for', async () => {
    const misp = await makeMisp((path) =>
      path === '/servers/getVersion'
        ? { status: 200, body: '{"version":"2.5.1"}' }
        : { status: 404, body: '' },
    )
    const servers = [
      { name: 'ours', url: misp.url, key: 'k' },
      { name: 'gone', url: 'http://127.0.0.1:1', key: 'k' },
    ]
    const { app } = await makeWorld(open, servers)

    await expect(app.as('orgadmin').pullMispEvents()).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('No MISP server is read'),
    })
    expect(await app.as('read').listMispServers()).toEqual({
      status: { ours: 'OK', gone: 'ERROR' },
      syncInProgress: false,
      imports: [],
      servers: [
        { name: 'ours', version: '2.5.1', status: 'OK' },
        { name: 'gone', version: '', status: 'ERROR' },
      ],
    })
  })
})
