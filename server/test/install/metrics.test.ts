import { readFile } from 'node:fs/promises'
import { describe, expect, it, vi } from 'vitest'
import { makeHistogram, renderMetrics } from '../../src/metrics.ts'
import { migratedPlaces } from '../places.ts'
import { start } from '../program.ts'
import { adaKey, makePeople, runJob, submitFile } from './world.ts'

// Each starts real servers, which takes long where the machine is busy.
vi.setConfig({ testTimeout: 180_000 })

const waiting = { timeout: 60_000, interval: 100 }

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

describe.each(migratedPlaces)('the metrics on $database', ({ database, settings }) => {
  it('tell of jobs, requests, commits, queue, quota, disk and process in the format of Prometheus', async () => {
    const server = await start(await settings())
    await makePeople(server)
    const job = await runJob(server)
    await server.call('GET', '/metrics')

    const answer = await server.call('GET', '/metrics')

    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const metrics = parse(await answer.text())
    const value = (name: string, labels?: Record<string, string>) => find(metrics, name, labels)
    const ran = { analyzer: job.workerName, status: 'Success' }
    expect(value('assay_job_duration_seconds_count', ran)).toBe(1)
    expect(value('assay_job_duration_seconds_bucket', { ...ran, le: '+Inf' })).toBe(1)
    const route = { method: 'POST', route: '/api/analyzer/:id/run', status: '200' }
    expect(value('assay_http_request_duration_seconds_count', route)).toBe(1)
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
      .poll(async () => {
        const again = parse(await (await server.call('GET', '/metrics')).text())
        return find(again, 'nodejs_eventloop_lag_p99_seconds')
      })
      .toBeGreaterThanOrEqual(0)
    const pool = value('assay_database_pool', { pool: 'requests', state: 'idle' })
    if (database === 'PostgreSQL') expect(pool).toBeGreaterThanOrEqual(0)
    else expect(pool).toBeUndefined()
  })

  it('tell how many files are stored and their size, counted in the background', async () => {
    const server = await start(await settings())
    await makePeople(server)
    const bytes = Buffer.from('a file that is counted')
    await submitFile(server, bytes)

    const kind = database === 'PostgreSQL' ? 'postgres' : 'folder'
    const counted = async () => {
      const metrics = parse(await (await server.call('GET', '/metrics')).text())
      return ['assay_blobs', 'assay_blobs_bytes'].map((name) =>
        find(metrics, name, { store: kind }),
      )
    }
    await expect.poll(counted, waiting).toEqual([1, bytes.length])
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

    const metrics = parse(await (await server.call('GET', '/metrics')).text())

    const whose = { organization: 'soc', analyzer: analyzer?.name ?? '' }
    expect(find(metrics, 'assay_queue_jobs', whose)).toBe(2)
    expect(find(metrics, 'assay_queue_depth')).toBe(2)
    expect(find(metrics, 'assay_queue_oldest_seconds', whose)).toBeGreaterThanOrEqual(0)
    expect(find(metrics, 'assay_quota_left_jobs', whose)).toBe(3)
  })
})

it('asks in the dashboard only for what a server tells', async () => {
  const place = migratedPlaces.find(({ database }) => database === 'PostgreSQL')
  const server = await start((await place?.settings()) ?? {})
  await makePeople(server)
  await runJob(server)
  const dashboard = await readFile(new URL('../../../deploy/grafana/assay.json', import.meta.url))
  const { panels } = JSON.parse(String(dashboard)) as { panels: { targets: { expr: string }[] }[] }
  const asked = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:assay|nodejs|process)_\w+/g) ?? []),
  )
  expect(asked).toContain('assay_blobs_bytes')

  await expect
    .poll(async () => {
      const text = await (await server.call('GET', '/metrics')).text()
      const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
      return asked.filter((name) => !told.has(name.replace(/_(?:bucket|sum|count)$/, '')))
    }, waiting)
    .toEqual([])
})

describe('who may read them', () => {
  it('without a token only this machine, and nobody through a proxy', async () => {
    const server = await start(await migratedPlaces[0].settings())

    const here = await server.call('GET', '/metrics')
    const forwarded = await server.call('GET', '/metrics', {
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })

    expect([here.status, forwarded.status]).toEqual([200, 401])
    expect(await forwarded.text()).toContain('metrics.token')
  })

  it('with a token whoever has it, and nobody else', async () => {
    const token = 'a-token-for-prometheus'
    const environment = await migratedPlaces[0].settings()
    const server = await start({ ...environment, ASSAY_METRICS_TOKEN: token })
    const ask = (key?: string) =>
      server.call('GET', '/metrics', {
        headers: { 'x-forwarded-for': '192.0.2.1' },
        ...(key !== undefined && { key }),
      })

    const answers = await Promise.all([ask(), ask('another-token-0123'), ask(token)])

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 200])
    expect(await answers[1]?.text()).not.toContain(token)
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
