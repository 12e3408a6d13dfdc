import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import { insertRows, type Rows, row } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const numbers = Array.from({ length: 12 }, (_, index) => index + 1)

const world: Rows = {
  cases: numbers.map((n) =>
    row.case(`~${n}`, {
      title: `Case ${n}`,
      severity: (n % 3) + 1,
      created_at: n,
      tags: n % 2 === 0 ? '["even","all"]' : '["all"]',
      custom_fields: `{"customer":{"type":"string","value":"c${n}","order":1}}`,
    }),
  ),
  alerts: [row.alert('~21', { read: 1 }), row.alert('~22')],
  observables: [row.observable('~31', 'a.example', { alert_id: '~21' })],
  tasks: [row.task('~41', '~1'), row.task('~42', '~2', { status: 'InProgress' })],
  task_logs: [row.log('~51', '~41', '~1')],
  custom_fields: [
    row.customField('~61', 'customer', 'string'),
    row.customField('~62', 'everywhere', 'string', { organization: '' }),
    row.customField('~63', 'customer', 'integer', { organization: '' }),
  ],
  case_templates: [row.caseTemplate('~71', 'Phishing')],
  tags: [row.tag('~81', 'even')],
}

const makeWorld = async (open: TestDatabases['open']) => {
  const app = await makePlatformApp(open)
  await insertRows(app.deps.db, world)
  return app
}

describe.each(databases)('$name: the lists of version 0', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it('show ten by default, with the end of a range excluded and the true total', async () => {
    const app = await shared()
    const list = async (query: string) => {
      const response = await app.inject({ as: 'read', url: `/api/case?${query}` })
      return [
        response.json().map(({ caseId }: { caseId: number }) => caseId),
        response.headers['x-total'],
      ]
    }

    expect(await list('sort=caseId')).toEqual([numbers.slice(0, 10), '12'])
    expect(await list('sort=%2BcaseId&range=0-2')).toEqual([[1, 2], '12'])
    expect(await list('sort=-severity,caseId&range=0-3')).toEqual([[2, 5, 8], '12'])
    expect(await list('sort=-severity&sort=-caseId&range=0-3')).toEqual([[11, 8, 5], '12'])
    expect((await list('range=all'))[0]).toHaveLength(12)
    expect((await list('range=shoe'))[0]).toHaveLength(10)
  })

  it('search by the filter language, as clients of today send it', async () => {
    const app = await shared()
    const search = async (path: string, query: object) => {
      const url = `/api/${path}/_search?range=all&nparent=1`
      const response = await app.inject({ as: 'read', method: 'POST', url, payload: { query } })
      return response.json().map(({ _id }: { _id: string }) => _id)
    }

    expect(await search('case', { _field: 'caseId', _value: 3 })).toEqual(['~3'])
    expect(await search('case', { 'customFields.customer.string': 'c7' })).toEqual(['~7'])
    expect(await search('case', { _child: { _type: 'case_task', _query: {} } })).toEqual([
      '~2',
      '~1',
    ])
    expect(
      await search('case/task', { _parent: { _type: 'case', _query: { _id: '~1' } } }),
    ).toEqual(['~41'])
    expect(await search('case/1/task', {})).toEqual(['~41'])
    expect(
      await search('case/task/log', { _parent: { _type: 'case_task', _query: { _id: '~41' } } }),
    ).toEqual(['~51'])
    for (const _type of ['case_task', 'task', 'Task'])
      expect(await search('case/task/log', { _parent: { _type, _id: '~41' } }), _type).toEqual([
        '~51',
      ])
    expect(
      await search('case/task/log', { _parent: { _type: 'case', _query: { _id: '~1' } } }),
    ).toEqual(['~51'])
    expect(await search('case', { _child: { _type: 'log', _query: { _id: '~51' } } })).toEqual([
      '~1',
    ])
    expect(await search('case', { _child: { _type: 'observable', _query: {} } })).toEqual(
      await search('case', { _child: { _type: 'case_artifact', _query: {} } }),
    )
    expect(await search('alert', { _child: { _type: 'artifact', _query: {} } })).toEqual(
      await search('alert', { _child: { _type: 'alert_artifact', _query: {} } }),
    )
    expect(await search('case/artifact', { _wildcard: { data: '*.example' } })).toEqual(['~31'])
    expect(await search('alert', { status: 'Ignored' })).toEqual(['~21'])
    expect(
      await search('alert', { _child: { _type: 'alert_artifact', _query: { data: 'a.example' } } }),
    ).toEqual(['~21'])
    expect(await search('case/template', { _field: 'name', _value: 'Phishing' })).toEqual(['~71'])
    expect(await search('tag', { name: 'even' })).toEqual(['~81'])
    expect(await search('customFields', { type: 'string' })).toEqual(['~61', '~62'])
  })

  it('answer what the contract says', async () => {
    const app = await shared()
    const client = app.as('read')
    const everything = { range: 'all', nstats: true, nparent: 2 }

    expect((await client.listCases(everything)).total).toBe(12)
    expect((await client.searchCases(everything)).rows[0]?.stats).toMatchObject({ shareCount: 0 })
    expect((await client.listAlerts(everything)).rows[0]?.artifacts).toHaveLength(0)
    expect((await client.searchAlerts({ query: { _id: '~21' } })).rows[0]?.artifacts).toHaveLength(
      1,
    )
    expect((await client.listTasks(everything)).rows[0]?.case?.caseId).toBe(1)
    expect((await client.searchTasks(everything)).total).toBe(2)
    expect((await client.searchCaseTasks({ id: '2' }, everything)).total).toBe(1)
    expect((await client.listTaskLogs(everything)).rows[0]?.case_task?._id).toBe('~41')
    expect((await client.searchTaskLogs(everything)).total).toBe(1)
    expect((await client.listObservables(everything)).rows[0]?.alert).toMatchObject({ _id: '~21' })
    expect((await client.searchObservables(everything)).total).toBe(1)
    expect((await client.listCaseTemplates({})).rows[0]?.name).toBe('Phishing')
    expect((await client.listCaseTemplatesV1({})).rows[0]?.name).toBe('Phishing')
    expect((await client.listTags({})).rows[0]?.name).toBe('even')
    expect((await client.listTasksV1({})).rows.map(({ _id }) => _id)).toEqual(['~41', '~42'])
    expect((await client.listCustomFieldsV1({})).total).toBe(2)
    expect(
      (await client.searchObservableTypes({ query: { isAttachment: true } })).rows,
    ).toMatchObject([{ name: 'file' }])
  })

  it('count and group', async () => {
    const app = await shared()
    const stats = async (path: string, stats: object[], query: object = {}) => {
      const url = `/api/${path}/_stats`
      const response = await app.inject({
        as: 'read',
        method: 'POST',
        url,
        payload: { query, stats },
      })
      return response.json()
    }

    expect(await stats('case', [{ _agg: 'count' }])).toEqual({ count: 12 })
    expect(await stats('case', [{ _agg: 'count' }], { tags: 'even' })).toEqual({ count: 6 })
    expect(
      await stats('case', [{ _agg: 'field', _field: 'severity', _select: [{ _agg: 'count' }] }]),
    ).toEqual({ 1: { count: 4 }, 2: { count: 4 }, 3: { count: 4 } })
    expect(await stats('case', [{ _agg: 'field', _field: 'tags' }])).toEqual({
      all: { count: 12 },
      even: { count: 6 },
    })
    expect(await stats('alert', [{ _agg: 'field', _field: 'status' }])).toEqual({
      Ignored: { count: 1 },
      New: { count: 1 },
    })
    expect(
      await stats('case', [{ _agg: 'count', _name: 'big', _query: { _gt: { caseId: 10 } } }]),
    ).toEqual({ big: 2 })
    expect(await stats('case', [{ _agg: 'field', _field: 'shoe' }])).toMatchObject({
      type: 'BadRequest',
      message: 'Property shoe for type Case not found',
    })
    expect(await stats('case', [{ _agg: 'field', _field: 'customFields.customer' }])).toMatchObject(
      {
        type: 'BadRequest',
      },
    )
  })
})

describe.each(oneDatabase)('$name: the lists of version 0', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it('show superadmin global data, and no case', async () => {
    const app = await shared()

    const fields = await app.as('root').listCustomFields({})
    const cases = await app.inject({ as: 'root', url: '/api/case' })

    expect(fields.rows.map(({ _id }) => _id)).toEqual(['~63', '~62'])
    expect(cases.statusCode).toBe(403)
  })

  it.each([
    ['an unknown field', { query: { shoe: 1 } }, 'BadRequest'],
    ['an unknown sort', { sort: 'shoe' }, 'BadRequest'],
    ['a filter of another language', { query: { _type: 'case' } }, 'AttributeCheckingError'],
    ['a negative depth of parents', { nparent: -1 }, 'BadRequest'],
  ])('refuse %s', async (_name, payload, type) => {
    const app = await shared()

    const response = await app.inject({
      as: 'read',
      method: 'POST',
      url: '/api/case/_search',
      payload,
    })

    expect(response.statusCode).toBe(400)
    expect(response.json().type).toBe(type)
  })
})
