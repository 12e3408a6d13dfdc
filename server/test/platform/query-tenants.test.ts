import { describe, expect, it } from 'vitest'
import { type Entity, entities, labels } from '../../src/domain/response/query-entities.ts'
import { links } from '../../src/domain/response/query-steps.ts'
import { similarityScore } from '../../src/domain/response/similarity.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import type { TestApp } from '../setup.ts'
import { insertRows, type Rows, row } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const ofBeta = { organization: 'beta', created_by: 'bob' }

/**
 * Alpha has one of everything. Beta has a case and an alert with the same values, whose rows point
 * at entities of alpha, which no call of the server would ever write: the statements alone must
 * hold.
 */
const world: Rows = {
  cases: [
    row.case('~901', {
      title: 'secret of alpha',
      tags: '["secret"]',
      custom_fields: '{"code":{"type":"string","value":"secret","order":1}}',
    }),
    row.case('~902', ofBeta),
  ],
  alerts: [
    row.alert('~9011', { case_id: '~901', source_ref: 'ref' }),
    row.alert('~9012', { ...ofBeta, case_id: '~901', source_ref: 'ref' }),
  ],
  observables: [
    row.observable('~9021', 'same.example', { case_id: '~901', message: 'secret of alpha' }),
    row.observable('~9022', 'same.example', { alert_id: '~9011' }),
    row.observable('~9023', 'same.example', { ...ofBeta, alert_id: '~9012' }),
    row.observable('~9024', 'same.example', { ...ofBeta, case_id: '~902' }),
  ],
  tasks: [
    row.task('~9031', '~901', { title: 'secret of alpha', assignee: 'bob' }),
    row.task('~9032', '~901', ofBeta),
  ],
  task_logs: [row.log('~9041', '~9031', '~901'), row.log('~9042', '~9031', '~901', ofBeta)],
  comments: [
    row.comment('~9043', { case_id: '~901', message: 'secret of alpha' }),
    row.comment('~9044', { ...ofBeta, alert_id: '~9011' }),
  ],
  attachments: [
    row.attachment('~9045', { alert_id: '~9011', attachment_name: 'secret of alpha' }),
    row.attachment('~9046', { ...ofBeta, case_id: '~901' }),
    row.attachment('~9099', { log_id: '~9041', attachment_name: 'secret of alpha' }),
    row.attachment('~9100', { ...ofBeta, log_id: '~9041' }),
  ],
  procedures: [
    row.procedure('~9047', { case_id: '~901', description: 'secret of alpha' }),
    row.procedure('~9048', { ...ofBeta, alert_id: '~9011' }),
  ],
  custom_events: [row.customEvent('~9049', '~901', { title: 'secret of alpha' })],
  pages: [
    row.page('~9101', { case_id: '~901', title: 'secret of alpha' }),
    row.page('~9102', { title: 'secret of alpha', slug: 'secret-of-alpha' }),
    row.page('~9103', { ...ofBeta, case_id: '~901' }),
  ],
  page_templates: [row.pageTemplate('~9104', { title: 'secret of alpha' })],
  dashboards: [row.dashboard('~9105', { title: 'secret of alpha' })],
  case_statuses: [row.status('~9097', 'secret status')],
  alert_statuses: [row.status('~9098', 'secret alert status')],
  actions: [
    row.action('~9051', 'Case', '~901'),
    row.action('~9052', 'Alert', '~9011'),
    row.action('~9053', 'Observable', '~9021'),
  ],
  observable_jobs: [row.job('~9061', '~9021'), row.job('~9062', '~9021', ofBeta)],
  custom_fields: [row.customField('~9071', 'code', 'string')],
  case_templates: [row.caseTemplate('~9081', 'Template')],
  observable_types: [row.observableType('~9091', 'alpha-type')],
  tags: [row.tag('~9095', 'secret')],
}

/** What only alpha may ever see, and the names by which it could be requested. */
const ofAlpha: Record<Entity, string[]> = {
  case: ['~901', '901'],
  alert: ['~9011', 'internal;test;ref'],
  observable: ['~9021', '~9022'],
  task: ['~9031'],
  log: ['~9041'],
  comment: ['~9043'],
  attachment: ['~9045', '~9099'],
  procedure: ['~9047'],
  page: ['~9101', '~9102'],
  pageTemplate: ['~9104'],
  dashboard: ['~9105'],
  caseStatus: ['~9097', 'secret status'],
  alertStatus: ['~9098', 'secret alert status'],
  // Public.
  pattern: [],
  analyzerTemplate: [],
  action: ['~9051', '~9052', '~9053'],
  job: ['~9061'],
  customField: ['~9071', 'code'],
  caseTemplate: ['~9081', 'Template'],
  observableType: ['~9091', 'alpha-type'],
  tag: ['~9095', 'secret'],
  user: ['ada', 'alan', 'rita', 'nora', 'lars'],
  organisation: ['alpha'],
  // Public.
  profile: [],
  // Its texts and names are looked for; ids are numbers.
  audit: [],
}

/** Beta has an alert of the same name, which it may see. */
const namesOf = (entity: Entity) => (entity === 'alert' ? ['~9011'] : ofAlpha[entity])

const makeWorld = async (open: TestDatabases['open']) => {
  const app = await makePlatformApp(open)
  await insertRows(app.deps.db, world)
  const entry = {
    at: 1,
    actor: 'ada',
    organization: 'alpha',
    action: 'case.create',
    object_type: 'case',
    object_id: '~901',
    details: '{"title":"secret of alpha"}',
    address: '::1',
    request_id: 'one',
  }
  await app.deps.db.insertInto('audit').values(entry).execute()
  return app
}

const step = (_name: string, more: object = {}) => ({ _name, ...more })

async function ask(app: TestApp, version: 0 | 1, steps: object[]) {
  const url = `/api/v${version}/query`
  return app.inject({ as: 'stranger', method: 'POST', url, payload: { query: steps } })
}

/**
 * Whatever an answer holds, however deep: no id of alpha, no text of alpha. The id that beta's own
 * rows were made to hold is beta's own.
 */
const leaks = (body: string) => {
  const shown = body.replaceAll(/"(case|caseId)":"~901"/g, '')
  return [...Object.values(ofAlpha).flat(), 'secret of alpha'].filter((text) =>
    shown.includes(`"${text}"`),
  )
}

/** Every list and every path to one of alpha's entities, followed by every possible step. */
const starts = entities.flatMap((entity) => [
  { entity, step: step(`list${labels[entity]}`), isAlphas: false },
  ...namesOf(entity).map((idOrName) => ({
    entity,
    step: step(`get${labels[entity]}`, { idOrName }),
    isAlphas: true,
  })),
])
const page = step('page', {
  from: 0,
  to: 50,
  withStats: true,
  withParents: 2,
  extraData: [
    ...['total', 'case', 'alert', 'task', 'similarCases', 'caseNumber', 'alerts'],
    ...['observableStats', 'taskStats', 'seen', 'caseId'],
  ],
})

describe.each(databases)('$name: another organization', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it('gets nothing of ours from any start or step, in pages with everything added', async () => {
    const app = await shared()
    const found: unknown[] = []
    for (const start of starts) {
      const ways = [[], ...Object.keys(links[start.entity]).map((name) => [step(name)])]
      for (const way of ways) {
        for (const version of [0, 1] as const) {
          const steps = [start.step, ...way]
          const response = await ask(app, version, [...steps, page])
          const leaked = leaks(response.body)
          if (response.statusCode !== 200 || leaked.length > 0) found.push([steps, leaked])
          if (!start.isAlphas) continue
          const count = (await ask(app, version, [...steps, step('count')])).json()
          if (response.json().length !== 0 || count !== 0) found.push([steps, count])
        }
      }
    }

    expect(found).toEqual([])
  })

  it('gets no similar, linked or counted thing of ours', async () => {
    const app = await shared()
    for (const [start, id] of [
      ['Alert', '~9012'],
      ['Alert', '~9011'],
      ['Case', '~902'],
      ['Case', '~901'],
    ]) {
      const get = step(`get${start}`, { idOrName: id })
      const results =
        start === 'Alert' ? ['similarCases'] : ['similarCases', 'similarAlerts', 'linkedCases']
      for (const result of results) {
        const response = await ask(app, 1, [get, step(result)])
        expect(leaks(response.body)).toEqual([])
      }
    }
    const own = await ask(app, 1, [step('getAlert', { idOrName: '~9012' }), step('similarCases')])
    expect(own.json()).toMatchObject([
      {
        case: { _id: '~902' },
        similarObservableCount: 1,
        // One case of beta, not two: the score does not reveal how many others hold the value.
        extraData: { score: similarityScore(1, [1]), observables: [{ _id: '~9024', count: 1 }] },
      },
    ])
    for (const count of ['countRelatedAlert', 'countTask', 'countCaseObservable']) {
      expect((await ask(app, 1, [step(count, { caseId: '~901' })])).json()).toBe(0)
    }
    const alert = step('countAlertObservable', { alertId: '~9011' })
    expect((await ask(app, 1, [alert])).json()).toBe(0)
  })

  it('learns nothing by filters through parents and children', async () => {
    const app = await shared()
    const idsOf = async (list: string, filter: object) => {
      const response = await ask(app, 0, [step(list), step('filter', filter)])
      return response.json().map(({ _id }: { _id: string }) => _id)
    }

    const secret = { _wildcard: { title: '*secret*' } }
    expect(await idsOf('listTask', { _parent: { _type: 'case', _query: secret } })).toEqual([])
    expect(await idsOf('listTask', { _parent: { _type: 'case', _id: '~901' } })).toEqual([])
    expect(await idsOf('listTask', { _parent: { _type: 'case', _query: {} } })).toEqual([])
    expect(await idsOf('listAlert', { _parent: { _type: 'case', _query: {} } })).toEqual([])
    expect(await idsOf('listLog', { _parent: { _type: 'case_task', _query: {} } })).toEqual([])
    expect(await idsOf('listCase', { _child: { _type: 'case_task', _query: {} } })).toEqual([])
    expect(await idsOf('listCase', { _child: { _type: 'case_artifact', _query: {} } })).toEqual([
      '~902',
    ])
    expect(
      await idsOf('listObservable', { _child: { _type: 'case_artifact_job', _query: {} } }),
    ).toEqual([])
  })
})

describe.each(oneDatabase)('$name: another organization', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it('does not know our custom fields, not even to sort by', async () => {
    const app = await shared()
    const code = 'customFields.code'
    const steps = [
      step('filter', { [code]: 'secret' }),
      step('filter', { _contains: 'customFields.~9071' }),
      step('sort', { _fields: [{ [code]: 'asc' }] }),
    ]

    for (const last of steps) {
      const response = await ask(app, 0, [step('listCase'), last])
      expect(response.json()).toMatchObject({ type: 'BadRequest' })
      expect(response.json().message).toMatch(/^Property customFields\..* for type Case not found$/)
    }
  })

  it.each([
    ['GET', '/api/case/~901/links', 404],
    ['GET', '/api/v1/case/~901/links', 404],
    ['GET', '/api/v1/case/~901/timeline', 404],
    ['GET', '/api/case/~901/timeline', 404],
    ['GET', '/api/v1/customEvent/~9049', 404],
    ['GET', '/api/v1/caseStatus/~9097', 404],
    ['GET', '/api/page/~9102', 404],
    ['GET', '/api/page/~9101', 404],
    ['GET', '/api/page/secret-of-alpha', 404],
    ['POST', '/api/page/_search', 200],
    ['GET', '/api/v1/pageTemplate/~9104', 404],
    ['GET', '/api/dashboard/~9105', 404],
    ['GET', '/api/dashboard?range=all', 200],
    ['POST', '/api/dashboard/_search?range=all', 200],
    ['GET', '/api/v1/case/~901/export?password=p', 404],
    ['GET', '/api/case/~901/misp', 404],
    ['GET', '/api/case/~901/stix', 404],
    ['GET', '/api/v1/observable/~9021/attachment/~9021/download', 404],
    ['GET', '/api/v1/pattern/case/~901', 404],
    ['GET', '/api/v1/case/~901/attachment/~9045/download', 404],
    ['GET', '/api/case/artifact/~9021/similar', 404],
    ['GET', '/api/v1/alert/~9011/similar/~902/observables', 404],
    ['GET', '/api/v1/alert/~9012/similar/~901/observables', 404],
    ['GET', '/api/v1/case/~902/similar/~9011/observables', 404],
    ['POST', '/api/case/~901/task/_search', 404],
    ['GET', '/api/case/artifact/~9024/similar', 200],
    ['GET', '/api/case/~902/links', 200],
    ...['case', 'alert', 'case/task', 'case/task/log', 'case/artifact', 'case/template'].flatMap(
      (path): [string, string, number][] => [
        ['GET', `/api/${path}?range=all&nstats=true&nparent=2`, 200],
        ['POST', `/api/v0/${path}/_search?range=all&nparent=2`, 200],
      ],
    ),
    ['GET', '/api/tag', 200],
    ['GET', '/api/tag/secret', 404],
    ['GET', '/api/v1/audit?range=all', 200],
    ['POST', '/api/v1/case/~901/observable/_merge', 404],
    ['GET', '/api/v1/tag/~9095', 404],
    ['GET', '/api/customField', 200],
    ['GET', '/api/v1/customField', 200],
    ['GET', '/api/v1/task', 200],
    ['GET', '/api/v1/caseTemplate', 200],
    ['POST', '/api/observable/type/_search', 200],
    ['GET', '/api/organisation', 200],
    ['GET', '/api/v1/organisation', 200],
    ['POST', '/api/organisation/_search', 200],
    ['GET', '/api/organisation/alpha', 404],
    ['GET', '/api/v1/organisation/alpha', 404],
    ['GET', '/api/v1/user/ada', 404],
    ['GET', '/api/v1/user/ada/key', 404],
  ] as const)('gets nothing of ours at %s %s', async (method, url, status) => {
    const app = await shared()

    const response = await app.inject({ as: 'stranger', method: method as 'GET', url })

    expect(response.statusCode).toBe(status)
    expect(leaks(response.body)).toEqual([])
  })

  it.each([
    ...['case', 'alert', 'case/task', 'case/task/log', 'case/artifact', 'case/template', 'tag'],
    ...['page', 'dashboard', 'customFields', 'observable/type', 'organisation'],
    ...['connector/cortex/action', 'connector/engine/job', 'audit'],
  ])('counts its own alone at %s/_stats', async (path) => {
    const app = await shared()
    const stats = [{ _agg: 'count' }, { _agg: 'field', _field: '_id' }]
    const url = `/api/${path}/_stats`

    const response = await app.inject({ as: 'stranger', method: 'POST', url, payload: { stats } })

    expect(response.statusCode).toBe(200)
    expect(leaks(response.body)).toEqual([])
  })
})
