import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { ownedFiles } from './files.ts'
import { givenAction, givenCase, upload } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')

async function makeTask(open: TestDatabases['open'], input: object = {}) {
  const app = await makePlatformApp(open)
  await givenCase(app.deps)
  const task = await app.as('orgadmin').createCaseTask({ id: '~1001' }, { title: 'Look', ...input })
  return { app, task }
}

const addFile = (app: TestApp, task: { _id: string }, value = 'evidence') =>
  upload(
    app,
    `/api/case/task/${task._id}/log`,
    { message: 'with a file' },
    {
      value,
      filename: 'e.txt',
      type: 'text/plain',
    },
  )

describe.each(databases)('$name: a log', ({ open }) => {
  it('is what a user wrote, in the spelling of both versions', async () => {
    const { app, task } = await makeTask(open)

    const v0 = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/v0/case/task/${task._id}/log`,
      payload: { message: 'I looked', startDate: 5, owner: 'me' },
    })
    const v1 = await app.as('analyze').createTaskLogV1({ id: task._id }, { message: 'again' })

    expect(v0.statusCode).toBe(201)
    expect(v0.json()).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      id: v0.json()._id,
      createdBy: 'alan',
      createdAt: app.clock.now(),
      _type: 'case_task_log',
      message: 'I looked',
      startDate: app.clock.now(),
      status: 'Ok',
      owner: 'alan',
    })
    expect(v1).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      _createdBy: 'alan',
      attachments: [],
      _createdAt: app.clock.now(),
      _type: 'Log',
      message: 'again',
      date: app.clock.now(),
      owner: 'alan',
      extraData: {},
    })
    expect(await app.as('read').getTaskLog({ id: v0.json()._id })).toEqual(v0.json())
    expect(await app.as('read').getLogV1({ id: v1._id })).toEqual(v1)
  })

  it('shares its file with an observable; it goes with the last of them', async () => {
    const { app, task } = await makeTask(open)
    const log = (await addFile(app, task)).json()
    const [observable] = (
      await app.inject({
        as: 'analyze',
        method: 'POST',
        url: '/api/case/1/artifact',
        payload: { dataType: 'file', attachment: { id: log.attachment.id, name: 'o.txt' } },
      })
    ).json()

    await app.as('analyze').deleteLogV1({ id: log._id })
    const between = await app.inject({ as: 'read', url: `/api/datastore/${log.attachment.id}` })
    await app.as('analyze').deleteObservableV1({ id: observable._id })

    expect(between.body).toBe('evidence')
    expect(await ownedFiles(app)).toEqual([])
  })

  it('is changed in its words, nothing else', async () => {
    const { app, task } = await makeTask(open)
    const { _id: id } = await app.as('analyze').createTaskLog({ id: task._id }, { message: 'm' })

    const change = (payload: object) =>
      app.inject({ as: 'orgadmin', method: 'PATCH', url: `/api/case/task/log/${id}`, payload })
    const refused = [
      await change({ message: 'no', owner: 'x' }),
      await change({ message: 'no', attachment: { id: 'x' } }),
    ]
    const changed = await change({ message: 'new', owner: 'alan', status: 'Ok' })
    await app.as('orgadmin').updateLogV1({ id }, { message: 'newer' })
    const wrong = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/v1/log/${id}`,
      payload: { message: null },
    })

    expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400])
    expect(changed.json()).toMatchObject({ message: 'new', owner: 'alan', updatedBy: 'ada' })
    expect(wrong.statusCode).toBe(400)
    expect(await app.as('read').getTaskLog({ id })).toMatchObject({ message: 'newer' })
  })
})

describe.each(oneDatabase)('$name: a log', ({ open }) => {
  it('begins a task that waits, and no other', async () => {
    const { app, task } = await makeTask(open)
    const done = await app
      .as('orgadmin')
      .createCaseTask({ id: '~1001' }, { title: 'Done', status: 'Completed' })
    app.clock.advance(1_000)

    for (const { _id: id } of [task, done])
      await app.as('analyze').createTaskLog({ id }, { message: 'm' })

    expect(await app.as('read').getTask({ id: task._id })).toMatchObject({
      status: 'InProgress',
      owner: 'alan',
      startDate: app.clock.now(),
    })
    expect(await app.as('read').getTask({ id: done._id })).toMatchObject({ status: 'Completed' })
  })

  it('may have a file, which comes back and goes with it', async () => {
    const { app, task } = await makeTask(open)

    const log = (await addFile(app, task)).json()
    const back = await app.inject({ as: 'read', url: `/api/datastore/${log.attachment.id}` })
    await givenAction(app.deps, log._id)
    await app.as('analyze').deleteTaskLog({ id: log._id })

    expect(log.attachment).toEqual({
      id: sha256('evidence'),
      name: 'e.txt',
      contentType: 'text/plain',
      size: 8,
      hashes: [sha256('evidence'), expect.any(String), expect.any(String)],
    })
    expect(back.body).toBe('evidence')
    expect(await ownedFiles(app)).toEqual([])
    expect(await app.deps.db.selectFrom('actions').select('id').execute()).toEqual([])
  })

  it('leaves no file behind when there is no such task', async () => {
    const { app } = await makeTask(open)

    const refused = await addFile(app, { _id: '~404' })

    expect(refused.statusCode).toBe(404)
    expect(await ownedFiles(app)).toEqual([])
  })

  it('needs words', async () => {
    const { app, task } = await makeTask(open)

    const refused = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/case/task/${task._id}/log`,
      payload: {},
    })

    expect(refused.statusCode).toBe(400)
    expect(refused.json().message).toContain('Attribute message is missing')
  })

  it('does not exist for another organization, nor when it was never there', async () => {
    const { app, task } = await makeTask(open)
    const { _id } = await app.as('analyze').createTaskLog({ id: task._id }, { message: 'm' })

    for (const [person, id] of [
      ['stranger', _id],
      ['orgadmin', '~404'],
    ] as const) {
      const client = app.as(person)
      const calls = [
        client.getTaskLog({ id }),
        client.getLogV1({ id }),
        client.updateTaskLog({ id }, { message: 'x' }),
        client.updateLogV1({ id }, { message: 'x' }),
        client.deleteTaskLog({ id }),
        client.deleteLogV1({ id }),
      ]
      await Promise.all(
        calls.map((call) =>
          expect(call).rejects.toMatchObject({ status: 404, message: 'Log not found' }),
        ),
      )
    }
    expect(await app.as('read').getTaskLog({ id: _id })).toMatchObject({ message: 'm' })
  })
})
