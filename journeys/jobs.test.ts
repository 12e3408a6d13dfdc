import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { ownProfile } from './profiles.ts'
import { eventually } from './visit.ts'

const hosts = Array.from(
  { length: 56 },
  (_, at) => `host-${String(at + 1).padStart(2, '0')}.example`,
)
const defanged = (host: string) => host.replace('.', '[.]')

/** The content of the rows, without the type before it. */
const rowsOf = async (page: Page) =>
  (await page.getByRole('rowheader').allInnerTexts()).map((row) => /\S*\[\.\]\S*/.exec(row)?.[0])

/** As a datetime field expects it, in UTC. */
const minuteOf = (at: number) => new Date(at).toISOString().slice(0, 16)

async function choose(page: Page, menu: string, choice: string) {
  await page.getByRole('search').getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('dialog', { name: menu }).getByRole('checkbox', { name: choice }).check()
  await page.keyboard.press('Escape')
}

async function createdBetween(page: Page, from: string, to: string) {
  await page.getByRole('search').getByRole('button', { name: /^When/ }).click()
  const dialog = page.getByRole('dialog', { name: 'When' })
  await dialog.getByLabel('From').fill(from)
  await dialog.getByLabel('To', { exact: true }).fill(to)
  await dialog.getByRole('button', { name: 'Apply' }).click()
}

describeJourneys('the list of jobs', {}, (bed) => {
  /** The beginning of the minute in which the first job was made. */
  let start: number
  const ids = new Map<string, string>()

  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    // Fails before it runs, by its TLP: fifty-six programs would show nothing more.
    const strict = { configuration: { check_tlp: true, max_tlp: 0 } }
    const { Fail } = await enableAnalyzers(bed.server, oa, ['Fail'], strict)
    const { Echo } = await enableAnalyzers(bed.server, oa, ['Echo'])
    start = Math.floor(Date.now() / 60_000) * 60_000
    const run = (analyzer: string, dataType: string, data: string) =>
      runToEnd(bed.server, ana, analyzer, { dataType, data })
    const [jobs] = await Promise.all([
      Promise.all(hosts.map((host) => run(Fail, 'domain', host))),
      run(Fail, 'ip', '203.0.113.9'),
      run(Echo, 'domain', 'well.example'),
    ])
    for (const { id, data } of jobs) ids.set(String(data), id)
  })

  const statusOf = async (host: string) =>
    (await bed.server.as('ana').getJob({ id: ids.get(host) ?? '' })).status

  it('journey 21: filters, sorts and turns pages in its address, and deletes what is not undone', async () => {
    const { page, context, open, sent } = await bed.visit('ana', ownProfile)
    // Time passes as ever, and five seconds can be skipped.
    await page.clock.install()
    const [firstPage, lastPage] = [hosts.slice(0, 50), hosts.slice(50)].map((page) =>
      page.map(defanged),
    )
    const shows = (expected: readonly string[] = []) =>
      eventually(() => rowsOf(page)).toEqual(expected)

    await open('/activity')
    await choose(page, 'State', 'Failure')
    await choose(page, 'Type', 'domain')
    await createdBetween(page, '', minuteOf(start))
    await page.getByText('No job matches').waitFor()
    await createdBetween(page, minuteOf(start), '')
    await page.getByRole('heading', { level: 1, name: /^Activity\s*56$/ }).waitFor()
    const chips = page.getByRole('list', { name: 'Selected filters' })
    expect(await chips.getByRole('listitem').allInnerTexts()).toEqual(
      expect.arrayContaining(['State: Failure', 'Type: Domain', expect.stringMatching(/^From: /)]),
    )
    const observable = page.getByRole('columnheader', { name: 'What' })
    await observable.getByRole('button').click()
    await shows(hosts.slice(6).map(defanged).reverse())
    await observable.getByRole('button').click()
    await shows(firstPage)
    expect(await observable.getAttribute('aria-sort')).toBe('ascending')
    await page.getByRole('button', { name: 'Next page' }).click()
    await shows(lastPage)

    const other = await context.newPage()
    await other.goto(page.url())
    await eventually(() => rowsOf(other)).toEqual(lastPage)
    expect(await other.getByText('51–56 of 56').isVisible()).toBe(true)
    await other.close()

    await page.goBack()
    await shows(firstPage)
    await page.goForward()
    await shows(lastPage)
    await page.getByRole('link', { name: 'host-53[.]example', exact: true }).click()
    await page.getByRole('dialog', { name: 'Fail' }).waitFor()
    await page.goBack()
    await page.getByRole('dialog', { name: 'Fail' }).waitFor({ state: 'detached' })
    await shows(lastPage)

    const remove = async (chosen: readonly string[]) => {
      for (const host of chosen)
        await page.getByRole('checkbox', { name: `Select job on ${defanged(host)}` }).check()
      const bar = page.getByRole('region', { name: 'Selected jobs' })
      await bar.getByText('3 selected').waitFor()
      await bar.getByRole('button', { name: 'Delete' }).click()
      await page.getByText('3 jobs are being deleted.').waitFor()
      await shows(lastPage?.filter((shown) => !chosen.map(defanged).includes(shown)))
    }
    const undone = ['host-51.example', 'host-52.example', 'host-53.example']
    const deleted = ['host-52.example', 'host-54.example', 'host-56.example']
    await remove(undone)
    await page.getByRole('button', { name: 'Undo' }).click()
    await shows(lastPage)
    await page.clock.fastForward(10_000)
    await shows(lastPage)
    expect(sent('DELETE', /./)).toEqual([])
    expect(await Promise.all(undone.map(statusOf))).toEqual(undone.map(() => 'Failure'))

    await remove(deleted)
    expect(sent('DELETE', /./)).toEqual([])
    await page.clock.fastForward(5_000)
    await page.getByText('3 jobs were deleted.').waitFor()
    const left = hosts.filter((host) => !deleted.includes(host))
    await shows(left.slice(50).map(defanged))
    expect(sent('DELETE', /^\/api\/job\//)).toHaveLength(3)
    expect(await Promise.all(deleted.map(statusOf))).toEqual(deleted.map(() => 'Deleted'))
    expect(new Set(await Promise.all(left.map(statusOf)))).toEqual(new Set(['Failure']))
  })

  it('has nothing serious for axe, nor has the engine', async () => {
    const { page, open, go, axe, fits } = await bed.visit('oa')
    await open('/activity?status=Failure&type=ip')
    await page.getByRole('checkbox', { name: /^Select job on 203/ }).check()
    await page.getByText('1 selected').waitFor()
    await axe()
    await fits()
    await go('/activity/engine')
    await page.getByRole('button', { name: /Jobs over time/ }).waitFor()
    await axe()
    await fits()
  })
})
