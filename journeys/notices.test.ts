import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeCase, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

const bellOf = (page: Page) => page.getByRole('button', { name: /notification/i })
const rowsOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')

describeJourneys('the bell', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
  })

  it('rings without a reload, lists what happened, and leads there; also on a phone', async () => {
    const phone = { width: 390, height: 844 }
    const { page, open, signedIn, axe, fits } = await bed.visit('ana', { viewport: phone })
    await open('/')
    await signedIn()
    await bellOf(page).click()
    await page.getByText('No notifications yet.').waitFor()
    await page.keyboard.press('Escape')

    const made = await makeCase(bed.server, 'oa', { title: 'Needs an owner' })
    await bed.server.as('oa').updateCaseV1({ id: made.id }, { assignee: 'ana' })
    await bed.server
      .as('oa')
      .createCaseComment({ id: made.id }, { message: '@ana, please take it' })
    await page.getByRole('button', { name: '2 unread notifications' }).click()
    await eventually(() => rowsOf(page).count()).toBe(2)
    await axe()
    await fits(390)
    await rowsOf(page)
      .filter({ hasText: 'mentioned you in' })
      .getByRole('button', { name: /^Mark as read/ })
      .click()
    await eventually(
      async () => (await bed.server.as('ana').listMentions({ unread: true })).total,
    ).toBe(0)
    await rowsOf(page)
      .filter({ hasText: 'assigned you the case' })
      .getByRole('link', { name: /Needs an owner/ })
      .click()
    await page.getByRole('heading', { name: /Needs an owner/ }).waitFor()
    await eventually(
      async () => (await bed.server.as('ana').listNotices({ unread: true })).total,
    ).toBe(0)
    expect((await bed.server.as('ana').listNotices()).total).toBe(2)
  })
})
