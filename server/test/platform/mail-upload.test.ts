import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, onlyPostgres } from '../databases.ts'
import { forward, phish } from './mail-texts.ts'
import { alertsOf, observablesOf, upload, uploadRaw } from './mails.ts'
import { insertRows, row } from './rows.ts'
import { makePlatformApp } from './setup.ts'

describe.each(databases)('$name: a mail that a user uploads', ({ open }) => {
  it('becomes an alert with the mail, its attachments, senders, subject and links', async () => {
    const app = await makePlatformApp(open)
    const answer = await upload(app, phish())
    expect(answer.json()).toMatchObject({ mails: [{ state: 'done', subject: 'Your account' }] })
    expect(answer.statusCode).toBe(201)
    const [alert, ...others] = await alertsOf(app)
    expect(others).toEqual([])
    expect(alert).toMatchObject({ type: 'mail', source: 'upload', title: 'Your account' })
    expect(alert?.sourceRef).toMatch(/^[0-9a-f]{64}$/)
    const found = await observablesOf(app, alert?._id ?? '')
    expect(
      found
        .map(({ dataType, data, attachment }) => `${dataType} ${data ?? attachment?.name}`)
        .sort(),
    ).toEqual([
      'file invoice.pdf',
      'file phish.eml',
      'fqdn login.bad.example',
      'mail info@bank.example',
      'mail thief@elsewhere.example',
      'mail-subject Your account',
      'url https://login.bad.example/a',
    ])
  })

  it('joins the alert of the same mail, whoever got it, also when that is closed', async () => {
    const app = await makePlatformApp(open)
    await upload(app, phish())
    const [alert] = await alertsOf(app)
    await app.as('analyze').markAlertAsReadV1({ id: alert?._id ?? '' })
    const answer = await upload(app, phish({ to: 'b@ours.example', id: '2' }), { as: 'orgadmin' })
    expect(answer.json().mails).toMatchObject([{ state: 'duplicate', alertId: alert?._id }])
    expect(await alertsOf(app)).toMatchObject([{ _id: alert?._id, status: 'Ignored' }])
    const { rows } = await rowsOf(app)
    expect(rows.map(({ reporter, state }) => `${reporter} ${state}`).sort()).toEqual([
      'ada duplicate',
      'alan done',
    ])
  })
})

const rowsOf = async (app: Awaited<ReturnType<typeof makePlatformApp>>) => ({
  rows: await app.deps.db.selectFrom('mail_messages').selectAll().execute(),
})

describe.each(oneDatabase)('an uploaded mail', ({ open }) => {
  it('may be the body of the request, as message/rfc822', async () => {
    const app = await makePlatformApp(open)
    const answer = await uploadRaw(app, phish())
    expect(answer.statusCode).toBe(201)
    const found = await observablesOf(app, answer.json().mails[0].alertId)
    expect(found.find(({ dataType }) => dataType === 'file')?.attachment).toMatchObject({
      name: 'mail.eml',
    })
  })

  it('counts by the mails that are attached to it', async () => {
    const app = await makePlatformApp(open)
    const answer = await upload(app, forward([phish(), phish({ subject: 'Second' })]))
    expect(answer.json().mails).toMatchObject([
      { state: 'done', subject: 'Your account' },
      { state: 'done', subject: 'Second' },
    ])
    const found = await observablesOf(app, answer.json().mails[0].alertId)
    expect(found.map(({ data }) => data)).not.toContain('colleague@ours.example')
    expect(await upload(app, phish({ id: '9' })).then((one) => one.json().mails)).toMatchObject([
      { state: 'duplicate', subject: 'Your account' },
    ])
  })

  it('is read to ten attached mails, and the alert says what is left out', async () => {
    const app = await makePlatformApp(open)
    const mails = Array.from({ length: 12 }, (_, at) => phish({ subject: `Mail ${at}` }))
    const answer = await upload(app, forward(mails))
    expect(answer.json().mails).toHaveLength(10)
    const [alert] = await alertsOf(app)
    expect(alert?.description).toContain('2 attached mails: the limit is 10')
  })

  it('makes another alert after 30 days, and after its alert was deleted', async () => {
    const app = await makePlatformApp(open)
    const first = (await upload(app, phish())).json().mails[0]
    app.clock.advance(29 * 86_400_000)
    expect((await upload(app, phish())).json().mails).toMatchObject([{ alertId: first.alertId }])
    app.clock.advance(2 * 86_400_000)
    const second = (await upload(app, phish())).json().mails[0]
    expect(second.state).toBe('done')
    expect(second.alertId).not.toBe(first.alertId)
    await app.as('analyze').deleteAlertV1({ id: second.alertId })
    expect((await upload(app, phish())).json().mails).toMatchObject([{ state: 'done' }])
  })

  it('can be uploaded again and again, when what it became before is long forgotten', async () => {
    const app = await makePlatformApp(open)
    const references: string[] = []
    for (let count = 0; count < 4; count += 1) {
      expect((await upload(app, phish())).json().mails).toMatchObject([{ state: 'done' }])
      // After more than a year the mails go, and their alerts stay.
      if (count === 2) await app.deps.db.deleteFrom('mail_messages').execute()
      app.clock.advance(31 * 86_400_000)
    }
    for (const { sourceRef } of await alertsOf(app)) references.push(sourceRef)
    expect(references.sort().map((one) => one.slice(64))).toEqual(['', '-2', '-3', '-4'])
  })

  it('is one alert when it comes many times at once', async () => {
    const app = await makePlatformApp(open)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => upload(app, phish({ id: `${at}` }))),
    )
    expect(new Set(answers.map((answer) => answer.json().mails[0].alertId)).size).toBe(1)
    expect(await alertsOf(app)).toHaveLength(1)
  })

  it('joins no alert of another organization', async () => {
    const app = await makePlatformApp(open)
    await upload(app, phish())
    const answer = await upload(app, phish(), { as: 'stranger' })
    expect(answer.json().mails).toMatchObject([{ state: 'done' }])
    expect(await alertsOf(app, 'stranger')).toHaveLength(1)
  })

  it.each([
    [
      'a picture',
      Buffer.from('89504e470d0a1a0a', 'hex'),
      400,
      'The file is not an email. Upload the original message, as .eml or .msg',
    ],
    ['nothing', Buffer.alloc(0), 400, 'The file is not an email'],
    ['an Office document', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 400, 'The file is not an email'],
    ['too large', Buffer.alloc(25 * 1024 * 1024 + 1, 'a'), 413, 'exceeds the limit of 25 MiB'],
  ])('is refused if it is %s, and nothing stays', async (_, content, status, message) => {
    const app = await makePlatformApp(open)
    const answer = await upload(app, content)
    expect(answer.statusCode).toBe(status)
    expect(answer.json().message).toContain(message)
    expect(await alertsOf(app)).toEqual([])
    expect((await rowsOf(app)).rows).toEqual([])
  })

  it('is made without values of types that the organization does not have', async () => {
    const app = await makePlatformApp(open)
    await app.deps.db.deleteFrom('observable_types').where('name', '=', 'mail-subject').execute()
    const { alertId } = (await upload(app, phish())).json().mails[0]
    const [alert] = await alertsOf(app)
    expect(alert?.description).toContain('1 observables: your organization has no such')
    expect((await observablesOf(app, alertId)).map(({ dataType }) => dataType)).not.toContain(
      'mail-subject',
    )
  })
})

describe.each(onlyPostgres)('$name: a mail that a user uploads', ({ open }) => {
  it('joins the alert of another report that commits between its look for one and its own', async () => {
    const app = await makePlatformApp(open)
    const { db } = app.deps
    await upload(app, phish(), { as: 'stranger' })
    const key = (await alertsOf(app, 'stranger'))[0]?.sourceRef ?? ''
    const held = Promise.withResolvers<void>()
    const committed = db.transaction().execute(async (tx) => {
      // A report reads it after its look and before it makes an alert.
      await sql`lock table observable_types in access exclusive mode`.execute(tx)
      held.resolve()
      const waiting = async () => {
        const { rows } = await sql`select 1 from pg_locks join pg_class on pg_class.oid = relation
          where not granted and relname = 'observable_types'
            and database = (select oid from pg_database where datname = current_database())`.execute(
          tx,
        )
        return rows.length
      }
      await expect.poll(waiting).toBe(1)
      const of = { type: 'mail', source: 'upload', source_ref: key, created_at: app.clock.now() }
      await insertRows(tx, { alerts: [row.alert('~1', of)] })
      await sql`insert into mail_messages (id, organization, content_hash, uploaded_by, part, message_key,
          received_at, size, state, alert_id, attempts)
        values ('~2', 'alpha', 'other', 'rita', 0, ${key}, 1, 1, 'done', '~1', 1)`.execute(tx)
    })
    await held.promise
    const answer = await upload(app, phish())
    await committed

    expect(answer.json().mails).toMatchObject([{ state: 'duplicate', alertId: '~1' }])
    expect(await alertsOf(app)).toHaveLength(1)
  })
})
