import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { maxTries } from '../../src/domain/notices/tries.ts'
import { signedText } from '../../src/domain/response/delivery.ts'
import { channelWork } from '../../src/knowledge/channels/send.ts'
import { notify } from '../../src/storage/rows/notices.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { makeReceiver } from '../platform/receiver.ts'
import { makePlatformApp } from '../platform/setup.ts'
import type { TestApp } from '../setup.ts'
import { oneLook } from './one-look.ts'

const second = 1_000
const hour = 3_600_000

const make = (open: TestDatabases['open']) =>
  makePlatformApp(open, {
    environment: {
      ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
      ASSAY_HTTP_PUBLICURL: 'https://assay.test/',
    },
  })

const look = (app: TestApp) => oneLook(app, channelWork(app.deps))

const anAlert = (sourceRef: string, more: object = {}) => ({
  ...{ type: 'mail', source: 'soc', sourceRef, title: `Alert ${sourceRef}`, description: 'hidden' },
  ...{ severity: 3, tlp: 2, ...more },
})

const textsOf = ({ body }: { body: string }): string[] =>
  JSON.parse(body).messages.map(({ text }: { text: string }) => text)

describe.each(databases)('$name: chat channels', ({ open }) => {
  it('are told once of severe alerts, signed, and of nothing that was rolled back', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    const made = await app.as('orgadmin').createChannel({ name: 'soc', form: 'generic', url })
    expect(made).toMatchObject({ state: 'on', minSeverity: 3, maxTlp: 2, host: new URL(url).host })
    expect(JSON.stringify(made)).not.toContain('/hook')
    const analyst = app.as('analyze')
    await analyst.createAlertV1(anAlert('1'))
    await analyst.createAlertV1(anAlert('2', { severity: 2 }))
    await refusalOf(analyst.createAlertV1(anAlert('1')))
    await app.as('stranger').createAlertV1(anAlert('3'))
    expect(await look(app)).toEqual(['done'])
    expect(await look(app)).toEqual([])
    expect(received).toHaveLength(1)
    const [message] = received
    expect(message && textsOf(message)).toEqual(['New alert (high): Alert 1'])
    expect(message?.body).toContain('https://assay.test/alerts/')
    expect(message?.body).not.toContain('hidden')
    const [, at, signature] =
      /^t=(\d+),v1=(\w+)$/.exec(String(message?.headers['x-assay-signature'])) ?? []
    expect(signature).toBe(
      createHmac('sha256', made.secret ?? '')
        .update(signedText(message?.body ?? '', Number(at) * second))
        .digest('hex'),
    )
    const { rows } = await app.as('orgadmin').listChannelDeliveries({ id: made.id }, {})
    expect(rows).toMatchObject([{ kind: 'newAlert', status: 'Sent', attempts: 1 }])
  })

  it('get what waits as one message, one at a time, with a pause after each', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    await app.as('orgadmin').createChannel({ name: 'soc', form: 'mattermost', url })
    for (let count = 0; count < 12; count++)
      await app.as('analyze').createAlertV1(anAlert(`${count}`))
    const work = channelWork(app.deps)
    const room = { count: 10, now: app.clock.now(), hasRoom: () => true, held: () => 0 }
    const [item] = await work.claim('alpha', room)
    if (!item) throw new Error('nothing was claimed')
    await app.as('analyze').createAlertV1(anAlert('while it is sent'))
    expect(await work.claim('alpha', room)).toEqual([])
    expect(await work.run(item, AbortSignal.timeout(60_000))).toBe('done')
    expect(received).toHaveLength(1)
    expect(received[0]?.body).toContain('and 2 more')
    expect(await look(app)).toEqual([])
    app.clock.advance(second)
    expect(await look(app)).toEqual(['done'])
    expect(received).toHaveLength(2)
  })

  it('are told again after a process died while sending, under the same id', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    await app.as('orgadmin').createChannel({ name: 'soc', form: 'generic', url })
    await app.as('analyze').createAlertV1(anAlert('1'))
    const work = channelWork(app.deps)
    const room = { count: 10, now: app.clock.now(), hasRoom: () => true, held: () => 0 }
    const [item] = await work.claim('alpha', room)
    if (!item) throw new Error('nothing was claimed')
    const before = await app.deps.db.selectFrom('outbox').selectAll().execute()
    await work.run(item, AbortSignal.timeout(60_000))
    // As if it had died before it noted so.
    for (const { id, ...row } of before)
      await app.deps.db.updateTable('outbox').set(row).where('id', '=', id).execute()
    app.clock.advance(hour)
    expect(await look(app)).toEqual(['done'])
    expect(new Set(received.map(({ headers }) => headers['x-assay-delivery'])).size).toBe(1)
  })

  it('are tried nine times in two days, then given up where an administrator sees it', async () => {
    const app = await make(open)
    const { url } = await makeReceiver(Array.from({ length: 20 }, () => 500))
    const { id } = await app.as('orgadmin').createChannel({ name: 'soc', form: 'teams', url })
    await app.as('analyze').createAlertV1(anAlert('1'))
    const outcomes: string[] = []
    for (let tries = 0; tries < maxTries + 2; tries++) {
      outcomes.push(...(await look(app)))
      app.clock.advance(26 * hour)
    }
    expect(outcomes).toEqual(Array.from({ length: maxTries }, () => 'failed'))
    const { rows } = await app.as('orgadmin').listChannelDeliveries({ id }, {})
    expect(rows).toMatchObject([{ status: 'GivenUp', attempts: maxTries, lastError: 'refused' }])
  })
})

describe.each(oneDatabase)('$name: what a chat channel is told', ({ open }) => {
  it('is of the case that another organization shares, with little above its TLP', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })
    await app.as('stranger').createChannel({ name: 'soc', form: 'generic', url, minSeverity: 1 })
    const owner = app.as('analyze')
    for (const tlp of [2, 3]) {
      const { _id: id } = await owner.createCaseV1({ title: 'Ours', description: 'd', tlp })
      await owner.shareCase({ id }, { shares: [{ organisationName: 'beta' }] })
    }
    await look(app)
    expect(received.flatMap(textsOf).sort()).toEqual([
      expect.stringMatching(/^Case \d+ has updates$/),
      expect.stringMatching(/^alpha shared a case: #\d+ Ours$/),
    ])
  })

  it('is little of a case that was marked higher while the message waited', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    await app.as('orgadmin').createChannel({ name: 'soc', form: 'generic', url })
    const { _id: id } = await app.as('analyze').createAlertV1(anAlert('1'))
    await app.as('analyze').updateAlertV1({ id }, { tlp: 3 })
    await look(app)
    expect(received.flatMap(textsOf)).toEqual(['Assay has a notice'])
  })

  it('is no "due soon" that waited until it was due', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    await app
      .as('orgadmin')
      .createChannel({ name: 'soc', form: 'generic', url, kinds: ['dueSoon'] })
    const parameters = { title: 't', tlp: 1, dueAt: app.clock.now() + hour }
    const about = { kind: 'dueSoon', objectType: 'alert', objectId: '~1', parameters } as const
    await app.deps.db
      .transaction()
      .execute((tx) => notify(tx, 'alpha', [null], about, app.clock.now()))
    app.clock.advance(2 * hour)
    await look(app)
    expect(received).toEqual([])
    const { last_error } = await app.deps.db
      .selectFrom('outbox')
      .select('last_error')
      .executeTakeFirstOrThrow()
    expect(last_error).toBe('no longer true')
  })

  it('is what people are told, by name, once for many and only of chosen kinds', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    const kinds = ['assigned', 'undoFailed'] as const
    await app.as('orgadmin').createChannel({ name: 'soc', form: 'generic', url, kinds: [...kinds] })
    const tell = (kind: 'assigned' | 'mentioned' | 'undoFailed', logins: string[]) =>
      app.deps.db.transaction().execute((tx) =>
        notify(
          tx,
          'alpha',
          logins,
          {
            ...{ kind, objectType: 'response', objectId: '~1' },
            parameters: { by: 'ada', title: 'Phishing', name: 'Block', tlp: 2 },
          },
          app.clock.now(),
        ),
      )
    await tell('assigned', ['alan'])
    await tell('mentioned', ['alan'])
    await tell('undoFailed', ['alan'])
    await tell('undoFailed', ['rita'])
    await look(app)
    expect(received.flatMap(textsOf).sort()).toEqual([
      'Block could not be undone',
      'ada assigned Phishing to alan',
    ])
  })

  it('is nothing once it is off, and waits for nobody once it is deleted', async () => {
    const app = await make(open)
    const { url, received } = await makeReceiver()
    const admin = app.as('orgadmin')
    const { id } = await admin.createChannel({ name: 'soc', form: 'generic', url })
    await app.as('analyze').createAlertV1(anAlert('1'))
    await admin.updateChannel({ id }, { enabled: false })
    await app.as('analyze').createAlertV1(anAlert('2'))
    await look(app)
    const { rows } = await admin.listChannelDeliveries({ id }, {})
    expect(rows).toMatchObject([{ status: 'GivenUp', lastError: 'the channel is off' }])
    await admin.deleteChannel({ id })
    expect(await app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    expect(received).toEqual([])
  })
})

describe.each(oneDatabase)('$name: the settings of a chat channel', ({ open }) => {
  it('keep its address secret, and change attribute by attribute', async () => {
    const app = await make(open)
    const admin = app.as('orgadmin')
    const url = 'http://127.0.0.1:1/services/T000/SECRET'
    const { id } = await admin.createChannel({ name: 'soc', form: 'slack', url })
    const changed = await admin.updateChannel(
      { id },
      {
        ...{ name: 'lead', form: 'generic', secret: 'a secret of the receiver' },
        ...{ kinds: ['overdue'], minSeverity: 4, maxTlp: 1, language: 'fr', enabled: false },
      },
    )
    expect(changed).toMatchObject({ name: 'lead', form: 'generic', kinds: ['overdue'] })
    expect(changed).toMatchObject({ minSeverity: 4, maxTlp: 1, language: 'fr', state: 'off' })
    expect(changed.secret).toBeUndefined()
    expect((await admin.updateChannel({ id }, { url: 'https://chat.example/x' })).host).toBe(
      'chat.example',
    )
    const stored = JSON.stringify([
      await app.deps.db.selectFrom('channels').selectAll().execute(),
      await app.deps.db.selectFrom('audit').selectAll().execute(),
      (await admin.listChannels({})).rows,
      await admin.getChannel({ id }),
    ])
    expect(stored).not.toMatch(/SECRET|a secret of the receiver/)
    await admin.createChannel({ name: 'other', form: 'slack', url })
    expect((await refusalOf(admin.updateChannel({ id }, { name: 'other' }))).status).toBe(400)
    expect(
      (await refusalOf(admin.createChannel({ name: 'other', form: 'slack', url }))).status,
    ).toBe(400)
    for (let count = 2; count < 20; count++)
      await admin.createChannel({ name: `c${count}`, form: 'slack', url })
    expect(
      (await refusalOf(admin.createChannel({ name: 'c20', form: 'slack', url }))).message,
    ).toContain('20 channels')
  })

  it('refuse addresses that leak, and say in four words what a test found', async () => {
    const app = await make(open)
    const admin = app.as('orgadmin')
    const { url } = await makeReceiver([404])
    const { id } = await admin.createChannel({ name: 'soc', form: 'slack', url })
    expect(await admin.testChannel({ id })).toEqual({ ok: false, problem: 'refused' })
    expect(await admin.testChannel({ id })).toEqual({ ok: true })
    await admin.updateChannel({ id }, { url: 'http://127.0.0.1:1/' })
    expect(await admin.testChannel({ id })).toEqual({ ok: false, problem: 'unreachable' })
    for (const wrong of ['ftp://chat.example/', 'not a url', 'https://u:p@chat.example/'])
      expect((await refusalOf(admin.updateChannel({ id }, { url: wrong }))).status).toBe(400)
  })

  it('reach nothing private, and no http, unless the operator allows it', async () => {
    const app = await makePlatformApp(open)
    const admin = app.as('orgadmin')
    const { url, received } = await makeReceiver()
    expect((await refusalOf(admin.createChannel({ name: 'a', form: 'slack', url }))).status).toBe(
      400,
    )
    const { port } = new URL(url)
    for (const [at, host] of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254'].entries()) {
      const made = await admin.createChannel({
        ...{ name: `${at}`, form: 'slack', url: `https://${host}:${port}/` },
      })
      expect(await admin.testChannel({ id: made.id })).toEqual({
        ok: false,
        problem: 'unreachable',
      })
    }
    expect(received).toEqual([])
  })
})
