import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { sendBatches, WithLists } from '../../src/http/json-stream.ts'
import { patienceMs } from '../patience.ts'
import {
  fillAlerts,
  fillJobs,
  fillObservables,
  fillTasks,
  keyOf,
  peakMemory,
  places,
  probeAlive,
  serveFilled,
} from './served.ts'

const megabyte = 'a'.repeat(1_000_000)

/**
 * Room for garbage: up to 105 MiB for a list, 190 for a report in one piece. The rows of a list are
 * 60 to 100 MB, and code that collects them first holds each of them three times.
 */
const [listMiB, memoryMiB] = [175, 300]

/** Counts the bytes of an answer and keeps none; `[` and `]` are its ends when it came whole. */
async function drained(response: Response) {
  let bytes = 0
  let first = ''
  let last = ''
  for await (const chunk of response.body ?? []) {
    if (first === '') first = String.fromCharCode(chunk[0] as number)
    last = String.fromCharCode(chunk.at(-1) as number)
    bytes += chunk.length
  }
  return { bytes, ends: first + last }
}

const isLinux = process.platform === 'linux'
const missing = isLinux ? '' : ' (skipped: only Linux tells the most memory that a process held)'

describe.skipIf(!isLinux).each(places)(`$name: a list${missing}`, ({ name, settings }) => {
  it('of 60 jobs of 1 MB shows their beginnings, and blocks no one', async () => {
    const server = await serveFilled(await settings(), (database) =>
      fillJobs(database, 60, megabyte),
    )
    const before = peakMemory(server)
    const probe = probeAlive(server)

    const response = await server.call('GET', '/api/job?range=all', { key: keyOf('alpha') })
    const jobs = (await response.json()) as { id: string; data: string; truncated?: string[] }[]

    expect(jobs).toHaveLength(60)
    expect(response.headers.get('x-total')).toBe('60')
    expect(jobs[0]?.data).toBe(megabyte.slice(0, 8_192))
    expect(jobs[0]?.truncated).toEqual(['data'])
    expect(await probe.stop()).toEqual([])
    expect(peakMemory(server) - before).toBeLessThan(listMiB)

    const detail = await server.call('GET', `/api/job/${jobs[0]?.id}`, { key: keyOf('alpha') })
    expect(((await detail.json()) as { data: string }).data).toBe(megabyte)
  })

  it('of observables is whole, however large, and is read as fast as it is taken', async () => {
    const texts = Array.from({ length: 60 }, (_, at) => `${at} ${megabyte}`)
    const server = await serveFilled(await settings(), (database) =>
      fillObservables(database, texts),
    )
    const before = peakMemory(server)
    const probe = probeAlive(server)

    const response = await server.call('POST', '/api/v1/query', {
      key: keyOf('alpha'),
      input: { query: [{ _name: 'listObservable' }] },
    })
    const { bytes, ends } = await drained(response)

    expect(ends).toBe('[]')
    expect(bytes).toBeGreaterThan(60_000_000)
    expect(await probe.stop()).toEqual([])
    expect(peakMemory(server) - before).toBeLessThan(listMiB)
  })

  it('is a report of 60 MB, too', async () => {
    const report = `{"summary":{"taxonomies":[]},"full":{"text":"${'ä'.repeat(30_000_000)}"}}`
    const server = await serveFilled(await settings(), async (database) => {
      await fillJobs(database, 1, 'x')
      await database.db
        .insertInto('reports')
        .values({ job_id: 'alpha-job-000000', organization: 'alpha', body: report })
        .execute()
    })
    const before = peakMemory(server)
    const probe = probeAlive(server)

    const path = '/api/job/alpha-job-000000'
    const response = await server.call('GET', `${path}/report`, { key: keyOf('alpha') })
    const read = (await response.json()) as { report: unknown; id: string }
    const summaries = await server.call('POST', '/api/job/summaries', {
      key: keyOf('alpha'),
      input: { jobIds: ['alpha-job-000000'] },
    })

    expect(read.id).toBe('alpha-job-000000')
    expect(JSON.stringify(read.report)).toBe(report)
    expect(Object.keys((await summaries.json()) as object)).toEqual(['alpha-job-000000'])
    expect(await probe.stop()).toEqual([])
    expect(peakMemory(server) - before).toBeLessThan(memoryMiB)
  })

  // Related rows are read the same way on both databases.
  if (name !== 'sqlite') return

  it('shows data related to its rows, however long it is', async () => {
    const server = await serveFilled(await settings(), (database) =>
      fillTasks(database, 40, megabyte),
    )
    const before = peakMemory(server)
    const probe = probeAlive(server)

    const page = { _name: 'page', from: 0, to: 40, extraData: ['case'] }
    const response = await server.call('POST', '/api/v1/query', {
      key: keyOf('alpha'),
      input: { query: [{ _name: 'listTask' }, page] },
    })
    const tasks = (await response.json()) as {
      _id: string
      extraData: { case: { _id: string; description: string } }
    }[]

    expect(tasks.map(({ _id }) => _id)).toEqual(tasks.map((_, at) => `~${5000 + at}`))
    expect(tasks.map(({ extraData }) => extraData.case._id)).toEqual(
      tasks.map((_, at) => `~${4000 + at}`),
    )
    expect(tasks.every(({ extraData }) => extraData.case.description === megabyte)).toBe(true)
    expect(await probe.stop()).toEqual([])
    expect(peakMemory(server) - before).toBeLessThan(listMiB)
  })

  it('of alerts has all their observables, however many bytes these are', async () => {
    const server = await serveFilled(await settings(), (database) =>
      fillAlerts(database, 3, 20, megabyte),
    )
    const before = peakMemory(server)
    const probe = probeAlive(server)

    const list = await server.call('GET', '/api/alert?range=all', { key: keyOf('alpha') })
    const { bytes, ends } = await drained(list)
    const detail = () =>
      server.call('GET', '/api/alert/~6000?similarity=1', { key: keyOf('alpha') })
    await drained(await detail())

    expect(ends).toBe('[]')
    expect(bytes).toBeGreaterThan(3 * 20 * megabyte.length)
    expect(await probe.stop()).toEqual([])
    const alert = (await (await detail()).json()) as {
      artifacts: { data: string }[]
      similarCases: []
    }
    expect(alert.artifacts).toHaveLength(20)
    expect(alert.artifacts.every(({ data }) => data.endsWith(megabyte))).toBe(true)
    expect(alert.similarCases).toEqual([])
    expect(peakMemory(server) - before).toBeLessThan(listMiB)
  })

  it('of cases that are changed together is the same', async () => {
    const server = await serveFilled(await settings(), (database) =>
      fillTasks(database, 60, megabyte),
    )
    const before = peakMemory(server)
    const probe = probeAlive(server)

    const ids = Array.from({ length: 60 }, (_, at) => `~${4000 + at}`)
    const response = await server.call('PATCH', '/api/case/_bulk', {
      key: keyOf('alpha'),
      input: { ids, flag: true },
    })
    const { bytes, ends } = await drained(response)

    expect(ends).toBe('[]')
    expect(bytes).toBeGreaterThan(60 * megabyte.length)
    expect(await probe.stop()).toEqual([])
    expect(peakMemory(server) - before).toBeLessThan(listMiB)
  })

  it('that is not read is ended, and takes no memory until then', async () => {
    const texts = Array.from({ length: 60 }, (_, at) => `${at} ${megabyte}`)
    const server = await serveFilled(
      { ...(await settings()), ASSAY_HTTP_STALLTIMEOUT: '3s' },
      (database) => fillObservables(database, texts),
    )
    const before = peakMemory(server)
    const { port } = new URL(server.address)
    const sockets = Array.from({ length: 10 }, () => connect(Number(port), '127.0.0.1'))

    const ended = sockets.map(async (socket) => {
      socket.on('error', () => {})
      const body = JSON.stringify({ query: [{ _name: 'listObservable' }] })
      socket.write(
        `POST /api/v1/query HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${keyOf('alpha')}` +
          `\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      )
      // Takes a little and then no more.
      await once(socket, 'data')
      socket.pause()
    })
    await Promise.all(ended)

    await vi.waitFor(() => expect(openAnswers(server, '/api/v1/query', sockets.length)).toBe(0), {
      timeout: patienceMs,
      interval: 500,
    })
    expect(peakMemory(server) - before).toBeLessThan(memoryMiB)
    for (const socket of sockets) socket.destroy()
  })
})

/** Requests that have begun and have no line in the log yet: it is written at the end. */
function openAnswers(server: { stdout(): string; stderr(): string }, path: string, begun: number) {
  const lines = `${server.stdout()}${server.stderr()}`.split('\n')
  return begun - lines.filter((line) => line.includes(`"path":"${path}"`)).length
}

describe('an answer in batches', () => {
  const serve = async (batches: () => AsyncGenerator<readonly unknown[]>) => {
    const app = Fastify()
    app.get('/', (_request, reply) => sendBatches(reply, batches()))
    onTestFinished(() => app.close())
    return app.listen({ host: '127.0.0.1', port: 0 })
  }

  it('that fails before its first byte is an error like any other', async () => {
    const address = await serve(async function* () {
      yield [{ at: 1 }]
      throw new Error('the database is gone')
    })

    const response = await fetch(address)

    expect(response.status).toBe(500)
  })

  it('that fails later breaks the connection: half of it is never taken for the whole', async () => {
    const address = await serve(async function* () {
      for (let at = 0; at < 10; at += 1) yield [{ at, text: 'x'.repeat(200_000) }]
      throw new Error('the database is gone')
    })

    const response = await fetch(address)

    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
  })

  it('is one JSON array, whatever its batches are', async () => {
    const address = await serve(async function* () {
      yield []
      yield [1, 'two']
      yield [new WithLists({}, { rows: oneByOne([3, 4]), none: oneByOne([]) }), null]
      yield []
    })

    const response = await fetch(address)

    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual([1, 'two', { rows: [3, 4], none: [] }, null])
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
  })
})

async function* oneByOne(rows: readonly unknown[]) {
  for (const row of rows) yield [row]
}
