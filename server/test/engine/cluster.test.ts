import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startEngine } from '../../src/engine/engine.ts'
import { makeRunners } from '../../src/engine/runners/runners.ts'
import { onlyPostgres, type TestDatabase, type TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { isRunning, processesNaming } from './running.ts'
import { makeEngineApp, programs } from './setup.ts'

/** So long that whatever happens in a test was found neither by a poll nor by a renewal. */
const hour = 3_600_000
const never = { pollMs: hour, leaseTimes: { renewMs: hour, unsureMs: 2 * hour, stopMs: 3 * hour } }

/** One process that takes jobs, and another that runs them. */
async function makeTwo(open: TestDatabases['open']) {
  let database: TestDatabase | undefined
  const openOnce = async () => {
    database = await open({ patienceMs })
    return database
  }
  const fixtures = [programs.echo, programs.waiting]
  const app = await makeEngineApp(openOnce, fixtures, { environment: { ASSAY_ROLES: 'engine' } })
  const other = await (database as unknown as TestDatabase).another()
  const { db, cluster } = other
  const deps = { ...app.deps, db, cluster }
  const runners = await makeRunners(deps.config, {
    log: deps.log,
    environment: deps.config.environment,
    instance: deps.instance,
  })
  let isHeard = false
  cluster.onBack(() => {
    isHeard = true
  })
  const config = { ...deps.config, roles: ['worker' as const] }
  const worker = await startEngine({ ...deps, config }, runners, never)
  onTestFinished(() => worker.stop(0))
  await vi.waitUntil(() => isHeard, { timeout: patienceMs })
  return app
}

const statusesIn = (messages: unknown[]) =>
  (messages as { base: { details: { status: string } } }[]).map(({ base }) => base.details.status)

describe.each(onlyPostgres)('$name: two processes', ({ open }) => {
  it('work together without waiting for a poll', async () => {
    const app = await makeTwo(open)
    const client = app.as('analyze')
    const { id } = await app.enable('orgadmin', 'Echo')
    const stream = await client.createStream()

    const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    const seen: string[] = []
    while (!seen.includes('Success'))
      seen.push(...statusesIn(await client.pollStream({ id: stream })))

    expect(seen).toEqual(['Waiting', 'InProgress', 'Success'])
    expect((await client.getReport({ id: job.id })).status).toBe('Success')
  })

  it('end a running program whose job was deleted in the other one', async () => {
    const app = await makeTwo(open)
    const client = app.as('analyze')
    const { id } = await app.enable('orgadmin', 'Waiting')
    const job = await client.runAnalyzer({ id }, { data: '1.1.1.1', dataType: 'ip' })
    const pid = await vi.waitUntil(
      () => processesNaming(join(app.catalogue.analyzers, 'Waiting')).find(isRunning),
      { timeout: patienceMs },
    )

    await client.deleteJob({ id: job.id })

    await expect.poll(() => isRunning(pid)).toBe(false)
  })
})
