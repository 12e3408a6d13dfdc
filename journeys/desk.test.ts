import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeAlert, makeCase, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

/** What a chart downloads. */
async function csvOf(page: Page, title: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download as CSV: ${title}`, exact: true }).click(),
  ])
  return readFileSync(await download.path(), 'utf8').replace('\ufeff', '')
}

describeJourneys('the desk', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    const ana = bed.server.as('ana')
    const [read, kept] = [
      await makeAlert(bed.server, 'ana', { source: 'siem' }),
      await makeAlert(bed.server, 'ana', { source: 'siem' }),
      await makeAlert(bed.server, 'ana', { source: 'mail room' }),
    ]
    await ana.updateAlertV1({ id: read._id }, { dismissal: 'benign' })
    const { _id: id } = await ana.promoteAlert({ id: kept._id })
    await ana.createCaseProcedure({ id }, { patternId: 'T1204', tactic: 'execution' })
    await ana.updateCaseV1(
      { id },
      { status: 'Resolved', resolutionStatus: 'TruePositive', impactStatus: 'NoImpact' },
    )
    for (const severity of [2, 4])
      await makeCase(bed.server, 'ana', { title: `Open ${severity}`, severity, assignee: 'ana' })
  })

  it('shows what came, what was done and what is open, as charts, tables and files', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await page.setViewportSize({ width: 1440, height: 900 })
    await open('/')
    await page.getByRole('link', { name: 'Desk', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Desk' }).waitFor()
    await page.getByText('3 received, 2 handled, 1 waiting now.').waitFor()
    await page.getByRole('list', { name: 'Open cases by severity and age' }).waitFor()
    await page.getByRole('list', { name: 'Open work by person' }).getByText('ana').waitFor()
    await page.getByRole('list', { name: 'Techniques' }).getByText('T1204').waitFor()
    await axe()
    await fits(390, 320)
    await page.setViewportSize({ width: 1440, height: 900 })

    const titles = [
      'Alerts received, handled and waiting',
      'Time to acknowledge and to resolve',
      'Open cases by severity and age',
      'Open work by person',
      'Outcome by alert source',
      'Techniques',
    ]
    for (const title of titles) {
      await page.getByRole('button', { name: `As table: ${title}`, exact: true }).click()
      await page.getByRole('table', { name: title, exact: true }).waitFor()
    }
    const row = (name: RegExp) => page.getByRole('row', { name })
    const cells = (name: RegExp) => row(name).getByRole('cell').allInnerTexts()
    await eventually(() => cells(/^siem/)).toEqual(['1', '0', '0', '0', '0', '0', '1', '0'])
    await eventually(() => cells(/^mail room/)).toEqual(['0', '0', '0', '0', '0', '0', '0', '1'])
    await eventually(() => cells(/^Critical/)).toEqual(['1', '0', '0', '0', '0'])
    await axe()
    await fits(390)
    await page.setViewportSize({ width: 1440, height: 900 })

    expect(await csvOf(page, 'Outcome by alert source')).toBe(
      [
        'Source,True positive,False positive,Indeterminate,Duplicate,Other,Open case,No case,Waiting\r\n',
        'siem,1,0,0,0,0,0,1,0\r\n',
        'mail room,0,0,0,0,0,0,0,1\r\n',
      ].join(''),
    )
    expect(await csvOf(page, 'Open work by person')).toMatch(/\r\nana,2,0,0,0\r\n/)
    for (const title of titles)
      expect((await csvOf(page, title)).split('\r\n').length).toBeGreaterThan(2)
  })

  it('takes another period from its switch, its fields and its address', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await open('/desk')
    await page.getByText('3 received').waitFor()
    await page.getByRole('link', { name: '1 y' }).click()
    await eventually(() => new URL(page.url()).search).toBe('?range=365')
    await page.getByText('3 received').waitFor()
    await page.getByRole('link', { name: 'Custom' }).click()
    await page.getByLabel('From', { exact: true }).fill('2025-01-01')
    await page.getByLabel('To (inclusive)').fill('2026-06-30')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Choose a start and a later end, at most 400 days apart.').waitFor()
    await page.getByLabel('To (inclusive)').fill('2025-01-31')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('0 received, 0 handled').waitFor()
    await axe()
    await page.goBack()
    await page.getByText('3 received').waitFor()
  })

  it('is empty and says so where nothing happened, for readers too', async () => {
    const { page, open, axe, fits } = await bed.visit('rea-beta')
    await open('/desk')
    await page.getByText('0 received, 0 handled, 0 waiting now.').waitFor()
    await eventually(() => page.getByText('Nothing in this period.').count()).toBe(3)
    await eventually(() => page.getByText('No open work.').count()).toBe(2)
    await axe()
    await fits(390)
  })
})
