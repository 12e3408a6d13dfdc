import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { superadmin } from './server.ts'
import { eventually } from './visit.ts'

const chosen = (page: Page) => page.getByRole('dialog').getByRole('option', { selected: true })
const options = (page: Page, group: string) =>
  page.getByRole('dialog').getByRole('group', { name: group }).getByRole('option')

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(text)
}

describeJourneys('search', {}, (bed) => {
  let number: number
  let jobId: string
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    const { Verdict } = await enableAnalyzers(bed.server, 'oa', ['Verdict'])
    await runToEnd(bed.server, 'ana', Verdict, { dataType: 'domain', data: 'malicious-bank.com' })
    const run = (dataType: string, data: string) =>
      runToEnd(bed.server, 'ana', Verdict, { dataType, data })
    jobId = (await run('hash', '44d88612fea8a8f36de82e1278abb02f')).id
    // It contains the reference of an alert, and must not come before that alert.
    await run('domain', 'mai-1777.malicious.example')
    await run('url', `http://44d88612.example/${jobId}`)
    await runToEnd(bed.server, 'ana', Verdict, {
      dataType: 'url',
      data: 'http://malicious-bank.com/login',
    })
    const made = await makeCase(bed.server, 'ana', { title: 'Phishing of the lighthouse' }, [
      { dataType: 'domain', data: 'malicious-bank.com' },
    ])
    number = made.caseId
    await makeAlert(bed.server, 'ana', { title: 'Lighthouse mails', sourceRef: 'mai-1777' })
    await bed.server.as('ana').createInvestigation({ name: 'Lighthouse wave' })
    await makeCase(bed.server, 'ana-beta', { title: 'Lighthouse of others' })
  })

  it('§9.1 and §9.4: a word of a title finds what is ours, and nothing of others', async () => {
    const { page, open, signedIn, axe } = await bed.visit('ana')
    await open('/cases')
    await signedIn()
    await type(page, 'lighthouse')

    await options(page, 'Cases').getByText('Phishing of the').waitFor()
    await options(page, 'Alerts').getByText('mails').waitFor()
    await options(page, 'Investigations').getByText('wave').waitFor()
    expect(await options(page, 'Cases').count()).toBe(1)
    expect(await options(page, 'Cases').locator('mark').innerText()).toBe('lighthouse')
    await axe()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /Phishing of the lighthouse/ }).waitFor()

    await type(page, `#${number}`)
    await eventually(() => chosen(page).innerText()).toContain('Phishing of the lighthouse')
    await page.keyboard.press('Escape')
    for (const [exact, first] of [
      ['MAI-1777', 'Lighthouse mails'],
      [jobId, 'Verdict: 44d88612'],
      ['44d88612', '44d88612fea8'],
    ] as const) {
      await type(page, exact)
      await eventually(() => chosen(page).innerText()).toContain(first)
      await page.keyboard.press('Escape')
    }

    const stranger = await bed.visit('ana-beta')
    await stranger.open('/cases')
    await stranger.signedIn()
    await type(stranger.page, 'lighthouse')
    await eventually(() => options(stranger.page, 'Cases').allInnerTexts()).toEqual([
      expect.stringContaining('Lighthouse of others'),
    ])
    expect(await options(stranger.page, 'Alerts').count()).toBe(0)
  })

  it('§9.2: a pasted value shows its verdict, and Enter opens its page', async () => {
    const { page, open, signedIn } = await bed.visit('ana')
    await open('/cases')
    await signedIn()
    await type(page, 'hxxp://malicious-bank[.]com/login')
    await eventually(() => chosen(page).innerText()).toMatch(/Malicious.*hxxp:\/\/malicious-bank/s)
    await page.keyboard.press('Enter')
    await eventually(() => new URL(page.url()).searchParams.get('value')).toBe(
      'http://malicious-bank.com/login',
    )
  })

  it('§9.3: an unknown value is offered for analysis', async () => {
    const { page, open, signedIn } = await bed.visit('ana')
    await open('/cases')
    await signedIn()
    await type(page, 'unheard.com')
    await eventually(() => chosen(page).innerText()).toContain('never seen')
    await page.getByRole('option', { name: /^Analyze unheard\[\.\]com/ }).click()
    await page.getByRole('button', { name: 'Run 1 job', exact: true }).click()
    await page.getByText('the one analysis is done').waitFor()
  })

  it('§9.5: the page of results keeps its filters in the address', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open('/search?q=malicious-bank')
    const values = page.getByRole('region', { name: 'Observables' }).getByRole('listitem')
    await eventually(() => values.count()).toBe(2)
    await axe()
    await fits()
    await page.getByRole('button', { name: 'Verdict' }).click()
    await page.getByRole('checkbox', { name: 'Benign' }).check()
    await page.getByText('Nothing found for malicious-bank').waitFor()
    await page.getByRole('checkbox', { name: 'Malicious' }).check()
    await eventually(() => values.count()).toBe(2)
    await page.reload()
    await eventually(() => values.count()).toBe(2)
    const { searchParams } = new URL(page.url())
    expect(searchParams.getAll('level')).toEqual(['safe', 'malicious'])
    await values.first().getByRole('link').click()
    await eventually(() => new URL(page.url()).pathname).toBe('/observables')
  })

  it('§9.6: is walked by keys over all groups, and read as a list with groups', async () => {
    const { page, open, signedIn, context } = await bed.visit('ana')
    await open('/cases')
    await signedIn()
    await type(page, 'lighthouse')
    await options(page, 'Investigations').first().waitFor()
    const groupOf = () =>
      page.evaluate(() => {
        const option = document.querySelector('[role=option][aria-selected=true]')
        const id = option?.closest('[role=group]')?.getAttribute('aria-labelledby') ?? ''
        return document.getElementById(id)?.textContent
      })
    // Every source has answered: only then do the groups stay where they are.
    await options(page, 'Alerts').first().waitFor()
    await eventually(groupOf).toBe('Cases')
    const walked = [await groupOf()]
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'ArrowDown']) {
      await page.keyboard.press(key)
      walked.push(await groupOf())
    }
    expect(walked).toEqual(['Cases', 'Alerts', 'Investigations', 'Alerts', 'Investigations'])
    const active = await page.getByRole('combobox').getAttribute('aria-activedescendant')
    expect(active).toBe(await chosen(page).getAttribute('id'))
    const opened = context.waitForEvent('page')
    await page.keyboard.press('Control+Enter')
    const other = await opened
    await other.getByRole('heading', { level: 1, name: 'Lighthouse wave' }).waitFor()
    await other.close()
  })

  it('finds pages and fields of the settings, which get the focus', async () => {
    const { page, open, signedIn } = await bed.visit('oa')
    await open('/cases')
    await signedIn()
    await type(page, 'webhooks')
    await options(page, 'Settings').getByText('Webhooks').waitFor()
    await page.keyboard.press('Escape')
    await type(page, 'our brands')
    const field = options(page, 'Settings').filter({ hasText: 'Analyzers › Domain' })
    await field.click()
    await page.locator('[name="brands"]:focus').waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/analyzers/Assay_Domain_1_0')
  })

  it('finds for a reader what stands in cases, and for the platform who uses it', async () => {
    const reader = await bed.visit('rea')
    await reader.open('/cases')
    await reader.signedIn()
    await type(reader.page, 'malicious')
    await options(reader.page, 'Observables').getByText('bank[.]com').first().waitFor()
    // In no case and no alert: jobs are not for readers.
    expect(await options(reader.page, 'Observables').filter({ hasText: 'mai-1777' }).count()).toBe(
      0,
    )
    await reader.page.keyboard.press('Escape')
    await type(reader.page, 'lighthouse')
    await options(reader.page, 'Cases').getByText('Phishing of the').waitFor()

    const { page, open, signedIn, axe } = await bed.visit(superadmin)
    await open('/settings/users')
    await signedIn()
    await type(page, 'lighthouse')
    await eventually(() => page.getByRole('dialog').getByRole('option').count()).toBe(0)
    await page.keyboard.press('Escape')
    await type(page, 'ana-beta')
    await options(page, 'Users').getByText('ana-beta').waitFor()
    await page.keyboard.press('Escape')
    await type(page, 'beta')
    await options(page, 'Organizations').getByText('BETA').first().waitFor()
    await axe()
    await options(page, 'Organizations').first().click()
    await page.getByRole('heading', { level: 1, name: 'Organization BETA' }).waitFor()
  })

  it('has a page of results for the platform, with its filters in the address and nothing of others’ work', async () => {
    const platform = bed.server.as(superadmin)
    const names = Array.from({ length: 25 }, (_, at) => `crowd${at}`)
    for (const name of names)
      await platform.createOrganization({ name, description: 'One of the crowd' })
    await platform.updateOrganization({ id: 'crowd7' }, { status: 'Locked' })
    const { page, open, enter, signedIn, axe, fits } = await bed.visit(superadmin)
    await open('/settings/users')
    await signedIn()
    await page.getByRole('button', { name: /^Search organizations, users, settings/ }).waitFor()
    await type(page, 'beta')
    await page.getByRole('option', { name: 'All results for “beta”' }).click()
    await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/search?q=beta')
    const hits = (kind: string) => page.getByRole('region', { name: kind }).getByRole('listitem')
    await eventually(() => hits('Organizations').count()).toBe(1)
    await eventually(() => hits('Users').allInnerTexts()).toEqual(
      ['ana-beta', 'oa-beta', 'rea-beta'].map((login) => expect.stringContaining(login)),
    )
    expect(await hits('Users').first().locator('mark').innerText()).toBe('beta')
    await axe()
    await fits()

    await page.getByRole('searchbox').fill('crowd')
    await eventually(() => hits('Organizations').count()).toBe(20)
    await page.getByRole('button', { name: 'Show more' }).click()
    await eventually(() => hits('Organizations').count()).toBe(25)
    await page.getByRole('button', { name: 'Status' }).click()
    await page.getByRole('checkbox', { name: 'Locked' }).check()
    await eventually(() => hits('Organizations').allInnerTexts()).toEqual([
      expect.stringMatching(/crowd7.*locked/s),
    ])
    await page.reload()
    await eventually(() => hits('Organizations').count()).toBe(1)
    expect(new URL(page.url()).searchParams.getAll('status')).toEqual(['Locked'])

    await enter('/search?q=account')
    await eventually(() => hits('Settings').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Kind' }).click()
    await page.getByRole('checkbox', { name: 'Users' }).check()
    await page.getByText('Nothing found for account').waitFor()
    await enter('/search?q=oa&kind=users&days=1')
    await eventually(() => hits('Users').count()).toBe(2)
    await hits('Users').filter({ hasText: 'BETA' }).getByRole('link').click()
    await eventually(() => new URL(page.url()).search).toBe('?q=oa-beta')
    await enter('/search?q=lighthouse')
    await page.getByText('Nothing found for lighthouse').waitFor()
    await enter('/search')
    await page.getByText('Type at least two characters').waitFor()
    await axe()
    await page.setViewportSize({ width: 390, height: 844 })
    await fits(390)
  })

  it('fills the screen of a phone, and is closed by a touch', async () => {
    const phone = { width: 390, height: 800 }
    const { page, open, signedIn, axe } = await bed.visit('ana', { viewport: phone })
    await open('/cases')
    await signedIn()
    await page.getByRole('button', { name: /^Search observables/ }).click()
    const dialog = page.getByRole('dialog')
    await page.keyboard.type('lighthouse')
    await options(page, 'Cases').first().waitFor()
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...phone })
    await axe()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })
})
