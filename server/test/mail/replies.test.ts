import { describe, expect, it } from 'vitest'
import { maxRepliesADay } from '../../src/domain/mail/reply.ts'
import { readMailReferences } from '../../src/domain/mail-references.ts'
import { switchMail } from '../../src/knowledge/outbox/store.ts'
import { updateAlert } from '../../src/platform/alerts/update.ts'
import { write } from '../../src/platform/changes/write.ts'
import { agentKey } from '../agents/agents.ts'
import { withoutOpenssl } from '../certificates.ts'
import { databases, oneDatabase } from '../databases.ts'
import { messagesOf } from '../platform/mailbox-setup.ts'
import { alertsOf } from '../platform/mails.ts'
import type { TestApp } from '../setup.ts'
import { makeAnswering, passed, report, send, waiting } from './answering.ts'

const hasTools = withoutOpenssl === ''
const minute = 60_000

const dismiss = (app: TestApp, id: string) =>
  app.as('analyze').updateAlertV1({ id }, { dismissal: 'benign' })

describe.each(databases)(
  `$name: an answer to who reported an email${withoutOpenssl}`,
  ({ open }) => {
    it.runIf(hasTools)(
      'goes to two colleagues and not to a stranger, when the alert is closed',
      async () => {
        const { app, take, byReporter, received } = await makeAnswering(open)
        const alert = await take(
          report('ann@ours.example', 'r1'),
          report('bob@ours.example', 'r2'),
          report('eve@elsewhere.example', 'r3', passed('elsewhere.example')),
        )
        expect(await alertsOf(app)).toHaveLength(1)
        expect(await waiting(app)).toEqual([])

        await dismiss(app, alert)
        expect(await byReporter()).toEqual({
          'ann@ours.example': 'answered',
          'bob@ours.example': 'answered',
          'eve@elsewhere.example': 'The domain of the reporter gets no answers',
        })
        expect(await waiting(app)).toMatchObject([{ kind: 'reply' }, { kind: 'reply' }])
        // Each of them by itself, whatever else waits.
        expect(await send(app)).toEqual(['done', 'done'])
        expect(received.map(({ to }) => to).sort()).toEqual([
          [expect.stringContaining('ann@ours.example')],
          [expect.stringContaining('bob@ours.example')],
        ])
        for (const { from, content } of received) {
          expect(from).toMatch(/^MAIL FROM:<>/)
          expect(content).toMatch(/^Auto-Submitted: auto-replied$/m)
          expect(content).toMatch(/^In-Reply-To: <r[12]@ours\.example>$/m)
          expect(content).toContain('considers it harmless')
          for (const said of ['bad.example', 'Your account', 'invoice', 'bank.example'])
            expect(content).not.toContain(said)
        }
        const proof = (text: string) => app.deps.secrets.proof('mail-reference', text)
        const ids = received.map(
          ({ content }) => /^Message-ID:\s*(<\S+>)/im.exec(content)?.[1] ?? '',
        )
        expect(new Set(ids).size).toBe(2)
        for (const id of ids)
          expect(readMailReferences(id, proof)).toMatchObject([{ kind: 'reply' }])
        expect((await waiting(app)).map(({ status }) => status)).toEqual(['Sent', 'Sent'])
      },
    )

    it.runIf(hasTools)('is sent again under the same Message-ID after a crash', async () => {
      const { app, take, received } = await makeAnswering(open)
      await dismiss(app, await take(report('ann@ours.example', 'r1')))
      const before = await app.deps.db.selectFrom('outbox').selectAll().execute()
      await send(app)
      // As if the process had died before it noted that it was sent.
      for (const { id, ...row } of before)
        await app.deps.db.updateTable('outbox').set(row).where('id', '=', id).execute()
      await send(app)
      const ids = received.map(({ content }) => /^Message-ID:\s*(<\S+>)/im.exec(content)?.[1])
      expect(ids).toHaveLength(2)
      expect(new Set(ids).size).toBe(1)
    })
  },
)

describe.each(oneDatabase)(`an answer to who reported an email${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasTools)(
    'is one for each reporter, however often they report and users close',
    async () => {
      const { app, take, byReporter } = await makeAnswering(open)
      const alert = await take(report('ann@ours.example', 'r1'))
      const analyst = app.as('analyze')
      await dismiss(app, alert)
      await analyst.markAlertAsUnread({ id: alert })
      await take(report('ann@ours.example', 'r2'), report('bob@ours.example', 'r3'))
      await analyst.updateAlerts({ ids: [alert], dismissal: 'other' })
      expect((await waiting(app)).map(({ to }) => to).sort()).toEqual([
        'ann@ours.example',
        'bob@ours.example',
      ])
      expect((await byReporter())['bob@ours.example']).toBe('answered')
    },
  )

  it.runIf(hasTools)('follows a decision of a person alone', async () => {
    const { app, take } = await makeAnswering(open)
    const alert = await take(report('ann@ours.example', 'r1'))
    const origin = { address: 'server', requestId: 'x' }
    // As rules and responders do.
    const actor = { login: 'alan', organization: 'alpha', ...origin }
    await write(app.deps, actor, (w) => updateAlert(w, { id: alert }, { dismissal: 'benign' }))
    const analyst = app.as('analyze')
    await analyst.updateAlertV1({ id: alert }, { title: 'Another' })
    await analyst.markAlertAsUnread({ id: alert })
    const { _id } = await analyst.promoteAlertV1({ id: alert }, {})
    await analyst.markAlertAsRead({ id: alert })
    await analyst.updateCaseV1({ id: _id }, { title: 'Another' })
    expect(await waiting(app)).toEqual([])
  })

  it.runIf(hasTools)('is never caused by an agent', async () => {
    const { app, take } = await makeAnswering(open)
    const alert = await take(report('ann@ours.example', 'r1'))
    const { key } = await agentKey(app)
    const answer = await app.inject({
      method: 'PATCH',
      url: `/api/v1/alert/${alert}`,
      headers: { authorization: `Bearer ${key}` },
      payload: { dismissal: 'benign' },
    })
    expect(answer.statusCode).toBe(403)
    expect(await waiting(app)).toEqual([])
  })

  it.runIf(hasTools)('is at most twenty a day for one address, and says so', async () => {
    const { app, take, byReporter } = await makeAnswering(open)
    const rows = Array.from({ length: maxRepliesADay }, (_, at) => ({
      ...{ id: `old-${at}`, organization: 'alpha', channel: 'reply' as const },
      ...{ target: 'ann@ours.example', body: '{"kind":"reply"}' },
      ...{ created_at: app.clock.now(), attempts: 0, next_attempt_at: null },
    }))
    await app.deps.db.insertInto('outbox').values(rows).execute()
    const alert = await take(report('ann@ours.example', 'r1'), report('bob@ours.example', 'r2'))
    await dismiss(app, alert)
    expect(await byReporter()).toEqual({
      'ann@ours.example': `More than ${maxRepliesADay} answers a day`,
      'bob@ours.example': 'answered',
    })
    app.clock.advance(24 * 60 * minute + 1)
    await dismiss(app, alert)
    expect((await byReporter())['ann@ours.example']).toBe('answered')
  })

  it.runIf(hasTools)('is not written where no mail server is named', async () => {
    const { app, take, byReporter } = await makeAnswering(open)
    const alert = await take(report('ann@ours.example', 'r1'))
    await switchMail(app.deps.db, false)
    await dismiss(app, alert)
    expect(await byReporter()).toEqual({
      'ann@ours.example': 'This server sends no mail: mail.url is not set',
    })
    expect(await waiting(app)).toEqual([])
  })

  it.runIf(hasTools)('is not sent any more once the mailbox answers no one', async () => {
    const { app, id, take, received } = await makeAnswering(open)
    await dismiss(app, await take(report('ann@ours.example', 'r1')))
    await app.as('orgadmin').updateMailbox({ id }, { reply: 'off' })
    await send(app)
    expect(received).toEqual([])
    expect(await waiting(app)).toMatchObject([
      { status: 'GivenUp', lastError: 'the mailbox answers no more' },
    ])
  })

  it.runIf(hasTools)('needs a server that vouches and domains, and is off otherwise', async () => {
    const { app, id, take, byReporter } = await makeAnswering(open, {
      reply: 'off',
      replyDomains: [],
    })
    const admin = app.as('orgadmin')
    const closed = admin.updateMailbox({ id }, { reply: 'closed' })
    await expect(closed).rejects.toThrow('requires trustedServer and replyDomains')
    await dismiss(app, await take(report('ann@ours.example', 'r1')))
    expect(await byReporter()).toEqual({ 'ann@ours.example': undefined })
    expect(await admin.getMailbox({ id })).toMatchObject({
      ...{ reply: 'off', replyDomains: [], trustedServer: 'mx.ours.example' },
      replyLanguage: 'en',
    })
  })

  it.runIf(hasTools)('that is answered becomes a comment of the alert', async () => {
    const { app, take, received, id } = await makeAnswering(open, { replyLanguage: 'fr' })
    await dismiss(app, await take(report('ann@ours.example', 'r1')))
    await send(app)
    const [mail] = received
    expect(mail?.content).toMatch(/^Subject: .*utf-8/im)
    const reference = /^Message-ID:\s*(<\S+>)/im.exec(mail?.content ?? '')?.[1]
    await take(
      [
        'From: ann@ours.example',
        'Message-ID: <thanks@ours.example>',
        `References: ${reference}`,
        'Subject: Re: thanks',
        '',
        'Thank you!',
      ].join('\r\n'),
    )
    const states = (await messagesOf(app, id)).map(({ state }) => state)
    expect(states.sort()).toEqual(['done', 'followup'])
  })
})

describe.each(oneDatabase)(`of another organization${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasTools)('no mailbox decides about an answer', async () => {
    const { app, id, take } = await makeAnswering(open)
    const alert = await take(report('ann@ours.example', 'r1'))
    await app.deps.db
      .updateTable('mailboxes')
      .set({ organization: 'beta' })
      .where('id', '=', id)
      .execute()
    await dismiss(app, alert)
    expect(await app.deps.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })
})
