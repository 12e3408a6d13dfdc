import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { analyze } from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeCase, makeOrganization, runToEnd, submit } from './people.ts'
import { superadmin } from './server.ts'
import { eventually } from './visit.ts'

const pathOf = (data: string) => `/observables?type=domain&value=${data}`
const bandIn = (page: Page) => page.getByRole('region', { name: 'Verdict' })
const tileOf = (page: Page, name: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Analyzer results' }) })
    .getByRole('listitem')
    .filter({ hasText: name })
const currentIn = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).locator('[aria-current="page"]').allInnerTexts()

describeJourneys('the page of a value', {}, (bed) => {
  let ids: Record<'Verdict' | 'Fail' | 'Slow', string>
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    ids = await enableAnalyzers(bed.server, oa, ['Verdict', 'Fail', 'Slow'])
    await enableAnalyzers(bed.server, oa, ['Assay_File'])
  })
  const run = (id: string, data: string, message = '') =>
    runToEnd(bed.server, 'ana', id, { dataType: 'domain', data, message })

  it('§1.3 empty: a value that was not analyzed names the analyzers for it, with one button', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open(pathOf('never.example'))
    await bandIn(page).getByText('Not analyzed', { exact: true }).waitFor()
    await bandIn(page).getByText('Fail, Slow, Verdict').waitFor()
    expect(
      await bandIn(page)
        .getByRole('button', { name: /^Analyze with 3/ })
        .count(),
    ).toBe(1)
    await page.getByText('Not in any case, alert or investigation.').waitFor()
    await axe()
    await fits()
  })

  it('§1.3 loading and failed: the head is there at once, and a part that failed is tried again', async () => {
    const { page, open, expectRefusals } = await bed.visit('ana')
    await run(ids.Verdict, 'late.example', 'malicious')
    expectRefusals(400)
    let isAway = true
    await page.route('**/api/value', (route) =>
      isAway
        ? route.fulfill({
            status: 400,
            contentType: 'application/json',
            body: '{"type":"BadRequest","message":"The test refuses it"}',
          })
        : route.continue(),
    )
    await open(pathOf('late.example'))
    await page.getByRole('heading', { level: 1, name: 'late[.]example' }).waitFor()
    await page.getByText('The test refuses it').waitFor()
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).first().click()
    await bandIn(page).getByText('Malicious', { exact: true }).first().waitFor()

    // Relations are a separate part: the verdict stays when they fail.
    await page.route('**/api/value/relations', (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: '{"type":"BadRequest","message":"No relations today"}',
      }),
    )
    await open(pathOf('late.example'))
    await page.getByText('No relations today').waitFor()
    await bandIn(page).getByText('Malicious', { exact: true }).first().waitFor()
    await page.unroute('**/api/value/relations')
  })

  it('§2: while analyzers run nothing is claimed, and no panel moves when they have ended', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await page.setViewportSize({ width: 1440, height: 900 })
    await run(ids.Verdict, 'slow.example', 'suspicious')
    await open(pathOf('slow.example'))
    await bandIn(page).getByText('Suspicious', { exact: true }).first().waitFor()
    await submit(bed.server, 'ana', ids.Slow, { dataType: 'domain', data: 'slow.example' })
    await bandIn(page).getByText('Analyzing', { exact: true }).waitFor()
    await bandIn(page).getByRole('heading', { name: 'No verdict yet' }).waitFor()
    await bandIn(page).getByText('1 of 2 analyzers finished').waitFor()
    expect(await bandIn(page).getByText('Suspicious').count()).toBe(0)
    expect(await bandIn(page).getByText(/since/).count()).toBe(0)
    // Its answer so far is there, without a level.
    await bandIn(page).getByText('Demo: detections').waitFor()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await axe()
    const places = async () => {
      const found: unknown[] = []
      for (const name of ['Relations', 'Analyzer results', 'Seen in', 'Verdict history'])
        found.push(await page.getByRole('heading', { name: new RegExp(`^${name}`) }).boundingBox())
      return found.map((box) => box && [(box as { x: number }).x, (box as { y: number }).y])
    }
    const before = await places()
    await bandIn(page).getByText('Suspicious', { exact: true }).first().waitFor()
    expect(await places()).toEqual(before)
  })

  it('§2: Stop ends what runs, and says how far it was', async () => {
    const { page, open } = await bed.visit('ana')
    await run(ids.Verdict, 'stopped.example', 'suspicious')
    await open(pathOf('stopped.example'))
    await bandIn(page).getByText('Suspicious', { exact: true }).first().waitFor()
    await submit(bed.server, 'ana', ids.Slow, { dataType: 'domain', data: 'stopped.example' })
    await bandIn(page).getByText('Analyzing', { exact: true }).waitFor()
    await page.keyboard.press('.')
    await bandIn(page).getByText('1 of 2, stopped by ana').waitFor()
    await bandIn(page).getByText('Suspicious', { exact: true }).first().waitFor()
  })

  it('§2 journey (a): more than a budget allows is accepted, counts down to its start, and none of it fails', async () => {
    const oa = bed.server.as('oa-beta')
    const budget = await oa.createBudget({
      name: 'Sandbox',
      windows: [{ count: 4, per: 30 }],
      peopleShare: 0,
    })
    await enableAnalyzers(bed.server, 'oa-beta', ['Verdict'], {
      budget: budget.id,
      whenFull: 'wait',
    })
    const visit = await bed.visit('ana-beta')
    const { page, enter, axe } = visit
    const urls = Array.from({ length: 12 }, (_, at) => `https://site.example/${at}`)
    await analyze(visit, urls)
    expect(await page.getByText(/could not be submitted/).count()).toBe(0)
    const jobsOf = async (status: string) =>
      (await bed.server.as('ana-beta').searchJobs({ query: { status }, range: 'all' })).rows
    await eventually(async () => (await jobsOf('Success')).length).toBeGreaterThan(0)
    const waiting = await jobsOf('Waiting')
    expect(waiting.length).toBeGreaterThan(0)
    expect(await jobsOf('Failure')).toEqual([])

    const last = waiting.toSorted((a, b) => (b.waits?.before ?? 0) - (a.waits?.before ?? 0))[0]
    await enter(`/observables?${new URLSearchParams({ type: 'url', value: String(last?.data) })}`)
    await bandIn(page).getByText('Analyzing', { exact: true }).waitFor()
    const line = tileOf(page, 'Verdict')
    await line.getByText(/^Budget “Sandbox” is used up/).waitFor()
    const left = async () => {
      const [, minutes, seconds] =
        /starts in about (?:(\d+) min)?(?: ?(\d+) s)?/.exec(await line.innerText()) ?? []
      return Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
    }
    const first = await left()
    expect(first).toBeGreaterThan(0)
    await axe('light')
    await eventually(left).toBeLessThan(first)
  })

  it('§1.3 failed: an analyzer that failed is a tile next to the verdict of the others', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await run(ids.Verdict, 'half.example', 'safe')
    await run(ids.Fail, 'half.example')
    await open(pathOf('half.example'))
    await bandIn(page).getByText('Benign', { exact: true }).first().waitFor()
    await bandIn(page)
      .getByText(/1 failed/)
      .waitFor()
    await tileOf(page, 'Fail').getByText('Failed').waitFor()
    await tileOf(page, 'Fail').getByRole('button', { name: 'Try again' }).waitFor()
    await axe()
    // Nor is it counted as failed where values are counted.
    const api = bed.server.as('ana')
    const { rows } = await api.listJobs({ range: 'all' })
    const jobIds = rows.filter(({ data }) => data === 'half.example').map(({ id }) => id)
    const { tally } = await api.createInvestigation({ name: 'Half', jobIds })
    expect(tally).toMatchObject({ values: 1, safe: 1, failed: 0 })
  })

  it('§4: of a value that all analyzers failed at it says so, with their messages', async () => {
    const { page, open } = await bed.visit('ana')
    await run(ids.Fail, 'broken.example')
    await open(pathOf('broken.example'))
    await bandIn(page).getByText('Failed', { exact: true }).waitFor()
    await bandIn(page)
      .getByRole('listitem')
      .getByText(/does not know broken\[\.\]example/)
      .waitFor()
  })

  it('§1.3 forbidden and gone: says what is needed, and what is not there', async () => {
    const platform = await bed.visit(superadmin)
    await platform.open(pathOf('any.example'))
    await platform.page
      .getByRole('heading', { name: "You don't have access to this page" })
      .waitFor()
    await platform.page.getByText(/\bread\b/).waitFor()
    const { page, open, expectRefusals } = await bed.visit('ana')
    expectRefusals(404)
    await open('/observables?job=AAAAAAAAAAAAAAAAAAAA')
    await page.getByText('This observable not found').waitFor()
    await page.getByText('AAAAAAAAAAAAAAAAAAAA').waitFor()
  })

  it('§4: the value of another organization was never seen, and a file that is not stored stays shown', async () => {
    const { page, open } = await bed.visit('ana-beta')
    await run(ids.Verdict, 'theirs.example', 'malicious')
    await open(pathOf('theirs.example'))
    await bandIn(page).getByText('Not analyzed', { exact: true }).waitFor()

    // Their analyzer takes files: the file is missing.
    const theirs = await bed.visit('ana')
    await theirs.open(`/observables?type=file&hash=${'ab'.repeat(32)}`)
    await theirs.page.getByText('file not stored on this server').first().waitFor()
    const buttons = theirs.page.getByRole('button', { name: /^Analyze/ })
    await buttons.first().waitFor()
    for (const button of await buttons.all())
      expect(await button.getAttribute('aria-disabled')).toBe('true')
  })

  it('§1.6: belongs to no entry of the navigation, but to the cases when opened in one', async () => {
    const { page, open } = await bed.visit('ana')
    await run(ids.Verdict, 'placed.example', 'malicious')
    await open(pathOf('placed.example'))
    await bandIn(page).waitFor()
    expect(await currentIn(page)).toEqual([])
    const made = await makeCase(bed.server, 'ana', { title: 'Holder' }, [
      { dataType: 'domain', data: 'placed.example' },
    ])
    await open(`${pathOf('placed.example')}&case=${made.id}`)
    await bandIn(page).waitFor()
    await eventually(() => currentIn(page)).toEqual([expect.stringContaining('Cases')])
  })

  it('§4: names the investigations that hold it, and leads to them', async () => {
    const { page, open } = await bed.visit('ana')
    const { id } = await bed.server.as('ana').createInvestigation({
      name: 'Wave of names',
      values: [{ dataType: 'domain', data: 'Investigated.example' }],
    })
    await open(pathOf('investigated.example'))
    const seen = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Seen in' }) })
    await seen.getByRole('link', { name: 'Wave of names' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe(`/investigations/${id}`)
  })
})
