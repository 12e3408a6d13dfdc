import { beforeAll, expect, it } from 'vitest'
import { openForm, runButton } from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { phone, withBrakes } from './brakes.ts'
import { enableAnalyzers, makeOrganization, submit } from './people.ts'
import { eventually } from './visit.ts'

describeJourneys('budgets of providers', withBrakes, (bed) => {
  beforeAll(() => makeOrganization(bed.server))

  it('lets 12 URLs wait for a budget of 4 a minute: all accepted, times count down, none fails', async () => {
    const budget = await bed.server
      .as('oa')
      .createBudget({ name: 'VirusTotal', windows: [{ count: 4, per: 'minute' }] })
    const { Provider } = await enableAnalyzers(bed.server, 'oa', ['Provider'], {
      budget: budget.id,
    })
    const visit = await bed.visit('ana')
    const { page, open, axe, fits, sent } = visit
    const urls = Array.from({ length: 12 }, (_, at) => `https://host-${at}.example/login`)
    await openForm(visit, urls)
    await runButton(page).click()
    await eventually(
      async () =>
        (
          await bed.server
            .as('ana')
            .searchJobs({ query: { _field: 'workerId', _value: Provider }, range: 'all' })
        ).total,
    ).toBe(12)
    expect(sent('POST', `/api/analyzer/${Provider}/run`)).toHaveLength(12)

    await open('/activity?status=Waiting')
    const waits = page.getByText(/^(starts in about \d+|starts soon)/)
    await waits.first().waitFor()
    const before = (await waits.allInnerTexts()).join()
    await eventually(async () => (await waits.allInnerTexts()).join()).not.toBe(before)
    const { rows } = await bed.server
      .as('ana')
      .searchJobs({ query: { _field: 'workerId', _value: Provider }, range: 'all' })
    expect(rows.filter(({ status }) => status === 'Failure')).toEqual([])

    const last = rows.find(({ waits: waiting }) => waiting)
    await open(`/observables?${new URLSearchParams({ type: 'url', value: String(last?.data) })}`)
    await page
      .getByText(/^starts (in about|soon)/)
      .first()
      .waitFor()

    await open('/activity/engine')
    const panel = page.getByRole('region', { name: 'Providers and budgets' })
    await panel.getByRole('row').filter({ hasText: 'VirusTotal' }).getByText(/of 4$/).waitFor()
    await page
      .getByRole('region', { name: 'Waiting jobs' })
      .getByText(/^starts /)
      .first()
      .waitFor()
    await axe()
    await fits(phone, 320)
    expect(await page.getByRole('link', { name: 'Edit budgets' }).count()).toBe(0)
  })

  it('shows a rejected key as refused, fails API keys at once, and lets people wait', async () => {
    const budget = await bed.server.as('oa').createBudget({
      name: 'Passive DNS',
      windows: [{ count: 1_000, per: 'day', calendar: true }],
    })
    const { BadKey } = await enableAnalyzers(bed.server, 'oa', ['BadKey'], { budget: budget.id })
    const first = await submit(bed.server, 'ana', BadKey, { dataType: 'domain', data: 'a.example' })
    await eventually(
      async () => (await bed.server.as('ana').getBudget({ id: budget.id })).state,
    ).toBe('refused')
    expect(first.status).not.toBe('Failure')
    const refused = await submit(bed.server, 'ana', BadKey, {
      dataType: 'domain',
      data: 'b.example',
    })
    expect(refused.status).toBe('Failure')

    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/activity/engine')
    const row = page
      .getByRole('region', { name: 'Providers and budgets' })
      .getByRole('row')
      .filter({ hasText: 'Passive DNS' })
    await row.getByText('Refused', { exact: true }).waitFor()
    await row.getByText('after a new key').waitFor()
    await page.getByText('Passive DNS rejects its key').waitFor()
    await axe()
    await fits(phone)
    await row.getByRole('button', { name: /^Try again/ }).click()
    await eventually(
      async () => (await bed.server.as('oa').getBudget({ id: budget.id })).state,
    ).not.toBe('refused')
  })
})
