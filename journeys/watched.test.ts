import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const pathOf = (data: string) => `/observables?type=domain&value=${data}`
const newsIn = (page: Page) =>
  page.getByRole('list', { name: 'Updates on watched observables' }).getByRole('listitem')
const unreadInSideBar = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(/unread updates/)

describeJourneys('what somebody watches', {}, (bed) => {
  let verdict: string
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    verdict = (await enableAnalyzers(bed.server, 'oa', ['Verdict'])).Verdict
  })
  const judge = (data: string, message: string) =>
    runToEnd(bed.server, 'oa', verdict, { dataType: 'domain', data, message })

  it('is shown on the overview without a reload, unread until it is marked, and only to its watcher', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await judge('moving.example', 'suspicious')
    await open(pathOf('moving.example'))
    await page.getByRole('button', { name: 'Watch', exact: true }).click()
    await axe()
    await page.getByRole('button', { name: 'Watch: notify me of changes' }).click()
    await page.getByRole('button', { name: 'Watching' }).waitFor()
    await page.getByText('watched', { exact: true }).waitFor()
    await axe()
    await fits()

    await open('/')
    const panel = page.getByRole('region', { name: 'Watched observables' })
    await panel.getByText('No updates. You watch 1 observable.').waitFor()
    await judge('moving.example', 'malicious')
    const row = newsIn(page).filter({ hasText: 'moving[.]example' })
    await row.getByText('Suspicious').waitFor()
    await row.getByText('Malicious').last().waitFor()
    await unreadInSideBar(page).waitFor()
    const made = await makeCase(bed.server, 'oa', { title: 'It came back' }, [
      { dataType: 'domain', data: 'moving.example' },
    ])
    await newsIn(page)
      .filter({ hasText: 'added to case' })
      .getByRole('link', { name: `#${made.caseId} It came back` })
      .waitFor()
    await makeAlert(bed.server, 'oa', {
      title: 'And again',
      artifacts: [{ dataType: 'domain', data: 'moving.example' }],
    })
    await newsIn(page).filter({ hasText: 'appeared in alert' }).waitFor()
    await eventually(() => newsIn(page).count()).toBe(3)
    await axe()
    await fits()

    await row
      .filter({ hasText: 'Malicious' })
      .getByRole('button', { name: 'Mark as read: moving[.]example' })
      .click()
    // Read ones are below unread ones.
    await eventually(async () =>
      (await newsIn(page).allInnerTexts()).map((text) => /case|alert|Malicious/.exec(text)?.[0]),
    ).toEqual(['alert', 'case', 'Malicious'])
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await unreadInSideBar(page).waitFor({ state: 'detached' })
    // The count and the list are two answers.
    await eventually(() => panel.getByRole('button', { name: /^Mark/ }).count()).toBe(0)

    expect((await bed.server.as('oa').listWatchNews()).total).toBe(0)
    const colleague = await bed.visit('oa')
    await colleague.open(pathOf('moving.example'))
    await colleague.page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    expect(await colleague.page.getByText('watched', { exact: true }).count()).toBe(0)
  })

  it('is chosen and ended with keys alone', async () => {
    const { page, open } = await bed.visit('ana')
    const watched = async () => {
      const { watch } = await bed.server
        .as('ana')
        .getValue({ dataType: 'domain', data: 'keys.example' })
      return watch?.every
    }
    await open(pathOf('keys.example'))
    await page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Watching' }).waitFor()
    await eventually(watched).toBe('none')

    await page.getByRole('button', { name: 'Watching' }).focus()
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: 'Watch: notify me of changes' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('button', { name: 'Watch and analyze again every day' })
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('watched, analyzed again every day').waitFor()
    await eventually(watched).toBe('day')
    await page.locator('body').press('w')
    await page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    await eventually(watched).toBeUndefined()
  })

  it('is one list in the settings: how often it is analyzed again, and its end; also on a phone', async () => {
    const { page, open, axe, fits } = await bed.visit('ana-beta')
    const api = bed.server.as('ana-beta')
    await open('/settings/watched')
    await page.getByText('You are not watching any observables').waitFor()
    await axe()
    for (const data of ['one.example', 'two.example'])
      await api.watchValue({ dataType: 'domain', data })
    await page.setViewportSize({ width: 390, height: 844 })
    const row = (data: string) =>
      page
        .getByRole('region', { name: 'Watched observables' })
        .getByRole('listitem')
        .filter({ hasText: data })
    await row('one[.]example').waitFor()
    await row('one[.]example').getByRole('combobox').selectOption('Again every week')
    await eventually(async () =>
      (await api.listWatches()).rows.map(({ data, every }) => `${data} ${every}`).sort(),
    ).toEqual(['one.example week', 'two.example none'])
    await axe()
    await fits(390)
    await fits()
    await row('two[.]example')
      .getByRole('button', { name: /^Stop watching/ })
      .click()
    await row('two[.]example').waitFor({ state: 'detached' })
    expect((await api.listWatches()).total).toBe(1)

    await open(pathOf('one.example'))
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Stop watching' }).click()
    await eventually(async () => (await api.listWatches()).total).toBe(0)
  })

  it('is not offered to a reader, whom the server refuses', async () => {
    const { page, open } = await bed.visit('rea')
    await open(pathOf('moving.example'))
    await page.getByRole('region', { name: 'Verdict' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    expect(await page.getByRole('button', { name: /watch/i }).count()).toBe(0)
    await expect(
      bed.server.as('rea').watchValue({ dataType: 'domain', data: 'moving.example' }),
    ).rejects.toMatchObject({ status: 403 })
    await open('/settings/watched')
    await page.getByRole('heading', { name: "You don't have access to this page" }).waitFor()
  })
})
