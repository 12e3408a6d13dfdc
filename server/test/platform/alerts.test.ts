import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { newAlert } from './new-alert.ts'
import { newInV0 } from './new-in-v0.ts'
import { makePlatformApp } from './setup.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const alertNotFound = notFound('Alert not found')

describe.each(databases)('$name: an alert', ({ open }) => {
  it('keeps what is said, as a client of today sends it', async () => {
    const app = await makePlatformApp(open)
    await app.as('orgadmin').createCaseTemplate({ name: 'known' })

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/v0/alert',
      payload: {
        ...newAlert,
        tlp: 3,
        pap: 1,
        severity: 1.5,
        date: 1_500_000_000_000,
        tags: ['a'],
        caseTemplate: 'known',
        externalLink: 'https://feed.example/1',
        customFields: {},
        status: 'Imported',
        case: '~1',
        artifacts: [
          { dataType: 'ip', data: '1.1.1.1', message: null, tlp: 1, tags: ['b'], ioc: true },
        ],
      },
    })

    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      tlp: 3,
      pap: 1,
      severity: 1,
      date: 1_500_000_000_000,
      tags: ['a'],
      caseTemplate: 'known',
      externalLink: 'https://feed.example/1',
      status: 'New',
      case: null,
      artifacts: [{ dataType: 'ip', data: '1.1.1.1', tlp: 1, tags: ['b'], ioc: true }],
    })
    expect(response.json().artifacts[0]).not.toHaveProperty('message')
  })

  it('comes with texts and files, each value once', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').createAlert({
      ...newAlert,
      artifacts: [
        { dataType: 'ip', data: '1.1.1.1' },
        { dataType: 'ip', data: '1.1.1.1', tags: ['again'] },
        { dataType: 'other', data: '1.1.1.1' },
        { dataType: 'file', data: `mail;1.eml;message/rfc822;${base64('a mail')}` },
        { dataType: 'file', data: `copy.eml;message/rfc822;${base64('a mail')}` },
      ],
    })

    expect(made.artifacts).toMatchObject([
      { dataType: 'ip', data: '1.1.1.1', tags: [] },
      { dataType: 'other', data: '1.1.1.1' },
      {
        dataType: 'file',
        attachment: { name: 'mail;1.eml', contentType: 'message/rfc822', size: 6 },
      },
    ])
    const file = await app.deps.blobs.open(made.artifacts[2]?.attachment?.id ?? '')
    expect(await file?.stream.toArray()).toEqual([Buffer.from('a mail')])
  })

  it.each([
    ['an unknown type', { dataType: 'nonsense', data: 'x' }, 404],
    ['a file without its bytes', { dataType: 'file', data: 'no semicolons' }, 400],
    ['bytes that are no base64', { dataType: 'file', data: 'a;b;%%%' }, 400],
    ['a blank value', { dataType: 'ip', data: ' ' }, 400],
    ['a TLP of 4', { dataType: 'ip', data: 'x', tlp: 4 }, 400],
    ['no type', { data: 'x' }, 400],
    ['no object', 'x', 400],
  ])('is not made at all when an observable has %s', async (_, artifact, status) => {
    const app = await makePlatformApp(open)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/alert',
      payload: {
        ...newAlert,
        tags: ['new'],
        artifacts: [
          { dataType: 'file', data: `a;b/c;${base64('kept?')}` },
          { dataType: 'ip', data: '1.1.1.1' },
          artifact,
        ],
      },
    })

    expect(response.statusCode).toBe(status)
    for (const table of ['alerts', 'observables', 'tags'] as const)
      expect(await app.deps.db.selectFrom(table).select('id').execute()).toEqual([])
  })

  it('exists once in an organization by type, source and reference', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createAlert(newAlert)

    const again = [
      await refusalOf(app.as('orgadmin').createAlert({ ...newAlert, title: 'Other' })),
      await refusalOf(app.as('orgadmin').createAlertV1(newAlert)),
    ]
    const elsewhere = await app.as('stranger').createAlert(newAlert)
    const other = await app.as('analyze').createAlert({ ...newAlert, sourceRef: 'ref-2' })

    for (const refused of again)
      expect(refused).toEqual({
        status: 400,
        type: 'CreateError',
        message: 'Alert external:feed:ref-1 already exist in organisation alpha',
      })
    expect([elsewhere.title, other.title]).toEqual(['An alert', 'An alert'])
  })

  it('is made by one of those who send it at the same moment, with its observables', async () => {
    const app = await makePlatformApp(open)
    const artifacts = [
      { dataType: 'ip', data: '1.1.1.1' },
      { dataType: 'file', data: `a;b/c;${base64('same')}` },
    ]

    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.as('analyze').createAlert({ ...newAlert, artifacts })),
    )

    const made = outcomes.filter(({ status }) => status === 'fulfilled')
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(made).toHaveLength(1)
    expect(refused.map(({ name, status }) => [name, status])).toEqual(
      Array.from({ length: 4 }, () => ['CreateError', 400]),
    )
    const observables = await app.deps.db
      .selectFrom('observables')
      .select(['data', 'attachment_id'])
      .execute()
    expect(observables).toHaveLength(2)
    // The refused ones have let go of their file; the one that stayed still has it.
    const file = observables.find(({ attachment_id }) => attachment_id !== null)
    const blob = await app.deps.blobs.open(file?.attachment_id ?? '')
    expect(await blob?.stream.toArray()).toEqual([Buffer.from('same')])
  })

  it('is found by id and by type;source;sourceRef, and by nothing else', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createAlert({ ...newAlert, sourceRef: 'a;b/c d' })
    const get = (id: string) => app.as('read').getAlert({ id })

    expect(await get(_id)).toMatchObject({ _id })
    expect(await get('external;feed;a;b/c d')).toMatchObject({ _id })
    const plain = await app.inject({ as: 'read', url: '/api/alert/external;feed;a;b%2Fc%20d' })
    expect(plain.json()).toMatchObject({ _id })
    const encoded = await app.inject({ as: 'read', url: `/api/alert/%7E${_id.slice(1)}` })
    expect(encoded.json()).toMatchObject({ _id })
    for (const id of ['~', '~1', '~x', 'external', 'external;feed', 'external;feed;', ';;', '1'])
      expect(await refusalOf(get(id))).toEqual(alertNotFound)
  })

  it('shows the cases that it resembles when asked', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const artifacts = [{ dataType: 'ip', data: '1.1.1.1', ioc: true }]
    const first = await as.createAlert({ ...newAlert, artifacts })
    const known = await as.promoteAlert({ id: first._id })
    const second = await as.createAlert({ ...newAlert, sourceRef: 'ref-2', artifacts })

    const asked = await app.inject({ as: 'read', url: `/api/alert/${second._id}?similarity=1` })
    const plain = await as.getAlert({ id: second._id })

    expect(asked.json().similarCases).toMatchObject([
      {
        _id: known._id,
        caseId: known.caseId,
        similarArtifactCount: 1,
        artifactCount: 1,
        similarIocCount: 1,
        iocCount: 1,
      },
    ])
    expect(plain.similarCases).toEqual([])
  })
})

describe.each(oneDatabase)('$name: an alert', ({ open }) => {
  it('is answered with every key, the defaults filled in and null for the rest', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').createAlert(newAlert)

    expect(made).toEqual({
      ...newInV0(app, made),
      _type: 'alert',
      ...newAlert,
      externalLink: null,
      case: null,
      severity: 2,
      date: app.clock.now(),
      tags: [],
      tlp: 2,
      pap: 2,
      status: 'New',
      follow: true,
      customFields: {},
      caseTemplate: null,
      artifacts: [],
      similarCases: [],
    })
  })

  it('leaves out in version 1 what it does not have, and counts its observables', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').createAlertV1({
      ...newAlert,
      observables: [{ dataType: 'ip', data: ['1.1.1.1', '8.8.8.8'] }],
    })

    expect(made).toEqual({
      _id: expect.stringMatching(/^~\d+$/),
      _type: 'Alert',
      _createdBy: 'alan',
      _createdAt: app.clock.now(),
      ...newAlert,
      severity: 2,
      date: app.clock.now(),
      tags: [],
      tlp: 2,
      pap: 2,
      read: false,
      status: 'New',
      stage: 'New',
      follow: true,
      customFields: [],
      observableCount: 2,
      extraData: {},
    })
    const changed = { _updatedAt: app.clock.now(), _updatedBy: 'alan' }
    expect(await app.as('read').getAlertV1({ id: made._id })).toEqual({ ...made, ...changed })
  })

  it('passes over a case template that does not exist', async () => {
    const app = await makePlatformApp(open)

    const made = await app.as('analyze').createAlert({ ...newAlert, caseTemplate: 'unknown' })

    expect(made.caseTemplate).toBe(null)
  })
})

describe.each(databases)('$name: what no alert can be', ({ open }) => {
  it('takes the longest reference there may be, in the widest characters', async () => {
    const app = await makePlatformApp(open)
    const widest = {
      type: '\u{1F600}'.repeat(64),
      source: '\u{20AC}'.repeat(128),
      sourceRef: Array.from({ length: 256 }, (_, index) =>
        String.fromCharCode(0x4e00 + index * 37),
      ).join(''),
    }

    const made = await app.as('analyze').createAlert({ ...newAlert, ...widest })

    expect(await app.as('read').getAlert({ id: made._id })).toMatchObject(widest)
  })
})

describe.each(oneDatabase)('$name: what no alert can be', ({ open }) => {
  it('names every attribute that is missing', async () => {
    const app = await makePlatformApp(open)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/alert',
      payload: {},
    })

    expect(response.statusCode).toBe(400)
    expect(response.json().type).toBe('AttributeCheckingError')
    const names = response.json().errors.map(({ name }: { name: string }) => name)
    expect(names.toSorted()).toEqual(['description', 'source', 'sourceRef', 'title', 'type'])
  })

  it.each([
    ['a type of 129 characters', { type: 'x'.repeat(129) }],
    ['a reference of 257 characters', { sourceRef: 'x'.repeat(257) }],
    ['an empty source', { source: '' }],
    ['a severity of 0', { severity: 0 }],
    ['a date that is none', { date: 'today' }],
    ['observables that are no list', { artifacts: { a: 1 } }],
    ['tags that are no texts', { tags: [1] }],
    ['a link of 4,097 characters', { externalLink: 'x'.repeat(4_097) }],
  ])('refuses %s', async (_, wrong) => {
    const app = await makePlatformApp(open)

    const response = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/alert',
      payload: { ...newAlert, ...wrong },
    })

    expect([response.statusCode, response.json().type]).toEqual([400, 'AttributeCheckingError'])
  })

  it('refuses bulk calls without ids or with too many', async () => {
    const app = await makePlatformApp(open)
    const ids = Array.from({ length: 1_001 }, (_, index) => `~${index}`)

    for (const many of [[], ids]) {
      expect(await refusalOf(app.as('analyze').deleteAlerts({ ids: many }))).toMatchObject({
        status: 400,
        type: 'AttributeCheckingError',
      })
      expect(await refusalOf(app.as('analyze').updateAlerts({ ids: many }))).toMatchObject({
        status: 400,
      })
    }
  })
})

describe.each(oneDatabase)('$name: an alert that comes with observables', ({ open }) => {
  it('is changed by them: a later read shows by whom and when, the answer does not', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const observables = [{ dataType: 'url', data: 'https://a.example/' }]

    const made = await client.createAlertV1({ ...newAlert, observables })
    const plain = await client.createAlertV1({ ...newAlert, sourceRef: 'plain' })

    expect(made).toMatchObject({ observableCount: 1 })
    expect(await client.getAlertV1({ id: made._id })).toEqual({
      ...made,
      _updatedAt: app.clock.now(),
      _updatedBy: 'alan',
    })
    expect(await client.getAlertV1({ id: plain._id })).toEqual(plain)
  })
})
