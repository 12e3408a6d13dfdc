import { describe, expect, it } from 'vitest'
import { badRequest, forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { newAlert } from './new-alert.ts'
import { makePlatformApp } from './setup.ts'

const severeAlert = {
  ...newAlert,
  severity: 4,
  tlp: 3,
  pap: 1,
  tags: ['from-alert'],
  artifacts: [
    { dataType: 'ip', data: '1.1.1.1', tags: ['a'], message: 'seen', ioc: true, tlp: 1 },
    { dataType: 'file', data: `a.txt;text/plain;${Buffer.from('x').toString('base64')}` },
  ],
}

const observablesOf = (app: TestApp, caseId: string) =>
  app.deps.db
    .selectFrom('observables')
    .select(['data_type', 'data', 'tags', 'message', 'ioc', 'tlp', 'attachment_name'])
    .where('case_id', '=', caseId)
    .orderBy('data_type', 'desc')
    .execute()

describe.each(databases)('$name: an alert that becomes a case', ({ open }) => {
  it('takes what the call says of the case, and the rest from the alert', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(severeAlert)

    const made = await app.as('analyze').promoteAlertV1(
      { id },
      {
        title: 'Promoted',
        tlp: 1,
        tags: ['chosen'],
        assignee: 'ada',
        tasks: [{ title: 'Ask' }],
        pages: [{ title: 'Notes', content: 'Text' }],
      },
    )

    expect(made).toMatchObject({
      title: 'Promoted',
      description: 'What was seen',
      severity: 4,
      tlp: 1,
      tags: ['chosen'],
      assignee: 'ada',
    })
    const listed = async (step: string) =>
      (await app.as('read').queryV1({
        query: [{ _name: 'getCase', idOrName: made._id }, { _name: step }],
      })) as { title: string }[]
    expect(await listed('tasks')).toMatchObject([{ title: 'Ask' }])
    expect(await listed('pages')).toMatchObject([{ title: 'Notes' }])
    expect(await app.as('read').getAlertV1({ id })).toMatchObject({ title: 'An alert' })
  })

  it('gives it all that it has, is read, and knows its case', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCustomField({ name: 'unit', type: 'string' })
    const alert = await app
      .as('analyze')
      .createAlert({ ...severeAlert, customFields: { unit: 'it' } })
    app.clock.advance(9)

    const made = await app.as('orgadmin').promoteAlert({ id: alert._id })

    expect(made).toMatchObject({
      caseId: 1,
      title: 'An alert',
      description: 'What was seen',
      severity: 4,
      tlp: 3,
      pap: 1,
      tags: ['from-alert'],
      status: 'Open',
      owner: 'ada',
      startDate: app.clock.now(),
      customFields: { unit: { string: 'it' } },
    })
    expect(await observablesOf(app, made._id)).toMatchObject([
      { data_type: 'ip', data: '1.1.1.1', tags: '["a"]', message: 'seen', ioc: 1, tlp: 1 },
      { data_type: 'file', data: null, attachment_name: 'a.txt' },
    ])
    expect(await app.as('read').getAlert({ id: alert._id })).toMatchObject({
      case: made._id,
      status: 'Imported',
      artifacts: [{}, {}],
    })
    expect(await app.as('read').getAlertV1({ id: alert._id })).toMatchObject({
      caseId: made._id,
      read: true,
    })
    const row = await app.deps.db.selectFrom('alerts').select('import_date').executeTakeFirst()
    expect(row).toEqual({ import_date: app.clock.now() })
  })

  it('becomes one case when several ask at the same moment', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(severeAlert)

    const made = await Promise.all(
      Array.from({ length: 6 }, () => app.as('analyze').promoteAlert({ id })),
    )

    expect(new Set(made.map(({ _id }) => _id)).size).toBe(1)
    expect(await app.deps.db.selectFrom('cases').select('number').execute()).toEqual([
      { number: 1 },
    ])
    expect(await observablesOf(app, made[0]?._id ?? '')).toHaveLength(2)
  })
})

describe.each(oneDatabase)('$name: an alert that becomes a case', ({ open }) => {
  it('answers the case that it has when it is asked again, in either version', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(severeAlert)

    const first = await app.as('analyze').promoteAlertV1({ id })
    const again = await app.as('analyze').promoteAlert({ id })
    const unread = await app.as('analyze').markAlertAsUnread({ id })

    expect(first).toMatchObject({ _type: 'Case', number: 1, assignee: 'alan' })
    expect(again).toMatchObject({ _id: first._id, caseId: 1 })
    expect(unread).toMatchObject({ status: 'Updated', case: first._id })
    expect(await observablesOf(app, first._id)).toHaveLength(2)
  })

  it('takes the template that is asked for, else its own, else none', async () => {
    const app = await makePlatformApp(open)
    for (const name of ['own', 'asked'])
      await app.as('orgadmin').createCaseTemplate({
        name,
        titlePrefix: `[${name}]`,
        severity: 1,
        tags: [name],
        tasks: [{ title: `task of ${name}` }],
      })
    const titles: string[] = []
    for (const [sourceRef, caseTemplate] of [
      ['1', 'asked'],
      ['2', null],
      ['3', ''],
    ] as const) {
      const { _id } = await app
        .as('analyze')
        .createAlert({ ...severeAlert, sourceRef, caseTemplate: 'own' })
      const response = await app.inject({
        as: 'analyze',
        method: 'POST',
        url: `/api/alert/${_id}/createCase`,
        payload: { caseTemplate },
      })
      expect(response.statusCode).toBe(201)
      expect(response.json()).toMatchObject({ severity: 4 })
      titles.push(response.json().title)
    }

    expect(titles).toEqual(['[asked] An alert', '[own] An alert', '[own] An alert'])
    const tasks = await app.deps.db.selectFrom('tasks').select('title').orderBy('title').execute()
    expect(tasks.map(({ title }) => title)).toEqual(['task of asked', 'task of own', 'task of own'])
  })

  it('refuses a template that is not there, but does without its own when that has gone', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCaseTemplate({ name: 'own', titlePrefix: '[own]' })
    await app.as('stranger').createCaseTemplate({ name: 'theirs' })
    const { _id: id } = await app.as('analyze').createAlert({ ...severeAlert, caseTemplate: 'own' })
    const before = await app.as('read').getAlert({ id })
    expect(before).toMatchObject({ case: null })

    for (const caseTemplate of ['unknown', 'theirs'])
      expect(await refusalOf(app.as('analyze').promoteAlert({ id }, { caseTemplate }))).toEqual(
        forbidden('Unauthorized action'),
      )
    expect(await app.as('read').getAlert({ id })).toEqual(before)
    await app.as('orgadmin').deleteCaseTemplate({ id: 'own' })
    expect(await app.as('analyze').promoteAlert({ id })).toMatchObject({ title: 'An alert' })
  })

  it('does so although the definition of a custom field has gone since', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCustomField({ name: 'unit', type: 'string' })
    const { _id: id } = await app
      .as('analyze')
      .createAlert({ ...severeAlert, customFields: { unit: 'it' } })
    await app.as('orgadmin').deleteCustomField({ id: 'unit' })

    const made = await app.as('analyze').promoteAlert({ id })

    expect(made.customFields).toMatchObject({ unit: { string: 'it' } })
  })

  it('works without a body and by name', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createAlert(severeAlert)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/v1/alert/external;feed;ref-1/case',
    })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ _type: 'Case', title: 'An alert' })
  })
})

describe.each(databases)('$name: an alert that goes into a case', ({ open }) => {
  it('adds its text, tags, fields and observables, is read, and knows its case', async () => {
    const app = await makePlatformApp(open)
    for (const name of ['unit', 'level'])
      await app.as('orgadmin').createCustomField({ name, type: 'string' })
    const into = await app.as('analyze').createCase({
      title: 'A case',
      description: 'Before',
      tags: ['from-case'],
      customFields: { unit: 'of case' },
    })
    await app
      .as('analyze')
      .createAlert({ ...severeAlert, sourceRef: '0', artifacts: severeAlert.artifacts.slice(0, 1) })
    await app.as('analyze').mergeAlert({ id: 'external;feed;0', caseId: into._id })
    const alert = await app.as('analyze').createAlert({
      ...severeAlert,
      customFields: { unit: 'of alert', level: 'high' },
      artifacts: [
        { dataType: 'ip', data: '1.1.1.1', tags: ['b'] },
        ...severeAlert.artifacts.slice(1),
      ],
    })

    const merged = await app.as('orgadmin').mergeAlert({ id: alert._id, caseId: '1' })

    expect(merged).toMatchObject({
      _id: into._id,
      title: 'A case',
      severity: 2,
      tlp: 2,
      tags: ['from-case', 'from-alert'],
      updatedBy: 'ada',
      customFields: { unit: { string: 'of case' }, level: { string: 'high' } },
    })
    expect(merged.description.split('\n\n')).toEqual([
      'Before',
      '#### Merged with alert #0 An alert',
      'What was seen',
      '#### Merged with alert #ref-1 An alert',
      'What was seen',
    ])
    expect(await observablesOf(app, into._id)).toMatchObject([
      { data: '1.1.1.1', tags: '["a","b"]' },
      { data_type: 'file' },
    ])
    expect(await app.as('read').getAlert({ id: alert._id })).toMatchObject({
      case: into._id,
      status: 'Imported',
    })
  })

  it('goes into one case only, also when two are asked for at the same moment', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const { _id: id } = await as.createAlert(severeAlert)
    for (const title of ['First', 'Second']) await as.createCase({ title, description: '' })

    const outcomes = await Promise.allSettled(
      ['1', '2', '1', '2'].map((caseId) => as.mergeAlert({ id, caseId })),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const cases = await app.deps.db.selectFrom('cases').select(['id', 'description']).execute()
    const merged = cases.filter(({ description }) => description.includes('#### Merged'))
    expect(merged.map(({ id }) => id)).toEqual([(await as.getAlert({ id })).case])
  })

  it('goes with others in the order given, all or none', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const ids: string[] = []
    for (const sourceRef of ['a', 'b', 'c'])
      ids.push((await as.createAlert({ ...severeAlert, sourceRef, tags: [sourceRef] }))._id)
    const [a = '', b = '', c = ''] = ids
    await as.createCase({ title: 'A case', description: 'Before' })

    const merged = await as.mergeAlerts({ caseId: '1', alertIds: [b, a, b] })
    const refused = await refusalOf(as.mergeAlerts({ caseId: '1', alertIds: [c, a] }))

    expect(merged.tags).toEqual(['b', 'a'])
    expect(merged.description.match(/#### Merged with alert #\w/g)).toEqual([
      '#### Merged with alert #b',
      '#### Merged with alert #a',
    ])
    expect(await observablesOf(app, merged._id)).toHaveLength(2)
    expect(refused).toEqual(badRequest('Alert is already imported'))
    expect(await as.getAlert({ id: c })).toMatchObject({ case: null, status: 'New' })
  })
})

describe.each(oneDatabase)('$name: an alert that goes into a case', ({ open }) => {
  it('goes into one case only', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const { _id: id } = await as.createAlert(severeAlert)
    await as.createCase({ title: 'A case', description: 'Before' })
    await as.mergeAlertV1({ id, caseId: '1' })

    const refused = [
      await refusalOf(as.mergeAlert({ id, caseId: '1' })),
      await refusalOf(as.mergeAlertsV1({ caseId: '1', alertIds: [id] })),
    ]
    const promoted = await as.promoteAlert({ id })

    expect(refused).toEqual([
      badRequest('Alert is already imported'),
      badRequest('Alert is already imported'),
    ])
    expect(promoted.caseId).toBe(1)
  })

  it('is imported by the other name of version 1', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(severeAlert)
    await app.as('analyze').createCase({ title: 'A case', description: 'Before' })

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/v1/alert/${id}/import/1`,
    })

    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ _type: 'Case', number: 1 })
  })

  it('does not find the case of another organization', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(severeAlert)
    const theirs = await app.as('stranger').createCase({ title: 'Theirs', description: '' })

    for (const caseId of [theirs._id, '1', '~7', 'x'])
      expect(await refusalOf(app.as('analyze').mergeAlert({ id, caseId }))).toEqual(
        notFound('Case not found'),
      )
    expect(await app.as('stranger').getCase({ id: '1' })).toEqual(theirs)
  })

  it('stops when the case would have too long a text', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(severeAlert)
    await app.as('analyze').createCase({ title: 'A case', description: 'Before' })
    await app.deps.db
      .updateTable('cases')
      .set({ description: 'x'.repeat(4 * 1_048_576) })
      .execute()

    const refused = await refusalOf(app.as('analyze').mergeAlert({ id, caseId: '1' }))

    expect(refused).toMatchObject({
      status: 400,
      type: 'BadRequest',
      message: expect.stringContaining('limit is 4194304'),
    })
  })
})
