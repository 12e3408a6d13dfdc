import { describe, expect, it } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
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

/** Takes minutes, if nobody ends it: 600 texts, each with 16 patterns that almost match everywhere. */
const endless = patterns(16)
const fillEndless = (database: Database) => fillJobs(database, 600, 'a'.repeat(8_192))

describe.each(places)('$name: a search', ({ settings }) => {
  it('with eight hard patterns over six texts of 1 MB holds nobody up', async () => {
    const server = await serveFilled(await settings(), (database) =>
      fillJobs(database, 6, megabyte),
    )
    const probe = probeAlive(server)

    const response = await searchJobs(server, 'alpha', patterns(8))

    expect(await response.json()).toEqual([])
    expect(response.status).toBe(200)
    expect(await probe.stop()).toEqual([])
  }, 90_000)

  it('of whatever kind, over observables of 1 MB, holds nobody up', async () => {
    const server = await serveFilled(await settings(), (database) =>
      fillObservables(database, [megabyte, `${megabyte}b`, 'short']),
    )
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
  }, 90_000)

  it('that takes too long is ended, and its caller is told why', async () => {
    const server = await serveFilled(
      { ...(await settings()), ASSAY_SEARCH_TIMEOUT: '500ms' },
      fillEndless,
    )
    const probe = probeAlive(server)

    const response = await searchJobs(server, 'alpha', endless)

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({
      type: 'ServiceUnavailable',
      message: expect.stringContaining('The search took longer than 0.5 s; narrow it'),
    })
    // Whole values, and the list itself, are found as ever.
    const found = await searchJobs(server, 'alpha', { query: { _id: 'alpha-job-000003' } })
    expect(await found.json()).toHaveLength(1)
    expect(await probe.stop()).toEqual([])
  }, 90_000)

  it('of one organization leaves room for the others', async () => {
    const server = await serveFilled(
      { ...(await settings()), ASSAY_SEARCH_TIMEOUT: '2s' },
      async (database) => {
        await fillEndless(database)
        await fillJobs(database, 3, 'needle in beta', 'beta')
      },
    )
    let ended = 0
    const flood = Array.from({ length: 8 }, async () => {
      const { status } = await searchJobs(server, 'alpha', endless)
      ended += 1
      return status
    })

    const wanted = { query: { _wildcard: { _field: 'data', _value: '*needle*' } } }
    const found = await searchJobs(server, 'beta', wanted)

    expect(await found.json()).toHaveLength(3)
    // It waited for none of those that have to wait for each other.
    expect(ended).toBeLessThan(8)
    expect(new Set(await Promise.all(flood))).toEqual(new Set([503]))
  }, 90_000)

  it('ends when its caller is gone', async () => {
    const server = await serveFilled(
      { ...(await settings()), ASSAY_SEARCH_TIMEOUT: '60s' },
      fillEndless,
    )
    // As many as one organization may run at once on either database.
    const gone = [new AbortController(), new AbortController()]
    const hanging = gone.map(({ signal }) =>
      fetch(`${server.address}/api/job/_search`, {
        method: 'POST',
        body: JSON.stringify(endless),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${keyOf('alpha')}`,
        },
        signal,
      }).catch(() => 'gone'),
    )
    // Long enough that they run, short against the minute that they would take.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const caller of gone) caller.abort()
    expect(await Promise.all(hanging)).toEqual(['gone', 'gone'])

    const began = performance.now()
    const next = await searchJobs(server, 'alpha', {
      query: { _wildcard: { _field: 'workerName', _value: 'Nobody*' } },
    })

    expect(await next.json()).toEqual([])
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 90_000)

  it('ends when its caller is locked, and is told so', async () => {
    const server = await serveFilled(
      { ...(await settings()), ASSAY_SEARCH_TIMEOUT: '60s' },
      fillEndless,
    )
    const admin = { key: keyOf('alpha') }
    const user = {
      login: 'guest',
      name: 'Guest',
      roles: ['read', 'analyze'],
      organization: 'alpha',
    }
    expect((await server.call('POST', '/api/user', { ...admin, input: user })).status).toBe(201)
    const key = await (await server.call('POST', '/api/user/guest/key/renew', admin)).text()
    const began = performance.now()
    const running = server.call('POST', '/api/job/_search', { key, input: endless })
    // Long enough that it runs, short against the minute that it would take.
    await new Promise((resolve) => setTimeout(resolve, 1_000))

    await server.call('PATCH', '/api/user/guest', { ...admin, input: { status: 'Locked' } })

    expect((await running).status).toBe(401)
    expect(performance.now() - began).toBeLessThan(20_000)
  }, 90_000)

  it('with more patterns than anybody needs is refused, with a way out', async () => {
    const server = await serveFilled(await settings(), async () => {})

    const response = await searchJobs(server, 'alpha', patterns(20))

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      type: 'SearchError',
      message:
        'the patterns of a search may have 4096 characters together, counted for each field they ' +
        'are compared with; shorten them, name a field, or use _in for whole values',
    })
  }, 60_000)
})
