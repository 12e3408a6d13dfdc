import type { Job } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { json } from '../forms.ts'
import type { Person } from '../setup.ts'
import { makeEngineApp, programs } from './setup.ts'

const minutes = 60_000
const day = 24 * 60 * minutes

async function makeWorker(
  open: TestDatabases['open'],
  name: 'Echo' | 'Failing' | 'Waiting',
  settings: Record<string, unknown> = {},
) {
  // Jobs that only wait need no runner.
  const environment: Record<string, string> = name === 'Waiting' ? { ASSAY_ROLES: 'engine' } : {}
  const app = await makeEngineApp(open, Object.values(programs), { environment })
  const { id } = await app.enable('orgadmin', name, settings)
  const run = (input: object = {}, as: Person = 'analyze'): Promise<Job> =>
    app.as(as).runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip', ...input })
  const ended = async (job: Job) => {
    await app.as('analyze').waitReport({ id: job.id }, { atMost: 'Inf' })
    return job
  }
  return { app, id, run, ended }
}

const ids = (jobs: Job[]) => new Set(jobs.map(({ id }) => id))

describe.each(databases)('$name: equal submissions', ({ open }) => {
  it('of one burst become one job, whichever is first', async () => {
    const { app, run } = await makeWorker(open, 'Waiting')

    const jobs = await Promise.all(
      Array.from({ length: 20 }, (_, at) => run({}, at % 2 ? 'analyze' : 'orgadmin')),
    )
    const { total } = await app.as('analyze').listJobs()

    expect(ids(jobs).size).toBe(1)
    expect(jobs.filter(({ fromCache }) => fromCache !== true)).toHaveLength(1)
    expect(total).toBe(1)
  })

  it('are answered from the finished job while it is fresh, and not a moment longer', async () => {
    const { app, run, ended } = await makeWorker(open, 'Echo', { jobCache: 20 })
    const first = await ended(await run())

    app.clock.advance(20 * minutes)
    const fresh = await run()
    app.clock.advance(1)
    const stale = await run()
    const read = await app.as('analyze').getJob({ id: first.id })

    expect(fresh).toMatchObject({ id: first.id, status: 'Success', fromCache: true })
    expect(stale.id).not.toBe(first.id)
    expect(stale).not.toHaveProperty('fromCache')
    expect(read).not.toHaveProperty('fromCache')
  })

  it('are answered by a job in flight however long it waits', async () => {
    const { app, run } = await makeWorker(open, 'Waiting')
    const first = await run()
    app.clock.advance(30 * minutes)

    expect(await run()).toMatchObject({ id: first.id, fromCache: true })
  })

  it('run again after a Failure and after a delete', async () => {
    const failing = await makeWorker(open, 'Failing')
    const failed = await failing.ended(await failing.run())
    const echo = await makeWorker(open, 'Echo')
    const deleted = await echo.ended(await echo.run())
    await echo.app.as('analyze').deleteJob({ id: deleted.id })

    expect((await failing.run()).id).not.toBe(failed.id)
    expect((await echo.run()).id).not.toBe(deleted.id)
  })
})

describe.each(oneDatabase)('$name: equal submissions', ({ open }) => {
  it('use the window of the server where the analyzer has none, and none at 0', async () => {
    const usual = await makeWorker(open, 'Echo')
    const first = await usual.ended(await usual.run())
    usual.app.clock.advance(10 * minutes)
    const fresh = await usual.run()
    usual.app.clock.advance(1)
    const stale = await usual.run()
    const never = await makeWorker(open, 'Waiting', { jobCache: 0 })

    expect(fresh.id).toBe(first.id)
    expect(stale.id).not.toBe(first.id)
    expect(ids([await never.run(), await never.run()]).size).toBe(2)
  })

  it('are equal in spite of the order of parameters, message, label and user', async () => {
    const { run } = await makeWorker(open, 'Waiting')
    const first = await run({ parameters: { a: 1, b: { c: [1, 2], d: null } }, message: 'x' })

    const second = await run(
      { parameters: { b: { d: null, c: [1, 2] }, a: 1 }, message: 'y', label: 'z' },
      'orgadmin',
    )

    expect(second).toMatchObject({ id: first.id, fromCache: true })
  })

  it.each([
    { other: { data: '1.1.1.2' } },
    { other: { dataType: 'other' } },
    { other: { tlp: 1 } },
    { other: { pap: 1 } },
    { other: { parameters: { a: 1 } } },
    { other: { parameters: { list: [2, 1] } } },
  ])('are not equal with $other', async ({ other }) => {
    const { run } = await makeWorker(open, 'Waiting')
    const first = await run({ parameters: other.parameters?.list ? { list: [1, 2] } : {} })

    const second = await run(other)

    expect(second.id).not.toBe(first.id)
  })

  it('run again with force, in the query as 1 or true and in JSON as true', async () => {
    const { app, id, run } = await makeWorker(open, 'Waiting')
    const first = await run()
    const send = async (search: string, body: object = {}) => {
      const url = `/api/analyzer/${id}/run${search}`
      const sent = json({ data: '1.1.1.1', dataType: 'ip', ...body })
      const response = await app.inject({ as: 'analyze', method: 'POST', url, ...sent })
      return response.json().id as string
    }

    const forced = [
      await send('?force=1'),
      await send('?force=true'),
      await send('', { force: true }),
    ]
    const unforced = [
      await send('?force=0'),
      await send('?force=false'),
      await send('', { force: 1 }),
      await send('', { force: 'true' }),
    ]

    expect(new Set([first.id, ...forced]).size).toBe(4)
    // All were made in the same moment of the test's clock: any of them is an equal job.
    for (const id of unforced) expect([first.id, ...forced]).toContain(id)
  })

  it('run again when the configuration has changed', async () => {
    const { app, id, run } = await makeWorker(open, 'Waiting')
    const first = await run()

    await app.as('orgadmin').updateAnalyzer({ id }, { configuration: { proxy_http: 'http://p:1' } })
    const second = await run()
    await app.as('orgadmin').updateAnalyzer({ id }, { configuration: {} })
    const third = await run()

    expect(second.id).not.toBe(first.id)
    expect(third).toMatchObject({ id: first.id, fromCache: true })
  })

  it('run again when the analyzer has switched to another version', async () => {
    const { app, id, run } = await makeWorker(open, 'Echo')
    const first = await run()
    await app.addProgram({ ...programs.echo, version: '1.1' })
    const client = app.as('orgadmin')
    await client.scanAnalyzerDefinitions()
    await expect
      .poll(async () => (await client.getAnalyzer({ id })).availableDefinitionId)
      .toBe('Echo_1_1')

    await client.updateAnalyzer({ id }, { workerDefinitionId: 'Echo_1_1' })
    const second = await run()

    expect(second.id).not.toBe(first.id)
  })
})

describe.each(databases)('$name: a rate limit', ({ open }) => {
  const limited = { rate: 7, rateUnit: 'Day' }

  async function flood(count: number, run: (at: number) => Promise<Job>) {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, at) => run(at)))
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  it('lets exactly that many jobs pass, however many race', async () => {
    const { app, run } = await makeWorker(open, 'Waiting', limited)

    const passed = await flood(30, (at) => run({ data: `1.1.1.${at}` }))
    const { total } = await app.as('analyze').listJobs()

    expect(passed).toBe(7)
    expect(total).toBe(7)
  })

  it('is over when it said it would be', async () => {
    const { app, run } = await makeWorker(open, 'Waiting', limited)
    await flood(7, (at) => run({ data: `1.1.1.${at}` }))

    app.clock.advance(day - 1)
    const before = await flood(1, () => run({ data: '2.2.2.2' }))
    app.clock.advance(1)
    const after = await flood(8, (at) => run({ data: `2.2.2.${at}` }))

    expect(before).toBe(0)
    expect(after).toBe(7)
  })

  it('does not count answers from the cache, and counts failed and deleted jobs', async () => {
    const { app, run } = await makeWorker(open, 'Waiting', { rate: 2, rateUnit: 'Hour' })
    const first = await run()
    const cached = await flood(5, () => run())
    await app.as('analyze').deleteJob({ id: first.id })

    const passed = await flood(3, (at) => run({ data: `2.2.2.${at}` }))

    expect(cached).toBe(5)
    expect(passed).toBe(1)
  })
})

describe.each(oneDatabase)('$name: a rate limit', ({ open }) => {
  async function flood(count: number, run: (at: number) => Promise<Job>) {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, at) => run(at)))
    return outcomes.filter(({ status }) => status === 'fulfilled').length
  }

  it('answers 429 in the words that clients know, and when to come back', async () => {
    const { app, id, run } = await makeWorker(open, 'Waiting', { rate: 1, rateUnit: 'Minute' })
    await run()
    app.clock.advance(15_000)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/analyzer/${id}/run`,
      ...json({ data: '2.2.2.2', dataType: 'ip' }),
    })

    expect(response.statusCode).toBe(429)
    expect(response.json()).toEqual({
      type: 'RateLimitExceeded',
      message: 'Rate limit of 1 per Minute reached for the analyzer Waiting. Job cannot be started',
    })
    expect(response.headers['retry-after']).toBe('45')
  })

  it('counts nothing unless both number and unit are given', async () => {
    const { run } = await makeWorker(open, 'Waiting', { rate: 1 })

    expect(await flood(3, (at) => run({ data: `1.1.1.${at}` }))).toBe(3)
  })
})
