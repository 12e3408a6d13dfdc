import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'

describeJourneys('how long jobs stay', {}, (bed) => {
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    const analyzers = await enableAnalyzers(bed.server, oa, ['Echo'])
    await runToEnd(bed.server, 'ana', analyzers.Echo, { dataType: 'ip', data: '203.0.113.5' })
  })

  it('is chosen by the administrator, after a look at what would go', async () => {
    const { page, open, axe, fits } = await bed.visit('oa')
    const api = bed.server.as('oa')

    await open('/settings/retention')
    const days = page.getByLabel('Keep jobs for (days)')
    await days.fill('soon')
    await page.getByRole('button', { name: 'Save' }).click()
    await days.and(page.locator('[aria-invalid=true]')).waitFor()
    await days.fill('30')
    await page.getByRole('button', { name: 'Preview deletion' }).click()
    await page.getByRole('region', { name: 'Jobs to be deleted' }).getByText('Nothing.').waitFor()
    await axe()
    await fits()
    const before = await api.getRetention({ id: 'ACME' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Now: 30 days.').waitFor()
    const chosen = await api.getRetention({ id: 'ACME' })
    await days.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Now: forever.').waitFor()

    expect([before.jobDays, chosen.jobDays]).toEqual([null, 30])
    expect((await api.getRetention({ id: 'ACME' })).jobDays).toBeNull()
  })

  it('is not offered to an analyst', async () => {
    const { page, open } = await bed.visit('ana')

    await open('/settings/retention')

    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByLabel('Keep jobs for (days)').count()).toBe(0)
  })
})
