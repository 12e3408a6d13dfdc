import type { JobWithReport } from '@assay/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { formRows, investigationOf, markDocument, openMatrix, runButton } from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd, submit } from './people.ts'
import { eventually } from './visit.ts'

const red = 3
const green = 1

// One job at a time, so a second one waits.
describeJourneys('a report', { environment: { ASSAY_JOB_SLOTS: '1' } }, (bed) => {
  let ids: Record<'Slow' | 'Artifacts' | 'Echo', string>
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    ids = await enableAnalyzers(bed.server, oa, ['Slow', 'Artifacts', 'Echo'])
  })

  const step = (page: Page, name: string) =>
    page.getByRole('region', { name: 'Progress' }).getByRole('listitem').filter({ hasText: name })

  const isCurrent = (page: Page, name: string) => () =>
    step(page, name).evaluateAll(([first]) => first?.getAttribute('aria-current'))

  it('journey 16: shows by itself how a slow job gets on', async () => {
    const { page, open, sent, axe, fits } = await bed.visit('ana')
    const api = bed.server.as('ana')
    const slow = (data: string) => submit(bed.server, 'ana', ids.Slow, { dataType: 'ip', data })
    // More of them than a slow machine gets through until the page is there.
    const ahead = [await slow('192.0.2.1'), await slow('192.0.2.2'), await slow('192.0.2.3')]
    const { id } = await slow('192.0.2.4')
    const elapsed = async (name: string) =>
      Number(/([\d.]+) s/.exec((await step(page, name).textContent()) ?? '')?.[1])
    const runs = async (name: string) => {
      await eventually(() => elapsed(name)).toBeGreaterThanOrEqual(0)
      const seen = await elapsed(name)
      await eventually(() => elapsed(name)).toBeGreaterThan(seen)
    }

    await open(`/jobs/${id}`)
    const stays = await markDocument(page)
    await eventually(isCurrent(page, 'Waiting')).toBe('step')
    await runs('Waiting')
    for (const each of ahead.reverse()) await api.deleteJob({ id: each.id })
    await eventually(isCurrent(page, 'In progress')).toBe('step')
    const waited = await elapsed('Waiting')
    await runs('In progress')
    await axe('light')
    await fits()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('region', { name: 'Reasons' }).getByText('Demo: slow').waitFor()
    await drawer.getByText('Success', { exact: true }).first().waitFor()
    await eventually(() => page.getByRole('status').allTextContents()).toContain(
      'The job is now: Success',
    )

    expect(await stays()).toBe(true)
    expect(waited).toBeGreaterThan(0)
    const polls = sent('GET', `/api/job/${id}/waitreport`)
    expect(polls.length).toBeGreaterThan(0)
    expect(polls.map(({ query }) => query.get('atMost'))).toEqual(polls.map(() => '30second'))
    expect((await api.getReport({ id })).status).toBe('Success')
  })

  it('shows how far a job is, as its program says it', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    const input = { dataType: 'domain', data: 'crawl.example' }
    const { id } = await submit(bed.server, 'ana', ids.Slow, input)

    await open(`/jobs/${id}`)
    const progress = page.getByRole('region', { name: 'Progress' })
    await progress.getByText('40 %').waitFor()
    expect(await progress.getByRole('progressbar').getAttribute('value')).toBe('40')
    await progress.getByText('Page 4 of hxxp://crawl[.]example').waitFor()
    await progress.getByText('So far: Demo:Pages 7').waitFor()
    await axe()
    await fits()

    await bed.server.as('ana').deleteJob({ id })
  })

  it('journey 18: leads from found values to the next analysis, and back by the page of the value', async () => {
    const { page, open, sent, axe, fits } = await bed.visit('ana')
    const find = (data: string, tlp: number): Promise<JobWithReport> =>
      runToEnd(bed.server, 'ana', ids.Artifacts, { dataType: 'domain', data, tlp, pap: green })
    const { id } = await find('start.com', red)
    const table = page.getByRole('table', { name: 'Observables found' })
    const values = () => table.getByRole('rowheader').getByRole('link').allTextContents()

    await open(`/jobs/${id}`)
    await page.getByText(/^Observables found \(4\)/).click()
    await eventually(values).toEqual([
      '198[.]51[.]100[.]7',
      'found[.]example',
      'hxxp://found[.]example/login',
      '44d88612fea8a8f36de82e1278abb02f',
    ])
    await axe()
    await fits()
    await page.getByRole('group', { name: 'Types' }).getByRole('button', { name: /^url/ }).click()
    await eventually(values).toEqual(['hxxp://found[.]example/login'])
    await page.getByRole('group', { name: 'Types' }).getByRole('button', { name: /^url/ }).click()
    for (const value of [
      '198[.]51[.]100[.]7',
      'found[.]example',
      '44d88612fea8a8f36de82e1278abb02f',
    ])
      await table.getByRole('checkbox', { name: `Select ${value}`, exact: true }).check()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('button', { name: 'Run on…' }).click()
    await runButton(page).waitFor()
    const rows = await formRows(page)
    const isChecked = (name: string) => page.getByRole('radio', { name, exact: true }).isChecked()
    const marking = [await isChecked('TLP:RED'), await isChecked('PAP:GREEN')]
    await page.getByRole('button', { name: 'None', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Echo' }).check()
    await page.getByRole('button', { name: 'Run 3 jobs', exact: true }).click()
    const { jobs, values: analyzed } = await investigationOf(bed.server, 'ana', page, 3)
    const ofAddress = analyzed.find(({ data }) => data === '198.51.100.7')?.key
    const job = jobs.find(({ key }) => key === ofAddress)?.id
    await openMatrix(page)
    await page.getByRole('rowheader', { name: /198/ }).getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: /198\[\.\]51\[\.\]100\[\.\]7/ }).waitFor()
    const results = page.getByRole('main').getByRole('link', { name: 'Echo', exact: true })
    await results.first().waitFor()

    expect(rows).toEqual([
      '[x] ip 198[.]51[.]100[.]7',
      '[x] domain found[.]example',
      '[x] hash 44d88612fea8a8f36de82e1278abb02f',
    ])
    expect(marking).toEqual([true, true])
    const bodies = sent('POST', `/api/analyzer/${ids.Echo}/run`).map(({ body }) => body)
    expect(bodies).toEqual([
      { dataType: 'ip', data: '198.51.100.7', tlp: red, pap: green },
      { dataType: 'domain', data: 'found.example', tlp: red, pap: green },
      { dataType: 'hash', data: '44d88612fea8a8f36de82e1278abb02f', tlp: red, pap: green },
    ])
    const addresses = await results.evaluateAll((links: HTMLAnchorElement[]) =>
      links.map(({ search }) => new URLSearchParams(search).get('report')),
    )
    expect(new Set(addresses)).toEqual(new Set([job]))
  })
})
