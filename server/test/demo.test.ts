import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createClient } from '@assay/contract'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { clearOutdated, demoConfig } from '../src/demo/data-folder.ts'
import { startLive } from '../src/demo/live.ts'
import { demoUsers, makePeople } from '../src/demo/users.ts'
import { enableAll, uploadLists } from '../src/demo/workers.ts'
import { type Engine, startEngine } from '../src/engine/engine.ts'
import { makeRunners } from '../src/engine/execution/runners.ts'
import { loadConfig } from '../src/settings/config.ts'
import { openDatabase } from '../src/storage/database.ts'
import { databases } from './databases.ts'
import { loopback, newDataFolder, run, type Server, start } from './program.ts'
import { makeApp } from './setup.ts'

const day = 86_400_000

/** The typed client of somebody who has signed in to a demonstration. */
async function signIn(server: Server, login: string) {
  const { password } = demoUsers.find((user) => user.login === login) ?? { password: '' }
  const answer = await server.call('POST', '/api/login', { input: { user: login, password } })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const proof = /^CORTEX-XSRF-TOKEN=(.*)$/
  const client = createClient(contract, {
    baseUrl: server.address,
    headers: () => ({
      cookie: cookies.join('; '),
      'x-cortex-xsrf-token': cookies.map((cookie) => proof.exec(cookie)?.[1]).find(Boolean) ?? '',
    }),
  })
  return { status: answer.status, client }
}

async function withDatabase<T>(
  folder: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
) {
  const { db, close } = await openDatabase({ file: join(folder, 'assay.sqlite') })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/**
 * A data folder whose demonstration is filled already. It is made once, by the program, and copied:
 * a dozen of them beside other tests would take the time that those need.
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

const withFate = (alert: Record<string, unknown>) => ({
  fate: alert.caseId ? 'Imported' : alert.read ? 'Ignored' : 'New',
})

/** Several starts of a whole program, each with a month to make, beside other tests. */
const timeout = 60_000

describe('the demonstration', { timeout }, () => {
  it('shows within seconds what it promises', async () => {
    const folder = await newDataFolder()
    const before = performance.now()
    const server = await start({ ASSAY_DATA_DIR: folder }, ['--demo'])
    const seconds = (performance.now() - before) / 1000
    const { client } = await signIn(server, 'analyst')
    const count = async (query: object) => (await client.searchJobs({ query, range: '0-1' })).total

    const all = await count({})
    const failed = await count({ status: 'Failure' })
    const recent = await count({ _gte: { _field: 'createdAt', _value: Date.now() - day } })
    const old = await count({ _lt: { _field: 'createdAt', _value: Date.now() - 20 * day } })
    const future = await count({ _gt: { _field: 'createdAt', _value: Date.now() } })
    const familiar = await count({ data: '203.0.113.66' })
    const { rows } = await client.searchJobs({ query: { status: 'Success' }, range: '0-200' })
    const summaries = await client.jobSummaries({ jobIds: rows.map(({ id }) => id) })
    const levels = Object.values(summaries).flatMap(({ taxonomies }) =>
      taxonomies.map((t) => t.level),
    )
    const artifacts = Object.values(summaries).reduce((sum, one) => sum + (one.artifacts ?? 0), 0)

    // It takes 3 s on two quiet cores; the rest is for machines that have other things to do.
    expect(seconds).toBeLessThan(120)
    expect(all).toBeGreaterThanOrEqual(600)
    expect(all).toBeLessThanOrEqual(1200)
    expect(failed / all).toBeGreaterThan(0.03)
    expect(failed / all).toBeLessThan(0.09)
    expect(recent).toBeGreaterThanOrEqual(14)
    expect(old).toBeGreaterThan(100)
    expect(future).toBe(0)
    expect(familiar).toBeGreaterThan(20)
    expect(new Set(levels)).toEqual(new Set(['info', 'safe', 'suspicious', 'malicious']))
    expect(artifacts).toBeGreaterThan(20)
    expect(new Set(rows.map(({ analyzerName }) => analyzerName)).size).toBeGreaterThan(8)
    expect((await server.stop()).code).toBe(0)
  })

  it('has alerts, cases, tasks, actions and analyses, and cases that are similar with reasons', async () => {
    const server = await start({ ASSAY_DATA_DIR: await filledFolder() }, ['serve', '--demo'])
    const { client } = await signIn(server, 'analyst')
    const list = async (name: string, ...steps: object[]) =>
      (await client.queryV1({ query: [{ _name: name }, ...steps] })) as Record<string, unknown>[]
    const tally = (rows: Record<string, unknown>[], key: string) =>
      Object.fromEntries(
        [...Map.groupBy(rows, (row) => String(row[key]))].map(([name, { length }]) => [
          name,
          length,
        ]),
      )

    const alerts = await list('listAlert')
    const cases = await list('listCase')
    const tasks = await list('listTask')
    const own = tasks.filter(
      ({ assignee, status }) => assignee === 'analyst' && status !== 'Completed',
    )
    const iocs = await list('listObservable', { _name: 'filter', ioc: true })
    const actions = await list('listAction')
    const analyses = await list('listJob')
    const logs = await list('listLog')
    const fresh = alerts.find(({ title }) => title === 'A second computer asks for the beacon')
    const similar = (await client.queryV1({
      query: [{ _name: 'getAlert', idOrName: fresh?._id }, { _name: 'similarCases' }],
    })) as Record<string, unknown>[]

    expect(tally(alerts.map(withFate), 'fate')).toEqual({ New: 10, Ignored: 5, Imported: 13 })
    expect(Object.keys(tally(alerts, 'severity')).length).toBe(4)
    expect(Object.keys(tally(alerts, 'source')).length).toBe(5)
    expect(tally(cases, 'status')).toEqual({ Open: 5, Resolved: 6 })
    expect(tally(tasks, 'status')).toEqual({ Completed: 19, InProgress: 5, Waiting: 7 })
    expect(own.length).toBe(6)
    expect(logs.length).toBe(13)
    expect(iocs.length).toBeGreaterThan(10)
    expect(tally(actions, 'status')).toEqual({ Success: 12, Failure: 2 })
    expect(tally(analyses, 'status')).toEqual({ Success: analyses.length })
    expect(analyses.length).toBeGreaterThan(50)
    expect(similar.map((one) => (one.case as { title: string }).title)).toEqual([
      'Beacon from an office computer',
      'Invoice with a script inside',
    ])
    expect(similar).toMatchObject([
      { extraData: { observables: [{ ioc: true }, { ioc: true }] } },
      { extraData: { observables: [{ data: '203.0.113.66', ioc: true }] } },
    ])
    await server.stop()
  })

  it('tells one story from the alert to the end, which a visitor can follow', async () => {
    const server = await start({ ASSAY_DATA_DIR: await filledFolder() }, ['serve', '--demo'])
    const { client } = await signIn(server, 'analyst')
    const list = async (...query: object[]) =>
      (await client.queryV1({ query })) as Record<string, unknown>[]
    const [story] = await list(
      { _name: 'listCase' },
      { _name: 'filter', _field: 'title', _value: 'Parcel notices steal passwords' },
    )
    const of = (name: string) =>
      list({ _name: 'getCase', idOrName: String(story?._id) }, { _name: name })

    const alerts = await of('alerts')
    const observables = await of('observables')
    const tasks = await of('tasks')
    const comments = await of('comments')
    const techniques = await of('procedures')
    const actions = await list({ _name: 'listAction' })
    const fresh = (await list({ _name: 'listAlert' })).find(
      ({ title }) => title === 'A parcel notice came through again',
    )
    const similar = await list(
      { _name: 'getAlert', idOrName: String(fresh?._id) },
      { _name: 'similarCases' },
    )

    expect(story).toMatchObject({ status: 'Resolved', resolutionStatus: 'TruePositive' })
    expect(alerts.map(({ title }) => title).toSorted()).toEqual([
      'Nine people report a parcel notice',
      'Sign-in from an unknown network after a click',
    ])
    expect(observables).toHaveLength(9)
    expect(observables.filter(({ ioc }) => ioc)).toHaveLength(5)
    // What the analyzers said stands beside each value: the lists know the sender, the page asks for a password.
    const said = JSON.stringify(observables.map(({ reports }) => reports))
    for (const value of ['malicious', 'password goes elsewhere', 'reply-to'])
      expect(said).toContain(value)
    expect(tasks.map(({ status }) => status)).toEqual(Array(5).fill('Completed'))
    expect(comments.map(({ createdBy }) => createdBy).toSorted()).toEqual([
      'admin',
      'admin',
      'analyst',
      'analyst',
      'analyst',
    ])
    expect(techniques.map(({ patternId }) => patternId).toSorted()).toEqual([
      'T1056.003',
      'T1078',
      'T1566.001',
    ])
    expect(actions.filter(({ status }) => status === 'Success').length).toBeGreaterThan(2)
    expect(similar[0]).toMatchObject({ case: { title: 'Parcel notices steal passwords' } })
    await server.stop()
  })

  it('enables every built-in, some of them with a quota that is partly used', async () => {
    const server = await start({ ASSAY_DATA_DIR: await filledFolder() }, ['--demo'])
    const { client } = await signIn(server, 'admin')

    const analyzers = await client.searchAnalyzers({ query: {}, range: 'all' })
    const responders = await client.searchResponders({ query: {}, range: 'all' })
    const domain = analyzers.rows.find(({ name }) => name === 'Assay_Domain_1_0')
    const used = await client.searchJobs({
      query: {
        _and: [
          { analyzerId: domain?.id },
          { _gte: { _field: 'createdAt', _value: Date.now() - day } },
        ],
      },
    })

    expect([analyzers.total, responders.total]).toEqual([24, 4])
    expect(analyzers.rows.filter(({ rate }) => rate != null).length).toBe(4)
    expect(domain).toMatchObject({ rate: 300, rateUnit: 'Day' })
    expect(used.total).toBeLessThan(300)
    await server.stop()
  })

  it('tells everybody its users, and each of them can sign in', async () => {
    const server = await start({ ASSAY_DATA_DIR: await filledFolder() }, ['--demo'])

    const { config } = (await (await server.call('GET', '/api/status')).json()) as {
      config: Record<string, unknown>
    }
    const statuses = await Promise.all(
      demoUsers.map(async ({ login }) => (await signIn(server, login)).status),
    )
    const reader = await signIn(server, 'reader')
    const seen = await reader.client.searchJobs({ query: {}, range: '0-1' })

    expect(config).toMatchObject({ demo: true, setupNeeded: false, demoUsers })
    expect(statuses).toEqual([200, 200, 200, 200])
    expect(seen.total).toBeGreaterThan(0)
    for (const { login, password } of demoUsers)
      expect(server.stdout()).toContain(`${login} / ${password}`)
    expect(server.setupToken).toBeUndefined()
    await server.stop()
  })

  it('keeps what visitors made when it is started again, and is filled once', async () => {
    const folder = await filledFolder()
    const first = await start({ ASSAY_DATA_DIR: folder }, ['--demo'])
    const visitor = await signIn(first, 'analyst')
    const before = await visitor.client.searchJobs({ query: {}, range: '0-1' })
    const made = await visitor.client.createCase({ title: 'Of a visitor', description: 'Kept' })
    await first.stop()

    const second = await start({ ASSAY_DATA_DIR: folder }, ['--demo'])
    const { client } = await signIn(second, 'analyst')
    const after = await client.searchJobs({ query: {}, range: '0-1' })

    expect((await client.getCase({ id: made._id })).title).toBe('Of a visitor')
    expect(after.total).toBeGreaterThanOrEqual(before.total)
    expect(after.total).toBeLessThan(before.total + 20)
    await second.stop()
  })

  it('is made anew when its newest job is older than a day', async () => {
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

  it('lives in a folder of its own and leaves the real data alone', async () => {
    const folder = await filledFolder()
    const environment = { ASSAY_DATA_DIR: folder }
    const key = 'a-key-of-the-first-user-0123456789abcdef'
    const bootstrap = { ASSAY_BOOTSTRAP_KEY: key }
    const real = await start({ ...environment, ...bootstrap })
    await real.stop()

    const demo = await start({ ...environment, ...bootstrap }, ['--demo'])
    const asReal = await demo.call('GET', '/api/user/current', { key })
    await demo.stop()
    const again = await start(environment)
    const current = await again.call('GET', '/api/user/current', { key })
    const status = (await (await again.call('GET', '/api/status')).json()) as { config: object }

    expect(asReal.status).toBe(401)
    expect(current.status).toBe(200)
    expect(Object.keys(status.config)).not.toContain('demo')
    expect(Object.keys(status.config)).not.toContain('demoUsers')
    await again.stop()
  })

  it('is never served as if it were real', async () => {
    const folder = await filledFolder()

    const ended = await run({ ...loopback, ASSAY_DATA_DIR: join(folder, 'demo') }).ended

    expect(ended.code).toBe(1)
    expect(ended.stderr).toMatch(/example data of a demonstration.*Start with --demo/s)
    expect(ended.stdout).not.toContain('is ready')
  })

  it('does not touch a database in its folder that is not its own', async () => {
    const folder = await newDataFolder()
    const elsewhere = await newDataFolder()
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
    expect(ended.stderr).toMatch(/not example data/)
    expect(users).toEqual([{ login: 'admin' }])
  })
})

describe('the live part of the demonstration', { timeout }, () => {
  it('submits something new in the name of the analyst, until it is stopped', async () => {
    const [{ open }] = databases as [(typeof databases)[number]]
    let engine: Engine | undefined
    const { deps } = await makeApp(open, {
      empty: true,
      environment: { ASSAY_JOB_RUNNERS: 'builtin' },
      startEngine: async (deps) => {
        const surroundings = {
          log: deps.log,
          environment: deps.config.environment,
          instance: deps.instance,
          hiddenPaths: [],
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
    await vi.waitFor(async () => expect((await live()).length).toBeGreaterThan(4), 20_000)
    await started.stop()
    const { length } = await live()
    await vi.waitFor(
      async () =>
        expect(new Set((await live()).map((job) => job.status))).toEqual(new Set(['Success'])),
      20_000,
    )
    const jobs = await live()

    expect(jobs.length).toBe(length)
    expect(new Set(jobs.map((job) => job.created_by))).toEqual(new Set(['analyst']))
    expect(new Set(jobs.map((job) => job.data)).size).toBeGreaterThan(1)
  })
})
