import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { clearOutdated, demoConfig } from '../src/demo/data-folder.ts'
import { startLive } from '../src/demo/live.ts'
import { makePeople } from '../src/demo/users.ts'
import { enableAll, uploadLists } from '../src/demo/workers.ts'
import { type Engine, startEngine } from '../src/engine/engine.ts'
import { makeRunners } from '../src/engine/runners/runners.ts'
import { loadConfig } from '../src/settings/config.ts'
import { sqlite } from './databases.ts'
import { day, signIn, timeout, withDatabase } from './demo.ts'
import { sharedByTests } from './lifetime.ts'
import { dataFolder, loopback, newDataFolder, run, start } from './program.ts'
import { makeApp } from './setup.ts'

/**
 * A data folder with a filled demo. It is made once, by the program, and copied: a dozen of them
 * would take the time that other tests need.
 */
async function filledFolder(): Promise<string> {
  const folder = await newDataFolder()
  model ??= makeModel()
  await cp(await model, folder, { recursive: true })
  return folder
}

let model: Promise<string> | undefined

async function makeModel(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-demo-'))
  const server = await start({ ASSAY_DATA_DIR: folder }, ['--demo'])
  await server.stop()
  return folder
}

afterAll(async () => {
  const folder = await model
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})

describe('the data of the demo', { timeout }, () => {
  /** Real data, then twice a demo next to them, then the real data again. */
  const life = sharedByTests(async () => {
    const environment = { ASSAY_DATA_DIR: await filledFolder() }
    const key = 'a-key-of-the-first-user-0123456789abcdef'
    const bootstrap = { ASSAY_BOOTSTRAP_KEY: key }
    const real = await start({ ...environment, ...bootstrap })
    await real.stop()

    const first = await start({ ...environment, ...bootstrap }, ['--demo'])
    const asReal = await first.call('GET', '/api/user/current', { key })
    const visitor = await signIn(first, 'analyst')
    const before = await visitor.client.searchJobs({ query: {}, range: '0-1' })
    const made = await visitor.client.createCase({ title: 'Of a visitor', description: 'Kept' })
    const { code } = await first.stop()

    const second = await start(environment, ['--demo'])
    const { client } = await signIn(second, 'analyst')
    const after = await client.searchJobs({ query: {}, range: '0-1' })
    const kept = await client.getCase({ id: made._id })
    await second.stop()

    const again = await start(environment)
    const current = await again.call('GET', '/api/user/current', { key })
    const { config } = (await (await again.call('GET', '/api/status')).json()) as {
      config: Record<string, unknown>
    }
    await again.stop()
    return {
      demo: { code, before: before.total, after: after.total, title: kept.title },
      real: { statuses: [asReal.status, current.status], settings: Object.keys(config) },
    }
  })

  it('keeps what visitors made when it is started again, and is filled once', async () => {
    const { demo } = await life()

    expect(demo.code).toBe(0)
    expect(demo.title).toBe('Of a visitor')
    expect(demo.after).toBeGreaterThanOrEqual(demo.before)
    // Live jobs are added in the meantime; a second filling would be hundreds.
    expect(demo.after).toBeLessThan(demo.before + 200)
  })

  it('lives in its own folder and leaves the real data alone', async () => {
    const { real } = await life()

    expect(real.statuses).toEqual([401, 200])
    expect(real.settings).not.toContain('demo')
    expect(real.settings).not.toContain('demoUsers')
  })

  it('is rebuilt when its newest job is older than a day', async () => {
    const folder = await filledFolder()
    await withDatabase(join(folder, 'demo'), async (db) => {
      await db
        .updateTable('jobs')
        .set({ created_at: Date.now() - 2 * day })
        .execute()
      await db.deleteFrom('observables').execute()
    })

    const server = await start({ ASSAY_DATA_DIR: folder }, ['--demo'])
    const { client } = await signIn(server, 'analyst')
    const recent = { _gte: { _field: 'createdAt', _value: Date.now() - day } }

    expect((await client.searchJobs({ query: recent, range: '0-1' })).total).toBeGreaterThan(0)
    expect(await client.queryV1({ query: [{ _name: 'listCase' }] })).toHaveLength(11)
    await server.stop()
  })

  it.each([
    { state: 'filling', isKept: false },
    { state: 'filled', isKept: true },
  ])('that is $state when it is started is kept: $isKept', async ({ state, isKept }) => {
    const folder = await filledFolder()
    const config = demoConfig(loadConfig({ environment: { ASSAY_DATA_DIR: folder } }))
    await withDatabase(config.data.dir, (db) =>
      db.updateTable('meta').set({ value: state }).where('name', '=', 'demo').execute(),
    )
    const foreign = join(config.data.dir, 'notes')
    await mkdir(foreign)

    await clearOutdated(config, Date.now())

    expect(existsSync(join(config.data.dir, 'assay.sqlite'))).toBe(isKept)
    expect(existsSync(join(config.data.dir, 'master.key'))).toBe(isKept)
    expect(existsSync(foreign)).toBe(true)
  })

  it('is never served as if it were real', async () => {
    const folder = await filledFolder()

    const ended = await run({ ...loopback, ASSAY_DATA_DIR: join(folder, 'demo') }).ended

    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/contains demo data.*Start with --demo/s)
    expect(ended.stdout).not.toContain('is ready')
  })

  it('does not touch a database in its folder that is not its own', async () => {
    const folder = await newDataFolder()
    const elsewhere = await dataFolder()
    const key = 'a-key-of-the-first-user-0123456789abcdef'
    const real = await start({ ASSAY_DATA_DIR: elsewhere, ASSAY_BOOTSTRAP_KEY: key })
    await real.stop()
    await mkdir(folder, { recursive: true })
    await rename(elsewhere, join(folder, 'demo'))

    const ended = await run({ ...loopback, ASSAY_DATA_DIR: folder }, ['--demo']).ended
    const users = await withDatabase(join(folder, 'demo'), (db) =>
      db.selectFrom('users').select('login').execute(),
    )

    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/without demo data/)
    expect(users).toEqual([{ login: 'admin' }])
  })
})

describe('the live part of the demo', { timeout }, () => {
  it('submits something new in the name of the analyst, until it is stopped', async () => {
    let engine: Engine | undefined
    const { deps } = await makeApp(sqlite.open, {
      empty: true,
      environment: { ASSAY_JOB_RUNNERS: 'builtin' },
      startEngine: async (deps) => {
        const surroundings = {
          log: deps.log,
          environment: deps.config.environment,
          instance: deps.instance,
        }
        engine = await startEngine(deps, await makeRunners(deps.config, surroundings))
        return engine
      },
    })
    await makePeople(deps)
    await enableAll(deps, (await uploadLists(deps)).now)
    const live = () =>
      deps.db
        .selectFrom('jobs')
        .select(['status', 'created_by', 'data'])
        .where('created_at', '=', deps.clock.now())
        .execute()

    const started = startLive(deps, engine as Engine, { busyMs: 5, busyForMs: 60_000, quietMs: 5 })
    await expect.poll(async () => (await live()).length).toBeGreaterThan(4)
    await started.stop()
    const { length } = await live()
    await expect
      .poll(async () => new Set((await live()).map((job) => job.status)))
      .toEqual(new Set(['Success']))
    const jobs = await live()

    expect(jobs.length).toBe(length)
    expect(new Set(jobs.map((job) => job.created_by))).toEqual(new Set(['analyst']))
    expect(new Set(jobs.map((job) => job.data)).size).toBeGreaterThan(1)
  })
})
