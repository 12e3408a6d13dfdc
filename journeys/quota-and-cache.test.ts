import { beforeAll, expect, it } from 'vitest'
import { investigationOf, openForm, runButton } from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

const names = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `${name}-${at}.com`)

describeJourneys('quotas and the cache', {}, (bed) => {
  let rated: Record<'Echo' | 'NeedsKey', string>
  let cached: string
  beforeAll(async () => {
    const { server } = bed
    await makeOrganization(server)
    await makeOrganization(server, 'BETA')
    const configuration = { key: 'a secret of the service' }
    rated = {
      ...(await enableAnalyzers(server, 'oa', ['Echo'])),
      ...(await enableAnalyzers(server, 'oa', ['NeedsKey'], {
        configuration,
        rate: 2,
        rateUnit: 'Day',
      })),
    }
    cached = (await enableAnalyzers(server, 'oa-beta', ['Echo'])).Echo
  })

  it('journey 13: stops asking an analyzer whose quota is used up, and continues with the others', async () => {
    const visit = await bed.visit('ana')
    const { page, sent, expectRefusals, axe, fits } = visit
    expectRefusals(429)
    const asked = () => sent('POST', `/api/analyzer/${rated.NeedsKey}/run`).length

    await openForm(visit, names(4, 'four'))
    await runButton(page).click()
    await investigationOf(bed.server, 'ana', page, 6)
    const refused = page.getByRole('alert').filter({ hasText: 'could not be submitted' })
    await refused.getByText('2 analyses could not be submitted.').waitFor()
    const refusals = await refused.getByRole('listitem').allInnerTexts()
    await axe()
    await fits()
    const askedForFour = asked()
    await openForm(visit, names(8, 'eight'))
    await runButton(page).click()
    await refused.getByText('8 analyses could not be submitted.').waitFor()
    await investigationOf(bed.server, 'ana', page, 8)

    for (const refusal of refusals)
      expect(refusal).toMatch(/^Free again: \d.* 2 per Day reached .*NeedsKey_1_0/)
    expect(askedForFour).toBeGreaterThan(2)
    // As many as are on their way when the first refusal arrives, and none of the queue.
    expect(asked() - askedForFour).toBeLessThanOrEqual(6)
    const jobs = await bed.server.as('ana').searchJobs({
      query: { _field: 'workerId', _value: rated.NeedsKey },
      range: 'all',
    })
    expect(jobs.total).toBe(2)

    const administrator = await bed.visit('oa')
    await administrator.open('/activity/engine')
    const gauge = administrator.page
      .getByRole('list', { name: 'Quota' })
      .getByRole('listitem')
      .filter({ hasText: 'NeedsKey' })
    await gauge.getByText('2/2 Day').waitFor()
    await gauge.getByText('Used up until').waitFor()
    await openForm(administrator, ['one.com'])
    const offer = administrator.page.getByRole('listitem').filter({ hasText: 'NeedsKey' })
    await offer.getByText('2/2 per day over quota').waitFor()
  })

  it('journey 14: answers from the cache, and runs again when asked to', async () => {
    const visit = await bed.visit('ana-beta')
    const { page, sent, axe, fits } = visit
    const runs = () =>
      sent('POST', `/api/analyzer/${cached}/run`).map(({ query }) => query.get('force'))
    const run = async () => {
      await openForm(visit, ['twice.com'])
      await runButton(page).click()
      return (await investigationOf(bed.server, 'ana-beta', page, 1)).jobIds
    }
    const label = page.getByText('1 from cache')

    const [first] = await run()
    await page.getByText('the one analysis is done').waitFor()
    const labels = [await label.count()]
    const [second] = await run()
    await label.waitFor()
    await axe()
    await fits()
    await page.getByRole('button', { name: 'Analyze again' }).click()
    const shown = async () => (await investigationOf(bed.server, 'ana-beta', page, 1)).jobIds[0]
    await eventually(shown).not.toBe(first)
    const third = await shown()

    expect(labels).toEqual([0])
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(runs()).toEqual([null, null, '1'])
  })

  it('says the same on a report', async () => {
    const { page, open, sent } = await bed.visit('ana-beta')
    const api = bed.server.as('ana-beta')
    const { id } = await api.runAnalyzer({ id: cached }, { dataType: 'domain', data: 'report.com' })
    await api.waitReport({ id }, { atMost: '1minute' })
    const idShown = () => new URL(page.url()).searchParams.get('report')
    const line = page.getByRole('main').getByText('cached', { exact: true })

    await open(`/jobs/${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Analyze again' }).click()
    await page.getByRole('button', { name: 'Allow a cached report' }).click()
    await line.waitFor()
    const cachedId = idShown()
    await page.getByRole('button', { name: 'Re-run without cache' }).click()
    await line.waitFor({ state: 'detached' })
    await page.getByRole('dialog').getByRole('region', { name: 'Reasons' }).waitFor()

    expect(cachedId).toBe(id)
    expect(idShown()).not.toBe(id)
    expect(
      sent('POST', `/api/analyzer/${cached}/run`).map(({ query }) => query.get('force')),
    ).toEqual([null, '1'])
  })
})
