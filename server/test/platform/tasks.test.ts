import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { isGone } from './files.ts'
import { givenAction, givenCase, upload } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

async function makeInvestigation(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  await givenCase(app.deps)
  return app
}

const addTask = (app: TestApp, input: object = {}) =>
  app.as('analyze').createCaseTask({ id: '~1001' }, { title: 'Look', ...input })

const count = async ({ deps }: TestApp, table: 'tasks' | 'task_logs' | 'actions') =>
  (await deps.db.selectFrom(table).select('id').execute()).length

describe.each(databases)('$name: a task', ({ open }) => {
  it('waits, in a group and an order, until a user changes it', async () => {
    const app = await makeInvestigation(open)

    const plain = await addTask(app)
    const full = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/v0/case/1/task',
      payload: {
        title: 'Call',
        group: 'people',
        description: 'by phone',
        owner: 'rita',
        flag: true,
        order: 2.9,
        dueDate: '1700000000000',
        startDate: 5,
        metrics: {},
      },
    })

    expect(plain).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      id: plain._id,
      createdBy: 'alan',
      createdAt: app.clock.now(),
      _type: 'case_task',
      title: 'Look',
      group: 'default',
      status: 'Waiting',
      flag: false,
      mandatory: false,
      order: 0,
    })
    expect(full.statusCode).toBe(201)
    expect(full.json()).toMatchObject({
      group: 'people',
      description: 'by phone',
      owner: 'rita',
      flag: true,
      order: 2,
      dueDate: 1_700_000_000_000,
      startDate: 5,
      status: 'Waiting',
    })
  })

  it('is changed, and cleared with null; in version 1 the answer is empty', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addTask(app, { description: 'd', dueDate: 9, owner: 'ada' })

    const renamed = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/case/task/${id}`,
      payload: { title: 'New', group: 'g', user: 'rita', order: 3, flag: true, case: 'x' },
    })
    const cleared = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/v1/task/${id}`,
      payload: { description: null, dueDate: null, assignee: null },
    })

    expect(renamed.json()).toMatchObject({
      title: 'New',
      group: 'g',
      owner: 'rita',
      order: 3,
      flag: true,
      updatedBy: 'alan',
    })
    expect([cleared.statusCode, cleared.body]).toEqual([204, ''])
    const row = await app.as('read').getTask({ id })
    for (const key of ['description', 'dueDate', 'owner']) expect(key in row).toBe(false)
  })

  it('is changed together with others, or none of them is', async () => {
    const app = await makeInvestigation(open)
    const ids = [(await addTask(app))._id, (await addTask(app))._id]

    await app.as('analyze').updateTasksV1({ ids, status: 'Completed' })
    const refused = app.as('analyze').updateTasksV1({ ids: [...ids, '~404'], status: 'Waiting' })

    await expect(refused).rejects.toMatchObject({ status: 404, message: 'Task not found' })
    for (const id of ids)
      expect(await app.as('read').getTask({ id })).toMatchObject({
        status: 'Completed',
        endDate: app.clock.now(),
      })
  })

  it('takes its logs, their files and all actions along when it is removed', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addTask(app)
    const other = await addTask(app)
    const log = await upload(
      app,
      `/api/case/task/${id}/log`,
      { message: 'm' },
      {
        value: 'evidence',
        filename: 'e.txt',
      },
    )
    for (const object of [id, log.json()._id, other._id]) await givenAction(app.deps, object)
    const hash = log.json().attachment.id

    await app.as('analyze').deleteTaskV1({ id })

    expect(await count(app, 'tasks')).toBe(1)
    expect(await count(app, 'task_logs')).toBe(0)
    expect(await count(app, 'actions')).toBe(1)
    expect(await isGone(app, hash)).toBe(true)
    await expect(app.as('analyze').deleteTaskV1({ id })).rejects.toThrow('Task not found')
  })
})

describe.each(oneDatabase)('$name: a task', ({ open }) => {
  it('is made in version 1 by naming the case in the path or in the body', async () => {
    const app = await makeInvestigation(open)

    const inPath = await app
      .as('analyze')
      .createCaseTaskV1({ id: '1' }, { title: 'A', assignee: 'ada' })
    const inBody = await app.as('analyze').createTaskV1({ caseId: '~1001', title: 'B' })

    expect(inPath).toMatchObject({ _type: 'Task', title: 'A', assignee: 'ada', extraData: {} })
    expect(inBody).toMatchObject({ _type: 'Task', title: 'B', status: 'Waiting' })
    expect(await app.as('read').getTaskV1({ id: inPath._id })).toEqual(inPath)
    expect(await app.as('read').getTask({ id: inBody._id })).toMatchObject({ title: 'B' })
  })

  it.each(['~404', '77', '~1002', 'x'])('needs a case of your organization, not %s', async (id) => {
    const app = await makeInvestigation(open)
    await givenCase(app.deps, { id: '~1002', number: 2, organization: 'beta' })
    const refusal = { status: 404, message: 'Case not found' }

    await expect(app.as('analyze').createCaseTask({ id }, { title: 'A' })).rejects.toMatchObject(
      refusal,
    )
    await expect(app.as('analyze').createTaskV1({ caseId: id, title: 'A' })).rejects.toMatchObject(
      refusal,
    )
    expect(await count(app, 'tasks')).toBe(0)
  })

  it('is begun: it gets a start and an assignee, unless it has them', async () => {
    const app = await makeInvestigation(open)
    const free = await addTask(app)
    const taken = await addTask(app, { owner: 'ada', startDate: 7 })
    app.clock.advance(1_000)

    const begun = await app.as('analyze').updateTask({ id: free._id }, { status: 'InProgress' })
    const kept = await app.as('analyze').updateTask({ id: taken._id }, { status: 'InProgress' })
    const said = await app
      .as('analyze')
      .updateTask(
        { id: (await addTask(app))._id },
        { status: 'InProgress', owner: 'rita', startDate: 9 },
      )

    expect(begun).toMatchObject({ status: 'InProgress', owner: 'alan', startDate: app.clock.now() })
    expect(kept).toMatchObject({ status: 'InProgress', owner: 'ada', startDate: 7 })
    expect(said).toMatchObject({ owner: 'rita', startDate: 9 })
  })

  it('is done: it gets an end, which stays when it is opened again', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addTask(app)

    const done = await app.as('analyze').updateTask({ id }, { status: 'Completed' })
    const end = app.clock.now()
    app.clock.advance(1_000)
    const again = await app.as('analyze').updateTask({ id }, { status: 'InProgress' })
    const cancelled = await app.as('analyze').updateTask({ id }, { status: 'Cancel' })

    expect(done).toMatchObject({ status: 'Completed', endDate: end })
    expect('startDate' in done || 'owner' in done).toBe(false)
    expect(again).toMatchObject({ endDate: end, startDate: app.clock.now() })
    expect(cancelled).toMatchObject({ status: 'Cancel', endDate: end })
  })

  it.each(['nobody-at-all', 'bob', 'root'])(
    'is given to users of your organization only, not to %s',
    async (login) => {
      const app = await makeInvestigation(open)
      const { _id: id } = await addTask(app)

      for (const input of [{ owner: login }, { assignee: login }, { user: login }]) {
        await expect(app.as('analyze').updateTask({ id }, input)).rejects.toMatchObject({
          status: 404,
          message: `User ${login} not found`,
        })
      }
      await expect(addTask(app, { owner: login })).rejects.toMatchObject({ status: 404 })
      expect(await count(app, 'tasks')).toBe(1)
    },
  )

  it.each([{ status: 'Done' }, { title: '' }, { title: null }, { flag: 'x' }, { dueDate: 'soon' }])(
    'is not changed by %o',
    async (wrong) => {
      const app = await makeInvestigation(open)
      const { _id: id } = await addTask(app)

      const refused = await app.inject({
        as: 'analyze',
        method: 'PATCH',
        url: `/api/case/task/${id}`,
        payload: wrong,
      })

      expect(refused.statusCode).toBe(400)
      expect(refused.json().type).toBe('AttributeCheckingError')
    },
  )

  it('does not exist for another organization, nor when it was never there', async () => {
    const app = await makeInvestigation(open)
    const { _id } = await addTask(app)

    for (const [person, id] of [
      ['stranger', _id],
      ['orgadmin', '~404'],
      ['orgadmin', 'Look'],
    ] as const) {
      const client = app.as(person)
      const calls = [
        client.getTask({ id }),
        client.getTaskV1({ id }),
        client.updateTask({ id }, { flag: true }),
        client.updateTaskV1({ id }, { flag: true }),
        client.updateTasksV1({ ids: [id], flag: true }),
        client.deleteTaskV1({ id }),
        client.createTaskLog({ id }, { message: 'm' }),
        client.createTaskLogV1({ id }, { message: 'm' }),
      ]
      await Promise.all(
        calls.map((call) =>
          expect(call).rejects.toMatchObject({ status: 404, message: 'Task not found' }),
        ),
      )
    }
    expect(await app.as('read').getTask({ id: _id })).toMatchObject({ flag: false })
  })
})
