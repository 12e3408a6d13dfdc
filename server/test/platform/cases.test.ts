import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { newInV0 } from './new-in-v0.ts'
import { makePlatformApp } from './setup.ts'

const newCase = { title: 'A case', description: 'What happened' }

describe.each(databases)('$name: a case', ({ open }) => {
  it('is answered with every key, the defaults filled in and null for the rest', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').createCase(newCase)

    expect(made).toEqual({
      ...newInV0(app, made),
      _type: 'case',
      caseId: 1,
      ...newCase,
      severity: 2,
      startDate: app.clock.now(),
      endDate: null,
      impactStatus: null,
      resolutionStatus: null,
      tags: [],
      flag: false,
      tlp: 2,
      pap: 2,
      status: 'Open',
      summary: null,
      owner: 'alan',
      customFields: {},
      stats: {},
      permissions: [],
    })
  })

  it('has a unique number on the whole platform, however many users open cases at the same moment', async () => {
    const app = await makePlatformApp(open)

    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        app.as(index % 2 === 0 ? 'analyze' : 'stranger').createCase(newCase),
      ),
    )

    const numbers = made.map(({ caseId }) => caseId).sort((a, b) => a - b)
    expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('is found by id and by number, and by nothing else', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createCase(newCase)

    expect(await app.as('read').getCase({ id: _id })).toMatchObject({ _id })
    expect(await app.as('read').getCaseV1({ id: '1' })).toMatchObject({ _id })
    for (const id of ['~', '~abc', '2', '-1', '1.0', '1e0', 'A case', '9'.repeat(40)])
      expect(await refusalOf(app.as('read').getCase({ id }))).toEqual(notFound('Case not found'))
  })

  it('counts what hangs on it when asked', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase({
      ...newCase,
      tasks: [{ title: 'a' }, { title: 'b' }, { title: 'c', status: 'Completed' }],
    })
    const alert = await app
      .as('analyze')
      .createAlert({ ...newCase, type: 't', source: 's', sourceRef: 'r' })
    await app.as('analyze').mergeAlert({ id: alert._id, caseId: '1' })

    const response = await app.inject({ as: 'read', url: '/api/case/1?nstats=true' })

    expect(response.json().stats).toMatchObject({
      tasks: { Waiting: 2, Completed: 1, total: 3 },
      artifacts: { count: 0 },
      alerts: [{ type: 't', source: 's' }],
    })
  })
})

describe.each(oneDatabase)('$name: a case', ({ open }) => {
  it('keeps what is said, cuts decimals, and passes over what it does not know', async () => {
    const app = await makePlatformApp(open)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/v0/case',
      payload: {
        ...newCase,
        severity: 3.9,
        startDate: '1500000000000',
        endDate: null,
        tags: ['a', 'b', 'a'],
        flag: true,
        tlp: 1,
        pap: 0,
        status: 'Resolved',
        summary: 'short',
        metrics: { a: 1 },
        template: null,
        owner: 'ada',
      },
    })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      severity: 3,
      startDate: 1_500_000_000_000,
      endDate: null,
      tags: ['a', 'b'],
      flag: true,
      tlp: 1,
      pap: 0,
      status: 'Open',
      summary: 'short',
      owner: 'ada',
    })
  })

  it('leaves out in version 1 what it does not have', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').createCaseV1({ ...newCase, assignee: 'ADA' })

    expect(made).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      _type: 'Case',
      _createdBy: 'alan',
      _createdAt: app.clock.now(),
      number: 1,
      ...newCase,
      severity: 2,
      startDate: app.clock.now(),
      tags: [],
      flag: false,
      tlp: 2,
      pap: 2,
      status: 'Open',
      stage: 'New',
      assignee: 'ada',
      customFields: [],
      access: { _kind: 'OrganisationAccessKind' },
      extraData: {},
    })
  })
})

const post = async (app: Awaited<ReturnType<typeof makePlatformApp>>, payload: object | string) => {
  const response = await app.inject({
    as: 'analyze',
    method: 'POST',
    url: '/api/case',
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  return [response.statusCode, response.json().type, response.json().message] as const
}

describe.each(databases)('$name: what no case can be', ({ open }) => {
  it('undoes the case when one of its tasks cannot be made', async () => {
    const app = await makePlatformApp(open)

    const [status] = await post(app, {
      ...newCase,
      tasks: [{ title: 'a' }, { title: 'b', owner: 'bob' }],
    })

    expect(status).toBe(404)
    expect(await app.deps.db.selectFrom('cases').select('id').execute()).toEqual([])
    expect(await app.deps.db.selectFrom('tasks').select('id').execute()).toEqual([])
  })
})

describe.each(oneDatabase)('$name: what no case can be', ({ open }) => {
  it('names every attribute that is missing or wrong', async () => {
    const app = await makePlatformApp(open)

    const [status, type, message] = await post(app, { severity: 5, tlp: -1, pap: 4, tags: [''] })

    expect([status, type]).toEqual([400, 'AttributeCheckingError'])
    for (const name of ['title', 'description', 'severity', 'tlp', 'pap', 'tags'])
      expect(message).toContain(name)
  })

  it.each([
    ['a title of 513 characters', { ...newCase, title: 'x'.repeat(513) }],
    ['an empty title', { ...newCase, title: '' }],
    ['a number that is none', { ...newCase, severity: 'high' }],
    ['a moment before all moments', { ...newCase, startDate: -1 }],
    ['a moment beyond all moments', { ...newCase, startDate: 1e300 }],
    ['1,001 tags', { ...newCase, tags: Array.from({ length: 1_001 }, (_, index) => `t${index}`) }],
    ['a tag of 257 characters', { ...newCase, tags: ['x'.repeat(257)] }],
    ['201 tasks', { ...newCase, tasks: Array.from({ length: 201 }, () => ({ title: 'x' })) }],
    ['a task without a title', { ...newCase, tasks: [{ title: 'x' }, {}] }],
    ['NUL', '{"title":"a\\u0000b","description":""}'],
    ['half a surrogate pair', '{"title":"a\\ud800","description":""}'],
    ['a forbidden key', '{"title":"a","description":"","customFields":{"__proto__":{"x":1}}}'],
    ['a number without end', '{"title":"a","description":"","severity":1e999}'],
  ])('refuses %s', async (_, payload) => {
    const app = await makePlatformApp(open)

    const [status] = await post(app, payload)

    expect(status).toBe(400)
    expect(await app.deps.db.selectFrom('cases').select('id').execute()).toEqual([])
  })

  it('refuses more than 1,000 tags even if they come in small steps', async () => {
    const app = await makePlatformApp(open)
    const tags = Array.from({ length: 1_000 }, (_, index) => `t${index}`)
    await app.as('analyze').createCase({ ...newCase, tags })

    const refused = await refusalOf(app.as('analyze').updateCase({ id: '1' }, { addTags: ['x'] }))

    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('1000 tags') })
  })
})

describe.each(oneDatabase)('$name: owner and access of a case', ({ open }) => {
  it('are those of its organization; a call that would change them says what to do instead', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const made = await client.createCaseV1({ title: 'A case', description: 'd' })
    const { _id: id } = made
    expect(made).toMatchObject({ access: { _kind: 'OrganisationAccessKind' } })

    await client.changeCaseOwner({ id }, { organisation: 'alpha' })
    await client.changeCaseAccess({ id }, { access: { _kind: 'OrganisationAccessKind' } })

    await expect(client.changeCaseOwner({ id }, { organisation: 'beta' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('Share case'),
    })
    await expect(
      client.changeCaseAccess({ id }, { access: { _kind: 'UserAccessKind' } }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await client.getCaseV1({ id })).toEqual(made)
  })
})
