import { describe, expect, it, onTestFinished } from 'vitest'
import { startSmtpStub } from '../../../analyzers/src/send-mail/smtp-stub.ts'
import { readMailReferences } from '../../src/domain/mail-references.ts'
import { maxMailsOfPerson, maxTries } from '../../src/domain/notices/tries.ts'
import { outboxWork } from '../../src/knowledge/outbox/send.ts'
import { switchMail } from '../../src/knowledge/outbox/store.ts'
import { notify } from '../../src/storage/rows/notices.ts'
import { refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { insertRows, row } from '../platform/rows.ts'
import { makeOwnApp, people, type TestApp } from '../setup.ts'
import { oneLook } from './one-look.ts'

const minute = 60_000
const hour = 60 * minute

async function make(open: TestDatabases['open'], refuse?: (line: string) => string | undefined) {
  const stub = await startSmtpStub(refuse)
  onTestFinished(stub.stop)
  const app = await makeOwnApp(open, {
    environment: {
      ASSAY_MAIL_URL: `smtp://127.0.0.1:${stub.port}`,
      ASSAY_MAIL_FROM: 'assay@example.org',
      ASSAY_HTTP_PUBLICURL: 'https://assay.test/',
    },
  })
  await switchMail(app.deps.db, true)
  await insertRows(app.deps.db, { cases: [row.case('~1')] })
  return { app, received: stub.received }
}

const give = (app: TestApp, login: string, state: 'open' | 'confirmed' | 'provider') =>
  app.deps.db
    .updateTable('users')
    .set({ email: `${login}@example.org`, email_state: state })
    .where('login', '=', login)
    .execute()

const tell = (app: TestApp, logins: readonly string[], objectId = '~1', tlp = 2) =>
  app.deps.db.transaction().execute((tx) =>
    notify(
      tx,
      'alpha',
      logins,
      {
        ...{ kind: 'assigned', objectType: 'case', objectId },
        parameters: { by: 'ada', number: 7, title: 'Phishing', tlp },
      },
      app.clock.now(),
    ),
  )

const look = (app: TestApp) => oneLook(app, outboxWork(app.deps))

const messages = async (app: TestApp) =>
  (await app.as('orgadmin').listOutbox({ range: 'all' })).rows

describe.each(databases)('$name: mails to people', ({ open }) => {
  it('are sent once to addresses that someone vouched for, with little in them', async () => {
    const { app, received } = await make(open)
    await give(app, 'alan', 'confirmed')
    await give(app, 'rita', 'open')
    await tell(app, ['alan', 'rita'])
    expect(await messages(app)).toMatchObject([{ to: 'alan', kind: 'assigned', status: 'Waiting' }])
    expect(await look(app)).toEqual(['done'])
    expect(await look(app)).toEqual([])
    expect(received).toHaveLength(1)
    const [mail] = received
    expect(mail?.to).toEqual([expect.stringContaining('alan@example.org')])
    expect(mail?.content).toMatch(/^Subject: \[Assay\] ada assigned you #7 Phishing$/m)
    expect(mail?.content).toMatch(/^Auto-Submitted: auto-generated$/m)
    // So that mailboxes know it as our own, as they do what answers or returns it.
    const id = /^Message-ID:\s*(<\S+>)/im.exec(mail?.content ?? '')?.[1] ?? ''
    const proof = (text: string) => app.deps.secrets.proof('mail-reference', text)
    expect(readMailReferences(id, proof)).toMatchObject([{ kind: 'notice' }])
    expect(mail?.content).toContain('https://assay.test/cases/~1')
    expect(await messages(app)).toMatchObject([{ status: 'Sent', attempts: 1 }])
  })

  it('are sent again under the same Message-ID when the process died after sending', async () => {
    const { app, received } = await make(open)
    await give(app, 'alan', 'provider')
    await tell(app, ['alan'])
    const work = outboxWork(app.deps)
    const room = { count: 10, now: app.clock.now(), hasRoom: () => true, held: () => 0 }
    const [item] = await work.claim('alpha', room)
    if (!item) throw new Error('nothing was claimed')
    // Another process finds nothing while this one may be sending.
    expect(await work.claim('alpha', room)).toEqual([])
    const before = await app.deps.db.selectFrom('outbox').selectAll().execute()
    await work.run(item, AbortSignal.timeout(minute))
    // As if it had died before it noted so.
    for (const { id, ...row } of before)
      await app.deps.db.updateTable('outbox').set(row).where('id', '=', id).execute()
    app.clock.advance(5 * minute)
    await tell(app, ['alan'], '~2')
    expect(await look(app)).toEqual(['done'])
    const ids = received.map(({ content }) => /^Message-ID:\s*(<\S+>)/im.exec(content)?.[1])
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  it('are tried nine times, and then given up where an administrator sees it', async () => {
    const { app, received } = await make(open, (line) =>
      /^MAIL/i.test(line) ? '451 not now' : undefined,
    )
    await give(app, 'alan', 'confirmed')
    await tell(app, ['alan'])
    const outcomes: string[] = []
    for (let tries = 0; tries < maxTries + 2; tries++) {
      outcomes.push(...(await look(app)))
      app.clock.advance(26 * hour)
    }
    expect(outcomes).toEqual(Array.from({ length: maxTries }, () => 'failed'))
    expect(received).toEqual([])
    expect(await messages(app)).toMatchObject([
      { status: 'GivenUp', attempts: maxTries, lastError: expect.stringMatching(/refused/) },
    ])
  })

  it('name no case that was marked higher meanwhile, or is gone', async () => {
    const { app, received } = await make(open)
    await give(app, 'alan', 'confirmed')
    await tell(app, ['alan'])
    await app.deps.db.updateTable('cases').set({ tlp: 4 }).execute()
    await look(app)
    await tell(app, ['alan'])
    await app.deps.db.deleteFrom('cases').execute()
    await look(app)
    const subjects = received.map(({ content }) => /^Subject: (.*)$/m.exec(content)?.[1]?.trim())
    expect(subjects).toEqual(['[Assay] Case 7 has updates', '[Assay] Case 7 has updates'])
    expect(JSON.stringify(received)).not.toContain('Phishing')
  })

  it('are at most thirty an hour for one person; what is left is one mail', async () => {
    const { app, received } = await make(open)
    await give(app, 'alan', 'confirmed')
    for (let count = 0; count < maxMailsOfPerson; count++) {
      await tell(app, ['alan'], `~${count}`)
      await look(app)
      app.clock.advance(1_000)
    }
    expect(received).toHaveLength(maxMailsOfPerson)
    for (let count = 0; count < 51; count++) await tell(app, ['alan'], `~1${count}`)
    expect(await look(app)).toEqual(['later'])
    expect(await look(app)).toEqual([])
    app.clock.advance(hour)
    expect(await look(app)).toEqual(['done'])
    expect(received).toHaveLength(maxMailsOfPerson + 1)
    expect(received.at(-1)?.content).toContain('and 41 more')
  })
})

describe.each(oneDatabase)('$name: who gets mails', ({ open }) => {
  it('is decided again when it is sent: not after a move, a lock or a new address', async () => {
    const { app, received } = await make(open)
    for (const change of [
      { status: 'Locked' as const },
      { organization: 'beta' },
      { email_state: 'open' as const },
    ]) {
      await give(app, 'alan', 'confirmed')
      await tell(app, ['alan'])
      await app.deps.db.updateTable('users').set(change).where('login', '=', 'alan').execute()
      expect(await look(app)).toEqual(['done'])
      await app.deps.db
        .updateTable('users')
        .set({ status: 'Active', organization: 'alpha' })
        .where('login', '=', 'alan')
        .execute()
    }
    expect(received).toEqual([])
  })

  it('is each person’s choice, for each kind', async () => {
    const { app } = await make(open)
    await give(app, 'alan', 'confirmed')
    const off = { kind: 'assigned', page: false, mail: 'off' } as const
    const settings = await app.as('analyze').setNoticeSettings({ kinds: [off] })
    expect(settings).toMatchObject({ email: 'alan@example.org', emailState: 'confirmed' })
    expect(settings.canMail).toBe(true)
    expect(settings.kinds.find(({ kind }) => kind === 'assigned')).toEqual(off)
    await tell(app, ['alan'])
    expect(await messages(app)).toEqual([])
    expect((await app.as('analyze').listNotices({})).total).toBe(0)
  })

  it('is written in the language of each, with what the organization puts around it', async () => {
    const { app, received } = await make(open)
    await give(app, 'alan', 'confirmed')
    expect((await app.as('analyze').getNoticeSettings()).language).toBe('en')
    expect(await app.as('analyze').setNoticeSettings({ language: 'fr' })).toMatchObject({
      language: 'fr',
    })
    const admin = app.as('orgadmin')
    expect(await admin.getMailTexts()).toEqual({ prefix: 'Assay', footer: '' })
    await admin.setMailTexts({ prefix: 'CERT', footer: 'Appelez le 3456.' })
    expect(await admin.setMailTexts({})).toEqual({ prefix: 'CERT', footer: 'Appelez le 3456.' })
    expect((await app.as('stranger').getMailTexts()).prefix).toBe('Assay')
    const header = 'x\r\nBcc: stranger@example.com'
    expect((await refusalOf(admin.setMailTexts({ prefix: header }))).status).toBe(400)
    await tell(app, ['alan'])
    await look(app)
    expect(received[0]?.content).toMatch(/^Subject: =\?UTF-8\?Q\?=5BCERT=5D_ada_vous_a_attribu/m)
    expect(received[0]?.content).toContain('Appelez le 3456.')
  })

  it('gets what was given up when an administrator tries again, and no other one', async () => {
    let isDown = true
    const { app, received } = await make(open, (line) =>
      isDown && /^MAIL/i.test(line) ? '451 not now' : undefined,
    )
    await give(app, 'alan', 'confirmed')
    await tell(app, ['alan'])
    for (let tries = 0; tries < maxTries; tries++) {
      await look(app)
      app.clock.advance(26 * hour)
    }
    isDown = false
    const admin = app.as('orgadmin')
    const [message] = (await admin.listOutbox({ status: 'GivenUp' })).rows
    expect(message).toMatchObject({ way: 'mail', to: 'alan', status: 'GivenUp' })
    expect((await admin.listOutbox({ status: 'Sent' })).total).toBe(0)
    const ids = [message?.id ?? '']
    expect(await app.as('stranger').retryOutbox({ ids })).toEqual({ messages: 0 })
    expect(await admin.retryOutbox({ ids: [] })).toEqual({ messages: 0 })
    expect(await admin.retryOutbox({ ids })).toEqual({ messages: 1 })
    expect((await admin.listOutbox({ status: 'Waiting' })).total).toBe(1)
    expect(await look(app)).toEqual(['done'])
    expect(received).toHaveLength(1)
    expect(await admin.retryOutbox({})).toEqual({ messages: 0 })
  })

  it('is told of no "due soon" that waited until it was due', async () => {
    const { app, received } = await make(open)
    await give(app, 'alan', 'confirmed')
    const parameters = { title: 't', tlp: 1, dueAt: app.clock.now() + minute }
    const soon = { kind: 'dueSoon', objectType: 'case', objectId: '~1', parameters } as const
    await app.deps.db
      .transaction()
      .execute((tx) => notify(tx, 'alpha', ['alan'], soon, app.clock.now()))
    app.clock.advance(hour)
    await look(app)
    expect(received).toEqual([])
    expect(await messages(app)).toMatchObject([{ status: 'GivenUp', lastError: 'no longer true' }])
  })

  it('never writes a mail where no mail server is named', async () => {
    const { app } = await make(open)
    await give(app, 'alan', 'confirmed')
    await switchMail(app.deps.db, false)
    await tell(app, ['alan'])
    expect(await messages(app)).toEqual([])
    expect((await app.as('analyze').listNotices({})).total).toBe(1)
  })

  it('is not a stranger whose address an administrator gives to many users', async () => {
    const { app, received } = await make(open)
    const email = 'stranger@example.com'
    for (const person of ['orgadmin', 'analyze', 'read'] as const) {
      const { login } = people[person]
      await app
        .as(person)
        .updateUser({ login }, { email: person === 'read' ? email.toUpperCase() : email })
      for (let count = 0; count < 2; count++) {
        const { status } = await app
          .as(person)
          .confirmAddress({ login }, {})
          .then(
            () => ({ status: 200 }),
            (error) => error as { status: number },
          )
        expect([200, 429]).toContain(status)
        app.clock.advance(2 * minute)
      }
    }
    expect(received.length).toBeLessThanOrEqual(5)
  })

  it('begins when they enter the code that was sent to their address', async () => {
    const { app, received } = await make(open)
    const client = app.as('analyze')
    const own = { login: 'alan' }
    const state = async () => (await client.getNoticeSettings()).emailState
    expect((await refusalOf(client.confirmAddress(own, {}))).status).toBe(400)
    await client.updateUser(own, { email: 'alan@example.org' })
    expect((await refusalOf(app.as('orgadmin').confirmAddress(own, {}))).status).toBe(404)
    await client.confirmAddress(own, {})
    expect((await refusalOf(client.confirmAddress(own, {}))).status).toBe(429)
    const code = /Your code: (\S+)/.exec(received[0]?.content ?? '')?.[1] ?? ''
    expect((await refusalOf(client.confirmAddress(own, { code: 'guess' }))).status).toBe(404)
    await client.updateUser(own, { email: 'other@example.org' })
    expect((await refusalOf(client.confirmAddress(own, { code }))).status).toBe(400)
    expect(await state()).toBe('open')
    await client.updateUser(own, { email: 'alan@example.org' })
    app.clock.advance(25 * hour)
    expect((await refusalOf(client.confirmAddress(own, { code }))).status).toBe(404)
    await client.confirmAddress(own, {})
    const again = /Your code: (\S+)/.exec(received[1]?.content ?? '')?.[1] ?? ''
    await client.confirmAddress(own, { code: again })
    expect(await state()).toBe('confirmed')
    expect((await refusalOf(client.confirmAddress(own, { code: again }))).status).toBe(404)
    expect(
      JSON.stringify(await app.deps.db.selectFrom('audit').selectAll().execute()),
    ).not.toContain(again)
  })
})
