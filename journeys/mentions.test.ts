import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeCase, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

const mentionsIn = (page: Page) =>
  page.getByRole('list', { name: 'Mentions' }).getByRole('listitem')
const unreadInSideBar = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByText(/unread updates/)

describeJourneys('a comment that names somebody', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
  })

  it('is on their overview without a reload, and leads to the words in the case', async () => {
    const made = await makeCase(bed.server, 'ana', { title: 'Named in here' })
    const reader = await bed.visit('rea')
    await reader.open('/')
    await reader.signedIn()

    const { page, open } = await bed.visit('ana')
    await open(`/cases/${made.id}`)
    await page.getByLabel('Write a comment…').click()
    await page.keyboard.type('Please look, @re')
    await page.getByRole('option', { name: '@rea' }).click()
    await page.keyboard.type('<b>now</b>')
    await page.keyboard.press('Control+Enter')

    const row = mentionsIn(reader.page).filter({ hasText: 'ana mentioned you in' })
    await row.getByText('Please look, @rea <b>now</b>').waitFor()
    await unreadInSideBar(reader.page).waitFor()
    await reader.axe()
    await reader.fits()
    // There were forty events since, and the comment is still found.
    for (let number = 0; number < 40; number++)
      await bed.server.as('oa').createCaseComment({ id: made.id }, { message: `later ${number}` })
    await row.getByRole('link', { name: `#${made.caseId} Named in here` }).click()
    const asked = reader.page.locator('li:focus').filter({ hasText: 'Please look' })
    await asked.waitFor()
    await eventually(() =>
      asked.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    ).toBe(true)
    await reader.axe()
    await unreadInSideBar(reader.page).waitFor({ state: 'detached' })
    expect((await bed.server.as('rea').listMentions({ unread: true })).total).toBe(0)

    await reader.open('/')
    await row.waitFor()
    expect(await row.getByRole('button', { name: /^Mark/ }).count()).toBe(0)
    expect((await bed.server.as('oa').listMentions()).total).toBe(0)
  })

  it('is marked as read one by one or all at once, and goes with its comment; also on a phone', async () => {
    const made = await makeCase(bed.server, 'ana', { title: 'Twice' })
    const api = bed.server.as('ana')
    const write = (message: string) => api.createCaseComment({ id: made.id }, { message })
    const first = await write('@oa, the first')
    await write('@oa, the second')
    await write('@oa, the third')
    const phone = { width: 390, height: 844 }
    const { page, open, axe, fits } = await bed.visit('oa', { viewport: phone })
    await open('/')
    await eventually(() => mentionsIn(page).count()).toBe(3)
    await axe()
    await fits(390)
    await mentionsIn(page)
      .filter({ hasText: 'the third' })
      .getByRole('button', { name: 'Mark as read' })
      .click()
    await eventually(async () => (await mentionsIn(page).allInnerTexts()).join()).toMatch(
      /second.*first.*third/s,
    )
    await api.deleteComment({ id: first._id })
    await eventually(() => mentionsIn(page).count()).toBe(2)
    await page
      .getByRole('region', { name: 'Mentions' })
      .getByRole('button', { name: 'Mark all as read' })
      .click()
    await eventually(
      async () => (await bed.server.as('oa').listMentions({ unread: true })).total,
    ).toBe(0)
    expect(await page.getByRole('region', { name: 'Watched observables' }).count()).toBe(0)
  })

  it('is found in a story that is longer than what is shown of it', async () => {
    const made = await makeCase(bed.server, 'ana', { title: 'Long story' })
    const api = bed.server.as('ana')
    await api.createCaseComment({ id: made.id }, { message: '@oa, at the very beginning' })
    for (let number = 0; number < 120; number++)
      await api.createCaseComment({ id: made.id }, { message: `later ${number}` })
    const { page, open } = await bed.visit('oa')
    await open('/')
    await mentionsIn(page)
      .getByRole('link', { name: /Long story/ })
      .click()
    await page.locator('li:focus').filter({ hasText: 'at the very beginning' }).waitFor()
  })
})
