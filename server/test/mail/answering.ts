import { expect, onTestFinished } from 'vitest'
import { startSmtpStub } from '../../../analyzers/src/send-mail/smtp-stub.ts'
import { outboxWork } from '../../src/knowledge/outbox/send.ts'
import { switchMail } from '../../src/knowledge/outbox/store.ts'
import type { TestDatabases } from '../databases.ts'
import { startImap } from '../platform/imap-stub.ts'
import { forward, phish } from '../platform/mail-texts.ts'
import { addMailbox, lookAgain, messagesOf, settled, until } from '../platform/mailbox-setup.ts'
import { alertsOf } from '../platform/mails.ts'
import { makePlatformApp } from '../platform/setup.ts'
import type { TestApp } from '../setup.ts'
import { oneLook } from './one-look.ts'

/** What the receiving server says of a sender. */
export const passed = (domain = 'ours.example') =>
  `Authentication-Results: mx.ours.example; dmarc=pass (p=reject) header.from=${domain}`

/** A report as the receiving server hands it on. */
export const report = (from: string, id: string, headers = passed(), mail = phish({ id })) =>
  `${headers}\r\n${forward([mail], { from, id })}`

/** A mailbox that answers reporters, and a server that takes the answers. */
export async function makeAnswering(
  open: TestDatabases['open'],
  change: Parameters<typeof addMailbox>[2] = {},
) {
  const stub = await startSmtpStub()
  onTestFinished(stub.stop)
  const app = await makePlatformApp(open, {
    environment: {
      ASSAY_MAIL_PRIVATETARGETS: 'true',
      ASSAY_MAIL_URL: `smtp://127.0.0.1:${stub.port}`,
      ASSAY_MAIL_FROM: 'assay@ours.example',
    },
  })
  await switchMail(app.deps.db, true)
  const imap = await startImap()
  const { id } = await addMailbox(app, imap, {
    reply: 'closed',
    replyDomains: ['Ours.example'],
    trustedServer: 'MX.ours.example',
    ...change,
  })
  let count = 0
  const take = async (...mails: string[]) => {
    for (const mail of mails) imap.add(mail)
    count += mails.length
    await until(async () => {
      await lookAgain(app, id)
      expect(await messagesOf(app, id)).toHaveLength(count)
    })
    await settled(app, id, count)
    const [alert] = await alertsOf(app)
    return alert?._id ?? ''
  }
  const byReporter = async () =>
    Object.fromEntries(
      (await messagesOf(app, id)).map(({ reporter, repliedAt, notReplied }) => [
        reporter,
        notReplied ?? (repliedAt === undefined ? undefined : 'answered'),
      ]),
    )
  return { app, id, take, byReporter, received: stub.received }
}

/** One look of the process that sends. */
export const send = (app: TestApp): Promise<string[]> => oneLook(app, outboxWork(app.deps))

/** Answers, sent or not. */
export const waiting = async (app: TestApp) =>
  (await app.as('orgadmin').listOutbox({ range: 'all' })).rows.filter(({ way }) => way === 'reply')
