import { maxWatches, type OrganizationEvent, type WatchNews } from '@assay/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { takeDue } from '../../src/engine/rechecks/store.ts'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { Person, TestApp } from '../setup.ts'
import { makeJudges } from './setup.ts'

const domain = 'examp1e.test'
const named = { dataType: 'domain', data: domain }
const day = 86_400_000

const newsOf = async (app: TestApp, as: Person = 'analyze', input = {}): Promise<WatchNews[]> =>
  (await app.as(as).listWatchNews(input)).rows

/** What the streams of the organization say about watches: whom, and of which. */
function heardBy(app: TestApp) {
  const heard: string[] = []
  const stop = app.deps.bus.on('alpha', (event: OrganizationEvent) => {
    if ('objectType' in event && event.objectType === 'watch')
      heard.push(`${event.user} ${event.objectId}`)
  })
  onTestFinished(stop)
  return heard
}

const openCase = async (app: TestApp, title: string, data: string) => {
  const { _id: id, number } = await app.as('orgadmin').createCaseV1({ title, description: 'x' })
  await app.as('orgadmin').createCaseObservableV1({ id }, { dataType: 'domain', data: [data] })
  return { id, number, title }
}

const raiseAlert = async (app: TestApp, title: string, data: string) => {
  const { _id } = await app.as('orgadmin').createAlertV1({
    type: 'test',
    source: 'gateway',
    sourceRef: title,
    title,
    description: 'x',
    observables: [{ dataType: 'domain', data: [data] }],
  })
  return { id: _id, title }
}

describe.each(databases)('$name: a watched value', ({ open }) => {
  it('is theirs alone: shown with its verdict, once, until they stop', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run(domain, 'suspicious')

    const watch = await client.watchValue(named)
    expect(watch).toMatchObject({ ...named, level: 'suspicious', every: 'none', unread: 0 })
    const again = await client.watchValue({
      dataType: 'domain',
      data: 'EXAMP1E.test',
      every: 'day',
    })
    expect(again).toMatchObject({ id: watch.id, every: 'day', nextAt: app.clock.now() + day })
    expect((await client.watchValue(named)).every).toBe('day')
    expect(await client.listWatches()).toMatchObject({ total: 1, rows: [{ id: watch.id }] })
    expect((await client.listWatches({ text: 'P1E' })).total).toBe(1)
    expect((await client.listWatches({ text: 'other' })).total).toBe(0)
    expect((await client.getValue(named)).watch).toEqual({ id: watch.id, every: 'day' })

    expect((await app.as('orgadmin').getValue(named)).watch).toBeUndefined()
    expect((await app.as('orgadmin').listWatches()).total).toBe(0)
    const missing = notFound(`watch ${watch.id} not found`)
    for (const person of ['orgadmin', 'stranger'] as const) {
      const other = app.as(person)
      expect(await refusalOf(other.updateWatch({ id: watch.id }, { every: 'week' }))).toEqual(
        missing,
      )
      expect(await refusalOf(other.stopWatching({ id: watch.id }))).toEqual(missing)
    }
    expect(await client.updateWatch({ id: watch.id }, { every: 'none' })).not.toHaveProperty(
      'nextAt',
    )
    await client.stopWatching({ id: watch.id })
    expect((await client.listWatches()).total).toBe(0)
    expect((await client.getValue(named)).watch).toBeUndefined()
    const audited = (await app.as('orgadmin').listAudit({ range: 'all' })).rows
    expect(
      audited.filter(({ objectId }) => objectId === watch.id).map(({ action }) => action),
    ).toEqual(expect.arrayContaining(['watch.create', 'watch.update', 'watch.delete']))
  })

  it('is news when its verdict gets worse or better, and only to its watchers', async () => {
    const { app, run } = await makeJudges(open)
    const heard = heardBy(app)
    const { id: watchId } = await app.as('analyze').watchValue(named)
    const { id: colleague } = await app.as('orgadmin').watchValue({ ...named, every: 'week' })
    heard.length = 0

    await run(domain, 'info')
    await run(domain, 'malicious', { by: 'Second' })
    await run('other.test', 'malicious')
    const [first, ...more] = await newsOf(app)
    expect(more).toEqual([])
    // What was not read yet is one change: from what the watcher knew to what is true now.
    expect(first).toMatchObject({
      watchId,
      kind: 'verdict',
      isRead: false,
      ...named,
      from: null,
      to: 'malicious',
      level: 'malicious',
      analyzer: 'Second',
    })
    expect(new Set(heard)).toEqual(new Set([`alan ${watchId}`, `ada ${colleague}`]))
    expect(await app.as('analyze').listWatches()).toMatchObject({ rows: [{ unread: 1 }] })
    expect(await newsOf(app, 'stranger')).toEqual([])

    await app.as('analyze').readWatchNews({ ids: [first?.id ?? '', 'of nobody'] })
    expect(await newsOf(app, 'analyze', { unread: true })).toEqual([])
    expect(await newsOf(app, 'orgadmin', { unread: true })).toHaveLength(1)

    app.clock.advance(1000)
    const job = await run(domain, 'safe', { by: 'Second' })
    expect(await newsOf(app)).toMatchObject([
      { isRead: false, from: 'malicious', to: 'safe', jobId: job },
      { isRead: true, from: null, to: 'malicious' },
    ])
    heard.length = 0
    await run(domain, 'safe', { by: 'Second' })
    expect(heard).toEqual([])
    // Back to what was read: there is no notification left.
    await run(domain, 'malicious', { by: 'Second' })
    expect(await newsOf(app, 'analyze', { unread: true })).toEqual([])
    await app.as('orgadmin').readWatchNews({})
    expect(await newsOf(app, 'orgadmin', { unread: true })).toEqual([])
  })

  it('is news when an answer is taken back', async () => {
    const { app, run } = await makeJudges(open)
    await run(domain, 'safe')
    const bad = await run(domain, 'malicious', { by: 'Second' })
    const { id } = await app.as('analyze').watchValue(named)
    const heard = heardBy(app)

    await app.as('analyze').deleteJob({ id: bad })
    expect(await newsOf(app)).toMatchObject([{ from: 'malicious', to: 'safe', watchId: id }])
    expect(heard).toEqual([`alan ${id}`])
  })

  it('is reported correctly by analyzers that answer in the same moment', async () => {
    const { app, run } = await makeJudges(open)
    await app.as('analyze').watchValue(named)

    for (const level of ['malicious', 'suspicious', 'safe', 'malicious']) {
      await Promise.all([run(domain, level), run(domain, level, { by: 'Second' })])
      await run(domain, level)
    }
    const { level } = await app
      .as('analyze')
      .getValue(named)
      .then(({ verdict }) => verdict)
    expect(await newsOf(app)).toMatchObject([{ from: null, to: level }])
  })

  it('is news when it turns up in a case or an alert, once for each', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    await openCase(app, 'Before', domain)
    const { id: watchId } = await client.watchValue(named)
    const heard = heardBy(app)

    const made = await openCase(app, 'Phishing', 'Examp1e.TEST')
    await openCase(app, 'Unrelated', 'other.test')
    app.clock.advance(1000)
    const alert = await raiseAlert(app, 'More of it', domain)
    expect(heard).toEqual([`alan ${watchId}`, `alan ${watchId}`])
    expect(await newsOf(app)).toMatchObject([
      { kind: 'alert', alert, ...named },
      { kind: 'case', case: made },
    ])

    // The alert becomes a case: that is another place.
    app.clock.advance(1000)
    const merged = await client.promoteAlertV1({ id: alert.id }, {})
    expect((await newsOf(app)).map(({ kind }) => kind)).toEqual(['case', 'alert', 'case'])
    await app.as('orgadmin').deleteCaseV1({ id: merged._id })
    expect((await newsOf(app)).map(({ kind }) => kind)).toEqual(['alert', 'case'])
    expect(await newsOf(app, 'orgadmin')).toEqual([])
  })

  it('keeps the newest hundred of what happened to it', async () => {
    const { app } = await makeJudges(open)
    await app.as('analyze').watchValue(named)
    for (let count = 0; count < 103; count += 1) {
      app.clock.advance(1)
      await raiseAlert(app, `Alert ${count}`, domain)
    }
    const { rows, total } = await app.as('analyze').listWatchNews({ range: 'all' })
    expect(total).toBe(100)
    expect([rows[0]?.alert?.title, rows.at(-1)?.alert?.title]).toEqual(['Alert 102', 'Alert 3'])
  })

  it('goes with the account of its watcher', async () => {
    const { app, run } = await makeJudges(open)
    await app.as('analyze').watchValue(named)
    await run(domain, 'malicious', { as: 'orgadmin' })
    const { db } = app.deps
    const rows = async () => [
      await db.selectFrom('value_watches').select('login').execute(),
      await db.selectFrom('value_news').select('kind').execute(),
    ]
    expect(await rows()).toEqual([[{ login: 'alan' }], [{ kind: 'verdict' }]])

    await app.as('orgadmin').removeUser({ login: 'alan' })
    expect(await rows()).toEqual([[], []])
  })

  it('is analyzed again when it is due, by those who answered, in the name of the watcher', async () => {
    const { app, run, workers } = await makeJudges(open, { engine: { recheckMs: 50 } })
    const client = app.as('analyze')
    await run(domain, 'suspicious', { as: 'orgadmin' })
    await run(domain, 'broken', { by: 'Second', as: 'orgadmin' })
    // What a person decided is no answer that could be asked for again.
    await client.markValues({
      values: [named],
      level: 'safe',
      cause: 'ownTest',
      reason: 'own campaign',
      expiresAt: app.clock.now() + 30 * day,
      watch: false,
    })
    await client.watchValue({ ...named, every: 'day' })
    await app.as('orgadmin').watchValue({ ...named, every: 'day' })
    const due = app.clock.now() + day
    const jobs = async () => (await client.listJobs({ range: 'all', sort: '-createdAt' })).rows

    expect(await jobs()).toHaveLength(2)
    app.clock.advance(day + 5000)
    const states = async () =>
      (await app.deps.db.selectFrom('value_watches').select('next_at').execute()).map(
        ({ next_at }) => next_at,
      )
    await vi.waitUntil(async () => (await states()).every((at) => at === due + day), {
      timeout: patienceMs,
    })
    // Two watch it; it is analyzed once, and only by the analyzer that had answered.
    const [newest, ...others] = await jobs()
    expect(others).toHaveLength(2)
    expect(newest).toMatchObject({ workerId: workers.Judge?.id, ...named })
    expect(['alan', 'ada']).toContain(newest?.createdBy)
    const report = await client.waitReport({ id: newest?.id ?? '' }, { atMost: '10minutes' })
    expect(report.status).toBe('Success')
  })

  it('is taken by one of several processes', async () => {
    const { app } = await makeJudges(open)
    await app.as('analyze').watchValue({ ...named, every: 'day' })
    const { db } = app.deps
    const due = { count: 10, now: app.clock.now() + 2 * day }

    const taken = await Promise.all(Array.from({ length: 5 }, () => takeDue(db, 'alpha', due)))
    expect(taken.flat()).toHaveLength(1)
    expect(await takeDue(db, 'alpha', due)).toEqual([])
    // A process that died in the middle is not waited for.
    const later = { ...due, now: due.now + 11 * 60_000 }
    expect(await takeDue(db, 'alpha', later)).toMatchObject([{ data: domain }])
  })
})

describe.each(oneDatabase)('$name: a watched value', ({ open }) => {
  it('is one that can turn up: no blanks, a file by its hash, and by a name without a path', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const refused = async (input: object) =>
      (await refusalOf(client.watchValue(input as never))).message
    expect(await refused({ dataType: 'domain', data: ' \t' })).toBe('data is blank')
    expect(await refused({ dataType: 'file', data: 'a.exe' })).toBe(
      'Watch a file by hash (SHA-256), not by data',
    )
    expect(await refused({ dataType: 'file', hash: 'abc' })).toContain(
      'expected string of 64 to 64 characters',
    )
    const hash = 'c'.repeat(64)
    const filename = '../of/\u0007list\u202etxt.exe'
    expect(await client.watchValue({ dataType: 'file', hash, filename })).toMatchObject({
      filename: 'list\u202etxt.exe',
    })
    expect(await refusalOf(client.readWatchNews({ ids: Array(501).fill('x') }))).toMatchObject({
      status: 400,
      message: expect.stringContaining('expected a list of at most 500, each string'),
    })
  })

  it('is refused where there are too many, or nothing that can be watched', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    for (let count = 0; count < maxWatches; count += 1)
      await client.watchValue({ dataType: 'other', data: `value ${count}` })

    expect(await refusalOf(client.watchValue(named))).toMatchObject({
      status: 400,
      message: 'Limit of 200 watched observables reached. Stop watching one first',
    })
    expect((await client.watchValue({ dataType: 'other', data: 'value 7' })).id).toBeTruthy()
    expect((await app.as('orgadmin').watchValue(named)).id).toBeTruthy()
    const admin = app.as('orgadmin')
    const long = { dataType: 'other', data: 'x'.repeat(5000) }
    expect(await refusalOf(admin.watchValue(long))).toMatchObject({
      status: 400,
      message: 'data exceeds the limit of 4096 characters',
    })
    expect((await refusalOf(admin.watchValue({ dataType: 'domain' }))).status).toBe(400)
    expect((await refusalOf(admin.listWatches({ sort: 'data' }))).status).toBe(400)
  })

  it('is not analyzed again for a user who may no longer run analyzers', async () => {
    const { app, run } = await makeJudges(open, { engine: { recheckMs: 50 } })
    await run(domain, 'suspicious', { as: 'orgadmin' })
    await app.as('analyze').watchValue({ ...named, every: 'week' })
    const due = app.clock.now() + 7 * day
    await app.as('orgadmin').updateUser({ login: 'alan' }, { roles: ['read'] })

    app.clock.advance(15 * day)
    const { db } = app.deps
    await vi.waitUntil(
      async () =>
        (await db.selectFrom('value_watches').select('next_at').executeTakeFirst())?.next_at ===
        due + 14 * day,
      { timeout: patienceMs },
    )
    expect((await app.as('orgadmin').listJobs({ range: 'all' })).total).toBe(1)
  })
})
