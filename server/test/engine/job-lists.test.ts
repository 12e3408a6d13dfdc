import type { Job } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeEcho } from './echo-jobs.ts'
import { makeEngineApp, programs } from './setup.ts'

const ids = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id)

describe.each(databases)('$name: the list of jobs', ({ open }) => {
  it('shows the ten newest first, with the total', async () => {
    const { client, jobs } = await makeEcho(open, 12)
    const newest = jobs.map(({ id }) => id).reverse()

    const listed = await client.listJobs()
    const found = await client.searchJobs({ query: {} })
    const next = await client.searchJobs({ query: {}, range: '10-20' })
    const all = await client.listJobs({ range: 'all' })
    const oldest = await client.searchJobs({ query: {}, sort: ['+createdAt'], range: '0-2' })

    expect(listed.total).toBe(12)
    expect(ids(listed)).toEqual(newest.slice(0, 10))
    expect(ids(found)).toEqual(newest.slice(0, 10))
    expect(ids(next)).toEqual(newest.slice(10))
    expect(ids(all)).toEqual(newest)
    expect(ids(oldest)).toEqual(newest.slice(-2).reverse())
  })

  it('keeps deleted jobs, the search does not', async () => {
    const { client, jobs } = await makeEcho(open, 2)
    const [first, second] = jobs as [Job, Job]

    await client.deleteJob({ id: first.id })
    await client.deleteJob({ id: first.id })
    const listed = await client.listJobs()
    const found = await client.searchJobs({ query: {} })
    const asked = await client.searchJobs({ query: { status: 'Deleted' } })

    expect(ids(listed)).toEqual([second.id, first.id])
    expect(listed.rows[1]?.status).toBe('Deleted')
    expect(ids(found)).toEqual([second.id])
    expect(asked).toEqual({ rows: [], total: 0 })
    expect((await client.getJob({ id: first.id })).status).toBe('Deleted')
  })

  it('is searched by every name that a field has', async () => {
    const { id: workerId, client, jobs, ended, run } = await makeEcho(open, 2)
    const job = jobs[1] as Job
    for (const { id } of jobs) await ended(id)
    const other = await run('9.9.9.9', { tlp: 3, label: 'odd' })
    await ended(other.id)
    const found = async (query: object) => ids(await client.searchJobs({ query })).length
    const all = ['analyzer', 'worker'].flatMap((who) => [
      { [`${who}Id`]: workerId },
      { [`${who}Name`]: 'Echo' },
      { [`${who}DefinitionId`]: 'Echo_1_0' },
    ])
    const one = [
      { id: job.id },
      { _id: job.id },
      { data: '1.1.1.1' },
      { label: 'odd' },
      { tlp: 3 },
      { _and: [{ status: 'Success' }, { dataType: 'ip' }, { data: '9.9.9.9' }] },
      { status: 'Success', data: '9.9.9.9' },
    ]

    for (const query of all) expect([query, await found(query)]).toEqual([query, 3])
    for (const query of one) expect([query, await found(query)]).toEqual([query, 1])
    expect(await found({ status: 'Failure' })).toBe(0)
  })

  it('has the three filters of old', async () => {
    const { app, id, client, jobs } = await makeEcho(open, 2)
    const waiting = await app.enable('orgadmin', 'Waiting')
    const other = await client.runAnalyzer({ id: waiting.id }, { data: 'x', dataType: 'other' })
    const echoes = jobs.map((job) => job.id).reverse()

    expect(ids(await client.listJobs({ analyzerFilter: id }))).toEqual(echoes)
    expect(ids(await client.listJobs({ analyzerFilter: 'Echo' }))).toEqual(echoes)
    expect(ids(await client.listJobs({ dataTypeFilter: 'other' }))).toEqual([other.id])
    expect(ids(await client.listJobs({ dataFilter: '1.1.1.0' }))).toEqual([jobs[0]?.id])
  })

  it('returns the status of many jobs at once', async () => {
    const { client, jobs, ended } = await makeEcho(open, 2)
    const [first, second] = jobs as [Job, Job]
    await ended(first.id)
    await client.deleteJob({ id: second.id })

    const statuses = await client.jobStatus({
      jobIds: [first.id, second.id, 'unknown', '__proto__', first.id],
    })

    expect(Object.entries(statuses)).toEqual([
      [first.id, 'Success'],
      [second.id, 'Deleted'],
      ['unknown', 'NotFound'],
      ['__proto__', 'NotFound'],
    ])
    expect(await client.jobStatus({})).toEqual({})
  })
})

describe.each(oneDatabase)('$name: the list of jobs', ({ open }) => {
  it('refuses a malformed search with 400', async () => {
    const { app } = await makeEcho(open)
    const search = async (payload: object) =>
      (await app.inject({ as: 'analyze', method: 'POST', url: '/api/job/_search', payload }))
        .statusCode

    expect(await search({ query: [] })).toBe(400)
    expect(await search({ query: { _and: 1 } })).toBe(400)
    expect(await search({ query: {}, sort: ['-nothing'] })).toBe(400)
    expect(await search({ query: { nothing: 'x' } })).toBe(200)
    expect(await search({})).toBe(200)
  })
})

const taxonomy = { level: 'info', namespace: 'Echo', predicate: 'Said', value: 'x' }
const reason = {
  text: 'Echo: said is x.',
  id: 'badge.says',
  parameters: { who: 'Echo', what: 'said', value: 'x' },
}

describe.each(databases)('$name: summaries of jobs', ({ open }) => {
  it('return the taxonomies, the first reason and the number of artifacts, without the reports', async () => {
    const { client, jobs, ended } = await makeEcho(open, 2)
    const [first, second] = jobs as [Job, Job]
    await ended(first.id)
    await ended(second.id)

    const summaries = await client.jobSummaries({ jobIds: [second.id, first.id, second.id] })

    expect(summaries).toEqual({
      [first.id]: { taxonomies: [taxonomy], artifacts: 1, reason },
      [second.id]: { taxonomies: [taxonomy], artifacts: 1, reason },
    })
    expect(await client.jobSummaries({ jobIds: [] })).toEqual({})
  })

  it('leave out what is deleted, unknown, failed, running, or of others', async () => {
    const { app, client, run, ended } = await makeEcho(open)
    const deleted = await run('1.1.1.1')
    await ended(deleted.id)
    await client.deleteJob({ id: deleted.id })
    const own = await run('1.1.1.2')
    await ended(own.id)
    const failing = await app.enable('orgadmin', 'Failing')
    const failed = await client.runAnalyzer({ id: failing.id }, { data: '1.1.1.1', dataType: 'ip' })
    await ended(failed.id)
    const waiting = await app.enable('orgadmin', 'Waiting')
    const running = await client.runAnalyzer({ id: waiting.id }, { data: 'x', dataType: 'other' })
    const jobIds = [deleted.id, own.id, failed.id, running.id, 'unknown', '__proto__', '']

    expect(Object.keys(await client.jobSummaries({ jobIds }))).toEqual([own.id])
    expect(await app.as('stranger').jobSummaries({ jobIds })).toEqual({})
  })
})

describe.each(databases)('$name: the health of workers', ({ open }) => {
  it('is told by their last fifty results, oldest first, without those deleted', async () => {
    const { app, client, run, ended } = await makeEcho(open)
    const own = await run('1.1.1.1')
    await ended(own.id)
    const deleted = await run('1.1.1.2')
    await ended(deleted.id)
    await client.deleteJob({ id: deleted.id })
    const failing = await app.enable('orgadmin', 'Failing')
    const failed = await client.runAnalyzer({ id: failing.id }, { data: '1.1.1.1', dataType: 'ip' })
    await ended(failed.id)
    const waiting = await app.enable('orgadmin', 'Waiting')
    await client.runAnalyzer({ id: waiting.id }, { data: 'x', dataType: 'other' })

    const health = await client.workerHealth({ type: 'analyzer' })

    const results = Object.fromEntries(health.map((one) => [one.workerId, one.results]))
    expect(results).toEqual({
      [own.workerId]: ['success'],
      [failing.id]: ['failure'],
      [waiting.id]: ['other'],
    })
    expect(health.find(({ workerId }) => workerId === own.workerId)?.medianMs).toBeTypeOf('number')
    expect(await client.workerHealth({ type: 'responder' })).toEqual([])
    expect(await app.as('stranger').workerHealth({ type: 'analyzer' })).toEqual([])
  })
})

describe.each(oneDatabase)('$name: summaries of jobs', ({ open }) => {
  it('survive a report that is not what it should be', async () => {
    const { app, client, jobs, ended } = await makeEcho(open, 3)
    const [broken, odd, good] = jobs as [Job, Job, Job]
    for (const { id } of jobs) await ended(id)
    const put = (id: string, body: string) =>
      app.deps.db.updateTable('reports').set({ body }).where('job_id', '=', id).execute()
    await put(broken.id, '{"summary":{"taxonomies":[{"level"')
    await put(odd.id, '{"summary":{"taxonomies":[1,null,{"value":7}]},"full":{}}')

    const summaries = await client.jobSummaries({ jobIds: jobs.map(({ id }) => id) })

    expect(summaries).toEqual({
      [odd.id]: {
        taxonomies: [{ level: '', namespace: '', predicate: '', value: '7' }],
        artifacts: 1,
        reason: { text: '7.' },
      },
      [good.id]: { taxonomies: [taxonomy], artifacts: 1, reason },
    })
  })

  it('are returned for 200 jobs at once, not more', async () => {
    const { app } = await makeEcho(open)
    const ask = async (payload: object) =>
      (await app.inject({ as: 'analyze', method: 'POST', url: '/api/job/summaries', payload }))
        .statusCode
    const some = (length: number) => Array.from({ length }, (_, at) => `id-${at}`)

    expect(await ask({ jobIds: some(200) })).toBe(200)
    expect(await ask({ jobIds: some(201) })).toBe(400)
    expect(await ask({ jobIds: [{}] })).toBe(400)
    expect(await ask({})).toBe(400)
  })
})

describe.each(databases)('$name: artifacts', ({ open }) => {
  it('come ten at a time with the total, each once and without the observable', async () => {
    const found = Array.from({ length: 25 }, (_, at) => ({ dataType: 'ip', data: `2.2.2.${at}` }))
    const artifacts = JSON.stringify([...found, ...found, { dataType: 'ip', data: '1.1.1.1' }])
    const many = {
      ...programs.echo,
      script: `echo '{"success":true,"full":{},"artifacts":${artifacts}}' > "$1/output/output.json"`,
    }
    const app = await makeEngineApp(open, [many])
    const { id } = await app.enable('orgadmin', 'Echo')
    const client = app.as('analyze')
    const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    const { report } = await client.waitReport({ id: job.id }, { atMost: 'Inf' })

    const first = await client.listArtifacts({ id: job.id })
    const rest = await client.listArtifacts({ id: job.id }, { range: '10-100' })
    const sorted = await client.listArtifacts({ id: job.id }, { sort: '-data', range: '0-1' })

    expect(first.total).toBe(25)
    expect(first.rows).toHaveLength(10)
    expect([...first.rows, ...rest.rows].map(({ data }) => data)).toEqual(
      found.map(({ data }) => data),
    )
    expect(sorted.rows[0]?.data).toBe('2.2.2.9')
    expect(first.rows[0]).toMatchObject({
      _type: 'artifact',
      _routing: job.id,
      tlp: 2,
      tags: [],
      createdBy: 'alan',
      createdAt: app.clock.now(),
    })
    expect((report as { artifacts: unknown[] }).artifacts).toHaveLength(25)
  })
})
