import { createHash } from 'node:crypto'
import { contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases, type TestDatabases } from '../databases.ts'
import { multipart } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import type { Person } from '../setup.ts'
import { makeEngineApp } from './setup.ts'

const content = 'a secret of alpha'
const hash = createHash('sha256').update(content).digest('hex')

/** Alpha has an analyzer, a responder, a job with a file and artifacts; beta has the same names. */
async function makeTwo(open: TestDatabases['open']) {
  const app = await makeEngineApp(open)
  const analyzer = await app.enable('orgadmin', 'Echo', { configuration: { proxy_http: 'alpha' } })
  const responder = await app.enable('orgadmin', 'Block')
  const submit = async (as: Person, worker: string, value: string) => {
    const response = await app.inject({
      as,
      method: 'POST',
      url: `/api/analyzer/${worker}/run`,
      ...multipart(
        { name: '_json', value: '{"dataType":"file","message":"of alpha"}' },
        { name: 'attachment', value, filename: 'alpha.bin' },
      ),
    })
    const job = response.json().id as string
    await app.as(as).waitReport({ id: job }, { atMost: 'Inf' })
    return job
  }
  const job = await submit('orgadmin', analyzer.id, content)
  return { app, analyzer: analyzer.id, responder: responder.id, job, submit }
}

describe.each(databases)('$name: another organization', ({ open }) => {
  const two = sharedByTests(() => makeTwo(open))

  it('gets 404 for every id that is not its own, as if it did not exist', async () => {
    const { app, analyzer, responder, job } = await two()
    const stream = await app.as('orgadmin').createStream()
    const bob = app.as('stranger')
    const ip = { data: '1.1.1.1', dataType: 'ip' }
    const calls = {
      getAnalyzer: () => bob.getAnalyzer({ id: analyzer }),
      updateAnalyzer: () => bob.updateAnalyzer({ id: analyzer }, { name: 'Mine' }),
      disableAnalyzer: () => bob.disableAnalyzer({ id: analyzer }),
      runAnalyzer: () => bob.runAnalyzer({ id: analyzer }, ip),
      getResponder: () => bob.getResponder({ id: responder }),
      updateResponder: () => bob.updateResponder({ id: responder }, { name: 'Mine' }),
      disableResponder: () => bob.disableResponder({ id: responder }),
      runResponder: () => bob.runResponder({ id: responder }, { data: {}, dataType: 'x' }),
      getResponderPolicy: () => bob.getResponderPolicy({ id: responder }),
      setResponderPolicy: () => bob.setResponderPolicy({ id: responder }, { effect: 'inform' }),
      removeResponderPolicy: () => bob.removeResponderPolicy({ id: responder }),
      getJob: () => bob.getJob({ id: job }),
      getReport: () => bob.getReport({ id: job }),
      waitReport: () => bob.waitReport({ id: job }, { atMost: 'Inf' }),
      deleteJob: () => bob.deleteJob({ id: job }),
      similarFiles: () => bob.similarFiles({ id: job }),
      followedJobs: () => bob.followedJobs({ id: job }),
      diffJobs: () => bob.diffJobs({ id: job, other: job }),
      jobAsStix: () => bob.jobAsStix({ id: job }),
      jobAsMisp: () => bob.jobAsMisp({ id: job }),
      jobEvents: () => bob.jobEvents({ id: job }),
      pollStream: () => bob.pollStream({ id: stream }),
      getFile: () => bob.getFile({ hash }),
      getZippedFile: () => bob.getZippedFile({ hash }),
    }

    const answers: Record<string, number> = {}
    for (const [name, call] of Object.entries(calls))
      answers[name] = (await refusalOf(call())).status

    expect(answers).toEqual(Object.fromEntries(Object.keys(calls).map((name) => [name, 404])))
    expect(await bob.listArtifacts({ id: job })).toEqual({ rows: [], total: 0 })
    expect(await bob.jobStatus({ jobIds: [job] })).toEqual({ [job]: 'NotFound' })
    expect(await bob.jobSummaries({ jobIds: [job] })).toEqual({})
    expect(await bob.workerHealth({ type: 'analyzer' })).toEqual([])
    expect((await app.as('orgadmin').getJob({ id: job })).status).toBe('Success')
    expect((await app.as('orgadmin').getAnalyzer({ id: analyzer })).name).toBe('Echo')
    expect(idTaking.filter((name) => !Object.hasOwn(calls, name))).toEqual([])
  })

  it.each([
    {},
    { organization: 'alpha' },
    { _or: [{ organization: 'alpha' }, { organization: 'beta' }] },
    { _not: { organization: 'beta' } },
    { _not: { status: 'nothing' } },
    { _parent: { _type: 'organization', _query: { name: 'alpha' } } },
    { _parent: { _type: 'organization', _id: 'alpha' } },
    { _in: { _field: 'organization', _values: ['alpha'] } },
    { _string: 'organization:alpha OR status:Success' },
    { _any: '*' },
    { message: 'of alpha' },
    { 'attachment.id': hash },
  ])('finds nothing by %j, and its counts say nothing', async (query) => {
    const { app } = await two()
    const bob = app.as('stranger')

    for (const sort of ['-createdAt', '+organization', '-data', '-message']) {
      const jobs = await bob.searchJobs({ query, range: 'all', sort: [sort] })
      expect(jobs).toEqual({ rows: [], total: 0 })
    }
    expect(await bob.searchAnalyzers({ query, range: 'all' })).toEqual({ rows: [], total: 0 })
    expect(await bob.searchResponders({ query, range: 'all' })).toEqual({ rows: [], total: 0 })
    expect(await bob.listJobs({ query, range: 'all' })).toEqual({ rows: [], total: 0 })
  })

  it('finds nothing through the filters of the list and by data type', async () => {
    const { app, analyzer } = await two()
    const bob = app.as('stranger')
    const none = { rows: [], total: 0 }

    expect(await bob.listJobs({ analyzerFilter: analyzer })).toEqual(none)
    expect(await bob.listJobs({ dataTypeFilter: 'file' })).toEqual(none)
    expect(await bob.listAnalyzersByType({ dataType: 'ip' })).toEqual(none)
    expect(await bob.listRespondersByType({ dataType: 'thehive:case' })).toEqual(none)
    expect(await bob.listOrganizationAnalyzers()).toEqual(none)
  })

  it('gets a separate job for the same file, and then the file, but not the job', async () => {
    const { app, job, submit } = await makeTwo(open)
    const own = await app.enable('stranger', 'Echo', { configuration: { proxy_http: 'alpha' } })

    const second = await submit('stranger', own.id, content)
    const file = await app.as('stranger').getFile({ hash })
    const jobs = await app.as('stranger').listJobs()

    expect(second).not.toBe(job)
    expect(await file.text()).toBe(content)
    expect(jobs.rows.map(({ id }) => id)).toEqual([second])
    expect((await refusalOf(app.as('stranger').getJob({ id: job }))).status).toBe(404)
  })

  it('hears nothing of the jobs of others', async () => {
    const { app, analyzer } = await makeTwo(open)
    const own = await app.enable('stranger', 'Echo')
    const stream = await app.as('stranger').createStream()

    await app.as('orgadmin').runAnalyzer({ id: analyzer }, { data: '2.2.2.2', dataType: 'ip' })
    const mine = await app
      .as('stranger')
      .runAnalyzer({ id: own.id }, { data: '3.3.3.3', dataType: 'ip' })
    await app.as('stranger').waitReport({ id: mine.id }, { atMost: 'Inf' })
    const messages = await app.as('stranger').pollStream({ id: stream })

    const told = new Set(messages.map(({ base }) => (base as { objectId: string }).objectId))
    expect(told).toEqual(new Set([mine.id]))
  })

  it('has a separate rate for an analyzer of the same name', async () => {
    const app = await makeEngineApp(open)
    const limit = { rate: 1, rateUnit: 'Day' }
    const ours = await app.enable('orgadmin', 'Waiting', limit)
    const theirs = await app.enable('stranger', 'Waiting', limit)
    const ip = { data: '1.1.1.1', dataType: 'ip' }

    await app.as('orgadmin').runAnalyzer({ id: ours.id }, ip)
    const job = await app.as('stranger').runAnalyzer({ id: theirs.id }, ip)

    expect(job).toMatchObject({ organization: 'beta' })
    expect(job).not.toHaveProperty('fromCache')
  })
})

/** Every call of the engine whose path names an entity of an organization. */
const listing = new Set(['listArtifacts'])
const shared = new Set(['enableAnalyzer', 'enableResponder'])
const idTaking = Object.entries(contract)
  .filter(([, { path }]) =>
    /^\/api\/(analyzer|responder|job|stream|datastore|datastorezip)\/:(id|hash)/.test(path),
  )
  .map(([name]) => name)
  .filter((name) => !listing.has(name) && !shared.has(name))
