import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: a mail server for tests, with nothing of ours in it
import { startSmtpStub } from '../analyzers/src/send-mail/smtp-stub.ts'
import { describeJourneys } from './bed.ts'
import { makeClock } from './clock.ts'
import { patienceMs } from './patience.ts'
import { makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

const minute = 60_000
const clock = makeClock()

const smtp = await startSmtpStub()
const lines: string[] = []
const chat = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  lines.push(body)
  response.end()
})
chat.listen(0, '127.0.0.1')
await once(chat, 'listening')

const environment = {
  ...clock.environment,
  ASSAY_MAIL_URL: `smtp://127.0.0.1:${smtp.port}`,
  ASSAY_MAIL_FROM: 'assay@example.org',
  ASSAY_WEBHOOK_PRIVATETARGETS: 'true',
}

describeJourneys('clocks of cases', { environment }, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
    const lead = bed.server.as('oa')
    await lead.updateUser({ login: 'oa' }, { email: 'lead@example.org' })
    await lead.confirmAddress({ login: 'oa' }, {})
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: patienceMs })
    const code = /Your code: (\S+)/.exec(smtp.received[0]?.content ?? '')?.[1] ?? ''
    await lead.confirmAddress({ login: 'oa' }, { code })
    const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`
    const kinds: ('dueSoon' | 'overdue')[] = ['overdue']
    await lead.createChannel({ name: 'soc', form: 'generic', url, kinds, minSeverity: 1 })
  })

  afterAll(async () => {
    chat.closeAllConnections()
    chat.close()
    await smtp.stop()
    clock.remove()
  })

  it('an administrator says how long cases may take, and which status pauses that', async () => {
    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/settings/clocks')
    await page.getByText('No policies yet').waitFor()
    await page.getByRole('button', { name: 'Add policy' }).first().click()
    const form = page.getByRole('dialog', { name: 'Add policy' })
    await form.getByLabel('Measures').selectOption('acknowledge')
    await form.getByLabel('Time', { exact: false }).first().fill('0')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Enter a whole number, from one minute to one year.').waitFor()
    await form.getByLabel('Time', { exact: false }).first().fill('30')
    await form.getByLabel('Unit').selectOption('minutes')
    await form.getByLabel('High').check()
    await form.getByLabel('Escalate to').selectOption('oa')
    await axe()
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('cell', { name: 'Acknowledge within 30 min' }).waitFor()
    await bed.server.as('oa').createClockPolicy({ kind: 'resolve', minutes: 60 })

    await page.getByRole('button', { name: 'Add status' }).click()
    const status = page.getByRole('dialog', { name: 'Add status' })
    await status.getByLabel('Name').fill('Waits for customer')
    await page.keyboard.press('Enter')
    const pauses = page.getByRole('switch', { name: 'Waits for customer pauses clocks' })
    await eventually(() => pauses.getAttribute('aria-checked')).toBe('true')
    await axe()
    await fits(390)
  })

  it(
    'an untouched case reaches the lead by mail and a chat room; a case that waits for the customer does not',
    async () => {
      const { page, open, axe, fits } = await bed.visit('ana')
      const of = (title: string) => ({ title, description: title, severity: 3, assignee: 'ana' })
      const analyst = bed.server.as('ana')
      const left = await analyst.createCaseV1(of('Left alone'))
      const waiting = await analyst.createCaseV1(of('Waits'))
      await open(`/cases/${waiting._id}`)
      const due = page.getByTitle('Due date and clocks')
      await due.getByText('in 30 minutes').or(due.getByText('in 29 minutes')).waitFor()
      await page.getByTitle('Change status').first().click()
      await page.getByRole('button', { name: 'Waits for customer (pauses the clocks)' }).click()
      await due.getByText('Paused').waitFor()
      await axe()

      await clock.goAhead(31, page)
      const mailed = () => smtp.received.filter(({ content }) => content.includes('Overdue:'))
      const patient = { interval: 250, timeout: 2 * patienceMs }
      await expect.poll(() => mailed().length, patient).toBe(1)
      expect(mailed()[0]).toMatchObject({ to: [expect.stringContaining('lead@example.org')] })
      expect(mailed()[0]?.content).toContain('Left alone')
      await expect.poll(() => lines.length, patient).toBe(1)
      expect(lines[0]).toContain(`Overdue: #${left.number} Left alone`)

      await open('/')
      await page.getByText('Case overdue').waitFor()
      await open('/cases')
      await page.getByRole('button', { name: 'Overdue' }).click()
      await eventually(() => page.getByRole('link', { name: /#\d+ / }).allInnerTexts()).toEqual([
        expect.stringContaining('Left alone'),
      ])
      await axe()
      await page.getByRole('link', { name: /Left alone/ }).click()
      await due.getByText('Overdue').waitFor()

      await due.focus()
      await page.keyboard.press('Enter')
      const drawer = page.getByRole('dialog', { name: `Due date of case #${left.number}` })
      await drawer.getByText('within 30 min').waitFor()
      await axe()
      await fits(390)
      const later = new Date(Date.now() + (31 + 180) * minute)
      const local = new Date(later.getTime() - later.getTimezoneOffset() * minute)
      await drawer.getByLabel('Due').first().fill(local.toISOString().slice(0, 16))
      await drawer.getByRole('button', { name: 'Set due date' }).click()
      await drawer.getByText('Enter a reason of at least 3 characters.').waitFor()
      await drawer.getByLabel('Reason').fill('Agreed by phone')
      await drawer.getByRole('button', { name: 'Set due date' }).click()
      await drawer.waitFor({ state: 'detached' })
      await eventually(async () => (await analyst.getCaseV1({ id: left._id })).dueReason).toBe(
        'Agreed by phone',
      )

      await open(`/cases/${waiting._id}`)
      await due.getByText('Paused').waitFor()
      await page.getByTitle('Change status').first().click()
      await page.getByRole('button', { name: 'Open', exact: true }).click()
      await due.getByText(/in (59|60) minutes|in 1 hour/).waitFor()
      expect(mailed()).toHaveLength(1)
      expect(lines).toHaveLength(1)
    },
    6 * patienceMs,
  )
})
