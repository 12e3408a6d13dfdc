import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApiError } from '@assay/contract'
import { describe, expect, it, vi } from 'vitest'
import { heartbeat, type OwnNode } from '../../src/engine/nodes/store.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { type EngineApp, makeEngineApp, programs } from './setup.ts'

const fixtures = [programs.echo, programs.waiting]

/** Beats four times a second, so a test soon sees the effect of its changes. */
const quick = { ASSAY_JOB_UNRUNNABLEAFTER: '1s' }
const soon = { timeout: patienceMs, interval: 50 }

const another: OwnNode = {
  id: 'another',
  name: 'elsewhere',
  machine: 'elsewhere',
  pid: 7,
  version: '99.0.0',
  schema_min: 1,
  schema_max: 1,
  roles: '["worker"]',
  slots: 5,
  running: 2,
  runners: '["docker"]',
  accepts: '["default/docker"]',
  labels: '["default"]',
}

const nodesOf = async (app: EngineApp) => (await app.as('root').listNodes()).nodes ?? []
const input = { data: '1.1.1.1', dataType: 'ip' }
const statusOf = async (app: EngineApp, id: string) =>
  (await app.as('analyze').getJob({ id })).status
const ended = (app: EngineApp, id: string) =>
  vi.waitUntil(async () => !/Waiting|InProgress/.test(await statusOf(app, id)), soon)
const letRun = (app: EngineApp) => writeFile(join(app.catalogue.analyzers, 'Waiting', 'go'), '')

/** An analyzer that has an image and no program. */
async function enableImage(app: EngineApp): Promise<string> {
  const definition = {
    name: 'Image',
    version: '1.0',
    author: 'tests',
    url: 'https://example.org',
    license: 'Apache-2.0',
    description: 'In a container',
    baseConfig: 'Image',
    dockerImage: 'example/image:1',
    dataTypeList: ['ip'],
    configurationItems: [],
  }
  const folder = join(app.catalogue.analyzers, 'Image')
  await mkdir(folder)
  await writeFile(join(folder, 'Image.json'), JSON.stringify(definition))
  const enabled = await vi.waitFor(
    () => app.as('orgadmin').enableAnalyzer({ id: 'Image_1_0' }, { name: 'Image' }),
    soon,
  )
  return enabled.id
}

describe.each(databases)('$name: nodes', ({ open }) => {
  it('are listed with what they offer', async () => {
    const app = await makeEngineApp(open, fixtures, {
      environment: { ASSAY_NODE_NAME: 'first', ASSAY_NODE_LABELS: 'default,gpu' },
    })

    const { nodes, ...counts } = await app.as('root').listNodes()

    expect(counts).toEqual({ alive: 1, slots: 16, running: 0 })
    expect(nodes).toEqual([
      expect.objectContaining({
        name: 'first',
        state: 'alive',
        roles: ['engine', 'platform', 'worker'],
        labels: ['default', 'gpu'],
        runners: ['process'],
        programs: 2,
        slots: 16,
        running: 0,
        pid: process.pid,
      }),
    ])
  })

  it('that are silent, draining or stopping count for nothing, and the long silent are gone', async () => {
    const app = await makeEngineApp(open, fixtures, { environment: quick })
    await heartbeat(app.deps, another, false)
    const stateOf = async () => (await nodesOf(app)).find(({ id }) => id === 'another')?.state
    expect(await app.as('orgadmin').listNodes()).toMatchObject({ alive: 2, slots: 21 })
    expect((await nodesOf(app)).map(({ state }) => state).sort()).toEqual(['alive', 'outdated'])

    await heartbeat(app.deps, { ...another, stopping: 1 }, false)
    expect(await stateOf()).toBe('stopping')
    await app.as('root').drainNode({ id: 'another' })
    await heartbeat(app.deps, { ...another, stopping: 0 }, true)
    expect(await stateOf()).toBe('draining')
    await heartbeat(app.deps, { ...another, stopping: 0, running: 0 }, true)
    expect(await stateOf()).toBe('drained')
    expect(await app.as('orgadmin').listNodes()).toMatchObject({ alive: 1, slots: 16 })

    app.clock.advance(31_000)
    expect(await stateOf()).toBe('silent')
    app.clock.advance(16 * 60_000)
    await vi.waitUntil(async () => (await stateOf()) === undefined, soon)
    expect(await nodesOf(app)).toHaveLength(1)
  })

  it('claim nothing while they drain, end what runs, and resume when that is undone', async () => {
    const app = await makeEngineApp(open, fixtures)
    const waiting = await app.enable('orgadmin', 'Waiting')
    const echo = await app.enable('orgadmin', 'Echo')
    const running = await app.as('analyze').runAnalyzer({ id: waiting.id }, input)
    await vi.waitUntil(async () => (await statusOf(app, running.id)) === 'InProgress', soon)
    const [{ id } = { id: '' }] = await nodesOf(app)
    const stateOf = async () => (await nodesOf(app))[0]?.state

    expect((await app.as('root').drainNode({ id })).state).toBe('draining')
    const next = await app.as('analyze').runAnalyzer({ id: echo.id }, input)
    expect(await app.as('orgadmin').listNodes()).toMatchObject({ alive: 0, slots: 0 })
    await letRun(app)
    await ended(app, running.id)
    await app.as('root').drainNode({ id })
    await vi.waitUntil(async () => (await stateOf()) === 'drained', soon)
    expect(await statusOf(app, running.id)).toBe('Success')
    expect(await statusOf(app, next.id)).toBe('Waiting')

    expect((await app.as('root').resumeNode({ id })).state).toBe('alive')
    await ended(app, next.id)
    expect(await statusOf(app, next.id)).toBe('Success')
    const { rows } = await app.as('root').searchAudit({ query: { objectType: 'node' } })
    expect(rows.map(({ action }) => action)).toEqual(['node.resume', 'node.drain', 'node.drain'])
    expect((await app.as('orgadmin').searchAudit({ query: { objectType: 'node' } })).rows).toEqual(
      [],
    )
  })

  it('leave a job that none of them can run, say what is missing, and fail it in the end', async () => {
    const app = await makeEngineApp(open, fixtures, { environment: quick })
    const id = await enableImage(app)
    const client = app.as('analyze')

    const submitted = await client.runAnalyzer({ id }, input)
    expect(submitted).toMatchObject({ status: 'Waiting', waitingFor: 'a node with docker' })
    const { rows } = await client.searchJobs({ query: { status: 'Waiting' } })
    expect(rows.map(({ waitingFor }) => waitingFor)).toEqual(['a node with docker'])
    await vi.waitUntil(async () => {
      app.clock.advance(500)
      return (await statusOf(app, submitted.id)) !== 'Waiting'
    }, soon)

    const job = await client.getReport({ id: submitted.id })
    expect(job).toMatchObject({ status: 'Failure', report: { success: false } })
    expect(job.errorMessage).toBe(
      'No node could run this job within 1 second: it was waiting for a node with docker',
    )
    expect(job).not.toHaveProperty('waitingFor')
    expect(job).not.toHaveProperty('runner')
  })

  it('count the time from when the last one that could was gone', async () => {
    const app = await makeEngineApp(open, fixtures, { environment: quick })
    const id = await enableImage(app)
    await heartbeat(app.deps, another, false)
    await app.as('root').resumeNode({ id: 'another' })
    const job = await app.as('analyze').runAnalyzer({ id }, input)
    expect(job).not.toHaveProperty('waitingFor')

    app.clock.advance(10_000)
    await app.as('root').resumeNode({ id: 'another' })
    expect(await statusOf(app, job.id)).toBe('Waiting')

    await app.as('root').drainNode({ id: 'another' })
    expect(await app.as('analyze').getJob({ id: job.id })).toMatchObject({
      status: 'Waiting',
      waitingFor: 'a node with docker',
    })
    await vi.waitUntil(async () => {
      app.clock.advance(500)
      return (await statusOf(app, job.id)) === 'Failure'
    }, soon)
  })
})

describe.each(oneDatabase)('$name: nodes', ({ open }) => {
  it('are counted for an orgadmin, with their own running jobs and nothing of others', async () => {
    const app = await makeEngineApp(open, fixtures)
    const { id } = await app.enable('orgadmin', 'Waiting')
    const job = await app.as('analyze').runAnalyzer({ id }, input)
    await vi.waitUntil(async () => (await statusOf(app, job.id)) === 'InProgress', soon)

    const own = await app.as('orgadmin').listNodes()
    const others = await app.as('stranger').listNodes()

    expect(own).toEqual({ alive: 1, slots: 16, running: 1 })
    expect(others).toEqual({ alive: 1, slots: 16, running: 0 })
  })

  it('never fail a job for that when the time is 0', async () => {
    const app = await makeEngineApp(open, fixtures, {
      environment: { ASSAY_JOB_UNRUNNABLEAFTER: '0' },
    })
    const id = await enableImage(app)
    const [own = another] = await nodesOf(app)
    const job = await app.as('analyze').runAnalyzer({ id }, input)
    // Each of them makes the node beat, which is when jobs fail.
    for (const step of ['drainNode', 'resumeNode', 'drainNode'] as const) {
      app.clock.advance(3_600_000)
      await app.as('root')[step]({ id: own.id })
    }

    expect(await statusOf(app, job.id)).toBe('Waiting')
  })

  it('stop offering a program that is gone', async () => {
    const app = await makeEngineApp(open, fixtures, {
      environment: { ASSAY_JOB_UNRUNNABLEAFTER: '1h' },
    })
    const { id } = await app.enable('orgadmin', 'Echo')
    await rm(join(app.catalogue.analyzers, 'Echo'), { recursive: true })
    await vi.waitUntil(async () => (await nodesOf(app))[0]?.programs === 1, soon)

    const job = await app.as('analyze').runAnalyzer({ id }, input)

    expect(job).toMatchObject({
      status: 'Waiting',
      waitingFor: 'a node with the program of Echo_1_0',
    })
    await app.addProgram(programs.echo)
    await ended(app, job.id)
    expect(await statusOf(app, job.id)).toBe('Success')
  })
})

describe.each(databases)('$name: pools', ({ open }) => {
  const environment = { ASSAY_JOB_POOLS: 'gpu', ASSAY_JOB_UNRUNNABLEAFTER: '1h' }

  it('take a job to nodes with that label, also one that already waits', async () => {
    const app = await makeEngineApp(open, fixtures, { environment })
    const { id } = await app.enable('orgadmin', 'Echo', { pool: 'gpu' })
    const job = await app.as('analyze').runAnalyzer({ id }, input)
    expect(job.waitingFor).toBe('a node with the program of Echo_1_0 in the pool gpu')

    await app.as('orgadmin').updateAnalyzer({ id }, { pool: null })

    await ended(app, job.id)
    expect(await statusOf(app, job.id)).toBe('Success')
  })
})

describe.each(oneDatabase)('$name: pools', ({ open }) => {
  const environment = { ASSAY_JOB_POOLS: 'gpu', ASSAY_JOB_UNRUNNABLEAFTER: '1h' }

  it('are chosen among those that the operator opened, and no others', async () => {
    const app = await makeEngineApp(open, fixtures, { environment })
    const { id } = await app.enable('orgadmin', 'Echo')
    const refused = async (pool: string) => {
      const error = await app
        .as('orgadmin')
        .updateAnalyzer({ id }, { pool })
        .catch((thrown: ApiError) => thrown)
      return error as ApiError
    }

    expect((await refused('dmz')).body.message).toMatch(/pool dmz may not be chosen.*one of gpu/)
    expect((await refused('default/docker|gpu')).body.type).toBe('AttributeCheckingError')
    expect((await refused('gpu#1')).status).toBe(400)
    expect((await app.as('orgadmin').updateAnalyzer({ id }, { pool: 'default' })).pool).toBeNull()
    expect(await app.as('analyze').getAnalyzer({ id })).not.toHaveProperty('pool')
  })
})

describe.each(databases)('$name: a limit of a worker', ({ open }) => {
  it('lets so many of its jobs run at once, and blocks no others', async () => {
    const app = await makeEngineApp(open, fixtures)
    const limited = await app.enable('orgadmin', 'Waiting', { maxConcurrent: 2 })
    const free = await app.enable('orgadmin', 'Echo')
    const client = app.as('analyze')
    const run = (id: string, data: string) => client.runAnalyzer({ id }, { ...input, data })
    const jobs = await Promise.all(['1', '2', '3', '4', '5'].map((data) => run(limited.id, data)))
    const other = await run(free.id, '6')
    await ended(app, other.id)
    const countOf = async (status: string) =>
      (await client.jobStatus({ jobIds: jobs.map(({ id }) => id) }).then(Object.values)).filter(
        (one) => one === status,
      ).length

    expect(await statusOf(app, other.id)).toBe('Success')
    await vi.waitUntil(async () => (await countOf('InProgress')) === 2, soon)
    expect(await countOf('Waiting')).toBe(3)
    const { rows } = await client.searchJobs({ query: { status: 'Waiting' } })
    expect(rows.every((job) => job.waitingFor === undefined)).toBe(true)

    await app.as('orgadmin').updateAnalyzer({ id: limited.id }, { maxConcurrent: 3 })
    await vi.waitUntil(async () => (await countOf('InProgress')) === 3, soon)
    await app.as('orgadmin').updateAnalyzer({ id: limited.id }, { maxConcurrent: null })
    await vi.waitUntil(async () => (await countOf('InProgress')) === 5, soon)
    await letRun(app)
    await vi.waitUntil(async () => (await countOf('Success')) === 5, soon)
  })

  it('also holds for jobs that already waited when it was set', async () => {
    const app = await makeEngineApp(open, fixtures, { environment: { ASSAY_JOB_SLOTS: '1' } })
    const { id } = await app.enable('orgadmin', 'Waiting')
    const client = app.as('analyze')
    for (const data of ['1', '2', '3']) await client.runAnalyzer({ id }, { ...input, data })
    await app.as('orgadmin').updateAnalyzer({ id }, { maxConcurrent: 1 })
    const needs = await app.deps.db
      .selectFrom('jobs')
      .select('needs')
      .where('status', '=', 'Waiting')
      .execute()

    expect(needs).toHaveLength(2)
    for (const job of needs) expect(job.needs).toBe(`default#${id}/process/Waiting_1_0`)
    await letRun(app)
    await vi.waitUntil(
      async () => (await client.searchJobs({ query: { status: 'Success' } })).total === 3,
      soon,
    )
  })

  it('goes with its worker: what still waits is not left behind', async () => {
    const app = await makeEngineApp(open, fixtures)
    const { id } = await app.enable('orgadmin', 'Waiting', { maxConcurrent: 1 })
    const client = app.as('analyze')
    const first = await client.runAnalyzer({ id }, { ...input, data: '1' })
    await vi.waitUntil(async () => (await statusOf(app, first.id)) === 'InProgress', soon)
    const second = await client.runAnalyzer({ id }, { ...input, data: '2' })

    await app.as('orgadmin').disableAnalyzer({ id })

    await ended(app, second.id)
    expect((await client.getJob({ id: second.id })).errorMessage).toBe(
      'The analyzer or responder is no longer enabled',
    )
    await letRun(app)
    await ended(app, first.id)
  })
})
