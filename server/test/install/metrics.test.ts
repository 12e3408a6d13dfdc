import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { makeHistogram, renderMetrics } from '../../src/process/metrics.ts'
import { sqlite } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { type Server, start } from '../program.ts'
import { makeApp } from '../setup.ts'
import { adaKey, makePeople, runJob, submitFile } from './world.ts'

interface Metric {
  name: string
  labels: Record<string, string>
  value: number
}

/** The text format, read strictly: an unknown line, a repeated family or series is an error. */
function parse(text: string): Metric[] {
  const types = new Map<string, string>()
  const seen = new Set<string>()
  const metrics: Metric[] = []
  expect(text.endsWith('\n')).toBe(true)
  for (const line of text.trimEnd().split('\n')) {
    if (/^# HELP [a-zA-Z_:][\w:]* \S/.test(line)) continue
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram)$/.exec(line)
    if (type) {
      expect(types.has(type[1] ?? '')).toBe(false)
      types.set(type[1] ?? '', type[2] ?? '')
      continue
    }
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
    if (!sample) throw new Error(`no metric: ${line}`)
    const [, name = '', labelText = '', value = ''] = sample
    const pair = /([a-zA-Z_]\w*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/y
    const labels: Record<string, string> = {}
    while (pair.lastIndex < labelText.length) {
      const found = pair.exec(labelText)
      if (!found) throw new Error(`broken labels: ${line}`)
      labels[found[1] ?? ''] = found[2] ?? ''
    }
    const family = name.replace(/_(bucket|sum|count)$/, '')
    expect([types.get(name), types.get(family)]).not.toEqual([undefined, undefined])
    expect(seen.has(`${name}{${labelText}}`)).toBe(false)
    seen.add(`${name}{${labelText}}`)
    metrics.push({ name, labels, value: value === '+Inf' ? Infinity : Number(value) })
  }
  expect(metrics.filter(({ value }) => Number.isNaN(value))).toEqual([])
  return metrics
}

const find = (metrics: Metric[], name: string, labels: Record<string, string> = {}) =>
  metrics.find(
    (metric) =>
      metric.name === name &&
      Object.entries(labels).every(([label, value]) => metric.labels[label] === value),
  )?.value

/** As soon as the database answered in time, which it may not on a busy machine. */
async function scrape(server: Server): Promise<{ answer: Response; metrics: Metric[] }> {
  return vi.waitFor(
    async () => {
      const answer = await server.call('GET', '/metrics')
      const metrics = parse(await answer.text())
      if (find(metrics, 'assay_database_up') !== 1) throw new Error('The database was late')
      return { answer, metrics }
    },
    { timeout: patienceMs, interval: 200 },
  )
}

describe.each(migratedPlaces)('the metrics on $database', ({ database, settings }) => {
  const bytes = Buffer.from('a file that is counted')

  /** A server on which two jobs have run, one of them on a file. */
  const world = sharedByTests(async () => {
    const server = await start(await settings())
    await makePeople(server)
    const job = await runJob(server)
    // Before the first scrape, from which on files are counted once in a minute.
    await submitFile(server, bytes)
    await scrape(server)
    return { server, job, ...(await scrape(server)) }
  })

  it('report jobs, requests, commits, queue, quota, disk and process in the format of Prometheus', async () => {
    const { server, job, answer, metrics } = await world()

    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const value = (name: string, labels?: Record<string, string>) => find(metrics, name, labels)
    const ran = { analyzer: job.workerName, status: 'Success' }
    expect(value('assay_job_duration_seconds_count', ran)).toBe(1)
    expect(value('assay_job_duration_seconds_bucket', { ...ran, le: '+Inf' })).toBe(1)
    const route = { method: 'POST', route: '/api/analyzer/:id/run', status: '200' }
    expect(value('assay_http_request_duration_seconds_count', route)).toBe(2)
    expect(value('assay_database_commit_duration_seconds_count')).toBeGreaterThan(0)
    expect(value('assay_queue_depth')).toBe(0)
    expect(value('assay_database_up')).toBe(1)
    expect(value('assay_blob_store_up')).toBe(1)
    expect(value('assay_data_free_bytes')).toBeGreaterThan(0)
    expect(value('assay_sessions')).toBe(0)
    expect(value('assay_slots')).toBe(16)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6)
    // Measured from the first scrape on, every 20 ms.
    await expect
      .poll(async () => find((await scrape(server)).metrics, 'nodejs_eventloop_lag_p99_seconds'))
      .toBeGreaterThanOrEqual(0)
    const pool = value('assay_database_pool', { pool: 'requests', state: 'idle' })
    if (database === 'PostgreSQL') expect(pool).toBeGreaterThanOrEqual(0)
    else expect(pool).toBeUndefined()
  })

  it('report how many files are stored and their size, counted in the background', async () => {
    const { server } = await world()

    const store = database === 'PostgreSQL' ? 'postgres' : 'folder'
    const counted = async () => {
      const { metrics } = await scrape(server)
      return ['assay_blobs', 'assay_blobs_bytes'].map((name) => find(metrics, name, { store }))
    }
    await expect.poll(counted, { interval: 100 }).toEqual([1, bytes.length])
  })

  it('are all that the dashboard asks for', async () => {
    const { server } = await world()
    const dashboard = await readFile(new URL('../../../deploy/grafana/assay.json', import.meta.url))
    const { panels } = JSON.parse(String(dashboard)) as {
      panels: { targets: { expr: string }[] }[]
    }
    const asked = panels.flatMap(({ targets }) =>
      targets.flatMap(({ expr }) => expr.match(/\b(?:assay|nodejs|process)_\w+/g) ?? []),
    )
    expect(asked).toContain('assay_blobs_bytes')
    // SQLite has no pools.
    const known = asked.filter((name) => database === 'PostgreSQL' || !/_pool\b/.test(name))

    await expect
      .poll(async () => {
        const text = await (await server.call('GET', '/metrics')).text()
        const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
        return known.filter((name) => !told.has(name.replace(/_(?:bucket|sum|count)$/, '')))
      })
      .toEqual([])
  })

  it('count what waits by organization and analyzer, with its age, and what a rate leaves', async () => {
    const environment = await settings()
    const server = await start({
      ...environment,
      ASSAY_ROLES: 'engine',
      ASSAY_JOB_UNRUNNABLEAFTER: '0',
    })
    await makePeople(server)
    const listed = await server.call('GET', '/api/analyzer/type/domain', { key: adaKey })
    const [analyzer] = (await listed.json()) as { id: string; name: string }[]
    await server.call('PATCH', `/api/analyzer/${analyzer?.id}`, {
      key: adaKey,
      input: { rate: 5, rateUnit: 'Day' },
    })
    for (const data of ['a.example', 'b.example'])
      await server.call('POST', `/api/analyzer/${analyzer?.id}/run`, {
        key: adaKey,
        input: { dataType: 'domain', data },
      })

    const { metrics } = await scrape(server)

    const whose = { organization: 'soc', analyzer: analyzer?.name ?? '' }
    expect(find(metrics, 'assay_queue_jobs', whose)).toBe(2)
    expect(find(metrics, 'assay_queue_depth')).toBe(2)
    expect(find(metrics, 'assay_queue_oldest_seconds', whose)).toBeGreaterThanOrEqual(0)
    expect(find(metrics, 'assay_quota_left_jobs', whose)).toBe(3)
  })
})

describe('who may read them', () => {
  const ask = async (environment: Record<string, string>) => {
    const app = await makeApp(sqlite.open, { environment })
    return (key?: string, headers: Record<string, string> = {}) =>
      app.inject({
        url: '/metrics',
        headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      })
  }
  const proxied = { 'x-forwarded-for': '192.0.2.1' }

  it('without a token only this machine, and never through a proxy', async () => {
    const read = await ask({})

    const [here, forwarded] = [await read(), await read(undefined, proxied)]

    expect([here.statusCode, forwarded.statusCode]).toEqual([200, 401])
    expect(forwarded.body).toContain('metrics.token')
  })

  it('with a token only its bearer', async () => {
    const token = 'a-token-for-prometheus'
    const read = await ask({ ASSAY_METRICS_TOKEN: token })

    const answers = [
      await read(undefined, proxied),
      await read('another-token-0123', proxied),
      await read(token, proxied),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 200])
    expect(answers[1]?.body).not.toContain(token)
  })
})

it('names of analyzers cannot break the format, nor fill the memory', () => {
  const histogram = makeHistogram('m', 'Help.', ['name'], [1])
  histogram.observe(['a"b\\c\nd'], 0.5)
  for (let index = 0; index < 3_000; index += 1) histogram.observe([`n${index}`], 2)

  const metrics = parse(renderMetrics([histogram.family()]))

  expect(metrics.filter(({ name }) => name === 'm_count').length).toBeLessThanOrEqual(1_001)
  expect(find(metrics, 'm_count', { name: 'other' })).toBe(2_001)
  expect(find(metrics, 'm_bucket', { name: 'a\\"b\\\\c\\nd', le: '1' })).toBe(1)
})
