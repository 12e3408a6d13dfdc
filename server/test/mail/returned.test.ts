import { describe, expect, it } from 'vitest'
import { mailReference } from '../../src/domain/mail-references.ts'
import { withoutOpenssl } from '../certificates.ts'
import { databases } from '../databases.ts'
import { startImap } from '../platform/imap-stub.ts'
import { addMailbox, deliver, makeMailboxApp } from '../platform/mailbox-setup.ts'
import { alertsOf } from '../platform/mails.ts'
import type { TestApp } from '../setup.ts'

const hasTools = withoutOpenssl === ''
const address = 'alan@example.org'

const report = (reference: string, { status = '5.1.1', to = address, action = 'failed' } = {}) =>
  [
    'From: MAILER-DAEMON@mx.example.org',
    'To: assay@ours.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    `It did not arrive at ${to}.`,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    '',
    `Final-Recipient: rfc822; ${to}`,
    `Action: ${action}`,
    `Status: ${status}`,
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Assay <assay@ours.example>',
    `Message-ID: ${reference}`,
    '',
    '--b--',
    '',
  ].join('\r\n')

async function make(open: Parameters<typeof makeMailboxApp>[0]) {
  const app = await makeMailboxApp(open)
  const { db } = app.deps
  await db
    .updateTable('users')
    .set({ email: 'Alan@example.org', email_state: 'confirmed' })
    .where('login', '=', 'alan')
    .execute()
  const sent = { organization: 'alpha', channel: 'mail' as const, body: '{"kind":"assigned"}' }
  for (const id of ['mail1', 'mail2'])
    await db
      .insertInto('outbox')
      .values({
        ...{ ...sent, id, target: 'alan', created_at: 1, attempts: 1, sent_at: 2 },
        message_id: 'mail1',
      })
      .execute()
  const imap = await startImap()
  const { id } = await addMailbox(app, imap)
  const send = (raw: string) => deliver(app, imap, id, raw)
  return { app, send }
}

const ours = ({ deps }: TestApp, id = 'mail1') =>
  mailReference({ kind: 'notice', id }, 'ours.example', (text) =>
    deps.secrets.proof('mail-reference', text),
  )

const stateOf = async (app: TestApp) => {
  const { rows } = await app.as('orgadmin').listOutbox({ range: 'all' })
  const { emailState, emailReturnedAt } = await app.as('analyze').getNoticeSettings()
  return {
    mails: rows.map(({ status }) => status),
    emailState,
    isReturned: emailReturnedAt !== undefined,
  }
}
const untouched = { mails: ['Sent', 'Sent'], emailState: 'confirmed', isReturned: false }

describe.each(databases)(`$name: a notification that comes back${withoutOpenssl}`, ({ open }) => {
  it.runIf(hasTools)('is marked, and its address gets no more until it is confirmed', async () => {
    const { app, send } = await make(open)
    await send(report(ours(app)))
    expect(await stateOf(app)).toEqual({
      ...{ mails: ['Returned', 'Returned'], emailState: 'open', isReturned: true },
    })
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.find(({ action }) => action === 'user.addressReturned')).toMatchObject({
      ...{ actor: '(mail)', objectId: 'alan', details: { email: address, status: '5.1.1' } },
    })
    expect(await alertsOf(app)).toEqual([])
    await app.as('orgadmin').updateUser({ login: 'alan' }, { email: 'other@example.org' })
    expect(await stateOf(app)).toMatchObject({ emailState: 'open', isReturned: false })
  })

  it.runIf(hasTools)('for a full mailbox leaves the address as it is', async () => {
    const { app, send } = await make(open)
    await send(report(ours(app), { status: '5.2.2' }))
    expect(await stateOf(app)).toEqual({ ...untouched, mails: ['Returned', 'Returned'] })
  })

  it.runIf(hasTools)(
    'changes nothing where it is forged, delayed, or about someone else',
    async () => {
      const { app, send } = await make(open)
      await send(report(ours(app).replace(/\.[\w-]{43}@/, `.${'A'.repeat(43)}@`)))
      await send(report(ours(app), { to: 'eve@example.org' }))
      await send(report(ours(app), { action: 'delayed', status: '4.4.1' }))
      await send(report(ours(app, 'other')))
      await send(report(ours(app)).replace('multipart/report;', 'multipart/mixed;'))
      expect(await stateOf(app)).toEqual(untouched)
    },
  )
})
