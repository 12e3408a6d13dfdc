import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { analyze, groupsOf, investigationOf } from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, enableResponders, makeCase, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

const anyRun = /^\/api\/analyzer\/[^/]+\/run$/
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

describeJourneys('the work on an investigation', {}, (bed) => {
  let failing: Record<'Fail' | 'Verdict', string>
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    await makeOrganization(bed.server, 'GAMMA')
    await enableAnalyzers(bed.server, 'oa', ['Verdict'])
    await enableResponders(bed.server, 'oa', ['Demo_Block'])
    failing = await enableAnalyzers(bed.server, 'oa-beta', ['Fail', 'Verdict'])
    await enableAnalyzers(bed.server, 'oa-gamma', ['Fail'])
  })

  it('§6.6: shows what failed where there was no answer, and tries only that again', async () => {
    const visit = await bed.visit('ana-gamma')
    const { page, sent, axe } = visit
    await analyze(visit, ['w.com', 'x.com', 'y.com', 'z.com'])
    const first = await investigationOf(bed.server, 'ana-gamma', page, 4)

    await eventually(() => groupsOf(page)).toEqual({ Failed: 4 })
    await page
      .getByText(/Fail: The service does not know w\[\.\]com/)
      .first()
      .waitFor()
    await axe()
    const before = sent('POST', anyRun).length
    await page.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => sent('POST', anyRun).length).toBe(before + 4)
    await eventually(async () => {
      const { jobIds } = await investigationOf(bed.server, 'ana-gamma', page, 4)
      return jobIds.filter((id) => !first.jobIds.includes(id)).length
    }).toBe(4)
  })

  it('§6.6: a failure next to an answer is a note at the verdict, and is tried again alone', async () => {
    const visit = await bed.visit('ana-beta')
    const { page, sent, axe } = visit
    await analyze(visit, ['x.com', 'y.com', 'malicious.com'])
    await investigationOf(bed.server, 'ana-beta', page, 6)

    await eventually(() => groupsOf(page)).toEqual({ Malicious: 1, 'No verdict': 2 })
    const line = page.getByRole('region', { name: 'Analyzers that failed' })
    await line.getByText('Fail failed for 3 observables; other analyzers finished.').waitFor()
    await page.getByText('(Fail failed)').first().waitFor()
    await axe()
    await line.getByRole('button', { name: 'Show them' }).click()
    const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: '(Fail failed)' })
    await eventually(() => rows.count()).toBe(3)
    const before = sent('POST', anyRun).length
    await line.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => sent('POST', anyRun).length).toBe(before + 3)
    const again = sent('POST', anyRun).slice(before)
    expect(new Set(again.map(({ path }) => path))).toEqual(
      new Set([`/api/analyzer/${failing.Fail}/run`]),
    )
  })

  it('gives chosen values to a responder, through the case that holds one of them', async () => {
    const known = await makeCase(bed.server, 'ana', { title: 'Blocked hosts' }, [
      { dataType: 'domain', data: 'a-malicious-act.com' },
    ])
    const visit = await bed.visit('ana')
    const { page, sent, axe } = visit
    await analyze(visit, ['a-malicious-act.com', 'b-malicious-act.com', 'quiet-act.com'])
    await investigationOf(bed.server, 'ana', page, 3)

    for (const name of ['a', 'b'])
      await page.getByRole('checkbox', { name: new RegExp(`Choose ${name}-malicious`) }).check()
    const bar = page.getByRole('region', { name: 'Selected observables' })
    await bar.getByRole('button', { name: 'Respond' }).click()
    await axe('light')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `#${known.caseId} Blocked hosts (1 of 2 already in it)` })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Run a responder on 2 observables' })
    await dialog.getByRole('radio', { name: /Demo Block/ }).check()
    await dialog.getByRole('button', { name: 'Run Demo Block' }).click()
    await page.getByText('The responder runs on 2 observables.').waitFor()
    expect(sent('POST', '/api/connector/engine/action')).toHaveLength(2)
    await bar.waitFor({ state: 'detached' })
    const { rows } = await bed.server
      .as('ana')
      .searchObservables({ query: { _parent: { _type: 'case', _query: { _id: known.id } } } })
    expect(rows.map(({ data }) => data).sort()).toEqual([
      'a-malicious-act.com',
      'b-malicious-act.com',
    ])
  })

  it('is worked at by keys: j k x Enter v e c', async () => {
    const visit = await bed.visit('ana')
    const { page } = visit
    await analyze(visit, ['a-malicious-key.com', 'b-malicious-key.com', 'quiet-key.com'])
    const { id } = await investigationOf(bed.server, 'ana', page, 3)
    await page.getByRole('radio', { name: 'Interesting 2' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    // The rows come in the order of the answers, and are sorted when all are there.
    await eventually(() => page.getByText(/^[ab]-malicious-key/).allInnerTexts()).toEqual([
      'a-malicious-key[.]com',
      'b-malicious-key[.]com',
    ])

    await page.keyboard.press('j')
    await eventually(focused).toBe('a-malicious-key[.]com')
    await page.keyboard.press('j')
    await eventually(focused).toBe('b-malicious-key[.]com')
    await page.keyboard.press('x')
    await page.getByText('1 selected', { exact: true }).waitFor()
    await page.keyboard.press('k')
    await eventually(focused).toBe('a-malicious-key[.]com')
    await page.keyboard.press('v')
    await page.getByRole('table', { name: 'Domains by analyzer' }).waitFor()
    await page.keyboard.press('v')
    await eventually(() => new URL(page.url()).searchParams.get('view')).toBe('graph')
    await page.keyboard.press('v')
    await page.getByRole('heading', { level: 2, name: 'Malicious' }).waitFor()
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'STIX 2.1' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.getByRole('dialog').getByText('1 observable goes into the case').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('j')
    await eventually(focused).toBe('b-malicious-key[.]com')
    await page.keyboard.press('Enter')
    await eventually(() => new URL(page.url()).pathname).toBe('/observables')
    expect(id).not.toBe('')
  })

  it('asks once about a large run, with what it costs; exports say what STIX has no form for', async () => {
    const visit = await bed.visit('ana')
    const { page, open, sent } = visit
    const names = Array.from({ length: 210 }, (_, at) => ({
      dataType: 'domain',
      data: `many-${at}.com`,
    }))
    const { id } = await bed.server.as('ana').createInvestigation({
      name: 'Large',
      values: [...names, { dataType: 'other', data: 'no form' }],
    })
    await open(`/investigations/${id}?show=all`)
    await heading(page).getByText('Large').waitFor()
    const download = page.waitForEvent('download')
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'STIX 2.1' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).not.toContain('no form')
    await page.getByText('210 observables exported; 1 skipped: no STIX equivalent').waitFor()

    await page.getByRole('button', { name: 'Analyze again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run 211 analyses?' })
    await dialog.getByText('211 observables, 1 analyzer').waitFor()
    expect(sent('POST', anyRun)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(sent('POST', anyRun)).toEqual([])
  })

  it('is cards on a phone, with what can be done at the lower edge', async () => {
    const { id } = await bed.server.as('ana').createInvestigation({
      name: 'On the way',
      values: [{ dataType: 'domain', data: 'phone.com' }],
    })
    const visit = await bed.visit('ana', { viewport: { width: 390, height: 844 } })
    const { page, open, fits, axe } = visit
    await open(`/investigations/${id}?show=all&view=matrix`)
    await heading(page).getByText('On the way').waitFor()
    await page.getByRole('link', { name: /phone\[\.\]com/ }).waitFor()
    expect(await page.getByRole('table').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0)
    const box = await page.getByRole('button', { name: 'Add to case' }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(790)
    await fits(390)
    await page.getByRole('button', { name: 'More actions' }).click()
    await axe('light')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export: CSV' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toContain('phone.com')
  })
})
