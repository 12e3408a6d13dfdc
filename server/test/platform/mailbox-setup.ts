import { expect, vi } from 'vitest'
import type { TestDatabases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import type { TestApp } from '../setup.ts'
import type { ImapStub } from './imap-stub.ts'
import { makePlatformApp } from './setup.ts'

/** Its mailboxes may be on this machine, at any port. */
export const makeMailboxApp = (open: TestDatabases['open']) =>
  makePlatformApp(open, { environment: { ASSAY_MAIL_PRIVATETARGETS: 'true' } })

type NewMailbox = Parameters<ReturnType<TestApp['as']>['createMailbox']>[0]

export const addMailbox = (app: TestApp, imap: ImapStub, change: Partial<NewMailbox> = {}) =>
  app.as('orgadmin').createMailbox({
    name: 'phishing',
    host: '127.0.0.1',
    port: imap.port,
    user: 'soc@ours.example',
    secret: 'imap-password',
    ...change,
  })

export const messagesOf = async (app: TestApp, id: string) =>
  (await app.as('orgadmin').listMailboxMessages({ id }, { range: 'all' })).rows

/** Looks now, and waits until the condition holds. */
export async function until(check: () => Promise<unknown> | unknown): Promise<void> {
  await vi.waitFor(check, { timeout: patienceMs, interval: 50 })
}

/** Every mail that was kept has become something. */
export const settled = (app: TestApp, id: string, count: number) =>
  until(async () => {
    const mails = await messagesOf(app, id)
    expect(mails.filter(({ state }) => state !== 'new')).toHaveLength(count)
  })

/** Another mail arrives, and becomes something. */
export async function deliver(app: TestApp, imap: ImapStub, id: string, raw: string) {
  const { length } = await messagesOf(app, id)
  imap.add(raw)
  await until(async () => {
    await lookAgain(app, id)
    expect(await messagesOf(app, id)).toHaveLength(length + 1)
  })
  await settled(app, id, length + 1)
}

export const lookAgain = (app: TestApp, id: string) => app.as('orgadmin').retryMailbox({ id })
