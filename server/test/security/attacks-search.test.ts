import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { whileWatched } from './prober.ts'
import { atTheEnd, keyOf, places, startTarget, type Target } from './target.ts'
import { enabled, givenTwoOrganizations, until } from './work.ts'

const megabyte = 'a'.repeat(1_000_000)
const jobs = 60
/** So many letters that each start in a text of the same letter is a long walk. */
const evil = `*${'a'.repeat(240)}b*`
const documented = [200, 400, 503]

/** Peak memory of the process, in MB; 0 where it is not available. */
const highestMemory = ({ pid }: Target) => {
  if (!existsSync(`/proc/${pid}/status`)) return 0
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

describe.each(places)('large values on $database', (place) => {
  const cleanup = atTheEnd()
  let target: Target
  let caseId = ''

  beforeAll(async () => {
    target = await startTarget({
      place,
      cleanup,
      // What is hard to search is ended after ten seconds, or as here much earlier.
      environment: { ASSAY_HTTP_BODYLIMIT: '3MiB', ASSAY_SEARCH_TIMEOUT: '300ms' },
    })
    await givenTwoOrganizations(target)
    // Fails before it runs, by its TLP: the size of what is stored is all that counts here.
    const strict = { check_tlp: true, max_tlp: 0 }
    const id = await enabled(target, 'ada', 'Assay_Text_1_0', strict)
    for (let batch = 0; batch < jobs; batch += 4)
      await Promise.all(
        [0, 1, 2, 3].map((index) =>
          target.must(200, 'POST', `/api/analyzer/${id}/run`, {
            as: 'alan',
            json: { dataType: 'other', data: `${batch + index} ${megabyte}`, tlp: 3 },
          }),
        ),
      )
    const made = await target.must(201, 'POST', '/api/case', {
      as: 'alan',
      json: { title: 'large', description: megabyte },
    })
    caseId = made.json.id
    for (let index = 0; index < 8; index += 1)
      await target.must(201, 'POST', `/api/case/${caseId}/artifact`, {
        as: 'alan',
        json: { dataType: 'other', data: `${index} ${megabyte}`, message: `${megabyte}` },
      })
  })

  const search = (path: string, json: unknown) => target.call('POST', path, { as: 'alan', json })

  const wildcards = (field: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      _wildcard: { _field: field, _value: evil.replace('b*', `b${index}*`) },
    }))

  it('finding 2: eight wildcards over jobs of one megabyte leave the server alive', async () => {
    const json = { query: { _or: wildcards('data', 8) } }
    const { result, late } = await whileWatched(target, () => search('/api/job/_search', json))

    expect(late).toEqual([])
    expect(documented).toContain(result.status)
    if (result.status === 503) expect(result.headers['retry-after']).toMatch(/^\d+$/)
    if (result.status !== 200) expect(result.json.message.length).toBeGreaterThan(20)
  })

  it('finding 2: _like of the query language over large observables leaves it alive', async () => {
    const filter = { _name: 'filter', _like: { _field: 'data', _value: evil } }
    const json = { query: [{ _name: 'listObservable' }, filter] }
    const { result, late } = await whileWatched(target, () => search('/api/v1/query', json))

    expect(late).toEqual([])
    expect(documented).toContain(result.status)
  })

  it('finding 2: so do other fields, other operators, many at once and a filter in the address', async () => {
    const many = (filter: object) => ({ _or: Array.from({ length: 50 }, () => filter) })
    const like = (field: string) => ({ _like: { _field: field, _value: evil } })
    const attempts = [
      () => search('/api/job/_search', { query: { _not: { _and: wildcards('data', 30) } } }),
      () => search('/api/job/_search', { query: { _string: `data:${evil}` } }),
      () => search('/api/job/_search', { query: { _string: evil }, range: 'all' }),
      () => search('/api/job/_search', { query: {}, sort: ['-data', '+message'], range: '0-5' }),
      () => search('/api/case/_search', { query: many(like('description')) }),
      () => search('/api/case/artifact/_search', { query: many(like('data')), range: 'all' }),
      () => search('/api/case/artifact/_search', { query: many(like('message')), sort: '-data' }),
      () =>
        search('/api/case/artifact/_stats', {
          query: like('data'),
          stats: [{ _agg: 'field', _field: 'data', _select: [{ _agg: 'count' }] }],
        }),
      () =>
        search('/api/v1/query', {
          query: [
            { _name: 'listCase' },
            { _name: 'filter', ...like('description') },
            { _name: 'observables' },
            { _name: 'filter', ...like('message') },
          ],
        }),
      () => target.call('GET', `/api/job?range=all&dataFilter=${evil}`, { as: 'alan' }),
      () =>
        target.call(
          'GET',
          `/api/job?query=${encodeURIComponent(JSON.stringify({ _or: wildcards('data', 5) }))}`,
          { as: 'alan' },
        ),
    ]
    const { result, late } = await whileWatched(target, () =>
      Promise.all(attempts.map((attempt) => attempt())),
    )

    const statuses = result.map(({ status }, index) => `${index}: ${status}`)
    expect(statuses.filter((line) => !documented.includes(Number(line.slice(-3))))).toEqual([])
    expect(late).toEqual([])
  })

  it('finding 2: another user can search while one user floods', async () => {
    const flood = Array.from({ length: 12 }, () =>
      search('/api/job/_search', { query: { _or: wildcards('data', 8) } }),
    )
    const other = await until(
      'bob searches',
      () =>
        target.call('POST', '/api/job/_search', {
          as: 'bob',
          json: { query: { status: 'Success' } },
        }),
      ({ status }) => status === 200,
    )
    expect(other.json).toEqual([])
    // A flooding caller may have to wait for longer than a patient client would.
    const statuses = (await Promise.allSettled(flood)).map((one) =>
      one.status === 'fulfilled' ? one.value.status : 503,
    )
    expect(statuses.filter((status) => !documented.includes(status))).toEqual([])
  })

  it('finding 3: a list of all large jobs leaves the server alive and its memory bounded', async () => {
    const before = highestMemory(target)
    const path = '/api/job?range=all'
    const { result, late } = await whileWatched(target, () =>
      target.call('GET', path, { as: 'alan' }),
    )

    expect(late).toEqual([])
    expect(result.status).toBe(200)
    expect(result.headers['x-total']).toBe(String(jobs))
    expect(result.json.length).toBe(jobs)
    expect(highestMemory(target) - before).toBeLessThan(175)
    // Whole where one is read.
    const detail = await target.must(200, 'GET', `/api/job/${result.json[0].id}`, { as: 'alan' })
    expect(detail.json.data.length).toBeGreaterThan(1_000_000)
  })

  it('finding 3: readers who do not read cost nothing', async () => {
    const before = highestMemory(target)
    const { port } = new URL(target.address)
    const calls = [
      '/api/job?range=all',
      '/api/case/artifact?range=all',
      '/api/case/artifact?range=0-999999999',
    ]
    const sockets = [...calls, ...calls, ...calls].map((path) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => {})
      socket.pause()
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${keyOf('alan')}\r\n\r\n`,
      )
      return socket
    })
    const { late } = await whileWatched(target, async () => {
      await until(
        'requests are served',
        () => target.call('GET', '/api/alive'),
        () => sockets.every(({ bytesWritten }) => bytesWritten > 0),
      )
      for (let round = 0; round < 20; round += 1)
        await target.must(200, 'GET', '/api/user/current', { as: 'bob' })
    })
    for (const socket of sockets) socket.destroy()

    expect(late).toEqual([])
    expect(highestMemory(target) - before).toBeLessThan(500)
  })

  it('finding 3: the lists of the platform and of the query language are bounded too', async () => {
    const all = [
      () => target.call('GET', '/api/case/artifact?range=all', { as: 'alan' }),
      () => search('/api/case/artifact/_search', { query: {}, range: 'all' }),
      () => search('/api/v1/query', { query: [{ _name: 'listObservable' }] }),
      () => search('/api/v1/query', { query: [{ _name: 'listCase' }] }),
      () => search('/api/job/_search', { query: {}, range: '0-999999999' }),
    ]
    const before = highestMemory(target)
    const { result, late } = await whileWatched(target, () =>
      Promise.all([...all, ...all].map((call) => call())),
    )

    expect(late).toEqual([])
    expect(
      result.map(({ status }) => status).filter((status) => !documented.includes(status)),
    ).toEqual([])
    expect(highestMemory(target) - before).toBeLessThan(700)
    const observable = result[0]?.json[0]
    const whole = await target.must(200, 'GET', `/api/case/artifact/${observable.id}`, {
      as: 'alan',
    })
    expect(whole.json.data.length).toBeGreaterThan(1_000_000)
  })
})
