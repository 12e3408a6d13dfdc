import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { givenAlert } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  await app.as('analyze').createCase({ title: 'A case', description: 'd' })
  await givenAlert(app.deps)
  return app
}

const query = (...steps: object[]) => ({ query: steps })

describe.each(databases)('$name: a comment', ({ open }) => {
  it('is written on a case or an alert and read by everyone there', async () => {
    const app = await makeWorld(open)

    const onCase = await app.as('analyze').createCaseComment({ id: '1' }, { message: 'Look' })
    const onAlert = await app
      .as('orgadmin')
      .createAlertComment({ id: 'internal;test;ref' }, { message: 'Here too' })

    expect(onCase).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      _type: 'Comment',
      _createdBy: 'alan',
      _createdAt: app.clock.now(),
      createdBy: 'alan',
      createdAt: app.clock.now(),
      message: 'Look',
      isEdited: false,
      extraData: {},
    })
    expect(await app.as('read').getComment({ id: onCase._id })).toEqual(onCase)
    const asked = app.as('read')
    const get = { _name: 'getComment', idOrName: onAlert._id }
    const ofCase = [{ _name: 'getCase', idOrName: '1' }, { _name: 'comments' }]
    expect(await asked.queryV1(query(get))).toEqual([onAlert])
    expect(await asked.queryV1(query(...ofCase))).toEqual([onCase])
    expect(await asked.queryV1(query({ _name: 'listComment' }, { _name: 'count' }))).toBe(2)
  })

  it('is changed by its author alone, and says so', async () => {
    const app = await makeWorld(open)
    const { _id: id } = await app.as('analyze').createCaseComment({ id: '1' }, { message: 'Look' })

    await expect(app.as('orgadmin').updateComment({ id }, { message: 'No' })).rejects.toMatchObject(
      {
        status: 403,
        message: 'Only its author, alan, can edit this comment',
      },
    )
    await app.as('analyze').updateComment({ id }, { message: 'Look again' })

    expect(await app.as('read').getComment({ id })).toMatchObject({
      message: 'Look again',
      isEdited: true,
      updatedBy: 'alan',
    })
  })

  it('is removed by its author or by orgadmin', async () => {
    const app = await makeWorld(open)
    const write = async (person: 'analyze' | 'orgadmin') =>
      (await app.as(person).createCaseComment({ id: '1' }, { message: 'm' }))._id
    const [ofAlan, another, ofAda] = [
      await write('analyze'),
      await write('analyze'),
      await write('orgadmin'),
    ]

    await app.as('analyze').deleteComment({ id: ofAlan })
    await app.as('orgadmin').deleteComment({ id: another })
    await expect(app.as('analyze').deleteComment({ id: ofAda })).rejects.toMatchObject({
      status: 403,
    })

    const left = await app.as('read').queryV1(query({ _name: 'listComment' }))
    expect(left).toMatchObject([{ _id: ofAda }])
  })

  it('goes with its case, and into the case that its case becomes', async () => {
    const app = await makeWorld(open)
    for (const title of ['second', 'third'])
      await app.as('analyze').createCase({ title, description: 'd' })
    for (const id of ['1', '2', '3'])
      await app.as('analyze').createCaseComment({ id }, { message: id })

    const merged = await app.as('analyze').mergeCases({ id: '1', other: '2' })
    await app.as('analyze').deleteCase({ id: '3' })

    const all = await app.deps.db
      .selectFrom('comments')
      .select(['case_id', 'message'])
      .orderBy('message')
      .execute()
    expect(all).toEqual([
      { case_id: merged._id, message: '1' },
      { case_id: merged._id, message: '2' },
    ])
  })
})

describe.each(oneDatabase)('$name: a comment', ({ open }) => {
  it('is in the audit trail, under its case', async () => {
    const app = await makeWorld(open)
    const { _id } = await app.as('analyze').createCaseComment({ id: '1' }, { message: 'Look' })

    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })

    expect(rows.find(({ objectId }) => objectId === _id)).toMatchObject({
      action: 'comment.create',
      actor: 'alan',
      details: { message: 'Look' },
    })
  })

  it('needs words, and something to be written on', async () => {
    const app = await makeWorld(open)
    const client = app.as('analyze')

    await expect(client.createCaseComment({ id: '1' }, { message: '' })).rejects.toMatchObject({
      status: 400,
    })
    await expect(client.createCaseComment({ id: '~404' }, { message: 'm' })).rejects.toMatchObject({
      status: 404,
      message: 'Case not found',
    })
  })
})
