import { SimilarCase } from '@assay/contract'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { similarityScore } from '../../src/domain/response/similarity.ts'
import { collected } from '../../src/domain/rows.ts'
import { similarCasesV0 } from '../../src/platform/cases/similar.ts'
import { databases, type TestDatabases } from '../databases.ts'
import { sharedByTests } from '../lifetime.ts'
import type { TestApp } from '../setup.ts'
import { insertRows, type Rows, row, sha256 } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const file = (content: string) => ({
  value_hash: sha256(content),
  data_type: 'file',
  attachment_id: sha256(content),
  attachment_name: `${content}.bin`,
  attachment_type: 'application/octet-stream',
  attachment_size: content.length,
  attachment_sha1: 'a'.repeat(40),
  attachment_md5: 'b'.repeat(32),
})

/**
 * Alert ~1 holds `common`, `rare`, a file, and `ignored`, which it ignores. Case ~10 shares all of
 * them, ~11 the common one twice and under another type, ~12 only what one side ignores.
 */
const world: Rows = {
  alerts: [row.alert('~1', { case_id: '~13' }), row.alert('~2')],
  cases: [
    row.case('~10', { created_at: 10 }),
    row.case('~11', { created_at: 11, status: 'Resolved', title: 'Second' }),
    row.case('~12', { created_at: 12 }),
    row.case('~13', { created_at: 13, status: 'Duplicated' }),
  ],
  observables: [
    row.observable('~100', 'common', { alert_id: '~1', ioc: 1 }),
    row.observable('~101', 'rare', { alert_id: '~1' }),
    row.observable('~102', null, { alert_id: '~1', ...file('tool') }),
    row.observable('~103', 'ignored', { alert_id: '~1', ignore_similarity: 1 }),
    row.observable('~104', 'kept', { alert_id: '~1', ignore_similarity: 0 }),

    row.observable('~110', 'common', { case_id: '~10', ioc: 1 }),
    row.observable('~111', 'rare', { case_id: '~10', data_type: 'other' }),
    row.observable('~112', null, { case_id: '~10', ...file('tool'), ioc: 1 }),
    row.observable('~113', 'ignored', { case_id: '~10' }),
    row.observable('~114', 'own', { case_id: '~10', ioc: 1 }),
    row.observable('~115', 'own too', { case_id: '~10', ignore_similarity: 1, ioc: 1 }),

    row.observable('~120', 'common', { case_id: '~11' }),
    row.observable('~121', 'common', { case_id: '~11', data_type: 'other' }),
    row.observable('~122', 'Rare', { case_id: '~11' }),

    row.observable('~130', 'rare', { case_id: '~12', ignore_similarity: 1 }),
    row.observable('~131', 'ignored', { case_id: '~12' }),

    row.observable('~140', 'common', { case_id: '~13' }),
    row.observable('~150', 'common', { alert_id: '~2' }),
  ],
}

const makeWorld = async (open: TestDatabases['open']) => {
  const app = await makePlatformApp(open)
  await insertRows(app.deps.db, world)
  return app
}

interface Found {
  case: { _id: string; extraData: object }
  similarObservableCount: number
  observableCount: number
  similarIocCount: number
  iocCount: number
  observableTypes: Record<string, number>
  extraData: { score: number; observables: { _id: string; count: number; weight: number }[] }
}

const similar = async (
  app: TestApp,
  more: object = {},
  after: object[] = [],
  start: object = { _name: 'getAlert', idOrName: '~1' },
): Promise<Found[]> => {
  const response = await app.inject({
    as: 'read',
    method: 'POST',
    url: '/api/v1/query?name=alert-similar-cases',
    payload: { query: [start, { _name: 'similarCases', ...more }, ...after] },
  })
  expect(response.statusCode).toBe(200)
  return response.json()
}
const ids = (found: Found[]) => found.map((one) => one.case._id)

describe.each(databases)('$name: similar cases', ({ open }) => {
  /** Nothing is changed in it. */
  const shared = sharedByTests(() => makeWorld(open))

  it('are those that hold the same value: text or file, whatever the data type', async () => {
    const app = await shared()

    const [best, ...others] = await similar(app)

    expect(best).toMatchObject({
      case: { _id: '~10', _type: 'Case', number: 10, extraData: {}, customFields: [] },
      similarObservableCount: 3,
      observableCount: 5,
      similarIocCount: 2,
      iocCount: 3,
      observableTypes: { domain: 1, other: 1, file: 1 },
    })
    expect(ids(others)).toEqual(['~13', '~11'])
    expect(others[1]).toMatchObject({
      similarObservableCount: 2,
      observableCount: 3,
      similarIocCount: 0,
      iocCount: 0,
      observableTypes: { domain: 1, other: 1 },
    })
    expect(Object.keys(best ?? {})).toEqual([
      'case',
      'similarObservableCount',
      'observableCount',
      'similarIocCount',
      'iocCount',
      'observableTypes',
      'extraData',
    ])
    expect(Compile(SimilarCase).Errors(best)).toEqual([])
  })

  it('come with what they share and a score in which rare values weigh more', async () => {
    const app = await shared()

    const [best, second] = await similar(app)

    // Four cases; three hold `common`, and only ~10 holds `rare` and the file where they count.
    expect(best?.extraData).toEqual({
      score: similarityScore(4, [3, 1, 1]),
      observables: [
        { _id: '~111', dataType: 'other', data: 'rare', ioc: false, count: 1, weight: 1.609 },
        {
          _id: '~112',
          dataType: 'file',
          attachment: { name: 'tool.bin' },
          ioc: true,
          count: 1,
          weight: 1.609,
        },
        { _id: '~110', dataType: 'domain', data: 'common', ioc: true, count: 3, weight: 0.511 },
      ],
    })
    expect(second?.extraData.score).toBe(similarityScore(4, [3]))
  })

  it.each([
    ['a field and its value', { _field: 'status', _value: 'Open' }, ['~10']],
    [
      'several values',
      { _in: { _field: 'status', _values: ['Resolved', 'Open'] } },
      ['~10', '~11'],
    ],
    ['meta fields', { _gte: { _createdAt: 11 } }, ['~13', '~11']],
    ['nothing', {}, ['~10', '~13', '~11']],
    ['null', null, ['~10', '~13', '~11']],
    ['what no case has', { title: 'Nowhere' }, []],
  ])('are restricted by a filter: %s', async (_name, caseFilter, expected) => {
    const app = await shared()

    expect(ids(await similar(app, { caseFilter }))).toEqual(expected)
  })

  it('keep their counts and scores when a filter leaves others out', async () => {
    const app = await shared()

    const all = await similar(app)
    const [only] = await similar(app, { caseFilter: { _field: 'status', _value: 'Resolved' } })

    expect(only).toEqual(all.find((found) => found.case._id === '~11'))
  })

  it('are sorted, paged and counted when asked', async () => {
    const app = await shared()
    const sorted = async (...fields: object[]) =>
      ids(await similar(app, {}, [{ _name: 'sort', _fields: fields }]))

    expect(await sorted({ similarObservableCount: 'asc' })).toEqual(['~13', '~11', '~10'])
    expect(await sorted({ observableCount: 'asc' })).toEqual(['~13', '~11', '~10'])
    expect(await sorted({ 'case.number': 'desc' })).toEqual(['~13', '~11', '~10'])
    expect(await sorted({ iocCount: 'desc' }, { 'case.title': 'desc' })).toEqual([
      '~10',
      '~11',
      '~13',
    ])
    expect(ids(await similar(app, {}, [{ _name: 'page', from: 1, to: 2 }]))).toEqual(['~13'])
    expect(ids(await similar(app, {}, [{ _name: 'page', from: 7, to: 9 }]))).toEqual([])
    expect(await similar(app, {}, [{ _name: 'count' }])).toBe(3)
  })

  it('of a case are other cases, and of several alerts each once', async () => {
    const app = await shared()
    const ofCase = await similar(app, {}, [], { _name: 'getCase', idOrName: '10' })
    const ofAll = await similar(app, {}, [], { _name: 'listAlert' })

    expect(ids(ofCase)).toEqual(['~12', '~13', '~11'])
    expect(ids(ofAll)).toEqual(['~10', '~13', '~11'])
    expect(ofAll[0]).toMatchObject({ similarObservableCount: 3 })
  })

  it('of an alert that does not exist are none', async () => {
    const app = await shared()

    expect(await similar(app, {}, [], { _name: 'getAlert', idOrName: '~9' })).toEqual([])
  })

  it('end with the thousandth, and say so', async () => {
    const { deps, inject } = await makeWorld(open)
    const many = Array.from({ length: 1_001 }, (_, index) => `~${10_000 + index}`)
    await insertRows(deps.db, {
      cases: many.map((id) => row.case(id)),
      observables: many.map((id) => row.observable(`${id}0`, 'common', { case_id: id })),
    })
    const query = [{ _name: 'getAlert', idOrName: '~1' }, { _name: 'similarCases' }]

    const response = await inject({
      as: 'read',
      method: 'POST',
      url: '/api/v1/query',
      payload: { query },
    })

    expect(response.json()).toHaveLength(1_000)
    expect(response.json()[0].case._id).toBe('~10')
    expect(response.headers['x-total']).toBe('1004')
    expect(response.headers.warning).toContain('there are 1004')
  })

  it('have the shape of version 0 for those who ask for an alert', async () => {
    const { deps } = await shared()

    const [best] = await collected(await similarCasesV0(deps.db, 'alpha', '~1'))

    expect(best).toEqual({
      _id: '~10',
      id: '~10',
      caseId: 10,
      title: 'A title',
      severity: 2,
      startDate: 1_000,
      tags: [],
      tlp: 2,
      status: 'Open',
      similarIocCount: 2,
      iocCount: 3,
      similarArtifactCount: 3,
      artifactCount: 5,
    })
    expect(await collected(await similarCasesV0(deps.db, 'beta', '~1'))).toEqual([])
  })
})
