import type { Mention, OrganizationEvent } from '@assay/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removeReadNews } from '../../src/engine/rechecks/store.ts'
import { listMentions } from '../../src/platform/comments/mentions.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'
import { makeWorld as makeSharedCase } from './shared-case.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const { _id: id, number } = await app
    .as('analyze')
    .createCaseV1({ title: 'A case', description: 'd' })
  const write = async (message: string, by: Person = 'analyze') =>
    (await app.as(by).createCaseComment({ id }, { message }))._id
  return { app, id, number, write }
}

const mentionsOf = async (app: TestApp, as: Person, input = {}): Promise<Mention[]> =>
  (await app.as(as).listMentions(input)).rows

/** Which users the streams of the organization notify of mentions. */
function heardBy(app: TestApp, organization = 'alpha') {
  const heard: string[] = []
  const stop = app.deps.bus.on(organization, (event: OrganizationEvent) => {
    if ('objectType' in event && event.objectType === 'mention') heard.push(event.user)
  })
  onTestFinished(stop)
  return heard
}

const givenUsers = async ({ deps: { db, clock } }: TestApp, logins: readonly string[]) => {
  for (const login of logins)
    await db
      .insertInto('users')
      .values({
        login,
        organization: 'alpha',
        name: login,
        roles: '["read"]',
        status: 'Active',
        preferences: '{}',
        created_at: clock.now(),
        created_by: 'test',
      })
      .execute()
}

describe.each(databases)('$name: who is named in a comment', ({ open }) => {
  it('finds it among their mentions, with the case and the words, until they have read it', async () => {
    const { app, id, number, write } = await makeWorld(open)
    const heard = heardBy(app)
    const long = `@ada, look at this. ${'x'.repeat(400)}`
    const commentId = await write(long)

    const [mention, ...more] = await mentionsOf(app, 'orgadmin')
    expect(more).toEqual([])
    expect(mention).toEqual({
      id: expect.any(String),
      at: app.clock.now(),
      isRead: false,
      by: 'alan',
      commentId,
      message: long.slice(0, 300),
      case: { id, number, title: 'A case' },
    })
    expect(heard).toEqual(['ada'])
    expect(await mentionsOf(app, 'read')).toEqual([])
    expect(await mentionsOf(app, 'analyze')).toEqual([])

    app.clock.advance(1000)
    const second = await write('@ada, and this')
    const ids = [mention?.id ?? '', 'of nobody']
    await app.as('analyze').readMentions({ ids })
    await app.as('orgadmin').readMentions({ ids: [] })
    expect(await mentionsOf(app, 'orgadmin', { unread: true })).toHaveLength(2)
    await app.as('orgadmin').readMentions({ ids })
    expect(await mentionsOf(app, 'orgadmin')).toMatchObject([
      { commentId: second, isRead: false },
      { commentId, isRead: true },
    ])
    expect(heard.at(-1)).toBe('ada')
    await app.as('orgadmin').readMentions({})
    expect(await app.as('orgadmin').listMentions({ unread: true })).toEqual({ rows: [], total: 0 })
    expect(await app.as('orgadmin').listMentions({ range: '1-2' })).toMatchObject({
      rows: [{ commentId }],
      total: 2,
    })
    await write('@ada, unread')
    await removeReadNews(app.deps.db, app.clock.now() + 1)
    expect(await mentionsOf(app, 'orgadmin')).toMatchObject([{ message: '@ada, unread' }])
  })

  it('hears once of a comment that is changed, and nothing of one that no longer names them', async () => {
    const { app, write } = await makeWorld(open)
    const id = await write('@ada')
    await app.as('orgadmin').readMentions({})
    const heard = heardBy(app)
    const change = (message: string) => app.as('analyze').updateComment({ id }, { message })

    await change('@ada and @rita')
    expect(heard).toEqual(['rita'])
    expect(await mentionsOf(app, 'orgadmin')).toMatchObject([
      { isRead: true, message: '@ada and @rita' },
    ])
    await change('nobody')
    expect(heard).toEqual(['rita', 'rita'])
    expect(await mentionsOf(app, 'read')).toEqual([])
    await change('@ada again')
    expect(await mentionsOf(app, 'orgadmin', { unread: true })).toEqual([])
    expect(heard).toHaveLength(2)
  })

  it('is at most twenty people, and of one person the newest 500', async () => {
    const { app, write } = await makeWorld(open)
    const logins = Array.from({ length: 30 }, (_, at) => `colleague${at}`)
    await givenUsers(app, logins)
    const names = logins.map((login) => `@${login}`)
    const id = await write(names.join(' '))
    const named = async () =>
      (await app.deps.db.selectFrom('mentions').select('login').execute()).map(({ login }) => login)
    expect((await named()).toSorted()).toEqual(logins.slice(0, 20).toSorted())
    await app
      .as('analyze')
      .updateComment({ id }, { message: [...names.slice(0, 20), names[29]].join(' ') })
    expect(await named()).toHaveLength(20)

    const at = app.clock.now()
    const { db } = app.deps
    const { case_id } = await db
      .selectFrom('comments')
      .select('case_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const old = Array.from({ length: 500 }, (_, each) => `~${each + 1}`)
    const row = { organization: 'alpha', created_by: 'alan', message: 'old', case_id }
    await db
      .insertInto('comments')
      .values(old.map((one) => ({ ...row, id: one, created_at: 1 })))
      .execute()
    await db
      .insertInto('mentions')
      .values(old.map((one) => ({ id: one, comment_id: one, login: 'ada', at: at - 1 })))
      .execute()
    const newest = await write('@ada')
    expect(await app.as('orgadmin').listMentions()).toMatchObject({
      total: 500,
      rows: [{ commentId: newest }, ...Array.from({ length: 9 }, () => ({ message: 'old' }))],
    })
  })

  it('is not sent to what is gone: the comment, the case, or their place in the organization', async () => {
    const { app, id, write } = await makeWorld(open)
    const first = await write('@ada, one')
    await write('@ada, two')
    const heard = heardBy(app)
    await app.as('analyze').deleteComment({ id: first })
    expect(heard).toEqual(['ada'])
    expect(await mentionsOf(app, 'orgadmin')).toMatchObject([{ message: '@ada, two' }])

    await app.as('analyze').createCaseV1({ title: 'B', description: 'd' })
    const { id: successor } = await app.as('analyze').mergeCases({ id: '1', other: '2' })
    expect(await mentionsOf(app, 'orgadmin')).toMatchObject([
      { case: { id: successor, number: 3 } },
    ])
    const moved = { login: 'ada', organization: 'beta' }
    expect(await listMentions(app.deps.db, moved, false, { offset: 0, limit: 10 })).toEqual({
      rows: [],
      total: 0,
    })
    await app.as('analyze').deleteCase({ id: successor })
    expect(heard).toEqual(['ada', 'ada'])
    expect(await mentionsOf(app, 'orgadmin')).toEqual([])
    expect(await app.deps.db.selectFrom('mentions').selectAll().execute()).toEqual([])
    expect(id).not.toBe(successor)
  })
})

describe.each(oneDatabase)('$name: who is named in a comment', ({ open }) => {
  it('is a reader too, but never a user who is locked, elsewhere or the writer', async () => {
    const { app, write } = await makeWorld(open)
    const heard = heardBy(app)
    await write('@rita @ada @alan @bob @root @nobody, and `@ada` in code')
    expect(await mentionsOf(app, 'read')).toHaveLength(1)
    expect(await mentionsOf(app, 'orgadmin')).toHaveLength(1)
    expect(await mentionsOf(app, 'analyze')).toEqual([])
    expect(await mentionsOf(app, 'stranger')).toEqual([])
    expect(heard.toSorted()).toEqual(['ada', 'rita'])

    await app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Locked' })
    await write('@rita, again')
    await app.as('orgadmin').updateUser({ login: 'rita' }, { status: 'Ok' })
    expect(await mentionsOf(app, 'read')).toHaveLength(1)
  })

  it('is never a user of an organization that the case is shared with: it sees no comments', async () => {
    const { app, owner, share, id } = await makeSharedCase(open)
    await share({ tasks: 'all', observables: 'all', profile: 'analyst' })
    const heard = [heardBy(app), heardBy(app, 'beta')]
    await owner.createCaseComment({ id }, { message: '@bob @ada' })
    expect(await mentionsOf(app, 'stranger')).toEqual([])
    expect(heard).toEqual([['ada'], []])
  })

  it('is never a user when an alert is commented on, whose page shows no comments', async () => {
    const { app } = await makeWorld(open)
    const { _id } = await app.as('analyze').createAlertV1({
      type: 'test',
      source: 'gateway',
      sourceRef: '1',
      title: 't',
      description: 'x',
    })
    await app.as('analyze').createAlertComment({ id: _id }, { message: '@ada' })
    expect(await mentionsOf(app, 'orgadmin')).toEqual([])
  })
})
