import { beforeEach, describe, expect, it } from 'vitest'
import { conflict, forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const newCase = { title: 'A case', description: 'What happened' }

let app: TestApp

const givenFields = (open: TestDatabases['open']) =>
  beforeEach(async () => {
    app = await makePlatformApp(open)
    const types = ['string', 'integer', 'float', 'boolean', 'date'] as const
    for (const type of types)
      await app.as('orgadmin').createCustomField({ name: `a-${type}`, type, description: 'Text' })
    await app.as('orgadmin').createCustomField({
      name: 'level',
      type: 'string',
      options: ['low', 'high'],
    })
  })

const change = async (payload: object) => {
  const response = await app.inject({ as: 'analyze', method: 'PATCH', url: '/api/case/1', payload })
  return response.json()
}

describe.each(databases)('$name: values of custom fields', ({ open }) => {
  givenFields(open)

  it('are given by name, or by name and type with an order', async () => {
    const made = await app.as('analyze').createCase({
      ...newCase,
      customFields: {
        'a-string': 'text',
        'a-integer': { integer: 2.9, order: 3 },
        'a-float': { float: 1.5 },
        'a-boolean': false,
        'a-date': '1500000000000',
      },
    })

    expect(made.customFields).toEqual({
      'a-string': { string: 'text', order: null },
      'a-integer': { integer: 2, order: 3 },
      'a-float': { float: 1.5, order: null },
      'a-boolean': { boolean: false, order: null },
      'a-date': { date: 1_500_000_000_000, order: null },
    })
  })

  it('go when a whole object does not name them, and stay when one is changed by its name', async () => {
    await app.as('analyze').createCase({
      ...newCase,
      customFields: { 'a-string': 'x', 'a-integer': { integer: 1, order: 4 } },
    })

    const one = await change({ 'customFields.a-integer': 2, 'customFields.a-boolean': true })
    const typed = await change({
      'customFields.a-integer': { integer: 3 },
      'customFields.a-float.float': 0.5,
    })
    const whole = await change({ customFields: { 'a-string': 'y' } })
    const none = await change({ customFields: {} })

    expect(one.customFields).toEqual({
      'a-string': { string: 'x', order: null },
      'a-integer': { integer: 2, order: 4 },
      'a-boolean': { boolean: true, order: null },
    })
    expect(typed.customFields).toMatchObject({
      'a-string': { string: 'x' },
      'a-integer': { integer: 3, order: 4 },
      'a-float': { float: 0.5 },
    })
    expect(whole.customFields).toEqual({ 'a-string': { string: 'y', order: null } })
    expect(none.customFields).toEqual({})
  })

  it('stay readable when their definition goes', async () => {
    await app.as('analyze').createCase({ ...newCase, customFields: { 'a-string': 'x' } })
    await app.as('orgadmin').deleteCustomField({ id: 'a-string' })

    expect((await app.as('read').getCase({ id: '1' })).customFields).toEqual({
      'a-string': { string: 'x', order: null },
    })
    expect((await app.as('read').getCaseV1({ id: '1' })).customFields).toMatchObject([
      { name: 'a-string', value: 'x' },
    ])
  })

  it('of an alert are given and changed as those of a case, without an order', async () => {
    const alert = { type: 't', source: 's', sourceRef: 'r', ...newCase }
    const made = await app.as('analyze').createAlert({ ...alert, customFields: { level: 'low' } })
    const inV1 = await app.as('analyze').createAlertV1({
      ...alert,
      sourceRef: 'r2',
      customFieldValue: { level: 'high' },
    })

    const response = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/alert/${made._id}`,
      payload: { 'customFields.a-integer': 7 },
    })

    expect(made.customFields).toEqual({ level: { string: 'low' } })
    expect(inV1.customFields).toMatchObject([{ name: 'level', value: 'high' }])
    expect(response.json().customFields).toEqual({
      level: { string: 'low' },
      'a-integer': { integer: 7 },
    })
  })
})

describe.each(oneDatabase)('$name: values of custom fields', ({ open }) => {
  givenFields(open)

  it('are given in version 1 as an object or as a list, and come back in their order', async () => {
    const list = await app.as('analyze').createCaseV1({
      ...newCase,
      customFieldValues: [
        { name: 'a-string', value: 'b', order: 2 },
        { name: 'a-integer', value: 1, order: 1 },
      ],
    })
    const object = await app
      .as('analyze')
      .createCaseV1({ ...newCase, customFieldValues: { 'a-float': 2 } })

    const { _id } = await app.as('read').getCustomField({ id: 'a-string' })
    expect(list.customFields).toEqual([
      expect.objectContaining({ name: 'a-integer', value: 1, order: 1 }),
      { _id, name: 'a-string', description: 'Text', type: 'string', value: 'b', order: 2 },
    ])
    expect(object.customFields).toMatchObject([{ name: 'a-float', type: 'float', value: 2 }])
  })

  it('may be empty, and are so when the type is unknown', async () => {
    const made = await app.as('analyze').createCase({
      ...newCase,
      customFields: { 'a-string': null, 'a-integer': { number: 5 }, 'a-date': {} },
    })

    expect(made.customFields).toMatchObject({
      'a-string': { string: null },
      'a-integer': { integer: null },
      'a-date': { date: null },
    })
  })

  it('are changed by id too', async () => {
    const { _id } = await app.as('read').getCustomField({ id: 'a-string' })
    await app.as('analyze').createCase({ ...newCase, customFields: { [_id]: 'x' } })

    const changed = await change({ [`customFields.${_id}`]: 'y' })

    expect(changed.customFields).toEqual({ 'a-string': { string: 'y', order: null } })
  })

  it('change in version 1 the same way', async () => {
    await app.as('analyze').createCase({ ...newCase, customFields: { 'a-string': 'x' } })
    const patch = (payload: object) =>
      app.inject({ as: 'analyze', method: 'PATCH', url: '/api/v1/case/1', payload })
    const shown = async () => (await app.as('read').getCaseV1({ id: '1' })).customFields

    await patch({ 'customFields.level': 'low' })
    expect(await shown()).toMatchObject([{ name: 'a-string' }, { name: 'level', value: 'low' }])
    await patch({ customFields: [{ name: 'level', value: 'high' }] })
    expect(await shown()).toMatchObject([{ name: 'level', value: 'high' }])
  })

  it.each([
    ['a-string', 5],
    ['a-string', ['x']],
    ['a-string', 'x'.repeat(65_537)],
    ['a-integer', '5'],
    ['a-integer', true],
    ['a-integer', 1e300],
    ['a-float', 'x'],
    ['a-boolean', 1],
    ['a-date', 'yesterday'],
    ['level', 'medium'],
  ])('must be of the type and among the options: %s is not %j', async (name, value) => {
    await app.as('analyze').createCase(newCase)

    const refused = [
      await refusalOf(
        app.as('analyze').createCase({ ...newCase, customFields: { [name]: value } }),
      ),
      await refusalOf(
        app.as('analyze').updateCase({ id: '1' }, { customFields: [{ name, value }] }),
      ),
    ]

    for (const refusal of refused)
      expect(refusal).toMatchObject({
        status: 400,
        type: 'AttributeCheckingError',
        message: expect.stringContaining(`customFields.${name}`),
      })
  })

  it('need a definition, of your organization or of the platform', async () => {
    await app.as('stranger').createCustomField({ name: 'theirs', type: 'string' })
    await app.as('root').createCustomField({ name: 'everybodys', type: 'string' })

    const made = await app
      .as('analyze')
      .createCase({ ...newCase, customFields: { everybodys: 'x' } })

    expect(made.customFields).toMatchObject({ everybodys: { string: 'x' } })
    for (const name of ['theirs', 'nobodys'])
      expect(
        await refusalOf(
          app.as('analyze').createCase({ ...newCase, customFields: { [name]: 'x' } }),
        ),
      ).toEqual(notFound(`CustomField ${name} not found`))
    expect(await change({ 'customFields.nobodys': 1 })).toMatchObject({
      type: 'NotFoundError',
      message: 'CustomField nobodys not found',
    })
  })

  it('of a list without names are refused', async () => {
    const refused = await refusalOf(
      app.as('analyze').createCase({ ...newCase, customFields: [{ value: 1 }] }),
    )

    expect(refused).toMatchObject({ status: 400, type: 'AttributeCheckingError' })
  })
})

describe.each(databases)('$name: the definition of a custom field', ({ open }) => {
  it('is made, read, changed and removed in both versions', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('orgadmin')

    const made = await as.createCustomField({
      name: 'Business unit',
      reference: 'business-unit',
      description: 'Whose',
      type: 'string',
      mandatory: true,
      options: ['a', 'b', 'a'],
    })
    const inV1 = await app.as('read').getCustomFieldV1({ id: made._id })
    const changed = await as.updateCustomField({ id: made._id }, { options: ['c'], name: 'Unit' })
    await as.updateCustomFieldV1({ id: 'business-unit' }, { displayName: 'BU', mandatory: false })
    const last = await as.getCustomFieldV1({ id: 'business-unit' })
    await as.deleteCustomFieldV1({ id: made._id })

    expect(made).toMatchObject({
      _type: 'customField',
      name: 'Business unit',
      reference: 'business-unit',
      description: 'Whose',
      type: 'string',
      mandatory: true,
      options: ['a', 'b'],
    })
    expect(inV1).toMatchObject({
      _id: made._id,
      _type: 'CustomField',
      name: 'business-unit',
      displayName: 'Business unit',
    })
    expect(changed).toMatchObject({ name: 'Unit', reference: 'business-unit', options: ['c'] })
    expect(last).toMatchObject({ displayName: 'BU', mandatory: false, _updatedBy: 'ada' })
    expect(await refusalOf(as.getCustomField({ id: made._id }))).toEqual(
      notFound(`CustomField ${made._id} not found`),
    )
  })

  it('reports how often it is used: to orgadmin at home, to superadmin everywhere', async () => {
    const app = await makePlatformApp(open)
    const used = { title: 't', description: 'd', customFields: { hours: { integer: 3 } } }
    await app.as('root').createCustomField({ name: 'hours', type: 'integer' })
    await app.as('analyze').createCase(used)
    await app.as('analyze').createCase({ title: 'Without', description: 'd' })
    await app.as('analyze').createAlert({ ...used, type: 't', source: 's', sourceRef: 'r' })
    await app.as('stranger').createCase(used)

    const uses = (person: 'orgadmin' | 'root' | 'stranger') =>
      app.as(person).customFieldUse({ id: 'hours' })
    expect(await uses('orgadmin')).toEqual({ case: 1, alert: 1, caseTemplate: 0, total: 2 })
    expect(await uses('stranger')).toEqual({ case: 1, alert: 0, caseTemplate: 0, total: 1 })
    expect(await uses('root')).toEqual({ case: 2, alert: 1, caseTemplate: 0, total: 3 })
  })

  it('has a name once in an organization; other organizations may use it too', async () => {
    const app = await makePlatformApp(open)
    const field = { name: 'unit', type: 'string' } as const
    await app.as('orgadmin').createCustomField(field)

    expect(await refusalOf(app.as('orgadmin').createCustomFieldV1(field))).toEqual(
      conflict('customField unit already exists'),
    )
    await app.as('stranger').createCustomField(field)
    await app.as('root').createCustomField(field)
  })

  it('of your organization counts more than the one of the platform', async () => {
    const app = await makePlatformApp(open)
    await app.as('root').createCustomField({ name: 'unit', type: 'string' })
    await app.as('orgadmin').createCustomField({ name: 'unit', type: 'integer' })

    expect(await app.as('read').getCustomField({ id: 'unit' })).toMatchObject({ type: 'integer' })
    expect(await app.as('stranger').getCustomField({ id: 'unit' })).toMatchObject({
      type: 'string',
    })
  })
})

describe.each(oneDatabase)('$name: the definition of a custom field', ({ open }) => {
  it('is kept by orgadmin at home and by superadmin for the platform', async () => {
    const app = await makePlatformApp(open)
    const own = await app.as('orgadmin').createCustomField({ name: 'own', type: 'string' })
    const wide = await app.as('root').createCustomField({ name: 'wide', type: 'string' })
    const noRight = forbidden('Insufficient rights to perform this action')

    for (const person of ['read', 'analyze'] as const) {
      const as = app.as(person)
      expect(await refusalOf(as.createCustomField({ name: 'x', type: 'string' }))).toEqual(noRight)
      expect(await refusalOf(as.updateCustomField({ id: own._id }, {}))).toEqual(noRight)
      expect(await refusalOf(as.deleteCustomField({ id: own._id }))).toEqual(noRight)
    }
    for (const person of ['stranger', 'root'] as const) {
      expect(await refusalOf(app.as(person).getCustomField({ id: own._id }))).toMatchObject({
        status: 404,
      })
      expect(await refusalOf(app.as(person).deleteCustomField({ id: own._id }))).toMatchObject({
        status: 404,
      })
    }
    expect(await app.as('read').getCustomField({ id: wide._id })).toMatchObject({ name: 'wide' })
    expect(
      await refusalOf(app.as('orgadmin').updateCustomField({ id: wide._id }, { name: 'x' })),
    ).toMatchObject({ status: 403, message: expect.stringContaining('is global') })
    expect(await refusalOf(app.as('orgadmin').deleteCustomField({ id: wide._id }))).toMatchObject({
      status: 403,
    })
    await app.as('root').deleteCustomField({ id: wide._id })
  })

  it.each([
    ['a name that looks like an id', { name: '~1', type: 'string' }],
    ['a name that reaches a prototype', { name: '__proto__', type: 'string' }],
    ['an empty name', { name: '', type: 'string' }],
    ['a type that does not exist', { name: 'x', type: 'number' }],
    ['options of another type', { name: 'x', type: 'integer', options: ['a'] }],
  ])('cannot have %s', async (_, payload) => {
    const app = await makePlatformApp(open)

    const response = await app.inject({
      as: 'orgadmin',
      method: 'POST',
      url: '/api/customField',
      payload,
    })

    expect(response.statusCode).toBe(400)
  })
})

describe.each(databases)('$name: the type of a custom field', ({ open }) => {
  it('changes while nothing has a value, with its options, and is fixed from then on', async () => {
    const app = await makePlatformApp(open)
    const admin = app.as('orgadmin')
    await admin.createCustomField({ name: 'level', type: 'string', options: ['low', 'high'] })

    await admin.updateCustomFieldV1({ id: 'level' }, { type: 'integer' })

    expect(await admin.getCustomFieldV1({ id: 'level' })).toMatchObject({
      type: 'integer',
      options: [],
    })
    await app.as('analyze').createCase({ ...newCase, customFields: { level: 3 } })
    await expect(
      admin.updateCustomFieldV1({ id: 'level' }, { type: 'string' }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining('1 objects') })
    await admin.updateCustomFieldV1({ id: 'level' }, { type: 'integer', options: [1, 3] })
    expect(await admin.getCustomFieldV1({ id: 'level' })).toMatchObject({ options: [1, 3] })
  })
})
