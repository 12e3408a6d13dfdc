import { describe, expect, it } from 'vitest'
import { forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person } from '../setup.ts'
import { givenAction, givenAnalysis } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

const newCase = { title: 'A case', description: 'What happened' }

describe.each(databases)('$name: a case', ({ open }) => {
  it('changes by what is said alone, and says who and when even if that is nothing', async () => {
    const app = await makePlatformApp(open)
    const before = await app.as('analyze').createCase({ ...newCase, tags: ['a'] })
    app.clock.advance(5)

    const same = await app.as('orgadmin').updateCase({ id: '1' }, {})
    const changed = await app
      .as('orgadmin')
      .updateCase(
        { id: before._id },
        { title: 'Other', severity: 4, tlp: 3, pap: 3, flag: true, tags: ['b'], owner: null },
      )

    const stamped = { ...before, updatedBy: 'ada', updatedAt: app.clock.now() }
    expect(same).toEqual(stamped)
    expect(changed).toEqual({
      ...stamped,
      title: 'Other',
      severity: 4,
      tlp: 3,
      pap: 3,
      flag: true,
      tags: ['b'],
      owner: null,
    })
  })

  it('adds and removes tags without losing concurrent changes of others', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase({ ...newCase, tags: ['old', 'kept'] })

    await Promise.all(
      ['a', 'b', 'c', 'd'].map((tag) =>
        app.as('analyze').updateCase({ id: '1' }, { addTags: [tag], removeTags: ['old'] }),
      ),
    )

    const { tags } = await app.as('read').getCase({ id: '1' })
    expect(tags.toSorted()).toEqual(['a', 'b', 'c', 'd', 'kept'])
  })

  it('ends its tasks and gets an end when it is resolved', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createCase({
      ...newCase,
      tasks: [
        { title: 'waits' },
        { title: 'runs', status: 'InProgress' },
        { title: 'is done', status: 'Completed' },
      ],
    })
    app.clock.advance(60_000)

    const resolved = await app
      .as('analyze')
      .updateCase(
        { id: _id },
        { status: 'Resolved', resolutionStatus: 'TruePositive', impactStatus: 'NoImpact' },
      )

    expect(resolved).toMatchObject({
      status: 'Resolved',
      resolutionStatus: 'TruePositive',
      impactStatus: 'NoImpact',
      endDate: app.clock.now(),
    })
    const tasks = await app.deps.db.selectFrom('tasks').select(['title', 'status']).execute()
    expect(tasks.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
      { title: 'is done', status: 'Completed' },
      { title: 'runs', status: 'Completed' },
      { title: 'waits', status: 'Cancel' },
    ])
  })

  it('changes with others at once, or none of them does', async () => {
    const app = await makePlatformApp(open)
    const [first, second] = [
      await app.as('analyze').createCase(newCase),
      await app.as('analyze').createCase(newCase),
    ]

    const changed = await app
      .as('analyze')
      .updateCases({ ids: ['2', first._id, second._id], tlp: 0 })
    const refused = await refusalOf(
      app.as('analyze').updateCases({ ids: ['1', '3'], title: 'Lost' }),
    )
    await app.as('analyze').updateCasesV1({ ids: ['1'], status: 'Duplicated' })

    expect(changed.map(({ caseId, tlp }) => [caseId, tlp])).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect(refused).toEqual(notFound('Case not found'))
    expect(await app.as('read').getCase({ id: '1' })).toMatchObject({
      title: 'A case',
      status: 'Duplicated',
    })
  })

  it.each(['/api/case/1', '/api/v0/case/1/force', '/api/v1/case/1'])(
    'goes with all that hangs on it (%s); its alerts stay without a case',
    async (url) => {
      const app = await makePlatformApp(open)
      const alert = await app.as('analyze').createAlert({
        type: 't',
        source: 's',
        sourceRef: 'r',
        ...newCase,
        artifacts: [{ dataType: 'ip', data: '1.1.1.1' }],
      })
      const { _id } = await app.as('analyze').promoteAlert({ id: alert._id })
      const task = await app.as('analyze').createCaseTask({ id: _id }, { title: 'A task' })
      await app.as('analyze').createTaskLog({ id: task._id }, { message: 'A log' })
      const observable = await app.deps.db
        .selectFrom('observables')
        .select('id')
        .where('case_id', '=', _id)
        .executeTakeFirstOrThrow()
      for (const id of [_id, task._id, observable.id]) await givenAction(app.deps, id)
      await givenAnalysis(app.deps, observable.id)
      const kept = await app.as('analyze').createCase({ ...newCase, tasks: [{ title: 'other' }] })

      const response = await app.inject({ as: 'analyze', method: 'DELETE', url })

      expect([response.statusCode, response.body]).toEqual([204, ''])
      expect(await refusalOf(app.as('read').getCase({ id: _id }))).toEqual(
        notFound('Case not found'),
      )
      const { db } = app.deps
      const count = async (table: 'tasks' | 'task_logs' | 'actions' | 'observable_jobs') =>
        (await db.selectFrom(table).select('id').execute()).length
      expect([await count('tasks'), await count('task_logs')]).toEqual([1, 0])
      expect([await count('actions'), await count('observable_jobs')]).toEqual([0, 0])
      expect(await app.as('read').getAlert({ id: alert._id })).toMatchObject({
        case: null,
        status: 'Ignored',
        artifacts: [{ data: '1.1.1.1' }],
      })
      expect(await app.as('read').getCase({ id: kept._id })).toMatchObject({ caseId: 2 })
    },
  )
})

describe.each(oneDatabase)('$name: a case', ({ open }) => {
  it('accepts what cannot be changed if it is the same, and refuses another value', async () => {
    const app = await makePlatformApp(open)
    const before = await app.as('analyze').createCase(newCase)
    const change = (payload: object) =>
      app.inject({ as: 'analyze', method: 'PATCH', url: `/api/case/${before._id}`, payload })

    const same = { caseId: before.caseId, _id: before._id, metrics: {} }
    const refused = await change({ caseId: before.caseId + 1, title: 'Other' })
    const response = await change({ ...same, createdBy: before.createdBy })
    const others = [{ _id: '~1' }, { organization: 'beta' }, { createdBy: 'eve' }]

    for (const other of others) expect((await change(other)).statusCode).toBe(400)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      expect.stringContaining('caseId'),
    ])
    expect(response.json()).toEqual({
      ...before,
      updatedBy: 'alan',
      updatedAt: app.clock.now(),
    })
  })

  it('answers nothing to a change in version 1', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createCase(newCase)

    const response = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/v1/case/${_id}`,
      payload: { assignee: 'ada', summary: 'Done' },
    })

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await app.as('read').getCaseV1({ id: _id })).toMatchObject({
      assignee: 'ada',
      summary: 'Done',
      _updatedBy: 'alan',
    })
  })

  it('ends when it is said to end, and keeps its end when it is opened again', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase(newCase)
    const change = (input: object) => app.as('analyze').updateCase({ id: '1' }, input)

    const resolved = await change({ status: 'Resolved', endDate: 1_234 })
    app.clock.advance(1)
    const again = await change({ status: 'Resolved' })
    const reopened = await change({ status: 'Open' })
    const cleared = await change({ endDate: null, status: null })

    expect([resolved, again, reopened, cleared].map(({ endDate }) => endDate)).toEqual([
      1_234,
      1_234,
      1_234,
      null,
    ])
    expect(cleared.status).toBe('Open')
  })

  it('refuses resolutions, impacts, statuses and people that do not exist', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase(newCase)
    const change = (input: object) => refusalOf(app.as('analyze').updateCase({ id: '1' }, input))

    expect(await change({ resolutionStatus: 'Solved' })).toMatchObject({
      status: 404,
      type: 'NotFoundError',
      message: expect.stringContaining('ResolutionStatus Solved not found'),
    })
    expect(await change({ impactStatus: 'Bad' })).toMatchObject({ status: 404 })
    expect(await change({ status: 'Deleted' })).toMatchObject({
      status: 400,
      type: 'AttributeCheckingError',
    })
    expect(await change({ owner: 'nemo' })).toEqual(notFound('User not found'))
    // A user of another organization does not exist either.
    expect(await change({ owner: 'bob' })).toEqual(notFound('User not found'))
    expect(await refusalOf(app.as('analyze').createCase({ ...newCase, owner: 'bob' }))).toEqual(
      notFound('User not found'),
    )
    expect(await app.as('read').getCase({ id: '1' })).toMatchObject({
      status: 'Open',
      owner: 'alan',
      updatedBy: null,
    })
  })

  it('accepts its owner back although he has left', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase(newCase)
    await app.deps.db.updateTable('cases').set({ assignee: 'gone' }).execute()

    const changed = await app
      .as('analyze')
      .updateCase({ id: '1' }, { owner: 'gone', title: 'Other' })

    expect(changed).toMatchObject({ owner: 'gone', title: 'Other' })
  })
})

describe.each(oneDatabase)('$name: who may touch a case', ({ open }) => {
  const calls = (app: Awaited<ReturnType<typeof makePlatformApp>>, person: Person) => {
    const as = app.as(person)
    return {
      createCase: () => as.createCase(newCase),
      createCaseV1: () => as.createCaseV1(newCase),
      updateCase: () => as.updateCase({ id: '1' }, { title: 'x' }),
      updateCaseV1: () => as.updateCaseV1({ id: '1' }, { title: 'x' }),
      updateCases: () => as.updateCases({ ids: ['1'], title: 'x' }),
      updateCasesV1: () => as.updateCasesV1({ ids: ['1'], title: 'x' }),
      mergeCases: () => as.mergeCases({ id: '1', other: '2' }),
      mergeCasesV1: () => as.mergeCasesV1({ ids: '1,2' }),
      deleteCase: () => as.deleteCase({ id: '1' }),
      deleteCaseV1: () => as.deleteCaseV1({ id: '1' }),
    }
  }

  const noRight = forbidden('Insufficient rights to perform this action')

  it('lets those who only read change nothing', async () => {
    const app = await makePlatformApp(open)

    for (const call of Object.values(calls(app, 'read')))
      expect(await refusalOf(call())).toEqual(noRight)
  })

  it('keeps superadmin out altogether', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase(newCase)

    for (const call of Object.values(calls(app, 'root')))
      expect(await refusalOf(call())).toEqual(noRight)
    expect(await refusalOf(app.as('root').getCase({ id: '1' }))).toEqual(noRight)
    expect(await refusalOf(app.as('root').getCaseV1({ id: '1' }))).toEqual(noRight)
  })

  it('does not exist for another organization, by id or by number', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createCase(newCase)
    await app.as('analyze').createCase(newCase)
    const { createCase, createCaseV1, ...rest } = calls(app, 'stranger')

    for (const call of Object.values(rest))
      expect(await refusalOf(call())).toEqual(notFound('Case not found'))
    for (const id of [_id, '1'])
      expect(await refusalOf(app.as('stranger').getCase({ id }))).toEqual(
        notFound('Case not found'),
      )
    expect(await app.as('read').getCase({ id: _id })).toMatchObject({ title: 'A case' })
  })

  it('notifies only the organization of what changed', async () => {
    const app = await makePlatformApp(open)
    const heard: unknown[] = []
    app.deps.bus.on('alpha', (event) => heard.push(event))
    app.deps.bus.on('beta', (event) => heard.push(event))

    const { _id } = await app.as('analyze').createCase({ ...newCase, tags: ['a'] })
    await app.as('analyze').updateCase({ id: _id }, { severity: 4, flag: true })
    await app.as('analyze').deleteCase({ id: _id })

    const of = { organization: 'alpha', objectType: 'case', objectId: _id, user: 'alan' }
    expect(heard).toMatchObject([
      { ...of, operation: 'create', details: { caseId: 1, title: 'A case', tags: ['a'] } },
      { ...of, operation: 'update', details: { severity: 4, flag: true } },
      { ...of, operation: 'delete', details: { caseId: 1 } },
    ])
    const audit = await app.as('orgadmin').searchAudit({ query: { objectId: _id } })
    expect(audit.rows.map(({ action }) => action)).toEqual([
      'case.delete',
      'case.update',
      'case.create',
    ])
  })
})
