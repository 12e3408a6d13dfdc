import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeClock } from './clock.ts'
import { enableAnalyzers, makeCase, makeOrganization, makeUser, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const bellOf = (page: Page) => page.getByRole('button', { name: /notification/i })
const rowsOf = (page: Page) =>
  page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem')

const clock = makeClock()

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

describeJourneys('the bell of a domain that turns malicious', clock, (bed) => {
  let verdict: string
  const domain = 'turned.example'
  const judge = (level: string) =>
    runToEnd(bed.server, 'ana', verdict, {
      ...{ dataType: 'domain', data: domain },
      parameters: { level },
    })

  beforeAll(async () => {
    const { server } = bed
    await makeOrganization(server)
    await makeUser(server, { login: 'lead', organization: 'ACME', roles: ['read', 'analyze'] })
    verdict = (await enableAnalyzers(server, 'oa', ['Verdict'])).Verdict
  })

  afterAll(() => clock.remove())

  it('rings for the assignee of the open case, without a rule and without a reload, and leads there', async () => {
    const { server } = bed
    const made = (title: string, owner: string) =>
      makeCase(server, 'oa', { title, owner }, [{ dataType: 'domain', data: domain }])
    await judge('safe')
    const closed = await made('Closed too early', 'lead')
    await server
      .as('lead')
      .updateCase(
        { id: closed.id },
        { status: 'Resolved', resolutionStatus: 'FalsePositive', impactStatus: 'NoImpact' },
      )
    await made('Still open', 'ana')
    // A list brings what is known up to date, as the program does by itself within eleven minutes.
    await server.as('ana').listValues({})
    await server.as('ana').readNotices({})
    await server.as('lead').readNotices({})

    const { page, open, signedIn, axe, fits } = await bed.visit('ana')
    await open('/')
    await signedIn()
    // Analyzers that were started together answer within ten minutes.
    await clock.goAhead(11, page)
    await judge('malicious')
    await page.getByRole('button', { name: '1 unread notification' }).click()
    const row = rowsOf(page).filter({ hasText: 'turned[.]example became malicious in your case' })
    await row.waitFor()
    await axe()
    await fits(390)
    await row.getByRole('link', { name: /Still open/ }).click()
    await page.getByRole('heading', { name: /Still open/ }).waitFor()
    await eventually(async () => (await server.as('ana').listNotices({ unread: true })).total).toBe(
      0,
    )
    expect((await server.as('lead').listNotices({ unread: true })).rows).toEqual([])
  })
})
