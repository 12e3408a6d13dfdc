import { describe, expect, it } from 'vitest'
import { operatorsTurn } from '../../src/background/work.ts'
import { pauseRules } from '../../src/commands/backup/pause-rules.ts'
import { switchMail } from '../../src/knowledge/outbox/store.ts'
import { clockWork } from '../../src/platform/clocks/tell.ts'
import type { PlatformDeps } from '../../src/platform/deps.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const minute = 60_000
const newCase = { title: 'A case', description: 'What happened', assignee: 'alan' }

async function make(open: Parameters<typeof makePlatformApp>[0]) {
  const app = await makePlatformApp(open)
  const policy = { kind: 'resolve', minutes: 100, escalateTo: 'ada' } as const
  await app.as('orgadmin').createClockPolicy(policy)
  return app
}

/** What one process claims. */
async function claimed(app: TestApp) {
  const work = clockWork(app.deps as PlatformDeps)
  const now = app.clock.now()
  const walk = { now, after: undefined, upTo: undefined, without: [operatorsTurn], limit: 10 }
  const room = { count: 10, now, hasRoom: () => true, held: () => 0 }
  const organizations = await work.organizations(walk)
  return (await Promise.all(organizations.map((name) => work.claim(name, room)))).flat()
}
const run = (app: TestApp, item: Awaited<ReturnType<typeof claimed>>[number]) =>
  clockWork(app.deps as PlatformDeps).run(item, AbortSignal.timeout(minute))

/** One look of one process; answers how many cases it looked at. */
async function look(app: TestApp): Promise<number> {
  const items = await claimed(app)
  for (const item of items) await run(app, item)
  return items.length
}

const noticesOf = async (app: TestApp, who: 'analyze' | 'orgadmin') =>
  (await app.as(who).listNotices({})).rows
    .filter(({ kind }) => kind === 'dueSoon' || kind === 'overdue')
    .map(({ kind, parameters }) => [kind, parameters.title, parameters.dueAt])

const overdueEntries = (app: TestApp) =>
  app.deps.db.selectFrom('audit').selectAll().where('action', '=', 'case.overdue').execute()

describe.each(databases)('$name: a case that is due', ({ open }) => {
  it('is told of to its assignee, then to the lead too, each once', async () => {
    const app = await make(open)
    const due = app.clock.now() + 100 * minute
    const { _id: id } = await app.as('orgadmin').createCaseV1(newCase)
    app.clock.advance(79 * minute)
    expect(await look(app)).toBe(0)
    app.clock.advance(minute)
    expect(await look(app)).toBe(1)
    expect(await look(app)).toBe(0)
    expect(await noticesOf(app, 'analyze')).toEqual([['dueSoon', 'A case', due]])
    expect(await noticesOf(app, 'orgadmin')).toEqual([])
    expect(await overdueEntries(app)).toEqual([])

    app.clock.advance(20 * minute)
    expect(await look(app)).toBe(1)
    expect(await look(app)).toBe(0)
    app.clock.advance(1_000 * minute)
    expect(await look(app)).toBe(0)
    expect(await noticesOf(app, 'analyze')).toContainEqual(['overdue', 'A case', due])
    expect(await noticesOf(app, 'orgadmin')).toEqual([['overdue', 'A case', due]])
    expect(await overdueEntries(app)).toMatchObject([{ object_id: id, actor: '(clocks)' }])
    expect((await app.as('read').getCaseClocks({ id })).clocks).toMatchObject([
      { warnedAt: expect.any(Number), breachedAt: due },
    ])
  })

  it('is told of once, whatever processes look at it at the same time', async () => {
    const app = await make(open)
    await app.as('orgadmin').createCaseV1(newCase)
    app.clock.advance(100 * minute)
    const [item] = await claimed(app)
    if (!item) throw new Error('nothing was claimed')
    expect(await claimed(app)).toEqual([])
    await Promise.all([run(app, item), run(app, item), run(app, item)])
    expect(await noticesOf(app, 'orgadmin')).toHaveLength(1)
    expect(await overdueEntries(app)).toHaveLength(1)
  })

  it('is told of by another process when the one that claimed it died, and is not twice', async () => {
    const app = await make(open)
    await app.as('orgadmin').createCaseV1(newCase)
    app.clock.advance(100 * minute)
    const [item] = await claimed(app)
    app.clock.advance(2 * minute)
    expect(await look(app)).toBe(1)
    if (item) await run(app, item)
    expect(await overdueEntries(app)).toHaveLength(1)
  })

  it('is not told of while a status pauses it, was closed or was deleted after it was claimed', async () => {
    const app = await make(open)
    const client = app.as('orgadmin')
    const waits = { value: 'Waits', stage: 'InProgress', pauses: true }
    await client.createCaseStatus(waits)
    const paused = await client.createCaseV1(newCase)
    const closed = await client.createCaseV1(newCase)
    const deleted = await client.createCaseV1(newCase)
    app.clock.advance(100 * minute)
    const items = await claimed(app)
    expect(items).toHaveLength(3)
    await client.updateCaseV1({ id: paused._id }, { status: 'Waits' })
    await client.updateCaseV1({ id: closed._id }, { status: 'Resolved' })
    await client.deleteCaseV1({ id: deleted._id })
    for (const item of items) await run(app, item)
    app.clock.advance(500 * minute)
    expect(await look(app)).toBe(0)
    expect(await overdueEntries(app)).toEqual([])
  })

  it('is no longer said to be due in unread notices once it is closed or its date was moved', async () => {
    const app = await make(open)
    const client = app.as('orgadmin')
    const moved = await client.createCaseV1({ ...newCase, title: 'Moved' })
    const closed = await client.createCaseV1({ ...newCase, title: 'Closed' })
    await client.createCaseV1({ ...newCase, title: 'Neither' })
    app.clock.advance(80 * minute)
    await look(app)
    const [read] = (await app.as('analyze').listNotices({})).rows.filter(
      ({ objectId, kind }) => objectId === closed._id && kind === 'dueSoon',
    )
    await app.as('analyze').readNotices({ ids: [read?.id ?? ''] })
    app.clock.advance(20 * minute)
    await look(app)
    const told: string[] = []
    const stop = app.deps.bus.on('alpha', (event) => {
      if ('objectType' in event && event.objectType === 'notice') told.push(event.user)
    })
    // What does not concern the date takes nothing back.
    await client.updateCaseV1({ id: moved._id }, { title: 'Moved' })
    expect(await noticesOf(app, 'orgadmin')).toHaveLength(3)
    expect(told).toEqual([])
    const dueDate = app.clock.now() + 100 * minute
    await client.updateCaseV1({ id: moved._id }, { dueDate, dueReason: 'Agreed by phone' })
    await client.updateCaseV1({ id: closed._id }, { status: 'Resolved' })
    stop()
    const titlesOf = async (who: 'analyze' | 'orgadmin') =>
      (await noticesOf(app, who)).map(([kind, title]) => `${kind} ${title}`).sort()
    expect(await titlesOf('analyze')).toEqual([
      // It was read, so it is what was said then.
      'dueSoon Closed',
      'dueSoon Neither',
      'overdue Neither',
    ])
    expect(await titlesOf('orgadmin')).toEqual(['overdue Neither'])
    expect([...new Set(told)].sort()).toEqual(['ada', 'alan'])
  })

  it('is told of again after its date was moved', async () => {
    const app = await make(open)
    const client = app.as('orgadmin')
    const { _id: id } = await client.createCaseV1(newCase)
    app.clock.advance(100 * minute)
    await look(app)
    const dueDate = app.clock.now() + 100 * minute
    await client.updateCaseV1({ id }, { dueDate, dueReason: 'Agreed by phone' })
    app.clock.advance(80 * minute)
    expect(await look(app)).toBe(1)
    expect(await noticesOf(app, 'analyze')).toContainEqual(['dueSoon', 'A case', dueDate])
    app.clock.advance(20 * minute)
    expect(await look(app)).toBe(1)
    expect(await overdueEntries(app)).toHaveLength(2)
  })

  it('that a date was moved of between claim and look is told of at its new time', async () => {
    const app = await make(open)
    const client = app.as('orgadmin')
    const { _id: id } = await client.createCaseV1(newCase)
    app.clock.advance(80 * minute)
    const [item] = await claimed(app)
    const dueDate = app.clock.now() + 50 * minute
    await client.updateCaseV1({ id }, { dueDate, dueReason: 'Agreed by phone' })
    if (item) await run(app, item)
    expect(await noticesOf(app, 'analyze')).toEqual([])
    app.clock.advance(40 * minute)
    expect(await look(app)).toBe(1)
    expect(await noticesOf(app, 'analyze')).toHaveLength(1)
  })

  it('is not told of after a backup was restored, until a superadmin confirmed it', async () => {
    const app = await make(open)
    await app.as('orgadmin').createCaseV1(newCase)
    app.clock.advance(100 * minute)
    await pauseRules(app.deps.db, app.clock.now(), true)
    expect(await look(app)).toBe(0)
    expect(await app.as('root').confirmRestoredRules()).toEqual({ resumed: 1 })
    expect(await look(app)).toBe(1)
    expect(await overdueEntries(app)).toHaveLength(1)
  })
})

describe.each(oneDatabase)('people and channels', ({ open }) => {
  it('are told in the ways that they chose, of their organization alone', async () => {
    const app = await make(open)
    await switchMail(app.deps.db, true)
    await app.deps.db
      .updateTable('users')
      .set((eb) => ({ email: eb('login', '||', '@example.org'), email_state: 'confirmed' }))
      .execute()
    await app
      .as('analyze')
      .setNoticeSettings({ kinds: [{ kind: 'overdue', page: true, mail: 'off' }] })
    const url = 'https://chat.example/hook'
    const kinds: ('dueSoon' | 'overdue')[] = ['dueSoon', 'overdue']
    const channel = {
      name: 'soc',
      form: 'generic',
      url,
      kinds,
      minSeverity: 1,
    } as const
    const own = await app.as('orgadmin').createChannel(channel)
    await app.as('stranger').createChannel(channel)
    await app.as('orgadmin').createCaseV1(newCase)
    for (let step = 0; step < 2; step += 1) {
      app.clock.advance(80 * minute)
      await look(app)
    }
    const rows = await app.deps.db
      .selectFrom('outbox')
      .select(['channel', 'target', 'organization', 'body'])
      .execute()
    const told = rows
      .map(({ body, ...row }) => ({ ...row, kind: JSON.parse(body).kind }))
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ channel, organization, target, kind }) => [organization, channel, target, kind])
    expect(told.toSorted()).toEqual(
      [
        ['alpha', 'chat', own.id, 'dueSoon'],
        ['alpha', 'chat', own.id, 'overdue'],
        ['alpha', 'mail', 'ada', 'overdue'],
        ['alpha', 'mail', 'alan', 'dueSoon'],
      ].toSorted(),
    )
  })

  it('are told once of two clocks of one case', async () => {
    const app = await make(open)
    await app.as('orgadmin').createClockPolicy({ kind: 'acknowledge', minutes: 100 })
    await app.as('orgadmin').createCaseV1(newCase)
    app.clock.advance(100 * minute)
    await look(app)
    expect(await noticesOf(app, 'orgadmin')).toHaveLength(1)
    expect((await overdueEntries(app)).map(({ details }) => JSON.parse(details).clock)).toEqual(
      expect.arrayContaining(['acknowledge', 'resolve']),
    )
  })
})
