import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { describe, expect, it } from 'vitest'
import { readMailReferences } from '../../src/domain/mail-references.ts'
import { maxTries } from '../../src/domain/notices/tries.ts'
import { outboxWork } from '../../src/knowledge/outbox/send.ts'
import { switchMail } from '../../src/knowledge/outbox/store.ts'
import { makePair } from '../certificates.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { atEnd } from '../lifetime.ts'
import { forward, phish } from '../platform/mail-texts.ts'
import { lookAgain, messagesOf, settled, until } from '../platform/mailbox-setup.ts'
import { alertsOf } from '../platform/mails.ts'
import { makePlatformApp } from '../platform/setup.ts'
import { type Dovecot, password, startDovecot } from './dovecot.ts'
import { oneLook } from './one-look.ts'
import { type Postfix, startPostfix } from './postfix.ts'

const minute = 60_000
const people = ['soc', 'ann', 'bob', 'team', 'assay'].map((name) => `${name}@ours.example`)
const [soc = '', ann = '', bob = '', team = '', assay = ''] = people

interface Setup {
  readonly pair?: { readonly cert: string; readonly key: string }
  readonly mailUrl?: (postfix: Postfix) => string
}

const withLogin = (port: number, scheme: string, word = password) =>
  `${scheme}://${encodeURIComponent(assay)}:${word}@127.0.0.1:${port}`

/** A house with its own mail servers; what colleagues send to the watched mailbox goes through them as well. */
async function make(open: TestDatabases['open'], { pair, mailUrl }: Setup = {}) {
  const dovecot = await startDovecot()
  const postfix = await startPostfix(dovecot, {
    people,
    // What is written to the team also comes into the watched mailbox.
    forwards: { [team]: [soc] },
    ...(pair && { pair }),
  })
  const url = mailUrl?.(postfix) ?? withLogin(postfix.startTlsPort, 'smtp')
  const app = await makePlatformApp(open, {
    environment: {
      ASSAY_MAIL_PRIVATETARGETS: 'true',
      ASSAY_MAIL_URL: url,
      ASSAY_MAIL_FROM: assay,
    },
  })
  await switchMail(app.deps.db, true)
  const { id } = await app.as('orgadmin').createMailbox({
    ...{ name: 'phishing', host: '127.0.0.1', port: dovecot.port, user: soc, secret: password },
    ...{ reply: 'closed', replyDomains: ['ours.example'], trustedServer: 'mx.ours.example' },
    // What was found in a mail of this TLP is for few.
    alert: { severity: 3, tlp: 3, pap: 3, tags: ['secret-tag'] },
  })
  // As the filter of such a server does once it has checked them.
  const dmarc = (result: string) =>
    `PREPEND Authentication-Results: mx.ours.example; dmarc=${result} (p=reject) header.from=ours.example`
  const report = async (from: string, name: string, { to = soc, result = 'pass' } = {}) => {
    postfix.judgeBy(() => dmarc(result))
    const transport = createTransport({
      ...{ host: '127.0.0.1', port: postfix.tlsPort, secure: true },
      auth: { user: from, pass: password },
      ...(pair && { tls: { rejectUnauthorized: false } }),
    })
    const raw = forward([phish({ id: name })], { from, id: name })
    await transport.sendMail({ envelope: { from, to }, raw })
    transport.close()
    postfix.judgeBy(() => undefined)
  }
  const taken = async (count: number) => {
    await until(async () => {
      await lookAgain(app, id)
      expect(await messagesOf(app, id)).toHaveLength(count)
    })
    await settled(app, id, count)
  }
  const close = async () => {
    const [alert] = await alertsOf(app)
    await app.as('analyze').updateAlertV1({ id: alert?._id ?? '' }, { dismissal: 'benign' })
  }
  const waiting = async () =>
    (await app.as('orgadmin').listOutbox({ range: 'all' })).rows.filter(
      ({ way }) => way === 'reply',
    )
  /** One look, a minute or more later. */
  const send = (after = 0) => {
    app.clock.advance(after)
    return oneLook(app, outboxWork(app.deps))
  }
  return { app, id, dovecot, postfix, report, taken, close, waiting, send }
}

/** What somebody finds in their mailbox. */
async function inbox({ port }: Dovecot, user: string): Promise<string[]> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: true, logger: false },
    auth: { user, pass: password },
  })
  await client.connect()
  try {
    await client.mailboxOpen('INBOX')
    const found = await client.search({ all: true }, { uid: true })
    const mails: string[] = []
    for (const uid of found || []) {
      const mail = await client.fetchOne(String(uid), { source: true }, { uid: true })
      mails.push(mail ? (mail.source?.toString() ?? '') : '')
    }
    return mails
  } finally {
    await client.logout()
  }
}

/** Delivery comes after the mail was taken. */
async function answerTo(dovecot: Dovecot, user: string): Promise<string> {
  await until(() => expect(dovecot.count(user, 'INBOX')).toBe(1))
  return (await inbox(dovecot, user))[0] ?? ''
}

const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}:\\s*(.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(mail)?.[1]?.replace(/\s+/g, ' ')

describe.each(databases)('$name: with Postfix and Dovecot, an answer', ({ open }) => {
  it('reaches the mailbox of each reporter, and makes nothing where it comes back', async () => {
    const { app, id, dovecot, report, taken, close, send, waiting } = await make(open)
    await report(ann, 'r1')
    await report(team, 'r2')
    await report(bob, 'r3', { result: 'fail' })
    await taken(3)
    expect(await alertsOf(app)).toHaveLength(1)
    await close()
    expect(await send()).toEqual(['done', 'done'])

    const mail = await answerTo(dovecot, ann)
    expect(headerOf(mail, 'Return-Path')).toBe('<>')
    expect(headerOf(mail, 'Delivered-To')).toBe(ann)
    expect(headerOf(mail, 'From')).toBe(`Assay <${assay}>`)
    expect(headerOf(mail, 'To')).toBe(ann)
    expect(headerOf(mail, 'Auto-Submitted')).toBe('auto-replied')
    expect(headerOf(mail, 'In-Reply-To')).toBe('<r1@ours.example>')
    expect(headerOf(mail, 'References')).toBe('<r1@ours.example>')
    expect(headerOf(mail, 'Subject')).toBe('[Assay] Your report was reviewed')
    const proof = (text: string) => app.deps.secrets.proof('mail-reference', text)
    const messageId = headerOf(mail, 'Message-ID') ?? ''
    expect(readMailReferences(messageId, proof)).toMatchObject([{ kind: 'reply' }])
    expect(messageId).toMatch(/@ours\.example>$/)
    expect(mail).toContain('considers it harmless')
    // Whatever the TLP of the alert: nothing of it leaves.
    for (const said of ['bad.example', 'Your account', 'invoice', 'bank.example', 'secret-tag'])
      expect(mail).not.toContain(said)

    // The answer to the team was handed on into the watched mailbox.
    await taken(4)
    expect((await messagesOf(app, id)).map(({ state, reason }) => reason ?? state).sort()).toEqual([
      'Sent by this server',
      'done',
      'duplicate',
      'duplicate',
    ])
    expect(await alertsOf(app)).toHaveLength(1)
    await close()
    expect(await send(minute)).toEqual([])
    expect(await waiting()).toMatchObject([{ status: 'Sent' }, { status: 'Sent' }])
    expect(dovecot.count(bob, 'INBOX')).toBe(0)
    expect(dovecot.count(team, 'INBOX')).toBe(1)
  })
})

describe.each(oneDatabase)('with Postfix and Dovecot, an answer', ({ open }) => {
  it('waits while the server greylists it or is gone, and arrives once, under one Message-ID', async () => {
    const { dovecot, postfix, report, taken, close, send, waiting } = await make(open)
    await report(ann, 'r1')
    await taken(1)
    await close()
    postfix.judgeBy(() => 'defer_if_permit 4.2.0 Greylisted, see you in five minutes')
    expect(await send()).toEqual(['failed'])
    expect(await waiting()).toMatchObject([{ status: 'Waiting', lastError: 'refused' }])
    expect(await send()).toEqual([])
    await postfix.stop()
    expect(await send(minute)).toEqual(['failed'])
    expect(await waiting()).toMatchObject([{ status: 'Waiting', lastError: 'unreachable' }])
    expect(dovecot.count(ann, 'INBOX')).toBe(0)
    postfix.judgeBy(() => undefined)
    await postfix.start()
    expect(await send(5 * minute)).toEqual(['done'])
    const first = await answerTo(dovecot, ann)
    expect(headerOf(first, 'In-Reply-To')).toBe('<r1@ours.example>')
    expect(await waiting()).toMatchObject([{ status: 'Sent' }])
    expect(await send(60 * minute)).toEqual([])
  })

  it('is given up after nine tries where the server refuses it for good, and others arrive', async () => {
    const { dovecot, postfix, report, taken, close, send, waiting } = await make(open)
    await report(ann, 'r1')
    await report(bob, 'r2')
    await taken(2)
    await close()
    postfix.judgeBy(({ recipient }) =>
      recipient === ann ? '550 5.7.1 We take no mail of machines' : undefined,
    )
    expect((await send()).sort()).toEqual(['done', 'failed'])
    expect(await answerTo(dovecot, bob)).toContain('considers it harmless')
    const day = 24 * 60 * minute
    for (let tries = 2; tries <= maxTries; tries += 1)
      expect(await send(2 * day)).toEqual(['failed'])
    expect(await send(2 * day)).toEqual([])
    const [answer] = (await waiting()).filter(({ to }) => to === ann)
    expect(answer).toMatchObject({ status: 'GivenUp', attempts: maxTries, lastError: 'refused' })
    expect(dovecot.count(ann, 'INBOX')).toBe(0)
    expect(dovecot.count(bob, 'INBOX')).toBe(1)
  })

  it('goes over TLS from the start as well', async () => {
    const mailUrl = ({ tlsPort }: Postfix) => withLogin(tlsPort, 'smtps')
    const { dovecot, report, taken, close, send } = await make(open, { mailUrl })
    await report(ann, 'r1')
    await taken(1)
    await close()
    expect(await send()).toEqual(['done'])
    expect(await answerTo(dovecot, ann)).toContain('considers it harmless')
  })

  it('is not handed to a server with a foreign certificate, nor with a wrong password', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-foreign-'))
    atEnd(() => rmSync(folder, { recursive: true, force: true }))
    const pair = makePair(folder, 'foreign')
    const foreign = await make(open, { pair })
    await foreign.report(ann, 'r1')
    await foreign.taken(1)
    await foreign.close()
    expect(await foreign.send()).toEqual(['failed'])
    expect(await foreign.waiting()).toMatchObject([{ status: 'Waiting', lastError: 'certificate' }])
    expect(foreign.dovecot.count(ann, 'INBOX')).toBe(0)

    const mailUrl = ({ tlsPort }: Postfix) => withLogin(tlsPort, 'smtps', 'wrong')
    const refused = await make(open, { mailUrl })
    await refused.report(ann, 'r1')
    await refused.taken(1)
    await refused.close()
    expect(await refused.send()).toEqual(['failed'])
    expect(await refused.waiting()).toMatchObject([
      { status: 'Waiting', lastError: 'sign-in refused' },
    ])
  })
})
