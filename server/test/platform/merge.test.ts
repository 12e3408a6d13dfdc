import { describe, expect, it } from 'vitest'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { givenAction, givenAnalysis } from './investigation.ts'
import { newAlert } from './new-alert.ts'
import { makePlatformApp } from './setup.ts'

async function makeTwo(app: TestApp) {
  await app.as('orgadmin').createCustomField({ name: 'unit', type: 'string' })
  await app.as('orgadmin').createCustomField({ name: 'level', type: 'string' })
  const as = app.as('analyze')
  const first = await as.createCase({
    title: 'First',
    description: 'One',
    severity: 1,
    tlp: 3,
    pap: 0,
    startDate: 2_000,
    tags: ['a'],
    summary: 'Sum one',
    customFields: { unit: 'it' },
    tasks: [{ title: 'Task of first' }],
  })
  const second = await as.createCase({
    title: 'Second',
    description: 'Two',
    severity: 4,
    tlp: 0,
    pap: 2,
    flag: true,
    startDate: 1_000,
    tags: ['b', 'a'],
    customFields: { unit: 'sales', level: 'high' },
    tasks: [{ title: 'Task of second' }],
  })
  await as.updateCase({ id: first._id }, { status: 'Resolved' })
  return { first, second }
}

const observe = async (app: TestApp, id: string, payload: object) => {
  const response = await app.inject({
    as: 'analyze',
    method: 'POST',
    url: `/api/case/${id}/artifact`,
    payload,
  })
  expect(response.statusCode).toBe(201)
  return response.json()[0]._id as string
}

describe.each(databases)('$name: cases that are merged', ({ open }) => {
  it('become a new one with what each of them said, and go', async () => {
    const app = await makePlatformApp(open)
    const { first, second } = await makeTwo(app)
    app.clock.advance(10)

    const merged = await app.as('orgadmin').mergeCases({ id: first._id, other: '2' })

    expect(merged).toMatchObject({
      caseId: 3,
      title: 'First / Second',
      description: 'One\n\nTwo',
      severity: 4,
      tlp: 3,
      pap: 2,
      flag: true,
      startDate: 1_000,
      endDate: null,
      status: 'Open',
      summary: 'Sum one',
      tags: ['a', 'b'],
      owner: 'ada',
      createdBy: 'ada',
      createdAt: app.clock.now(),
      updatedAt: null,
      customFields: { unit: { string: 'it' }, level: { string: 'high' } },
    })
    for (const id of [first._id, second._id, '1', '2'])
      expect(await refusalOf(app.as('read').getCase({ id }))).toEqual(notFound('Case not found'))
  })

  it('lead to the one that holds their content, also after another merge', async () => {
    const app = await makePlatformApp(open)
    const { first, second } = await makeTwo(app)
    const as = app.as('analyze')
    const third = await as.createCase({ title: 'Third', description: '' })
    const successor = await app.as('orgadmin').mergeCases({ id: first._id, other: '2' })
    app.clock.advance(10)
    const last = await as.mergeCases({ id: successor._id, other: third._id })

    const gone = { by: 'ada', isMerged: true, heir: { id: last._id, number: last.caseId } }
    for (const id of [first._id, '1'])
      expect(await app.as('read').getGoneCase({ id })).toMatchObject({ ...gone, number: 1 })
    expect(await app.as('read').getGoneCase({ id: second._id })).toMatchObject(gone)
    expect(await as.getGoneCase({ id: successor._id })).toMatchObject({ at: app.clock.now() })

    await as.deleteCase({ id: last._id })
    expect(await as.getGoneCase({ id: last._id })).toEqual({
      number: last.caseId,
      by: 'alan',
      at: app.clock.now(),
      isMerged: false,
    })
    expect((await as.getGoneCase({ id: '1' })).heir).toBeUndefined()
    const refused = notFound('Case not found')
    expect(await refusalOf(app.as('stranger').getGoneCase({ id: first._id }))).toEqual(refused)
    expect(await refusalOf(as.getGoneCase({ id: '11' }))).toEqual(refused)
  })

  it('hand over tasks, logs and alerts', async () => {
    const app = await makePlatformApp(open)
    const { second } = await makeTwo(app)
    const as = app.as('analyze')
    const alert = await as.createAlert({
      ...newAlert,
    })
    await as.mergeAlert({ id: alert._id, caseId: '1' })
    const task = await as.createCaseTask({ id: second._id }, { title: 'With a log' })
    await as.createTaskLog({ id: task._id }, { message: 'A log' })

    const merged = await as.mergeCases({ id: '1', other: '2' })

    const { db } = app.deps
    const tasks = await db.selectFrom('tasks').select(['title', 'case_id']).execute()
    expect(tasks.map(({ title }) => title).toSorted()).toEqual([
      'Task of first',
      'Task of second',
      'With a log',
    ])
    expect(new Set(tasks.map(({ case_id }) => case_id))).toEqual(new Set([merged._id]))
    expect(await db.selectFrom('task_logs').select('case_id').execute()).toEqual([
      { case_id: merged._id },
    ])
    expect(await as.getAlert({ id: alert._id })).toMatchObject({
      case: merged._id,
      status: 'Imported',
    })
  })

  it('keep each value once, with the tags, reports, analyses and actions of all', async () => {
    const app = await makePlatformApp(open)
    const { first, second } = await makeTwo(app)
    const kept = await observe(app, first._id, { dataType: 'ip', data: '1.1.1.1', tags: ['x'] })
    app.clock.advance(1)
    const dropped = await observe(app, second._id, {
      dataType: 'ip',
      data: '1.1.1.1',
      tags: ['y', 'x'],
      ioc: true,
      tlp: 3,
      message: 'seen',
    })
    const other = await observe(app, second._id, { dataType: 'other', data: '1.1.1.1' })
    await givenAction(app.deps, dropped)
    await givenAction(app.deps, second._id)
    await givenAnalysis(app.deps, dropped)
    await app.deps.db
      .updateTable('observables')
      .set({ reports: '{"Abuse":{"taxonomies":[]}}' })
      .where('id', '=', dropped)
      .execute()

    const merged = await app.as('analyze').mergeCasesV1({ ids: '1,2' })

    const { db } = app.deps
    const observables = await db
      .selectFrom('observables')
      .select(['id', 'case_id', 'tags', 'ioc', 'tlp', 'message', 'reports'])
      .orderBy('data_type')
      .execute()
    expect(observables).toEqual([
      {
        id: kept,
        case_id: merged._id,
        tags: '["x","y"]',
        ioc: 1,
        tlp: 3,
        message: 'seen',
        reports: '{"Abuse":{"taxonomies":[]}}',
      },
      expect.objectContaining({ id: other, case_id: merged._id }),
    ])
    const actions = await db.selectFrom('actions').select('object_id').execute()
    expect(actions.map(({ object_id }) => object_id).toSorted()).toEqual(
      [kept, merged._id].toSorted(),
    )
    expect(await db.selectFrom('observable_jobs').select('observable_id').execute()).toEqual([
      { observable_id: kept },
    ])
  })

  it('are merged once when two ask at the same moment', async () => {
    const app = await makePlatformApp(open)
    await makeTwo(app)

    const outcomes = await Promise.allSettled([
      app.as('analyze').mergeCases({ id: '1', other: '2' }),
      app.as('analyze').mergeCases({ id: '2', other: '1' }),
    ])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await app.deps.db.selectFrom('cases').select('id').execute()).toHaveLength(1)
    const tasks = await app.deps.db.selectFrom('tasks').select('id').execute()
    expect(tasks).toHaveLength(2)
  })

  it('and everything else that is asked for at the same moment ends with a clear answer', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const alerts: string[] = []
    for (const sourceRef of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await as.createCase({ title: sourceRef, description: '', tags: [sourceRef] })
      const alert = await as.createAlert({
        type: 't',
        source: 's',
        sourceRef,
        title: 'An alert',
        description: '',
        tags: ['x', sourceRef],
        artifacts: [{ dataType: 'ip', data: '1.1.1.1' }],
      })
      alerts.push(alert._id)
    }
    const [a = '', b = '', c = '', d = ''] = alerts
    await as.mergeAlert({ id: a, caseId: '1' })
    await as.mergeAlert({ id: b, caseId: '2' })

    const outcomes = await Promise.allSettled([
      as.mergeCases({ id: '1', other: '2' }),
      as.mergeCases({ id: '2', other: '1' }),
      as.deleteCase({ id: '1' }),
      as.deleteAlerts({ ids: [b, a] }),
      as.updateAlerts({ ids: [a, b, c], addTags: ['y', 'z'] }),
      as.updateAlerts({ ids: [c, b, a], addTags: ['z', 'y'] }),
      as.mergeAlerts({ caseId: '3', alertIds: [d, c] }),
      as.mergeAlerts({ caseId: '4', alertIds: [c, d] }),
      as.mergeCasesV1({ ids: '3,4' }),
      as.updateCases({ ids: ['1', '2', '3', '4'], addTags: ['new', 'other'] }),
      as.updateCases({ ids: ['4', '3', '2', '1'], addTags: ['other', 'new'] }),
      as.promoteAlert({ id: d }),
      as.deleteCase({ id: '4' }),
      as.updateCase({ id: '5' }, { status: 'Resolved' }),
      as.mergeCasesV1({ ids: '5,6' }),
    ])

    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refusals.filter(({ status }) => ![400, 404].includes(status))).toEqual([])
    const orphaned = await app.deps.db
      .selectFrom('alerts')
      .leftJoin('cases', 'cases.id', 'alerts.case_id')
      .select('alerts.id')
      .where('alerts.case_id', 'is not', null)
      .where('cases.id', 'is', null)
      .execute()
    expect(orphaned).toEqual([])
  })
})

describe.each(oneDatabase)('$name: cases that are merged', ({ open }) => {
  it('may be more than two, named by id or number', async () => {
    const app = await makePlatformApp(open)
    const { first } = await makeTwo(app)
    await app.as('analyze').createCase({ title: 'Third', description: 'Three' })

    const merged = await app.as('analyze').mergeCasesV1({ ids: `3, ${first._id},2,1` })

    expect(merged).toMatchObject({ number: 4, title: 'Third / First / Second' })
    expect(await app.deps.db.selectFrom('cases').select('number').execute()).toEqual([
      { number: 4 },
    ])
  })

  it('keep their descriptions apart if asked: that of the first, and a comment for each other', async () => {
    const app = await makePlatformApp(open)
    const { first, second } = await makeTwo(app)
    const as = app.as('analyze')

    const merged = await as.mergeCasesV1(
      { ids: `${first._id},${second._id}` },
      { description: 'keep' },
    )

    expect(merged).toMatchObject({ description: 'One' })
    const { rows } = await as.listTimeline({ id: merged._id }, { range: 'all' })
    const comments = rows.filter(({ kind }) => kind === 'comment').map(({ message }) => message)
    expect(comments).toEqual(['**#2 Second**\n\nTwo'])
    await expect(
      as.mergeCasesV1({ ids: '1,2' }, { description: 'other' as 'keep' }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('stay as they are when one of them is missing, twice the same, or too many', async () => {
    const app = await makePlatformApp(open)
    await makeTwo(app)
    await app.as('stranger').createCase({ title: 'Theirs', description: '' })
    const merge = (ids: string) => refusalOf(app.as('analyze').mergeCasesV1({ ids }))

    expect(await merge('1,9')).toEqual(notFound('Case not found'))
    expect(await merge('1,3')).toEqual(notFound('Case not found'))
    expect(await merge('1,')).toEqual(notFound('Case not found'))
    expect(await merge('1,1')).toEqual(badRequest('Select at least two different cases to merge'))
    expect(await merge(Array.from({ length: 51 }, () => '1').join(','))).toEqual(
      badRequest('Select at most 50 cases to merge'),
    )
    expect(await app.as('read').getCase({ id: '2' })).toMatchObject({ updatedAt: null })
  })
})
