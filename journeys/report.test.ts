import type { Job } from '@assay/contract'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { computing } from './long-tasks.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

/** The badge around a word: the nearest element that also holds an icon. */
const badge = (word: Locator) => word.locator('xpath=ancestor-or-self::*[*[local-name()="svg"]][1]')

const shapeOf = (mark: Locator) => mark.locator('svg').innerHTML()

/** How far from grey the word of a verdict is, 0 to 255. */
const colourfulness = (mark: Locator) =>
  mark.evaluate((element) => {
    const parts = getComputedStyle(element).color.match(/\d+/g)?.slice(0, 3).map(Number)
    return parts ? Math.max(...parts) - Math.min(...parts) : Number.NaN
  })

const partOf = (page: Page, name: string | RegExp) =>
  page.getByRole('group', { name: 'Parts of the report' }).getByText(name)

const drawerOf = (page: Page) => page.getByRole('dialog')

describeJourneys('the report', {}, (bed) => {
  let malicious: Job
  let unheardOf: Job
  let big: Job
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const ids = await enableAnalyzers(bed.server, oa, ['Verdict', 'BigReport'])
    const run = (id: string, data: string) =>
      runToEnd(bed.server, ana, id, { dataType: 'domain', data, tlp: 2, pap: 1 })
    ;[malicious, unheardOf, big] = await Promise.all([
      run(ids.Verdict, 'malicious.example'),
      run(ids.Verdict, 'unheard-of.example'),
      run(ids.BigReport, 'big.example'),
    ])
  })

  it('journey 17: says the worst in a shape and a word, the same in report, list and value page', async () => {
    const { page, open } = await bed.visit('ana')

    await open(`/jobs/${malicious.id}`)
    const reasons = drawerOf(page).getByRole('region', { name: 'Reasons' })
    const reason = badge(reasons.getByText('Demo: detections is 32/94.'))
    await reason.waitFor()
    const header = { text: await reason.innerText(), shape: await shapeOf(reason) }
    const address = new URL(page.url())

    expect(header.text).toMatch(/Malicious:\s*Demo: detections is 32\/94\./)
    expect([address.pathname, address.searchParams.get('report')]).toEqual([
      '/observables',
      malicious.id,
    ])

    await open('/activity')
    const row = page.getByRole('row', { name: /malicious\[\.\]example/ })
    const inList = badge(row.getByText('Malicious', { exact: true }))
    await inList.waitFor()
    await row.getByText('Demo: detections is 32/94.').waitFor()
    expect(await shapeOf(inList)).toBe(header.shape)
    const colour = await colourfulness(inList)

    await row.getByRole('link', { name: 'Open malicious[.]example' }).click()
    await page.getByRole('heading', { level: 1, name: /malicious\[\.\]example/ }).waitFor()
    const band = page.getByRole('region', { name: 'Verdict' })
    await band.getByText('Malicious', { exact: true }).waitFor()
    expect(await shapeOf(band.locator('.value-band-word'))).toBe(header.shape)
    // The reason's analyzer opens its report next to the observable, and Back closes it.
    await band.getByRole('link', { name: 'Verdict' }).first().click()
    await page.getByRole('dialog', { name: 'Verdict' }).getByText('Demo: detections').waitFor()
    expect(new URL(page.url()).searchParams.get('report')).toBe(malicious.id)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await open(`/jobs/${unheardOf.id}`)
    const unknown = badge(reasons.getByText('Demo: detections is 1/94.'))
    await unknown.waitFor()
    expect(await unknown.innerText()).toMatch(/No verdict/)
    expect(await shapeOf(unknown)).not.toBe(header.shape)
    expect(await page.getByText('Malicious', { exact: true }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await open('/jobs')
    const grey = badge(
      page.getByRole('row', { name: /unheard-of/ }).getByText('No verdict', { exact: true }),
    )
    await grey.waitFor()
    expect(await colourfulness(grey)).toBeLessThan(40)
    expect(colour).toBeGreaterThan(100)
  })

  it('journey 19: searches and copies from five megabytes, soon after they arrived', async () => {
    const { page, open, go } = await bed.visit('ana')
    const selected = page.getByRole('treeitem', { selected: true })
    const hits = page.getByRole('search').getByRole('status')
    const next = page.getByRole('button', { name: 'Next hit' })
    const path = page.getByLabel('Path of the selected line')

    await open('/cases')
    await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor()
    const seconds = await computing(page, async () => {
      await go(`/jobs/${big.id}?tab=raw`)
      await page.getByRole('treeitem').first().waitFor()
      // Drawn, and free again for keys and clicks.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
      )
    })
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThan(2)

    await page.getByRole('searchbox', { name: 'Search in the report' }).fill('needle')
    await eventually(() => hits.innerText()).toBe('1/8')
    await eventually(() => selected.innerText()).toContain('needle 1250')
    for (const nth of [2, 3, 4]) {
      await next.click()
      await eventually(() => hits.innerText()).toBe(`${nth}/8`)
    }
    await eventually(() => selected.innerText()).toContain('needle 8750')
    await page.getByRole('button', { name: 'Previous hit' }).click()
    await eventually(() => hits.innerText()).toBe('3/8')
    await eventually(() => selected.innerText()).toContain('needle 6250')
    expect(await selected.isVisible()).toBe(true)
    expect(await path.innerText()).toBe('full.source.rows[6250].note')
    await page.getByRole('button', { name: 'Copy path' }).click()
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe('full.source.rows[6250].note')
    for (let step = 0; step < 3; step += 1)
      await page.getByRole('button', { name: 'Previous hit' }).click()
    await eventually(() => hits.innerText()).toBe('8/8')
    await eventually(() => selected.innerText()).toContain('needle 18750')
  })

  it('draws of five megabytes what fits a window, in every part and in print', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    const drawn = () => page.evaluate(() => document.querySelectorAll('*').length)

    await open(`/jobs/${big.id}`)
    await page.getByRole('heading', { name: 'Results', exact: true }).waitFor()
    const summary = await drawn()
    await page.getByText('All fields', { exact: true }).click()
    await drawerOf(page).locator('summary').getByText('Rows', { exact: true }).last().click()
    await page.getByRole('link', { name: 'host-00024[.]example' }).waitFor()
    const findings = await drawn()
    await page.getByRole('button', { name: 'Show more (19,975 left)' }).click()
    await page.getByRole('link', { name: 'host-00224[.]example' }).waitFor()
    await partOf(page, 'Raw').click()
    const lines = page.getByRole('tree', { name: 'Report as JSON' })
    await lines.press('End')
    await lines.getByText('host-19999.example').waitFor()
    const raw = await drawn()
    await axe()
    await fits()
    await page.emulateMedia({ media: 'print' })
    await page.getByText(/ more are in the raw report/).waitFor()
    const printed = await drawn()

    expect(Math.max(summary, findings, raw)).toBeLessThan(2_000)
    expect(printed).toBeLessThan(10_000)
  })

  it('has nothing serious for axe in any part, nor has the value page', async () => {
    const { page, open, go, axe, fits } = await bed.visit('ana')
    await open(`/jobs/${malicious.id}`)
    for (const [part, shown] of [
      ['Summary', 'Results'],
      [/^Observables found/, 'control-of-malicious[.]example'],
      ['Raw', '"malicious.generic"'],
    ] as const) {
      await partOf(page, part).click()
      await drawerOf(page).getByText(shown).first().waitFor()
      await axe()
      await fits()
    }
    await partOf(page, 'Summary').click()
    await page.getByText('All fields', { exact: true }).click()
    await page.locator('summary').getByText('Details', { exact: true }).last().click()
    await page.getByRole('heading', { name: 'Times' }).waitFor()
    await axe()
    await fits()
    await go('/observables?type=domain&value=malicious.example')
    await page.getByRole('region', { name: 'Verdict' }).getByText('32/94').first().waitFor()
    await page
      .getByRole('link', { name: /control-of-malicious/ })
      .first()
      .waitFor()
    await axe()
    await fits()
    await page.getByText('List', { exact: true }).click()
    await axe()
    await page.getByRole('region', { name: 'Verdict' }).getByRole('link').first().click()
    await page.getByRole('dialog').getByText('Demo: detections').waitFor()
    await axe()
  })
})
