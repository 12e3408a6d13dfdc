import { describe, expect, it } from 'vitest'
import { conflict, forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const told = { title: 'A mail', description: 'What happened' }
const forCases = {
  severity: 3,
  flag: true,
  tlp: 1,
  pap: 0,
  summary: 'To be written',
  tags: ['mail'],
}
const phishing = {
  name: 'phishing',
  displayName: 'Phishing',
  titlePrefix: '[PHISH]',
  description: 'For mails',
  ...forCases,
  tasks: [{ title: 'Ask', group: 'first', order: 1 }, { title: 'Block' }],
}

async function makeTemplate(app: TestApp) {
  await app.as('orgadmin').createCustomField({ name: 'unit', type: 'string' })
  await app.as('orgadmin').createCustomField({ name: 'count', type: 'integer' })
  return await app
    .as('orgadmin')
    .createCaseTemplate({ ...phishing, customFields: { unit: 'it', count: 1 } })
}

describe.each(oneDatabase)('$name: a case template', ({ open }) => {
  it('is applied to cases that exist: what is asked for, all or none', async () => {
    const app = await makePlatformApp(open)
    await makeTemplate(app)
    const client = app.as('analyze')
    const one = await client.createCase({
      ...told,
      tags: ['own'],
      tlp: 3,
      customFields: { count: 9 },
    })
    const other = await client.createCase(told)
    const ids = [one._id, String(other.caseId)]
    const ask = { ids, caseTemplate: 'phishing' }

    await client.applyCaseTemplate({
      ...ask,
      updateTitlePrefix: true,
      updateTags: true,
      updateCustomFields: true,
      importTasks: ['Block'],
    })

    expect(await client.getCase({ id: one._id })).toMatchObject({
      title: '[PHISH] A mail',
      description: 'What happened',
      tags: ['own', 'mail'],
      tlp: 3,
      severity: 2,
      customFields: { unit: { string: 'it' }, count: { integer: 9 } },
    })
    const tasks = await client.searchTasks({ query: {}, range: 'all' })
    expect(tasks.rows.map(({ title }) => title)).toEqual(['Block', 'Block'])

    for (const wrong of [
      { ...ask, ids: [one._id, '~404'], updateTlp: true },
      { ...ask, caseTemplate: 'none', updateTlp: true },
      { ...ask, importTasks: ['Unknown'], updateTlp: true },
    ])
      await expect(client.applyCaseTemplate(wrong)).rejects.toMatchObject({ status: 404 })
    expect(await client.getCase({ id: one._id })).toMatchObject({ tlp: 3 })
    await client.applyCaseTemplate({ ...ask, updateTlp: true, updateSeverity: true })
    expect(await client.getCase({ id: one._id })).toMatchObject({ tlp: 1, severity: 3 })
  })
})

describe.each(databases)('$name: a case template', ({ open }) => {
  it('is made, read, changed and removed in both versions', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('orgadmin')

    const made = await makeTemplate(app)
    const inV1 = await app.as('read').getCaseTemplateV1({ id: 'phishing' })
    const changed = await as.updateCaseTemplate(
      { id: made._id },
      { severity: null, titlePrefix: null, tasks: [], tags: ['a'], name: 'spear' },
    )
    await as.updateCaseTemplateV1({ id: 'spear' }, { displayName: 'Spear' })
    const last = await app.as('read').getCaseTemplate({ id: made._id })
    await as.deleteCaseTemplateV1({ id: made._id })

    expect(made).toMatchObject({
      _type: 'caseTemplate',
      status: 'Ok',
      ...phishing,
      customFields: { unit: { string: 'it' }, count: { integer: 1 } },
    })
    expect(inV1).toMatchObject({
      _id: made._id,
      _type: 'CaseTemplate',
      customFields: [{ name: 'unit' }, { name: 'count' }],
    })
    expect(changed).not.toHaveProperty('severity')
    expect(changed).not.toHaveProperty('titlePrefix')
    expect(last).toMatchObject({ name: 'spear', displayName: 'Spear', tags: ['a'], tasks: [] })
    expect(await refusalOf(as.getCaseTemplate({ id: 'spear' }))).toEqual(
      notFound('CaseTemplate spear not found'),
    )
  })

  it('fills what the creator of a case leaves open, and adds its tags, fields and tasks', async () => {
    const app = await makePlatformApp(open)
    await makeTemplate(app)

    const made = await app.as('analyze').createCase({ ...told, template: 'phishing' })

    expect(made).toMatchObject({
      title: '[PHISH] A mail',
      description: 'What happened',
      ...forCases,
      customFields: { unit: { string: 'it' }, count: { integer: 1 } },
    })
    const tasks = await app.deps.db
      .selectFrom('tasks')
      .select(['title', 'task_group', 'status', 'position'])
      .where('case_id', '=', made._id)
      .orderBy('title')
      .execute()
    expect(tasks).toEqual([
      { title: 'Ask', task_group: 'first', status: 'Waiting', position: 1 },
      { title: 'Block', task_group: 'default', status: 'Waiting', position: 0 },
    ])
  })

  it('brings its pages into every case, until their templates are deleted', async () => {
    const app = await makePlatformApp(open)
    const [admin, client] = [app.as('orgadmin'), app.as('analyze')]
    const template = await admin.createCaseTemplate({ name: 'phishing' })
    const one = { title: 'First', content: '# One', category: 'Report' }
    const first = await admin.createPageTemplate(one)
    app.clock.advance(10)
    const second = await admin.createPageTemplate({ title: 'Second', content: '# Two', order: 3 })
    const link = (...pageTemplateIds: string[]) =>
      admin.linkPageTemplates({ id: 'phishing' }, { pageTemplateIds })
    const linked = () =>
      app.as('read').queryV1({
        query: [{ _name: 'getCaseTemplate', idOrName: template._id }, { _name: 'pageTemplates' }],
      })
    const pagesOfNewCase = async () => {
      const made = await client.createCaseV1({
        ...{ title: 'A case', description: 'd', caseTemplate: 'phishing' },
        pages: [{ title: 'Own', content: 'c' }],
      })
      return client.queryV1({
        query: [{ _name: 'getCase', idOrName: made._id }, { _name: 'pages' }],
      })
    }

    await link(first._id, second._id, first._id)

    expect(await linked()).toMatchObject([{ _id: first._id }, { _id: second._id }])
    expect(await pagesOfNewCase()).toMatchObject([
      { title: 'First', content: '# One', category: 'Report', slug: 'first' },
      { title: 'Second', content: '# Two', order: 3 },
      { title: 'Own' },
    ])
    await admin.deletePageTemplate({ id: first._id })
    expect(await linked()).toMatchObject([{ _id: second._id }])
    await link()
    expect(await pagesOfNewCase()).toMatchObject([{ title: 'Own' }])
    await link(second._id)
    await admin.deleteCaseTemplate({ id: 'phishing' })
    expect(await app.deps.db.selectFrom('case_template_pages').selectAll().execute()).toEqual([])
  })

  it('brings no page of another organization', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCaseTemplate({ name: 'phishing' })
    const foreign = await app.as('stranger').createPageTemplate({ title: 'Theirs', content: 'c' })
    const link = app
      .as('orgadmin')
      .linkPageTemplates({ id: 'phishing' }, { pageTemplateIds: [foreign._id] })
    expect(await refusalOf(link)).toEqual(notFound('PageTemplate not found'))
  })

  it('has a name once in an organization, whether made or renamed', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCaseTemplate({ name: 'a' })
    await app.as('orgadmin').createCaseTemplate({ name: 'b' })

    expect(await refusalOf(app.as('orgadmin').createCaseTemplate({ name: 'a' }))).toEqual(
      conflict('caseTemplate a already exists'),
    )
    expect(
      await refusalOf(app.as('orgadmin').updateCaseTemplate({ id: 'b' }, { name: 'a' })),
    ).toEqual(conflict('caseTemplate a already exists'))
    await app.as('stranger').createCaseTemplate({ name: 'a' })
  })
})

describe.each(oneDatabase)('$name: a case template', ({ open }) => {
  it('does not override the creator of the case', async () => {
    const app = await makePlatformApp(open)
    await makeTemplate(app)

    const made = await app.as('analyze').createCaseV1({
      ...told,
      caseTemplate: 'phishing',
      severity: 1,
      flag: false,
      tlp: 3,
      pap: 3,
      tags: ['own', 'mail'],
      customFieldValues: { unit: 'sales' },
      tasks: [{ title: 'Own' }],
    })

    expect(made).toMatchObject({
      severity: 1,
      flag: false,
      tlp: 3,
      pap: 3,
      tags: ['mail', 'own'],
      customFields: [
        { name: 'unit', value: 'sales' },
        { name: 'count', value: 1 },
      ],
    })
    const tasks = await app.deps.db.selectFrom('tasks').select('title').execute()
    expect(tasks.map(({ title }) => title).toSorted()).toEqual(['Ask', 'Block', 'Own'])
  })

  it('must be there, and be of your organization', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await makeTemplate(app)

    const open1 = (template: string) => app.as('stranger').createCase({ ...told, template })

    expect(await refusalOf(open1('phishing'))).toEqual(notFound('CaseTemplate phishing not found'))
    expect(await refusalOf(open1(_id))).toMatchObject({ status: 404 })
    expect(await refusalOf(app.as('stranger').getCaseTemplate({ id: _id }))).toMatchObject({
      status: 404,
    })
    expect(
      await refusalOf(app.as('stranger').updateCaseTemplate({ id: _id }, { name: 'x' })),
    ).toMatchObject({ status: 404 })
    expect(await refusalOf(app.as('stranger').deleteCaseTemplate({ id: _id }))).toMatchObject({
      status: 404,
    })
  })

  it('is kept by orgadmin; the others of the organization read it, superadmin does not', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCaseTemplate({ name: 'a' })
    const noRight = forbidden('Insufficient rights to perform this action')

    for (const person of ['read', 'analyze', 'root'] as const) {
      const as = app.as(person)
      expect(await refusalOf(as.createCaseTemplate({ name: 'x' }))).toEqual(noRight)
      expect(await refusalOf(as.updateCaseTemplate({ id: 'a' }, { name: 'x' }))).toEqual(noRight)
      expect(await refusalOf(as.deleteCaseTemplate({ id: 'a' }))).toEqual(noRight)
    }
    expect(await refusalOf(app.as('root').getCaseTemplate({ id: 'a' }))).toEqual(noRight)
    expect(await app.as('read').getCaseTemplate({ id: 'a' })).toMatchObject({ name: 'a' })
  })

  it.each([
    ['a name that looks like an id', { name: '~1' }],
    ['a name that is a path', { name: '_search' }],
    ['a severity of 5', { name: 'x', severity: 5 }],
    ['a task without a title', { name: 'x', tasks: [{}] }],
    ['a custom field of the wrong type', { name: 'x', customFields: { unit: 5 } }],
  ])('cannot have %s', async (_, payload) => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCustomField({ name: 'unit', type: 'string' })

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/case/template',
      payload,
    })

    expect(response.statusCode).toBe(400)
  })
})
