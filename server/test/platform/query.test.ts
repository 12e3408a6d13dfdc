import { SimilarAlert, SimilarCase } from '@assay/contract'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import type { Person, TestApp } from '../setup.ts'
import { get, paths, step, world } from './query-world.ts'
import { insertRows } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const makeWorld = async (open: TestDatabases['open']) => {
  const app = await makePlatformApp(open)
  await app.deps.db.deleteFrom('observable_types').execute()
  await insertRows(app.deps.db, world)
  return app
}

const ask = (app: TestApp, version: 0 | 1, steps: unknown, as: Person = 'read') =>
  app.inject({
    as,
    method: 'POST',
    url: `/api/v${version}/query?name=a-label`,
    payload: { query: steps, excludeFields: [] },
  })

const idsOf = (rows: { _id: string }[]) => rows.map(({ _id }) => _id)

describe.each(databases)('$name: a query', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it('goes every way in both versions', async () => {
    const app = await shared()
    const answers: unknown[] = []
    for (const [name, steps] of paths) {
      for (const version of [0, 1] as const) {
        const response = await ask(app, version, steps)
        answers.push([name, version, idsOf(response.json())])
      }
    }

    expect(answers).toEqual(
      paths.flatMap(([name, , ids]) => [
        [name, 0, ids],
        [name, 1, ids],
      ]),
    )
  })

  it('counts instead of showing, and at the start in version 1', async () => {
    const app = await shared()
    const numberOf = async (...steps: object[]) => (await ask(app, 1, steps)).json()

    expect(await numberOf(step('listAlert'), step('count'))).toBe(3)
    expect(await numberOf(step('listAlert'), step('limitedCount'))).toBe(3)
    expect(await numberOf(get('Alert', '~404'), step('observables'), step('count'))).toBe(0)
    expect(await numberOf(step('countAlert'))).toBe(3)
    expect(await numberOf(step('countUnreadAlert'))).toBe(1)
    expect(await numberOf(step('countImportedAlert'))).toBe(1)
    expect(await numberOf(step('countCase'))).toBe(2)
    expect(await numberOf(step('countRelatedAlert', { caseId: '~2' }))).toBe(1)
    expect(await numberOf(step('countTask', { caseId: '1' }))).toBe(2)
    expect(await numberOf(step('countCaseObservable', { caseId: '~1' }))).toBe(2)
    expect(await numberOf(step('countAlertObservable', { alertId: '~11' }))).toBe(1)
    expect((await ask(app, 0, [step('countAlert')])).statusCode).toBe(400)
  })

  it('sorts with what is missing last in both directions, and pages with the end excluded', async () => {
    const app = await shared()
    const sorted = async (...fields: unknown[]) =>
      idsOf((await ask(app, 0, [step('waitingTasks'), step('sort', { _fields: fields })])).json())

    expect(await sorted({ flag: 'desc' }, { startDate: 'desc' })).toEqual(['~31', '~33', '~34'])
    expect(await sorted({ flag: 'asc' }, { startDate: 'asc' })).toEqual(['~33', '~34', '~31'])
    expect(await sorted({ startDate: 'asc' })).toEqual(['~33', '~31', '~34'])
    expect(await sorted('-createdAt')).toEqual(['~34', '~33', '~31'])
    expect(await sorted('+createdAt', 'title')).toEqual(['~31', '~33', '~34'])

    const page = await ask(app, 0, [
      step('waitingTasks'),
      step('sort', { _fields: [{ createdAt: 'asc' }] }),
      step('page', { from: 1, to: '2' }),
    ])
    expect(idsOf(page.json())).toEqual(['~33'])
    expect(page.headers['x-total']).toBe('3')
  })

  it('returns the total in version 0, and in version 1 when asked', async () => {
    const app = await shared()
    const total = async (version: 0 | 1, steps: object[]) =>
      (await ask(app, version, steps)).headers['x-total']

    const page = { from: 0, to: 1 }
    expect(await total(0, [step('listAlert'), step('page', page)])).toBe('3')
    expect(await total(0, [step('listAlert')])).toBeUndefined()
    expect(await total(1, [step('listAlert'), step('page', page)])).toBeUndefined()
    expect(
      await total(1, [step('listAlert'), step('page', { ...page, extraData: ['total'] })]),
    ).toBe('3')
    expect(await total(1, [step('listAction'), step('page', page)])).toBe('3')
    expect(await total(0, [step('listAlert'), step('page', { from: 7, to: 9 })])).toBe('3')
    expect(await total(0, [step('listAlert'), step('page', { from: 0, to: 0 })])).toBe('3')
  })

  it('adds parents and statistics to a page of version 0', async () => {
    const app = await shared()
    const page = async (what: string, more: object) =>
      (await ask(app, 0, [step(what), step('page', { from: 0, to: 9, ...more })])).json()

    const [, first] = await page('listCase', { withStats: true })
    expect(first.stats).toEqual({
      tasks: { Waiting: 1, InProgress: 1, total: 2 },
      artifacts: { count: 2 },
      alerts: [],
      mergeFrom: null,
      mergeInto: null,
      isOwner: true,
      shareCount: 0,
    })
    const [task] = await page('waitingTasks', { withParents: 1 })
    expect(task.case).toMatchObject({ _id: '~1', _type: 'case', caseId: 1 })
    const [log] = await page('listLog', { withParents: 2 })
    expect(log.case_task).toMatchObject({ _id: '~31', case: { _id: '~1' } })
    const observables = await page('listObservable', { withParents: 1, withStats: true })
    expect(observables.map((seen: { seen: boolean }) => seen.seen)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(observables[3]).toMatchObject({ alert: { _id: '~11' } })
    expect(observables[0]).toMatchObject({ case: { _id: '~1' } })
    const [job] = await page('listJob', { withParents: 1 })
    expect(job.case_artifact).toMatchObject({ _id: '~21' })
  })

  it('shows the observables of alerts in a page of version 0, and bare alerts without them', async () => {
    const app = await shared()
    const artifacts = async (...steps: object[]) => {
      const [alert] = (await ask(app, 0, [get('Alert', '~11'), ...steps])).json()
      return idsOf(alert.artifacts)
    }

    expect(await artifacts()).toEqual([])
    expect(await artifacts(step('withObservables'))).toEqual(['~24'])
    expect(await artifacts(step('page', { from: 0, to: 1 }))).toEqual(['~24'])
  })

  it('adds extra data to a page of version 1, and passes over names that it does not know', async () => {
    const app = await shared()
    const extra = async (start: object, ...names: string[]) => {
      const page = step('page', { from: 0, to: 9, extraData: names })
      const [first] = (await ask(app, 1, [start, page])).json()
      return first.extraData
    }

    expect(
      await extra(
        get('Case', '~1'),
        ...['observableStats', 'taskStats', 'alerts', 'isOwner', 'shareCount', 'permissions'],
        ...['actionRequired', 'nothing', 'constructor'],
      ),
    ).toEqual({
      observableStats: { total: 2 },
      taskStats: { Waiting: 1, InProgress: 1, total: 2 },
      alerts: [],
      isOwner: true,
      shareCount: 0,
      permissions: [],
      actionRequired: false,
    })
    expect(await extra(get('Case', '~2'), 'alerts')).toEqual({
      alerts: [{ _id: '~12', type: 'internal', source: 'test' }],
    })
    expect(await extra(get('Alert', '~12'), 'importDate', 'caseNumber')).toEqual({
      importDate: 61_000,
      caseNumber: 2,
    })
    expect(await extra(get('Alert', '~11'), 'importDate', 'caseNumber')).toEqual({})
    expect(await extra(get('Task', '~33'), 'case', 'caseId')).toMatchObject({
      case: { _id: '~2', _type: 'Case' },
      caseId: '~2',
    })
    expect(await extra(get('Observable', '~24'), 'alert', 'seen', 'case')).toMatchObject({
      alert: { _id: '~11', observableCount: 1 },
      seen: true,
    })
    expect(await extra(get('Log', '~41'), 'task', 'taskId', 'actionCount')).toMatchObject({
      task: { _id: '~31' },
      taskId: '~31',
      actionCount: 0,
    })
    const { similarCases } = await extra(get('Alert', '~11'), 'similarCases')
    expect(similarCases.map((found: { case: { _id: string } }) => found.case._id)).toEqual([
      '~2',
      '~1',
    ])
  })

  it('returns linked cases, with the observables that link them', async () => {
    const app = await shared()
    const steps = [get('Case', '~1'), step('linkedCases')]

    const [v0] = (await ask(app, 0, steps)).json()
    const [v1] = (await ask(app, 1, steps)).json()
    const rest = await app.inject({ as: 'read', url: '/api/case/1/links' })
    const restV1 = await app.as('read').listLinkedCasesV1({ id: '~1' })

    expect(v0).toMatchObject({ _id: '~2', caseId: 2, linksCount: 1, linkedWith: [{ _id: '~22' }] })
    expect(v1).toMatchObject({ _id: '~2', number: 2, linksCount: 1, linkedWith: [{ _id: '~22' }] })
    expect(rest.json()).toEqual([v0])
    expect(restV1).toEqual([v1])
    expect((await ask(app, 1, [...steps, step('count')])).json()).toBe(1)
    expect((await app.inject({ as: 'read', url: '/api/case/9/links' })).json().message).toBe(
      'Case not found',
    )
  })

  it('returns observables that two entities share', async () => {
    const app = await shared()
    const idsAt = async (url: string) => idsOf((await app.inject({ as: 'read', url })).json())

    expect(await idsAt('/api/case/artifact/~22/similar')).toEqual(['~23', '~24'])
    expect(await idsAt('/api/v1/alert/~11/similar/~1/observables')).toEqual(['~22'])
    expect(await idsAt('/api/v1/alert/~11/similar/~13/observables')).toEqual([])
    expect(await idsAt('/api/v1/case/~1/similar/~2/observables')).toEqual(['~23'])
    expect(await idsAt('/api/v1/case/~1/similar/~11/observables')).toEqual(['~24'])
    const unknown = await app.inject({ as: 'read', url: '/api/v1/case/~1/similar/~9/observables' })
    expect(unknown.statusCode).toBe(404)
  })

  it('returns similar alerts and similar cases of a case in the shape of the contract', async () => {
    const app = await shared()

    const alerts = (await ask(app, 1, [get('Case', '~2'), step('similarAlerts')])).json()
    const cases = (await ask(app, 1, [get('Case', '~2'), step('similarCases')])).json()

    expect(alerts.map((found: { alert: { _id: string } }) => found.alert._id)).toEqual(['~11'])
    expect(cases.map((found: { case: { _id: string } }) => found.case._id)).toEqual(['~1'])
    expect(Compile(SimilarAlert).Errors(alerts[0])).toEqual([])
    expect(Compile(SimilarCase).Errors(cases[0])).toEqual([])
  })

  it('shows tasks to their assignee', async () => {
    const app = await shared()

    expect(idsOf((await ask(app, 0, [step('myTasks')], 'analyze')).json())).toEqual(['~32'])
  })

  it('stays one short statement however often it asks for what is similar', async () => {
    const app = await shared()
    const steps = [get('Observable', '~22'), ...Array.from({ length: 17 }, () => step('similar'))]

    const response = await ask(app, 1, [...steps, step('count')])

    // ~22, ~23 and ~24 hold the same value: from two of them all three are reached again.
    expect(response.json()).toBe(3)
  })

  it('lets all its filters together spend what one may', async () => {
    const app = await shared()
    const values = Array.from({ length: 3_000 }, (_, index) => index)
    const filter = step('filter', { _in: { _field: 'severity', _values: values } })

    const one = await ask(app, 1, [step('listCase'), filter])
    const two = await ask(app, 1, [step('listCase'), filter, filter])

    expect(one.statusCode).toBe(200)
    expect(two.json()).toMatchObject({ type: 'SearchError' })
    expect(two.json().message).toContain('5000 values')
  })
})

describe.each(oneDatabase)('$name: a query', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it.each([
    ['nothing', undefined, 'AttributeCheckingError', 'Attribute query is missing'],
    ['null', null, 'AttributeCheckingError', 'Attribute query is missing'],
    ['no list', {}, 'AttributeCheckingError', 'expected a list of steps'],
    ['an empty list', [], 'AttributeCheckingError', 'listAlert'],
    [
      'an unknown field',
      [step('listCase'), step('filter', { shoe: 1 })],
      'BadRequest',
      'Property shoe for type Case not found',
    ],
    [
      'an unknown sort',
      [step('listCase'), step('sort', { _fields: [{ shoe: 'asc' }] })],
      'BadRequest',
      'Property shoe for type Case not found',
    ],
    [
      'a sort by several values',
      [step('listCase'), step('sort', { _fields: ['tags'] })],
      'BadRequest',
      'Cannot sort by tags: it has several values',
    ],
    [
      'an unknown status',
      [step('listCase'), step('filter', { status: 'Foo' })],
      'AttributeCheckingError',
      'one of Open, Resolved, Duplicated',
    ],
    [
      'too many steps',
      Array.from({ length: 21 }, () => step('listCase')),
      'BadRequest',
      '20 steps',
    ],
  ])('refuses %s', async (_name, query, type, message) => {
    const app = await shared()

    const response = await ask(app, 1, query)

    expect(response.statusCode).toBe(400)
    expect(response.json().type).toBe(type)
    expect(response.json().message).toContain(message)
  })

  it('names the steps that are possible where a wrong one stands', async () => {
    const app = await shared()

    const first = (await ask(app, 1, [step('similarCases')])).json()
    const second = (await ask(app, 0, [get('Alert', '~11'), step('similarCases')])).json()
    const after = (
      await ask(app, 1, [step('listLog'), step('page', { from: 0, to: 1 }), step('count')])
    ).json()

    expect(first.errors[0]).toMatchObject({
      type: 'InvalidFormatAttributeError',
      name: '_name',
      format: 'query',
      acceptedInput: expect.arrayContaining(['listAlert', 'getAlert', 'waitingTasks', 'countCase']),
    })
    expect(second.errors[0].acceptedInput).toEqual([
      ...['filter', 'sort', 'page', 'count', 'limitedCount'],
      ...['observables', 'comments', 'attachments', 'procedures'],
      ...['case', 'cases', 'actions', 'withObservables'],
    ])
    expect(after.message).toContain('no further step')
  })
})
