import { describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { sharedByTests } from '../lifetime.ts'
import type { Server } from '../program.ts'
import { fillJobs, fillObservables, keyOf, places, probeAlive, serveFilled } from './served.ts'

const megabyte = 'a'.repeat(1_000_000)
const hard = `*${'a'.repeat(240)}b*`

const patterns = (count: number) => ({
  query: {
    _or: Array.from({ length: count }, () => ({ _wildcard: { _field: 'data', _value: hard } })),
  },
})

const searchJobs = (server: Server, organization: string, input: unknown) =>
  server.call('POST', '/api/job/_search', { key: keyOf(organization), input })

/** Takes minutes unless it is ended: 600 texts, each with 16 patterns that almost match everywhere. */
const endless = patterns(16)
const fillEndless = (database: Database, organization: string) =>
  fillJobs(database, 600, 'a'.repeat(8_192), organization)

/** What was sent before has reached the server by then, and was begun if there was room. */
const settle = async (server: Server) => {
  for (let round = 0; round < 3; round += 1)
    await (await server.call('GET', '/api/user/current', { key: keyOf('gamma') })).text()
}

/** A search of gamma that is not answered before its caller hangs up. */
function hanging(server: Server) {
  const caller = new AbortController()
  onTestFinished(() => caller.abort())
  const end = fetch(`${server.address}/api/job/_search`, {
    method: 'POST',
    body: JSON.stringify(endless),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${keyOf('gamma')}` },
    signal: caller.signal,
  }).then(
    ({ status }) => String(status),
    () => 'gone',
  )
  return { end, hangUp: () => caller.abort() }
}

describe.each(places)('$name: a search', ({ settings }) => {
  /** No search takes too long for it, on whatever machine. Those of gamma take longer than any test. */
  const patient = sharedByTests(async () =>
    serveFilled({ ...(await settings()), ASSAY_SEARCH_TIMEOUT: '3000s' }, async (database) => {
      await fillJobs(database, 6, megabyte)
      await fillObservables(database, [megabyte, `${megabyte}b`, 'short'])
      await fillJobs(database, 3, 'needle in beta', 'beta')
      await fillEndless(database, 'gamma')
    }),
  )

  it('with eight hard patterns over six texts of 1 MB blocks no one', async () => {
    const server = await patient()
    const probe = probeAlive(server)

    const response = await searchJobs(server, 'alpha', patterns(8))

    expect(await response.json()).toEqual([])
    expect(response.status).toBe(200)
    expect(await probe.stop()).toEqual([])
  })

  it('of whatever kind, over observables of 1 MB, blocks no one', async () => {
    const server = await patient()
    const like = { _like: { _field: 'data', _value: hard } }
    const v0 = '/api/case/artifact'
    const query = (...steps: object[]) => ({ query: [{ _name: 'listObservable' }, ...steps] })
    const calls: [path: string, input: unknown][] = [
      ['/api/v1/query', query({ _name: 'filter', ...like })],
      ['/api/v1/query', query({ _name: 'filter', ...like }, { _name: 'count' })],
      ['/api/v1/query', query({ _name: 'sort', _fields: [{ data: 'asc' }] })],
      ['/api/v1/query', query({ _name: 'filter', _match: { _field: 'message', _value: 'x y z' } })],
      [`${v0}/_search`, { query: { _endsWith: { _field: 'data', _value: 'b' } }, range: 'all' }],
      [`${v0}/_search`, { query: { _not: like }, sort: ['-data'], range: 'all' }],
      [`${v0}/_stats`, { query: like, stats: [{ _agg: 'count' }] }],
      [
        `${v0}/_stats`,
        { stats: [{ _agg: 'field', _field: 'data', _select: [{ _agg: 'count' }] }] },
      ],
      [
        '/api/v1/query',
        {
          query: [
            { _name: 'getCase', idOrName: '~1000' },
            { _name: 'similarCases' },
            { _name: 'filter', _like: { _field: 'description', _value: hard } },
          ],
        },
      ],
    ]
    const probe = probeAlive(server)

    for (const [path, input] of calls) {
      const response = await server.call('POST', path, { key: keyOf('alpha'), input })
      expect([200, 400], `${path} ${JSON.stringify(input)}`).toContain(response.status)
      await response.arrayBuffer()
    }

    expect(await probe.stop()).toEqual([])
  })

  it('that takes too long is ended, with a reason for its caller', async () => {
    const server = await serveFilled(
      { ...(await settings()), ASSAY_SEARCH_TIMEOUT: '500ms' },
      (database) => fillEndless(database, 'alpha'),
    )
    const probe = probeAlive(server)

    const response = await searchJobs(server, 'alpha', endless)

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({
      type: 'ServiceUnavailable',
      message: expect.stringContaining('The search took longer than 0.5 s. Narrow it'),
    })
    // Whole values, and the list itself, are found as ever.
    const found = await searchJobs(server, 'alpha', { query: { _id: 'alpha-job-000003' } })
    expect(await found.json()).toHaveLength(1)
    expect(await probe.stop()).toEqual([])
  })

  it('of one organization leaves room for the others', async () => {
    const server = await patient()
    const flood = Array.from({ length: 8 }, () => hanging(server))
    await settle(server)

    const wanted = { query: { _wildcard: { _field: 'data', _value: '*needle*' } } }
    const found = await searchJobs(server, 'beta', wanted)

    // It waited for none of those that have to wait for each other.
    expect(await found.json()).toHaveLength(3)
    for (const { hangUp } of flood) hangUp()
    expect(new Set(await Promise.all(flood.map(({ end }) => end)))).toEqual(new Set(['gone']))
  })

  it('ends when its caller is gone', async () => {
    const server = await patient()
    // As many as one organization may run at once on either database.
    const searches = [hanging(server), hanging(server)]
    await settle(server)
    const next = searchJobs(server, 'gamma', {
      query: { _wildcard: { _field: 'workerName', _value: 'Nobody*' } },
    })
    await settle(server)

    for (const { hangUp } of searches) hangUp()

    expect(await Promise.all(searches.map(({ end }) => end))).toEqual(['gone', 'gone'])
    expect(await (await next).json()).toEqual([])
  })

  it('ends when its caller is locked, with that reason', async () => {
    const server = await patient()
    const admin = { key: keyOf('gamma') }
    const user = {
      login: 'guest',
      name: 'Guest',
      roles: ['read', 'analyze'],
      organization: 'gamma',
    }
    expect((await server.call('POST', '/api/user', { ...admin, input: user })).status).toBe(201)
    const key = await (await server.call('POST', '/api/user/guest/key/renew', admin)).text()
    const running = server.call('POST', '/api/job/_search', { key, input: endless })
    await settle(server)

    await server.call('PATCH', '/api/user/guest', { ...admin, input: { status: 'Locked' } })

    expect((await running).status).toBe(401)
  })

  it('with more patterns than anyone needs is refused, with a way out', async () => {
    const server = await patient()

    const response = await searchJobs(server, 'alpha', patterns(20))

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      type: 'SearchError',
      message:
        'the patterns of a search can have at most 4096 characters in total, counted for each field they ' +
        'are compared with; shorten them, name a field, or use _in for whole values',
    })
  })
})
