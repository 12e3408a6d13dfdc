import type { Job } from '@assay/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const value = 'changing.example'

/** Path, old and new value of every line: `full.detections`, `3 → 32`. */
const changesOf = async (page: Page) =>
  Object.fromEntries(
    await Promise.all(
      (await page.getByRole('table', { name: 'Changes' }).getByRole('row').all())
        .slice(1)
        .map(async (row) => [
          await row.getByRole('rowheader').innerText(),
          (await row.getByRole('cell').allInnerTexts()).join(' ').replace(/\s+/g, ' '),
        ]),
    ),
  )

/** All differences between two such runs: nothing else may be shown. */
function changes([oldLevel, old]: [string, number], [level, now]: [string, number]) {
  const told = (before: unknown, after: unknown) =>
    `± changed ${JSON.stringify(before)} → becomes ${JSON.stringify(after)}`
  const result = told(`${oldLevel}.generic`, `${level}.generic`)
  return {
    'full.verdict': told(oldLevel, level),
    'full.detections': told(old, now),
    'full.scans[0].result': result,
    'full.scans[1].result': result,
    'full.scans[2].result': result,
    'summary.taxonomies[0].level': told(oldLevel, level),
    'summary.taxonomies[0].value': told(`${old}/94`, `${now}/94`),
  }
}

describeJourneys('two reports side by side', {}, (bed) => {
  let before: Job
  let after: Job
  let other: Job
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const { Verdict } = await enableAnalyzers(bed.server, oa, ['Verdict'])
    const run = (data: string, message: string) =>
      runToEnd(bed.server, ana, Verdict, { dataType: 'domain', data, message })
    before = await run(value, 'suspicious')
    after = await run(value, 'malicious')
    other = await run('other.example', 'safe')
  })

  it('journey 22: shows what changed from one run to the next, and the other way round', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    const level = page.getByRole('definition').filter({ hasText: 'Malicious' })
    const below = async (heading: string) =>
      page
        .getByRole('heading', { name: heading })
        .locator('xpath=following-sibling::ul[1]')
        .innerText()
    const sides = async () => {
      const { searchParams } = new URL(page.url())
      return [searchParams.get('a'), searchParams.get('b')]
    }

    await open(`/activity?q=${value}`)
    const boxes = page.getByRole('checkbox', { name: /^Select job on changing/ })
    await boxes.nth(0).check()
    await boxes.nth(1).check()
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('dialog', { name: 'Compare' }).waitFor()
    expect(new URL(page.url()).searchParams.get('value')).toBe(value)

    await eventually(() => level.innerText()).toMatch(/Suspicious[\s→]*becomes\s*Malicious/)
    expect(await sides()).toEqual([before.id, after.id])
    expect(await changesOf(page)).toEqual(changes(['suspicious', 3], ['malicious', 32]))
    expect(await below('Only in B')).toContain('control-of-malicious[.]example')
    expect(await below('Only in A')).toContain('control-of-suspicious[.]example')
    await axe()
    await fits()

    await page.getByRole('button', { name: 'Swap' }).click()
    await eventually(() => level.innerText()).toMatch(/Malicious[\s→]*becomes\s*Suspicious/)
    expect(await sides()).toEqual([after.id, before.id])
    expect(await changesOf(page)).toEqual(changes(['malicious', 32], ['suspicious', 3]))
    expect(await below('Only in A')).toContain('control-of-malicious[.]example')
    expect(await below('Only in B')).toContain('control-of-suspicious[.]example')
    await page.goBack()
    await eventually(sides).toEqual([before.id, after.id])

    await page.getByRole('button', { name: 'Run on the new one' }).click()
    await page.getByRole('heading', { level: 1, name: 'New analysis' }).waitFor()
    await page.getByText('control-of-malicious[.]example').first().waitFor()
    expect(await page.getByText('control-of-suspicious[.]example').count()).toBe(0)
  })

  it('warns of what differs by nature, and shows both sides in full when asked', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await open(`/compare?a=${before.id}&b=${other.id}`)
    await page.getByText('The two jobs are about different observables.').waitFor()

    await page.getByLabel('Side by side').check()
    await page.getByLabel('Only differences').uncheck()

    await eventually(() => changesOf(page)).toMatchObject({
      'full.verdict': '± changed "suspicious" "safe"',
      'full.categories': '− removed ["phishing", "credential theft"] –',
      'full.engines': '= unchanged 94 94',
    })
    await axe()
  })
})
