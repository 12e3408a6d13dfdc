import type { Notice } from '@assay/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  administratorsOf,
  forgetOldest,
  maxNotices,
  notify,
} from '../../src/storage/rows/notices.ts'
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

describe.each(databases)('$name: work that is assigned', ({ open }) => {
  it('is a notice to its assignee: a case, a task, an alert; not of what one takes oneself', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('orgadmin')
    const { _id: id, number } = await client.createCaseV1({
      ...{ title: 'A case', description: 'd', assignee: 'alan', severity: 3, tlp: 2 },
    })
    const task = await client.createCaseTaskV1({ id }, { title: 'A task', assignee: 'alan' })
    const { _id: other } = await client.createCaseV1({ title: 'Own', description: 'd' })
    await client.updateCaseV1({ id: other }, { assignee: 'alan' })
    await client.updateCaseV1({ id: other }, { title: 'Renamed' })
    const alert = await client.createAlertV1({
      ...{ type: 't', source: 's', sourceRef: 'r', title: 'An alert', description: 'd' },
    })
    await client.updateAlertV1({ id: alert._id }, { assignee: 'alan' })

    const found = await noticesOf(app, 'analyze')
    expect(found.map(({ kind, objectId }) => [kind, objectId]).toSorted()).toEqual(
      [id, task._id, other, alert._id].map((one) => ['assigned', one]).toSorted(),
    )
    expect(found.find(({ objectId }) => objectId === id)).toMatchObject({
      objectType: 'case',
      parameters: { by: 'ada', number, title: 'A case', severity: 3, tlp: 2 },
    })
    expect(found.find(({ objectId }) => objectId === task._id)).toMatchObject({
      objectType: 'case_task',
      parameters: { by: 'ada', number, title: 'A task', caseId: id },
    })
    expect(await noticesOf(app, 'orgadmin')).toEqual([])

    await client.deleteCaseV1({ id })
    expect((await noticesOf(app, 'analyze')).map(({ objectId }) => objectId)).not.toContain(id)
  })

  it('tells of a mention, until it or the mention is read, or it is taken back', async () => {
    const app = await makePlatformApp(open)
    const { _id: id, number } = await app
      .as('analyze')
      .createCaseV1({ title: 'A case', description: 'd' })
    const write = async (message: string) =>
      (await app.as('analyze').createCaseComment({ id }, { message }))._id
    const [first, second] = [await write('@ada, look'), await write('@ada, and here')]
    const unread = () => noticesOf(app, 'orgadmin', { unread: true })
    const found = await unread()
    expect(found.map(({ objectId }) => objectId).toSorted()).toEqual([first, second].toSorted())
    expect(found[0]).toMatchObject({
      kind: 'mentioned',
      objectType: 'comment',
      parameters: { by: 'alan', caseId: id, number, title: 'A case' },
    })
    const mentions = async () =>
      (await app.as('orgadmin').listMentions({ unread: true })).rows.map((one) => one.commentId)
    await app
      .as('orgadmin')
      .readNotices({ ids: found.flatMap((one) => (one.objectId === first ? one.id : [])) })
    expect(await mentions()).toEqual([second])
    await app.as('orgadmin').readMentions({})
    expect(await unread()).toEqual([])

    const third = await write('@ada, once more')
    expect((await unread()).map(({ objectId }) => objectId)).toEqual([third])
    await app.as('analyze').updateComment({ id: third }, { message: 'nothing' })
    expect(await unread()).toEqual([])
    await write('@ada, the last')
    await app.as('orgadmin').deleteCaseV1({ id })
    expect(await unread()).toEqual([])
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
    await app.deps.db
      .updateTable('notices')
      .set({ at: 1e6 })
      .where('kind', '=', 'assigned')
      .execute()
    await forgetOldest(app.deps.db)
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
