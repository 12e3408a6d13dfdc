import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { callAs, eventsOf, makeConnectorApp, operating, rowsOf } from './connector.ts'

/** A responder with these operations, run on one entity of each kind as requested. */
async function withResponder(open: TestDatabases['open'], operations: unknown) {
  const app = await makeConnectorApp(open, [operating('Does', operations)])
  const { id: responderId } = await app.enable('orgadmin', 'Does')
  const rows = rowsOf(app)
  const { id: caseId } = await rows.case()
  const task = await rows.task(caseId)
  const targets = {
    case: caseId,
    case_task: task,
    case_task_log: await rows.log(task, caseId),
    case_artifact: await rows.observable({ case_id: caseId }),
    alert: (await rows.alert()).id,
  }
  const call = callAs(app)
  const start = (objectType: keyof typeof targets) =>
    call('POST', '/api/connector/cortex/action', {
      responderId,
      objectType,
      objectId: targets[objectType],
    })
  /** Results of the operations, each with status and message. */
  const runOn = async (objectType: keyof typeof targets) => {
    const { body } = await start(objectType)
    const row = await app.ended(body._id)
    return JSON.parse(row.operations) as { type: string; status: string; message: string }[]
  }
  const { db } = app.deps
  const rowOf = <T extends 'cases' | 'tasks' | 'alerts' | 'observables'>(table: T, id: string) =>
    db
      .selectFrom(table as 'cases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow() as Promise<Record<string, unknown>>
  return { app, db, rows, caseId, targets, call, start, runOn, rowOf }
}

const outcomes = (results: { status: string; message: string }[]) =>
  results.map(({ status, message }) => (status === 'Success' ? status : message))

describe.each(databases)('$name: operations of a report', ({ open }) => {
  it('on an observable: tags, task, custom field, artifact and assignee, in their order', async () => {
    const { app, db, caseId, targets, runOn, rowOf } = await withResponder(open, [
      { type: 'AddTagToCase', tag: 'one' },
      { type: 'AddTagToCase', tag: 'two' },
      { type: 'AddTagToArtifact', tag: 'seen' },
      { type: 'CreateTask', title: 'Call them', description: 'At once' },
      { type: 'AddCustomFields', name: 'hits', tpe: 'integer', value: 7 },
      {
        type: 'AddArtifactToCase',
        ...{ data: 'evil.example', dataType: 'domain', message: 'found', tags: ['new'], ioc: true },
      },
      { type: 'AssignCase', owner: 'ada' },
    ])
    await app.as('orgadmin').createCustomField({ name: 'hits', type: 'integer' } as never)
    const published = eventsOf(app, 'alpha')

    const results = await runOn('case_artifact')

    expect(outcomes(results)).toEqual(Array.from({ length: 7 }, () => 'Success'))
    const row = await rowOf('cases', caseId)
    expect(JSON.parse(row.tags as string)).toEqual(['old', 'one', 'two'])
    expect(row.assignee).toBe('ada')
    expect(JSON.parse(row.custom_fields as string)).toMatchObject({ hits: { value: 7 } })
    expect(JSON.parse((await rowOf('observables', targets.case_artifact)).tags as string)).toEqual([
      'seen',
    ])
    const made = await db.selectFrom('tasks').selectAll().where('title', '=', 'Call them').execute()
    expect(made).toMatchObject([
      {
        description: 'At once',
        status: 'Waiting',
        task_group: 'default',
        position: 0,
        flag: 0,
        assignee: null,
        created_by: 'alan',
      },
    ])
    const found = await db.selectFrom('observables').selectAll().where('ioc', '=', 1).execute()
    expect(found).toMatchObject([
      { case_id: caseId, data: 'evil.example', data_type: 'domain', tlp: 2, sighted: 0 },
    ])
    expect(published).toContainEqual(
      expect.objectContaining({ objectType: 'case_task', operation: 'create', user: 'alan' }),
    )
  })

  it('that make the same observable twice fail the second time only', async () => {
    const artifact = {
      type: 'AddArtifactToCase',
      data: 'a.example',
      dataType: 'domain',
      message: 'm',
    }
    const { runOn } = await withResponder(open, [
      artifact,
      artifact,
      { type: 'AddTagToCase', tag: 'x' },
    ])

    expect(outcomes(await runOn('case'))).toEqual([
      'Success',
      'Observable already exists',
      'Success',
    ])
  })
})

describe.each(oneDatabase)('$name: operations of a report', ({ open }) => {
  it('on an alert: read and tagged; whatever needs a case fails and says so', async () => {
    const { targets, runOn, rowOf } = await withResponder(open, [
      { type: 'MarkAlertAsRead' },
      { type: 'AddTagToAlert', tag: 'handled' },
      { type: 'AddTagToCase', tag: 'x' },
      { type: 'CreateTask', title: 't', description: 'd' },
      { type: 'AddCustomFields', name: 'n', tpe: 'string', value: 'v' },
      { type: 'AddArtifactToCase', data: 'd', dataType: 'ip', message: 'm' },
      { type: 'AssignCase', owner: 'ada' },
      { type: 'AddTagToArtifact', tag: 'x' },
      { type: 'CloseTask' },
      { type: 'AddLogToTask', content: 'c' },
      { type: 'AddCommentToCase', content: 'c' },
    ])

    const results = await runOn('alert')

    expect(outcomes(results)).toEqual([
      'Success',
      'Success',
      'Unable to apply action AddTagToCase without case',
      'Unable to apply action CreateTask without case',
      'Unable to apply action AddCustomFields without case',
      'Unable to apply action AddArtifactToCase without case',
      'Unable to apply action AssignCase without case',
      `Observable ${targets.alert} not found`,
      'Unable to apply action CloseTask without task',
      'Unable to apply action AddLogToTask without task',
      'Unable to apply action AddCommentToCase without case',
    ])
    const alert = await rowOf('alerts', targets.alert)
    expect(alert.read).toBe(1)
    expect(JSON.parse(alert.tags as string)).toEqual(['old', 'handled'])
  })

  it.each(['case', 'case_task', 'case_artifact'] as const)(
    'on a %s: comments on its case in the name of the launcher',
    async (objectType) => {
      const { db, caseId, runOn } = await withResponder(open, [
        { type: 'AddCommentToCase', content: 'Blocked on the **firewall**' },
      ])
      expect(outcomes(await runOn(objectType))).toEqual(['Success'])
      expect(await db.selectFrom('comments').selectAll().execute()).toMatchObject([
        { case_id: caseId, message: 'Blocked on the **firewall**', created_by: 'alan' },
      ])
    },
  )

  it.each(['case_task', 'case_task_log'] as const)(
    'on a %s: writes a log and closes the task',
    async (objectType) => {
      const { db, targets, runOn, rowOf } = await withResponder(open, [
        { type: 'AddLogToTask', content: 'Blocked it', owner: 'ignored' },
        { type: 'CloseTask' },
        { type: 'MarkAlertAsRead' },
        { type: 'AddTagToAlert', tag: 'x' },
      ])

      const results = await runOn(objectType)

      const label = objectType === 'case_task' ? 'Task' : 'Log'
      expect(outcomes(results)).toEqual([
        'Success',
        'Success',
        `Wrong entity for MarkAlertAsRead: ${label}`,
        `Wrong entity for AddTagToAlert: ${label}`,
      ])
      expect((await rowOf('tasks', targets.case_task)).status).toBe('Completed')
      const logs = await db
        .selectFrom('task_logs')
        .selectAll()
        .where('message', '=', 'Blocked it')
        .execute()
      expect(logs).toMatchObject([{ task_id: targets.case_task, created_by: 'alan' }])
    },
  )
})
