import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { givenCase } from './investigation.ts'
import { addOne, count, inCase, makeInvestigation, post } from './observable-calls.ts'

/** The defaults of an observable. */
const defaults = { tlp: 2, tags: [], ioc: false, sighted: false, reports: {} }

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
        ...defaults,
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
        message: 'Observable type ip requires non-blank data',
      })
    }
  })

  it('is made once: another one is reported as a failure, also when it comes alone', async () => {
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

  it('can come in thousands, each with its own id', async () => {
    const app = await makeInvestigation(open)
    // More columns in all than one statement may bind on either database.
    const data = Array.from({ length: 3_000 }, (_, index) => `host-${index}.example`)

    const made = await post(app, inCase, { dataType: 'fqdn', data })

    expect(made.statusCode).toBe(201)
    expect(made.json().map((row: { data: string }) => row.data)).toEqual(data)
    expect(await count(app, 'observables')).toBe(3_000)
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
})

describe.each(oneDatabase)('$name: an observable', ({ open }) => {
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
      ...defaults,
      extraData: {},
    })
    expect(await app.as('read').getObservableV1({ id: row._id })).toEqual(row)
  })
})
