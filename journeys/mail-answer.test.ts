import { createHash } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { mail } from './samples.ts'
import { eventually } from './visit.ts'

const blocked = 'paypa1-login.test'

/** Nothing is wrong with it but its link. */
const newsletter = [
  'Received: from mail.friends.example (mail.friends.example [192.0.2.20]) by mx.corp.example; Mon, 02 Nov 2026 08:14:07 +0000',
  'Authentication-Results: mx.corp.example; spf=pass; dkim=pass header.d=friends.example; dmarc=pass header.from=friends.example',
  'From: Friends of Tea <news@friends.example>',
  'To: ada@example.com',
  'Subject: Tea of the month',
  'Message-ID: <2@mail.friends.example>',
  'Date: Mon, 02 Nov 2026 08:14:00 +0000',
  '',
  `Read it at https://tea.${blocked}/month and enjoy.`,
  '',
].join('\r\n')

const pathOf = (content: string) =>
  `/observables?type=file&hash=${createHash('sha256').update(content).digest('hex')}`

describeJourneys('the page of an email', {}, (bed) => {
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    await bed.server.as(oa).uploadResource({
      name: 'block.txt',
      attachment: new File([`${blocked}\n`], 'block.txt'),
    })
    const { Assay_Mail } = await enableAnalyzers(bed.server, oa, ['Assay_Mail'])
    const { Assay_Lists } = await enableAnalyzers(bed.server, oa, ['Assay_Lists'], {
      configuration: { block_lists: ['upload:block.txt'] },
    })
    const run = (id: string, observable: Parameters<typeof runToEnd>[3]) =>
      runToEnd(bed.server, ana, id, observable)
    for (const [name, content] of [
      ['account locked.eml', mail],
      ['tea.eml', newsletter],
    ] as const)
      await run(Assay_Mail, { dataType: 'file', attachment: new File([content], name) })
    for (const [dataType, data] of [
      ['url', `https://${blocked}/verify`],
      ['mail', `help@${blocked}`],
      ['url', `https://tea.${blocked}/month`],
    ] as const)
      await run(Assay_Lists, { dataType, data })
  })

  it('§1 journeys (a), (b): answers with headline, reasons and chain on the first screen; a reason leads to its link, Enter to its page', async () => {
    const { page, open, axe } = await bed.visit('ana')
    const height = 900
    await page.setViewportSize({ width: 1440, height })
    await open(pathOf(mail))
    const band = page.getByRole('region', { name: 'Verdict' })
    const answer = band.getByRole('heading', { level: 2 })
    await answer.waitFor()
    expect(await answer.innerText()).toMatch(
      /^Credential phishing imitating .+: its link leads to a host on your block list “block”$/,
    )
    const reasons = band.getByRole('listitem').filter({ hasText: 'Malicious:' })
    const shown = [answer, reasons.nth(0), reasons.nth(1), band.getByText('Inherited from').last()]
    for (const one of shown) {
      const box = await one.boundingBox()
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThan(height)
    }
    expect(await reasons.nth(1).innerText()).toContain('Its reply address is on your block list')
    expect(await band.getByText(/\d:\d\d:\d\d/).count()).toBe(0)
    await axe()

    await page.keyboard.press('1')
    const link = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Message' }) })
      .getByRole('link', { name: 'hxxps://paypa1-login[.]test/verify' })
    await eventually(() => link.evaluate((one) => one.matches(':focus'))).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /paypa1-login\[\.\]test\/verify/ }).waitFor()
  })

  it('§1 journey (c): without findings of its own but with a blocked link is malicious, and says which of both is which', async () => {
    const { page, open } = await bed.visit('ana')
    await open(pathOf(newsletter))
    const band = page.getByRole('region', { name: 'Verdict' })
    await band.getByText('Malicious', { exact: true }).first().waitFor()
    await band.getByText(/^Inherited from .*\. On its own: no verdict\.$/).waitFor()
  })
})
