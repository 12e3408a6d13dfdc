import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: a mail server for tests, with nothing of ours in it
import { startSmtpStub } from '../analyzers/src/send-mail/smtp-stub.ts'
// biome-ignore lint/style/noRestrictedImports: as above
import { withEnd } from '../server/test/lifetime.ts'
// biome-ignore lint/style/noRestrictedImports: as above
import { startImap } from '../server/test/platform/imap-stub.ts'
// biome-ignore lint/style/noRestrictedImports: texts of mails
import { forward, phish } from '../server/test/platform/mail-texts.ts'
import { describeJourneys } from './bed.ts'
import { patienceMs } from './patience.ts'
import { makeOrganization } from './people.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-mail-'))
const ca = join(folder, 'ca.pem')
const smtp = await startSmtpStub()
const { thing: imap, end } = await withEnd(() => startImap())
writeFileSync(ca, imap.ca)

const environment = {
  NODE_EXTRA_CA_CERTS: ca,
  ASSAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
  ASSAY_MAIL_FROM: 'assay@ours.example',
  ASSAY_MAIL_PRIVATETARGETS: 'true',
}

/** A forwarded mail, as the receiving server hands it on. */
const report = (from: string, id: string) =>
  [
    `Authentication-Results: mx.ours.example; dmarc=pass header.from=${from.split('@')[1]}`,
    forward([phish({ to: from, id })], { from, id }),
  ].join('\r\n')

describeJourneys('reports of one email', { environment }, (bed) => {
  beforeAll(() => makeOrganization(bed.server))

  afterAll(async () => {
    await smtp.stop()
    await end()
    rmSync(folder, { recursive: true, force: true })
  })

  it('an administrator sets up a mailbox that answers reporters, also on a phone', async () => {
    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/settings/mailboxes')
    await page.getByRole('button', { name: 'Add mailbox' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add mailbox' })
    await form.getByLabel('Name', { exact: false }).first().fill('phishing')
    await form.getByLabel('IMAP server').fill('127.0.0.1')
    await form.getByLabel('Port', { exact: true }).fill(String(imap.port))
    await form.getByLabel('Username').fill('soc@ours.example')
    await form.getByLabel('Password', { exact: false }).first().fill('imap-password')
    await form.getByLabel('Answers to reporters').selectOption('closed')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Required.').first().waitFor()
    await form.getByLabel('Server that checks DMARC').fill('mx.ours.example')
    await form.getByLabel('Domains that get answers').fill('ours.example')
    await axe()
    await fits(390)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /phishing/ }).waitFor()
  })

  it('journey 2: two colleagues report it and get an answer once its alert is closed, a stranger gets none', async () => {
    const analyst = bed.server.as('ana')
    const admin = bed.server.as('oa')
    const [mailbox] = (await admin.listMailboxes()).rows
    const id = mailbox?.id ?? ''
    for (const [from, name] of [
      ['ann@ours.example', 'a'],
      ['bob@ours.example', 'b'],
      ['eve@elsewhere.example', 'c'],
    ] as const)
      imap.add(report(from, name))
    const patient = { interval: 250, timeout: patienceMs }
    const states = async () => {
      await admin.retryMailbox({ id })
      const { rows } = await admin.listMailboxMessages({ id }, { range: 'all' })
      return rows.map(({ state }) => state).sort()
    }
    await expect.poll(states, patient).toEqual(['done', 'duplicate', 'duplicate'])
    const alerts = (await analyst.queryV1({ query: [{ _name: 'listAlert' }] })) as { _id: string }[]
    expect(alerts).toHaveLength(1)
    expect(smtp.received).toEqual([])

    const { page, open } = await bed.visit('ana')
    await open(`/alerts/${alerts[0]?._id}`)
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).first().click()
    await page.getByRole('button', { name: 'Benign' }).click()
    await page.getByText('“Your account” is dismissed.').waitFor()

    await expect.poll(() => smtp.received.length, patient).toBe(2)
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual([
      expect.stringContaining('ann@ours.example'),
      expect.stringContaining('bob@ours.example'),
    ])
    for (const { from, content } of smtp.received) {
      expect(from).toMatch(/^MAIL FROM:<>/)
      expect(content).toContain('considers it harmless')
      expect(content).not.toContain('bad.example')
    }

    const settings = await bed.visit('oa')
    await settings.open('/settings/mailboxes')
    await settings.page.getByRole('button', { name: /^Emails/ }).click()
    const mails = settings.page.getByRole('dialog', { name: 'Emails of phishing' })
    await mails.getByText('No answer: The domain of the reporter gets no answers').waitFor()
    expect(await mails.getByText('Answered').count()).toBe(2)
    await settings.axe()
    await settings.fits(390)
  })
})
