import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { givenAction, givenAnalysis, upload } from './investigation.ts'
import { addOne, count, inCase, makeInvestigation, post } from './observable-calls.ts'

describe.each(databases)('$name: an observable', ({ open }) => {
  it('is changed in what may change; what is fixed and the same may come along', async () => {
    const app = await makeInvestigation(open)
    const { _id: id } = await addOne(app)
    const change = {
      tags: ['x', 'y'],
      message: 'new',
      tlp: 0,
      ioc: true,
      sighted: true,
      ignoreSimilarity: true,
    }
    app.clock.advance(5)

    const changed = await app.inject({
      as: 'analyze',
      method: 'PATCH',
      url: `/api/case/artifact/${id}`,
      payload: {
        ...change,
        data: '1.1.1.1',
        dataType: 'other',
        createdBy: 'alan',
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
      ...change,
    })
    const now = await app.as('read').getObservable({ id })
    expect(now.tags).toEqual(['x', 'z'])
    expect(now.ignoreSimilarity).toBe(false)
    expect('message' in now).toBe(false)
  })

  it('gets another type only if its value can be of it and it is not taken', async () => {
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
      'Observable type file is a file. Send it as attachment',
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

  it('keeps the tags of all users who add some at the same moment', async () => {
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

  it('takes its actions and analyses along when it is removed, and no others', async () => {
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
})

describe.each(oneDatabase)('$name: an observable', ({ open }) => {
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
      (await change({ ids: [id], data: '2.2.2.2' }, '/api/case/artifact/_bulk')).statusCode,
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

  it('is reported to the audit log and to open streams, each change once', async () => {
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
