import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const hash = '44d88612fea8a8f36de82e1278abb02f'
const shown = (page: Page) => page.locator('main tbody tr')
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })

describeJourneys('observables', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    const { Verdict } = await enableAnalyzers(bed.server, 'oa', ['Verdict'])
    const run = (dataType: string, data: string) =>
      runToEnd(bed.server, 'ana', Verdict, { dataType, data })
    await run('hash', hash)
    await run('domain', 'malicious-bank.com')
    await run('domain', 'malicious-shop.com')
    await makeCase(bed.server, 'ana', { title: 'Phishing' }, [
      { dataType: 'domain', data: 'malicious-bank.com' },
    ])
    await makeCase(bed.server, 'ana-beta', { title: 'Of others' }, [
      { dataType: 'domain', data: 'of-others.test' },
    ])
  })

  it('the beginning of a hash finds it in one search; what was never seen is said so for all times', async () => {
    const { page, open, signedIn, axe } = await bed.visit('ana')
    await open('/observables')
    await signedIn()
    await eventually(() => shown(page).count()).toBe(3)
    expect(await page.getByText('of-others').count()).toBe(0)
    await axe()

    await page.keyboard.press('/')
    await page.keyboard.type('44D88612')
    await eventually(() => shown(page).count()).toBe(1)
    await shown(page).getByRole('link', { name: hash }).waitFor()
    expect(page.url()).toContain('q=44D88612')

    await page.getByRole('searchbox').first().fill('portal-example-bank.test')
    await page.getByText('Never seen: portal-example-bank[.]test').waitFor()
    await page.getByRole('button', { name: 'Watch for it' }).waitFor()
    await axe()
    await open('/observables?q=44d88612&level=safe')
    await page.getByText('1 outside these filters').waitFor()
    await page.getByRole('button', { name: 'Clear the other filters' }).click()
    await eventually(() => shown(page).count()).toBe(1)
  })

  it('a saved view is a place that a colleague opens, without ticks for a reader', async () => {
    const { page, open, signedIn } = await bed.visit('ana')
    await open('/observables?level=malicious')
    await signedIn()
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'Name of the view' }).fill('Bad ones')
    await page.getByRole('checkbox', { name: 'Share with the organization' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const tab = page.getByRole('link', { name: /^Bad ones/ })
    await tab.waitFor()
    expect(await tab.getAttribute('aria-current')).toBe('page')

    const colleague = await bed.visit('rea')
    await colleague.open(page.url().replace(/^https?:\/\/[^/]+/, ''))
    await colleague.signedIn()
    await eventually(() => shown(colleague.page).count()).toBe(1)
    await colleague.page.getByText('malicious-bank[.]com').waitFor()
    expect(await colleague.page.getByRole('link', { name: /^Bad ones/ }).count()).toBe(1)
    expect(await colleague.page.getByRole('checkbox', { name: /^Select/ }).count()).toBe(0)
  })

  it('three chosen observables become observables of a case, with their verdicts', async () => {
    const { page, open, signedIn } = await bed.visit('ana')
    const { _id: id } = await bed.server
      .as('ana')
      .createCaseV1({ title: 'Wave of the night', description: 'x' })
    await open('/observables')
    await signedIn()
    for (const name of [hash, 'malicious-bank[.]com', 'malicious-shop[.]com'])
      await tick(page, name).check()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Add to case…' }).click()
    await page
      .getByRole('searchbox', { name: 'Number or title of the case' })
      .fill('Wave of the night')
    await page.getByRole('radio', { name: /Wave of the night/ }).check()
    await page.getByRole('button', { name: /^Add to case #/ }).click()
    await page.getByText('3 observables were added').waitFor()

    const { rows } = await bed.server.as('ana').listValues({ caseNumber: await numberOf(id) })
    expect(rows).toHaveLength(3)
    expect(rows.every(({ level }) => level !== null)).toBe(true)
  })

  const numberOf = async (id: string) => (await bed.server.as('ana').getCaseV1({ id })).number
})
