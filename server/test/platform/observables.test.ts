import { describe, expect, it } from 'vitest'
import { databases, type TestDatabases } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { givenAction, givenAlert, givenAnalysis, givenCase, upload } from './investigation.ts'
import { makePlatformApp } from './setup.ts'

const inCase = '/api/case/~1001/artifact'

async function makeInvestigation(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  await givenCase(app.deps)
  await givenAlert(app.deps)
  return app
}

const post = (app: TestApp, url: string, payload: object, as: Person = 'analyze') =>
  app.inject({ as, method: 'POST', url, payload })

async function addOne(app: TestApp, url = inCase, payload: object = {}) {
  const response = await post(app, url, { dataType: 'ip', data: '1.1.1.1', ...payload })
  expect(response.statusCode).toBe(201)
  return response.json()[0] as { _id: string; tags: string[] }
}

const count = async ({ deps }: TestApp, table: 'observables' | 'actions' | 'observable_jobs') =>
  (await deps.db.selectFrom(table).select('id').execute()).length

describe.each(databases)('$name: an observable', ({ open }) => {
  it('is answered as a list, with what was said and the defaults for the rest', async () => {
    const app = await makeInvestigation(open)

    const plain = await post(app, inCase, { dataType: 'ip', data: '1.1.1.1' })
    const full = await post(app, '/api/v0/case/1/artifact', {
      dataType: 'domain',
      data: 'evil.example',
      message: 'seen in mail',
      tlp: 3.9,
      tags: ['a', 'b', 'a'],
      ioc: true,
      sighted: true,
      ignoreSimilarity: false,
      startDate: 5,
      metrics: {},
    })

    expect(plain.statusCode).toBe(201)
    expect(plain.json()).toEqual([
      {
        _id: expect.stringMatching(/^~\d+$/),
        id: plain.json()[0]._id,
        createdBy: 'alan',
        createdAt: app.clock.now(),
        _type: 'case_artifact',
        dataType: 'ip',
        data: '1.1.1.1',
        startDate: app.clock.now(),
        tlp: 2,
        tags: [],
        ioc: false,
        sighted: false,
        reports: {},
        stats: {},
      },
    ])
    expect(full.json()).toMatchObject([
      {
        dataType: 'domain',
        message: 'seen in mail',
        tlp: 3,
        tags: ['a', 'b'],
        ioc: true,
        sighted: true,
        ignoreSimilarity: false,
      },
    ])
  })

  it('is made from each value of a list; blank ones say nothing', async () => {
    const app = await makeInvestigation(open)

    const made = await post(app, inCase, { dataType: 'ip', data: ['1.1.1.1', ' ', '', '2.2.2.2'] })
    const none = await post(app, inCase, { dataType: 'ip', data: ['', '  '] })
    const missing = await post(app, inCase, { dataType: 'ip' })

    expect(made.statusCode).toBe(201)
    expect(made.json().map(({ data }: { data: string }) => data)).toEqual(['1.1.1.1', '2.2.2.2'])
    for (const refused of [none, missing]) {
      expect(refused.statusCode).toBe(400)
      expect(refused.json()).toEqual({
        type: 'BadRequest',
        message: 'An observable of type ip needs data that is not blank',
      })
    }
  })

  it('is made once: another one is told as a failure, also when it comes alone', async () => {
    const app = await makeInvestigation(open)
    await addOne(app)

    const alone = await post(app, inCase, { dataType: 'ip', data: '1.1.1.1' })
    const among = await post(app, inCase, {
      dataType: 'ip',
      data: ['1.1.1.1', '3.3.3.3', '3.3.3.3'],
    })

    const failure = { type: 'CreateError', message: 'Observable already exists' }
    expect(alone.statusCode).toBe(207)
    expect(alone.json()).toEqual({
      success: [],
      failure: [{ ...failure, object: { dataType: 'ip', data: '1.1.1.1' } }],
    })
    expect(among.statusCode).toBe(207)
    expect(among.json()).toMatchObject({
      success: [{ data: '3.3.3.3' }],
      failure: [
        { ...failure, object: { dataType: 'ip', data: '1.1.1.1' } },
        { ...failure, object: { dataType: 'ip', data: '3.3.3.3' } },
      ],
    })
    expect(await count(app, 'observables')).toBe(2)
  })

  it('is the same value only within one case or alert, of one type', async () => {
    const app = await makeInvestigation(open)
    await givenCase(app.deps, { id: '~1002', number: 2 })
    await addOne(app)

    await addOne(app, '/api/case/~1002/artifact')
    await addOne(app, '/api/alert/~2001/artifact')
    await addOne(app, inCase, { dataType: 'other' })
    await addOne(app, inCase, { data: '1.1.1.1 ' })

    expect(await count(app, 'observables')).toBe(5)
  })

  it('that two people add at the same moment is there once', async () => {
    const app = await makeInvestigation(open)

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(app, inCase, { dataType: 'ip', data: '1.1.1.1' })),
    )

    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([201, 207, 207, 207, 207, 207, 207, 207])
    expect(await count(app, 'observables')).toBe(1)
  })

  it('may be longer than an entry of an index', async () => {
    const app = await makeInvestigation(open)
    const data = 'x'.repeat(200_000)

    const [made] = (await post(app, inCase, { dataType: 'other', data })).json()
    const again = await post(app, inCase, { dataType: 'other', data })
    const read = await app.as('read').getObservable({ id: made._id })

    expect(read.data).toBe(data)
    expect(again.statusCode).toBe(207)
  })

  it('can come in thousands, each with an id of its own', async () => {
    const app = await makeInvestigation(open)
    const data = Array.from({ length: 5_000 }, (_, index) => `host-${index}.example`)

    const made = await post(app, inCase, { dataType: 'fqdn', data })

    expect(made.statusCode).toBe(201)
    expect(made.json().map((row: { data: string }) => row.data)).toEqual(data)
    expect(await count(app, 'observables')).toBe(5_000)
  })

  it('of a type that is not known is refused by its name', async () => {
    const app = await makeInvestigation(open)

    const refused = await post(app, inCase, { dataType: 'nonsense', data: 'x' })

    expect(refused.statusCode).toBe(404)
    expect(refused.json()).toEqual({
      type: 'NotFoundError',
      message: 'ObservableType nonsense not found',
    })
  })

  it.each([
    ['tlp', { tlp: 4 }],
    ['tags', { tags: 'x' }],
    ['ioc', { ioc: 'perhaps' }],
    ['data', { data: 5 }],
    ['dataType', { dataType: null }],
  ])('with a wrong %s is refused, and nothing is made', async (name, wrong) => {
    const app = await makeInvestigation(open)

    const refused = await post(app, inCase, { dataType: 'ip', data: '1.1.1.1', ...wrong })

    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ type: 'AttributeCheckingError' })
    expect(refused.json().message).toContain(name)
    expect(await count(app, 'observables')).toBe(0)
  })

  it.each([
    '/api/case/~404/artifact',
    '/api/case/77/artifact',
    '/api/case/%7E1002/artifact',
    '/api/alert/~404/artifact',
    '/api/v1/case/~404/observable',
    '/api/v1/alert/~404/artifact',
  ])('is not added at %s, which is not there or not ours', async (url) => {
    const app = await makeInvestigation(open)
    await givenCase(app.deps, { id: '~1002', number: 2, organization: 'beta' })

    const refused = await post(app, url, { dataType: 'ip', data: '1.1.1.1' })

    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({
      type: 'AuthorizationError',
      message: 'Operation not permitted',
    })
    expect(await count(app, 'observables')).toBe(0)
  })

  it('has the same rows in both versions, in the spelling of each', async () => {
    const app = await makeInvestigation(open)

    const made = await post(app, '/api/v1/case/1/observable', { dataType: 'ip', data: '9.9.9.9' })
    const [row] = made.json()
    const v0 = await app.as('read').getObservable({ id: row._id })

    expect(made.statusCode).toBe(201)
    expect(row).toEqual({
      _id: v0._id,
      _createdBy: 'alan',
      _createdAt: app.clock.now(),
      _type: 'Observable',
      dataType: 'ip',
      data: '9.9.9.9',
      startDate: app.clock.now(),
      tlp: 2,
      tags: [],
      ioc: false,
      sighted: false,
      reports: {},
      extraData: {},
    })
    expect(await app.as('read').getObservableV1({ id: row._id })).toEqual(row)
  })

  it('of an alert is read, changed and removed under the paths of alerts', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app, '/api/alert/internal;test;ref/artifact')
    const url = `/api/alert/artifact/${id}`

    const read = await app.inject({ as: 'read', url })
    const changed = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url,
      payload: { message: 'm' },
    })
    const removed = await app.inject({ as: 'analyze', method: 'DELETE', url })

    expect(read.json()).toMatchObject({ _id: id, data: '1.1.1.1', _type: 'case_artifact' })
    expect(changed.json()).toMatchObject({ message: 'm', updatedBy: 'alan' })
    expect(removed.statusCode).toBe(204)
    expect(await count(app, 'observables')).toBe(0)
  })

  it('is changed in what may change; what is unknown is passed over', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)
    app.clock.advance(5)

    const changed = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/case/artifact/${id}`,
      payload: {
        tags: ['x', 'y'],
        message: 'new',
        tlp: 0,
        ioc: true,
        sighted: true,
        ignoreSimilarity: true,
        data: '1.1.1.1',
        dataType: 'other',
        createdBy: 'me',
        nonsense: 1,
      },
    })
    await app.as('analyze').updateObservableV1({ id }, { message: null, addTags: ['z', 'x'] })
    await app
      .as('analyze')
      .updateObservableV1({ id }, { removeTags: ['y'], ignoreSimilarity: false })

    expect(changed.json()).toMatchObject({
      data: '1.1.1.1',
      dataType: 'other',
      createdBy: 'alan',
      updatedAt: app.clock.now(),
      updatedBy: 'alan',
      tags: ['x', 'y'],
      message: 'new',
      tlp: 0,
      ioc: true,
      sighted: true,
      ignoreSimilarity: true,
    })
    const now = await app.as('read').getObservable({ id })
    expect(now.tags).toEqual(['x', 'z'])
    expect(now.ignoreSimilarity).toBe(false)
    expect('message' in now).toBe(false)
  })

  it('gets another type only if its value can be of it and nobody has it already', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)
    await addOne(app, inCase, { dataType: 'other' })
    const change = async (payload: object, url = `/api/v1/observable/${id}`) => {
      const response = await app.inject({ as: 'analyze', method: 'PATCH', url, payload })
      return [response.statusCode, response.body === '' ? '' : response.json().message]
    }

    expect(await change({ dataType: 'nonsense' })).toEqual([
      404,
      'ObservableType nonsense not found',
    ])
    expect(await change({ dataType: 'file' })).toEqual([
      400,
      'An observable of type file is a file: send it as attachment',
    ])
    expect(await change({ dataType: 'other', tlp: 0 })).toEqual([400, 'Observable already exists'])
    expect(await app.as('read').getObservable({ id })).toMatchObject({ dataType: 'ip', tlp: 2 })
    expect(await change({ dataType: 'ip' })).toEqual([204, ''])
    expect(await change({ ids: [id], dataType: 'hash' }, '/api/v1/observable/_bulk')).toEqual([
      204,
      '',
    ])
    expect(await app.as('read').getObservable({ id })).toMatchObject({ dataType: 'hash' })
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows).toContainEqual(
      expect.objectContaining({ objectId: id, details: { dataType: 'hash' } }),
    )
  })

  it('keeps its value: another one is refused, its own may come back', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)
    const before = await app.as('read').getObservable({ id })
    const change = (payload: object, url = `/api/case/artifact/${id}`) =>
      app.inject({ as: 'analyze', method: 'PATCH', url, payload })

    const refused = await change({ ...before, data: '2.2.2.2', tlp: 0 })
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({
      type: 'AttributeCheckingError',
      errors: [{ type: 'UpdateReadOnlyAttributeError', name: 'data' }],
    })
    expect(
      (await change({ ids: [id], data: '1.1.1.1' }, '/api/case/artifact/_bulk')).statusCode,
    ).toBe(400)
    expect(await app.as('read').getObservable({ id })).toEqual(before)
    expect((await change({ ...before, tlp: 0 })).statusCode).toBe(200)
  })

  it('says who touched it last even when nothing was changed', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)

    const touched = await app.as('orgadmin').updateObservable({ id }, {})

    expect(touched).toMatchObject({ updatedBy: 'ada', updatedAt: app.clock.now() })
  })

  it('keeps the tags of everybody who adds some at the same moment', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)
    const tags = Array.from({ length: 8 }, (_, index) => `tag-${index}`)

    await Promise.all(
      tags.map((tag) => app.as('analyze').updateObservable({ id }, { addTags: [tag] })),
    )

    const { tags: now } = await app.as('read').getObservable({ id })
    expect(now.toSorted()).toEqual(tags)
  })

  it('is changed together with others, or none of them is', async () => {
    const app = await makeInvestigation(open)
    const first = (await addOne(app))._id
    const second = (await addOne(app, inCase, { data: '2.2.2.2' }))._id

    for (const url of ['/api/case/artifact/_bulk', '/api/v1/observable/_bulk']) {
      const response = await app.inject({
        as: 'analyze',
        method: 'PATCH',
        url,
        payload: { ids: [first, second, first], addTags: [url], ioc: true },
      })
      expect(response.statusCode).toBe(204)
      expect(response.body).toBe('')
    }
    const refused = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: '/api/case/artifact/_bulk',
      payload: { ids: [first, '~404'], ioc: false },
    })

    expect(refused.statusCode).toBe(404)
    for (const id of [first, second]) {
      const row = await app.as('read').getObservable({ id })
      expect(row).toMatchObject({ ioc: true })
      expect(row.tags).toHaveLength(2)
    }
  })

  it('takes its actions and analyses along when it is removed, and nobody else’s', async () => {
    const app = await makeInvestigation(open)
    const gone = (await addOne(app))._id
    const stays = (await addOne(app, inCase, { data: '2.2.2.2' }))._id
    for (const id of [gone, stays]) {
      await givenAction(app.deps, id)
      await givenAnalysis(app.deps, id)
    }

    await app.as('analyze').deleteObservable({ id: gone })

    expect(await count(app, 'observables')).toBe(1)
    expect(await count(app, 'actions')).toBe(1)
    expect(await count(app, 'observable_jobs')).toBe(1)
    await expect(app.as('analyze').deleteObservable({ id: gone })).rejects.toThrow(
      'Observable not found',
    )
  })

  it.each(['~404', '404', 'x;y;z', '~1%27%20or%201=1', '~'])(
    'that is not there (%s) is not found, whatever is done with it',
    async (id) => {
      const app = await makeInvestigation(open)

      for (const base of ['/api/case/artifact', '/api/alert/artifact', '/api/v1/observable']) {
        for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
          const url = `${base}/${id}`
          const body = method === 'PATCH' ? { payload: { ioc: true } } : {}
          const { statusCode, json } = await app.inject({ as: 'analyze', method, url, ...body })
          expect({ method, url, statusCode, ...json() }).toEqual({
            method,
            url,
            statusCode: 404,
            type: 'NotFoundError',
            message: 'Observable not found',
          })
        }
      }
    },
  )

  it('does not exist for another organization', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)

    await expect(app.as('stranger').getObservable({ id })).rejects.toMatchObject({ status: 404 })
    await expect(app.as('stranger').updateObservable({ id }, { ioc: true })).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      app.as('stranger').updateObservables({ ids: [id], ioc: true }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(app.as('stranger').deleteObservableV1({ id })).rejects.toMatchObject({
      status: 404,
    })
    expect(await app.as('read').getObservable({ id })).toMatchObject({ ioc: false })
  })

  it('of an alert goes into the case that takes the alert; what is there already gets its tags', async () => {
    const app = await makeInvestigation(open)
    const inAlert = '/api/alert/~2001/artifact'
    await addOne(app, inCase, { tags: ['b'], message: 'of the case' })
    await addOne(app, inAlert, { tags: ['a', 'b'], message: 'of the alert', ioc: true })
    await addOne(app, inAlert, { data: '2.2.2.2', tags: ['c'], sighted: true, tlp: 3 })
    await upload(app, inAlert, { dataType: 'file' }, { value: 'x', filename: 'x.bin' })
    const many = Array.from({ length: 450 }, (_, index) => `${index}.example`)
    await post(app, inAlert, { dataType: 'fqdn', data: many })

    const merged = await post(app, '/api/alert/~2001/merge/~1001', {})

    expect(merged.statusCode).toBe(200)
    const rows = await app.deps.db
      .selectFrom('observables')
      .selectAll()
      .where('case_id', '=', '~1001')
      .execute()
    const of = (data: string | null) => rows.find((row) => row.data === data)
    expect(rows).toHaveLength(453)
    expect(of('1.1.1.1')).toMatchObject({ message: 'of the case', tags: '["b","a"]', ioc: 0 })
    expect(of('2.2.2.2')).toMatchObject({ tags: '["c"]', sighted: 1, tlp: 3, alert_id: null })
    expect(of(null)).toMatchObject({ attachment_name: 'x.bin', data_type: 'file' })
    expect(await count(app, 'observables')).toBe(453 + 453)
  })

  it('is told to the audit log and to open streams, each change once', async () => {
    const app = await makeInvestigation(open)
    const told: unknown[] = []
    app.deps.bus.on('alpha', (event) => told.push(event))

    const { _id: id } = await addOne(app)
    await app.as('analyze').updateObservable({ id }, { ioc: true })
    await app.as('analyze').deleteObservable({ id })

    expect(told).toMatchObject([
      { operation: 'create', objectType: 'case_artifact', objectId: id, rootId: '~1001' },
      { operation: 'update', objectId: id, details: { ioc: true }, user: 'alan' },
      { operation: 'delete', objectId: id, rootId: '~1001' },
    ])
    const audited = await app.deps.db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(
      audited.map(({ action }) => action).filter((a) => a.startsWith('case_artifact')),
    ).toEqual(['case_artifact.create', 'case_artifact.update', 'case_artifact.delete'])
  })
})
