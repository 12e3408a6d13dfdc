import type { Notice } from '@assay/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { administratorsOf, maxNotices, notify } from '../../src/storage/rows/notices.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const noticesOf = async (app: TestApp, as: Person, input = {}): Promise<Notice[]> =>
  (await app.as(as).listNotices(input)).rows

const tell = (app: TestApp, logins: readonly (string | null)[], objectId = '~1', by = 'ada') =>
  app.deps.db
    .transaction()
    .execute((tx) =>
      notify(
        tx,
        'alpha',
        logins,
        { kind: 'assigned', objectType: 'case', objectId, parameters: { by, title: `Of ${by}` } },
        app.clock.now(),
      ),
    )

describe.each(databases)('$name: what people are told of', ({ open }) => {
  it('is in the bell of each of them until they read it, once per kind and object', async () => {
    const app = await makePlatformApp(open)
    expect(await tell(app, ['alan', 'rita', 'alan', null])).toEqual([
      { organization: 'alpha', login: 'alan' },
      { organization: 'alpha', login: 'rita' },
    ])
    app.clock.advance(1_000)
    await tell(app, ['alan'], '~1', 'rita')
    await tell(app, ['alan'], '~2')

    const found = await noticesOf(app, 'analyze')
    expect(found).toHaveLength(2)
    expect(found.find(({ objectId }) => objectId === '~1')).toEqual({
      id: expect.any(String),
      at: app.clock.now(),
      isRead: false,
      kind: 'assigned',
      objectType: 'case',
      objectId: '~1',
      parameters: { by: 'rita', title: 'Of rita' },
    })
    const heard: string[] = []
    onTestFinished(
      app.deps.bus.on('alpha', (event) => {
        if ('objectType' in event && event.objectType === 'notice') heard.push(event.user)
      }),
    )
    const ids = [found[0]?.id ?? '', 'of another']
    await app.as('read').readNotices({ ids })
    expect(await noticesOf(app, 'analyze', { unread: true })).toHaveLength(2)
    await app.as('analyze').readNotices({ ids })
    expect(await noticesOf(app, 'analyze', { unread: true })).toEqual([found[1]])
    await app.as('analyze').readNotices({})
    expect(await noticesOf(app, 'analyze', { unread: true })).toEqual([])
    expect(await noticesOf(app, 'analyze')).toHaveLength(2)
    expect(await noticesOf(app, 'read', { unread: true })).toHaveLength(1)
    expect(heard).toEqual(['rita', 'alan', 'alan'])

    // What was read does not come back: the same again is new.
    await tell(app, ['alan'])
    expect(await noticesOf(app, 'analyze', { unread: true })).toHaveLength(1)
  })
})

describe.each(oneDatabase)('$name: who is told', ({ open }) => {
  it('is never the one who did it, a locked user, or one of another organization', async () => {
    const app = await makePlatformApp(open)
    await app.deps.db
      .updateTable('users')
      .set({ status: 'Locked' })
      .where('login', '=', 'rita')
      .execute()
    const others = await app.deps.db
      .selectFrom('users')
      .select('login')
      .where('organization', '!=', 'alpha')
      .execute()
    expect(others.length).toBeGreaterThan(0)
    const logins = ['ada', 'rita', 'no one', ...others.map(({ login }) => login)]
    expect(await tell(app, logins)).toEqual([])
    expect(await app.deps.db.selectFrom('notices').selectAll().execute()).toEqual([])
  })

  it('keeps the newest notices of a person, and cuts long words', async () => {
    const app = await makePlatformApp(open)
    const rows = Array.from({ length: maxNotices + 5 }, (_, index) => ({
      ...{
        id: `n${index}`,
        organization: 'alpha',
        login: 'alan',
        at: index,
        kind: 'rule' as const,
      },
      ...{ object_type: 'rule' as const, object_id: `r${index}`, parameters: '{}' },
    }))
    for (let start = 0; start < rows.length; start += 50)
      await app.deps.db
        .insertInto('notices')
        .values(rows.slice(start, start + 50))
        .execute()
    await tell(app, ['alan'], '~1', 'x'.repeat(400))
    const { rows: found, total } = await app.as('analyze').listNotices({ range: '0-1' })
    expect(total).toBe(maxNotices)
    expect(found[0]?.parameters.by).toHaveLength(300)
  })

  it('follows no one into another organization', async () => {
    const app = await makePlatformApp(open)
    await tell(app, ['alan'])
    await app.deps.db
      .updateTable('notices')
      .set({ organization: 'beta' })
      .where('login', '=', 'alan')
      .execute()
    expect(await noticesOf(app, 'analyze')).toEqual([])
  })

  it('finds the administrators of an organization', async () => {
    const app = await makePlatformApp(open)
    expect(await administratorsOf(app.deps.db, 'alpha')).toEqual(['ada'])
    expect(await administratorsOf(app.deps.db, 'none')).toEqual([])
  })
})
