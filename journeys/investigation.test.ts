import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { analyze, groupsOf, investigationOf, matrixCells, openMatrix } from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const anyRun = /^\/api\/analyzer\/[^/]+\/run$/

/** 5 malicious, 5 suspicious, 2 benign and 18 that nothing speaks for or against. */
const mixed = [
  ...['one', 'two', 'three'].map((name) => `${name}.malicious.com`),
  '198.51.100.66',
  'http://malicious.net/gate.php',
  ...['one', 'two', 'three'].map((name) => `${name}.suspicious.com`),
  '198.51.100.77',
  'http://suspicious.net/login',
  'safe.com',
  '198.51.100.88',
  ...Array.from({ length: 10 }, (_, at) => `quiet-${at}.com`),
  ...Array.from({ length: 8 }, (_, at) => `203.0.113.${at + 1}`),
]

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

describeJourneys('an investigation', {}, (bed) => {
  let analyzers: Record<'Echo' | 'Verdict', string>
  beforeAll(async () => {
    await makeOrganization(bed.server)
    analyzers = await enableAnalyzers(bed.server, 'oa', ['Echo', 'Verdict'])
  })

  it('§6.1 and §6.2: groups 30 values, and a colleague sees the same in another browser', async () => {
    const visit = await bed.visit('ana')
    const { page, axe, fits } = visit
    await analyze(visit, mixed)
    const { id } = await investigationOf(bed.server, 'ana', page, 60)

    const expected = { Malicious: 5, Suspicious: 5, 'No verdict': 18, Benign: 2 }
    await page.getByText(/all 60 analyses done/).waitFor()
    await page.getByRole('radio', { name: 'Interesting 10' }).waitFor()
    await eventually(() => groupsOf(page)).toEqual(expected)
    const tally = page.getByRole('list', { name: 'Observables by verdict' }).getByRole('listitem')
    expect(await tally.allInnerTexts()).toEqual([
      '30 observables',
      '5 malicious',
      '5 suspicious',
      '18 no verdict',
      '2 benign',
    ])
    await page.setViewportSize({ width: 1440, height: 900 })
    const isWhole = () =>
      page.evaluate(() => {
        const last = document.querySelector('main .inv-group:last-of-type')
        return (last?.getBoundingClientRect().bottom ?? Number.NaN) <= innerHeight
      })
    expect(await isWhole()).toBe(true)
    await axe()
    await fits()
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('Phishing <b>wave</b>')
    await page.getByRole('button', { name: 'Save' }).click()
    await heading(page).getByText('Phishing <b>wave</b>').waitFor()

    const colleague = await bed.visit('oa')
    await colleague.open('/investigations')
    await colleague.page.getByRole('link', { name: 'Phishing <b>wave</b>' }).click()
    await heading(colleague.page).getByText('Phishing <b>wave</b>').waitFor()
    await eventually(() => groupsOf(colleague.page)).toEqual(expected)
    expect(new URL(colleague.page.url()).pathname).toBe(`/investigations/${id}`)
  })

  it('§6.3: puts three chosen values into a new case, which leads back', async () => {
    const visit = await bed.visit('ana')
    const { page, axe } = visit
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}-malicious-case.com`)
    await analyze(visit, [...names, 'quiet-case.com'])
    const { id } = await investigationOf(bed.server, 'ana', page, 10)

    for (const name of ['a', 'b', 'c'])
      await page.getByRole('checkbox', { name: new RegExp(`Choose ${name}-malicious`) }).check()
    const bar = page.getByRole('region', { name: 'Selected observables' })
    await bar.getByText('3 selected', { exact: true }).waitFor()
    await bar.getByRole('button', { name: 'Add selected to case' }).click()
    await page.getByRole('dialog').getByText('3 observables go into the case').waitFor()
    await axe()
    await page.getByRole('textbox', { name: /Title of the case/ }).fill('From an investigation')
    await page.getByRole('button', { name: 'Create case' }).click()
    await page.getByText(/3 observables were added to case #\d+/).waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: /^case #\d+$/ })
      .waitFor()

    const api = bed.server.as('ana')
    const { cases } = await api.getInvestigation({ id })
    expect(cases).toHaveLength(1)
    const made = await api.getCaseV1({ id: cases[0]?.id ?? '' })
    expect(made).toMatchObject({ title: 'From an investigation', tlp: 2, pap: 2 })
    expect(made.description).toContain(`(/investigations/${id})`)
    const verdicts = await api.valueVerdicts({
      values: names.map((data) => ({ dataType: 'domain', data })),
    })
    expect(verdicts.map(({ level, cases: held }) => `${level} ${held.length}`)).toEqual([
      'malicious 1',
      'malicious 1',
      'malicious 1',
      'malicious 0',
    ])
  })

  it('shows which of them an existing case has already', async () => {
    const visit = await bed.visit('ana')
    const { page } = visit
    await makeCase(bed.server, 'ana', { title: 'Already open' }, [
      { dataType: 'domain', data: 'known-malicious-old.com' },
    ])
    await analyze(visit, ['known-malicious-old.com', 'fresh-malicious-old.com'])
    await investigationOf(bed.server, 'ana', page, 4)

    await page.getByText('2 malicious', { exact: true }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Existing case instead' }).click()
    await page.getByRole('searchbox', { name: /case/i }).fill('Already open')
    await page.getByRole('radio', { name: /Already open/ }).check()
    await page.getByRole('button', { name: /^Add to case #/ }).click()
    await page
      .getByText(/1 observable was added to case #\d+\. 1 was already in the case\./)
      .waitFor()
  })

  it('§6.4: shows a matrix without dashes, sorts it, and opens reports by keys', async () => {
    const visit = await bed.visit('ana')
    const { page, axe } = visit
    await analyze(visit, ['plain-m.com', 'malicious-m.com', '198.51.100.66', 'CVE-2021-44228'])
    const { jobs, values } = await investigationOf(bed.server, 'ana', page, 7)
    await openMatrix(page)

    await eventually(() => matrixCells(page)).toMatchObject({
      'malicious-m[.]com': { Verdict: 'Malicious: Detections 32/94' },
      'plain-m[.]com': { Verdict: 'No verdict: Detections 1/94' },
      'CVE-2021-44228': { Verdict: 'No verdict' },
    })
    const cells = await matrixCells(page)
    expect(JSON.stringify(cells)).not.toMatch(/–|Not run/i)
    expect(Object.keys(cells['CVE-2021-44228'] ?? {})).toEqual(['Verdict', 'Echo'])
    await axe()
    const table = page.getByRole('table', { name: 'Domains by analyzer' })
    const order = () => table.getByRole('rowheader').allInnerTexts()
    await table.getByRole('button', { name: 'Verdict' }).last().click()
    await eventually(async () => (await order())[0]).toContain('malicious-m')
    await table.getByRole('button', { name: 'Verdict' }).last().click()
    await eventually(async () => (await order())[0]).toContain('plain-m')
    await table.getByRole('rowheader').first().getByRole('link').focus()
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowUp', 'ArrowDown'])
      await page.keyboard.press(key)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { name: 'Echo' }).waitFor()
    const key = values.find(({ data }) => data === 'malicious-m.com')?.key
    const echo = jobs.find((job) => job.key === key && job.analyzer === 'Echo_1_0')
    expect(new URL(page.url()).searchParams.get('report')).toBe(echo?.id)
    await page.goBack()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('§6.5: exports nothing that runs, and as many as the page shows', async () => {
    const visit = await bed.visit('ana')
    const { page, open } = visit
    const { id } = await bed.server.as('ana').createInvestigation({
      name: 'To export',
      values: [
        { dataType: 'other', data: '=cmd|calc' },
        { dataType: 'url', data: 'http://evil.example/x' },
      ],
    })
    await open(`/investigations/${id}?show=all`)
    await heading(page).getByText('To export').waitFor()
    const saved = async (name: string) => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByRole('button', { name, exact: true }).click()
      return readFile(await (await download).path(), 'utf8')
    }

    const csv = await saved('CSV')
    expect(csv).toContain(",'=cmd|calc,")
    expect(csv.trim().split('\r\n')).toHaveLength(3)
    const markdown = await saved('Markdown, defanged')
    expect(markdown).toContain('hxxp://evil\\[.\\]example/x')
    expect(markdown).not.toContain('http://')
    await page.getByText('All 2 observables exported.').first().waitFor()
    expect(await saved('STIX 2.1')).toContain('"spec_version": "2.1"')
    await page.getByRole('searchbox', { name: /^Filter observables/ }).fill('evil')
    await eventually(() => groupsOf(page)).toEqual({ 'Not analyzed': 1 })
    expect(JSON.parse(await saved('JSON'))).toMatchObject({ leftOut: 1, values: [{}] })
    await page.getByText('1 observables exported; 1 not shown').waitFor()
    // A filter is no choice: other platforms get all of it, and the entry says so.
    expect(await saved('STIX 2.1, all 2 observables')).toContain('"spec_version": "2.1"')
  })

  it('exports to other platforms what is chosen, and says so on the button', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    const analyzers = await bed.server.as('ana').listAnalyzers()
    const verdict = analyzers.rows.find(({ name }) => name.startsWith('Verdict'))?.id ?? ''
    const jobs = await Promise.all(
      ['out.malicious.com', 'in.malicious.com'].map((data) =>
        runToEnd(bed.server, 'ana', verdict, { dataType: 'domain', data }),
      ),
    )
    const { id } = await bed.server.as('ana').createInvestigation({
      name: 'In part',
      jobIds: jobs.map((job) => job.id),
    })
    await open(`/investigations/${id}`)
    await page.getByRole('checkbox', { name: /Choose out/ }).check()
    await page.getByRole('button', { name: 'Export 1 selected' }).waitFor()
    await axe()
    await fits()
    const saved = async (name: string) => {
      await page.getByRole('button', { name: 'Export 1 selected' }).waitFor()
      const download = page.waitForEvent('download')
      await page.keyboard.press('e')
      await page.getByRole('button', { name, exact: true }).click()
      return JSON.parse(await readFile(await (await download).path(), 'utf8'))
    }
    const stix = await saved('STIX 2.1')
    expect(JSON.stringify(stix)).toContain('out.malicious.com')
    const kinds = stix.objects.map(({ type }: { type: string }) => type)
    expect(kinds.toSorted()).toEqual(['domain-name', 'identity', 'note', 'report'])
    expect((await saved('MISP')).Event.Attribute).toMatchObject([{ value: 'out.malicious.com' }])
    await page.getByText('1 observables exported; 1 not shown').first().waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Export 1 selected: MISP' }).waitFor()
  })

  it('analyzes what was found in the values on, with one key', async () => {
    const visit = await bed.visit('ana')
    const { page, sent } = visit
    await analyze(visit, ['malicious-found.com'])
    await investigationOf(bed.server, 'ana', page, 2)

    const panel = page.getByRole('heading', { name: 'Found in these observables' })
    await panel.waitFor()
    const before = sent('POST', anyRun).length
    await page.keyboard.press('a')
    await eventually(() => sent('POST', anyRun).length).toBe(before + 2)
    const { values } = await investigationOf(bed.server, 'ana', page, 4)
    expect(values.map(({ data }) => data)).toEqual([
      'malicious-found.com',
      'control-of-malicious.example',
    ])
    await panel.waitFor({ state: 'detached' })
  })

  it('is read by a reader without a button, and gone when it was deleted', async () => {
    const { id } = await bed.server.as('ana').createInvestigation({
      name: 'To be deleted',
      values: [{ dataType: 'domain', data: 'kept.com' }],
    })
    const reader = await bed.visit('rea')
    await reader.open(`/investigations/${id}?show=all`)
    await heading(reader.page).getByText('To be deleted').waitFor()
    const main = reader.page.getByRole('main')
    for (const name of ['Add to case', 'Add observables', 'Analyze again', 'Rename'])
      expect(await main.getByRole('button', { name }).count()).toBe(0)

    reader.expectRefusals(404)
    const visit = await bed.visit('ana')
    await visit.open(`/investigations/${id}`)
    await visit.page.getByRole('button', { name: 'More actions' }).click()
    await visit.page.getByRole('button', { name: 'Delete investigation' }).click()
    await visit.page
      .getByRole('dialog')
      .getByRole('button', { name: 'Delete investigation' })
      .click()
    await visit.page.getByRole('heading', { level: 1, name: 'Investigations' }).waitFor()
    await reader.page.getByText(id).waitFor()
    await main.getByRole('link', { name: 'kept[.]com' }).waitFor()
  })

  it('opens the address of an old batch as one', async () => {
    const { page, open } = await bed.visit('ana')
    const jobs = await Promise.all(
      ['one', 'two', 'three'].map((name) =>
        runToEnd(bed.server, 'ana', analyzers.Echo, {
          dataType: 'domain',
          data: `${name}-of-a-batch.com`,
        }),
      ),
    )
    await open(`/batch?jobs=${jobs.map(({ id }) => id).join(',')}`)
    await page.getByText('A run of 3 jobs').waitFor()
    await page.getByRole('button', { name: 'Save as an investigation' }).click()
    await heading(page).getByText('Run of 3 jobs').waitFor()
    await page.getByText('3 observables', { exact: true }).waitFor()
    await open('/batch')
    await page.getByRole('heading', { level: 1, name: 'Investigations' }).waitFor()
  })
})
