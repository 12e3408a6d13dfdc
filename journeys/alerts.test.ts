import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { patienceMs } from './patience.ts'
import { enableResponders, makeAlert, makeCase, makeOrganization } from './people.ts'
import { eventually, type Visit } from './visit.ts'

/** Axe has much to do: ten seconds on a quiet machine, much more on one that is not. */
const manyScreens = { timeout: 5 * patienceMs }

const shared = { ip: '203.0.113.9', domain: 'evil.example' }
const ip = (data: string, ioc = false) => ({ dataType: 'ip', data, ioc })
const domain = (data: string) => ({ dataType: 'domain', data })

describeJourneys('alerts', {}, (bed) => {
  let alertId: string
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    const api = bed.server.as('ana')
    const responders = await enableResponders(bed.server, oa, ['Demo_Block', 'Demo_Refuse'])
    const { id } = await makeAlert(bed.server, 'ana', {
      title: 'Phishing wave',
      severity: 3,
      artifacts: [ip(shared.ip, true), domain(shared.domain), domain('only-here.example')],
    })
    alertId = id
    const opened = (title: string, ...observables: Parameters<typeof makeCase>[3] & object) =>
      makeCase(bed.server, 'ana', { title }, observables)
    await opened('Bank', ip(shared.ip, true), domain(shared.domain), domain('a.example'))
    await opened('Beacon', domain(shared.domain), domain('b.example'))
    const closed = await opened('Old wave', ip(shared.ip, true), ip('203.0.113.1', true))
    await api.updateCase({ id: closed.id }, { status: 'Resolved' })
    await opened('Stranger', domain('c.example'))
    await makeCase(bed.server, 'ana-beta', { title: 'Of others' }, [ip(shared.ip, true)])
    for (const responderId of [responders.Demo_Block, responders.Demo_Refuse])
      await api.runCortexAction({ responderId, objectType: 'alert', objectId: id })
  })

  /** The page's requests for similar cases, latest last. */
  const asked = ({ sent }: Visit) =>
    sent('POST', '/api/v1/query')
      .filter(({ query }) => query.get('name') === 'alert-similar-cases')
      .map(({ body }) => body)
  const question = (caseFilter?: object) => ({
    query: [
      { _name: 'getAlert', idOrName: alertId },
      { _name: 'similarCases', ...(caseFilter && { caseFilter }) },
    ],
  })
  const withStatus = (status: string) => ({ _field: 'status', _value: status })

  it('journey 23: finds similar cases, says how similar and why, and narrows them', async () => {
    const visit = await bed.visit('ana')
    const { page, open } = visit
    const table = page.getByRole('table', { name: 'Similar cases' })
    const names = async () => {
      const links = await table.getByRole('rowheader').getByRole('link', { name: /^#/ }).all()
      return (await Promise.all(links.map((link) => link.innerText()))).map((name) =>
        name.replace(/^#\d+ /, ''),
      )
    }
    const row = (title: string) => table.getByRole('row').filter({ hasText: title })

    await open('/alerts')
    await page.getByRole('heading', { level: 2, name: 'Phishing wave' }).waitFor()
    await page.getByRole('link', { name: /other similar cases/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Phishing wave' }).waitFor()

    await eventually(names).toEqual(expect.arrayContaining(['Bank', 'Beacon']))
    expect(await names()).toHaveLength(2)
    expect(asked(visit)).toContainEqual(question(withStatus('Open')))
    const cells = (title: string) => row(title).getByRole('cell').allInnerTexts()
    expect(await cells('Bank')).toEqual(expect.arrayContaining(['66% (2/3)', '100% (1/1)']))
    expect(await cells('Beacon')).toEqual(expect.arrayContaining(['50% (1/2)', 'n/a']))
    expect((await cells('Beacon')).join()).not.toMatch(/NaN|\b0%/)

    await row('Bank').getByText('Why: 2 shared observables').click()
    const reasons = row('Bank').getByRole('listitem')
    await reasons.filter({ hasText: '203[.]0[.]113[.]9' }).getByText('IOC').waitFor()
    await reasons.filter({ hasText: 'evil[.]example' }).getByText('in 2 cases').waitFor()

    await page.getByLabel('Min. observables %').fill('66')
    await eventually(names).toEqual(['Bank'])
    await page.getByLabel('Min. observables %').fill('67')
    await page.getByText('No similar case matches these limits').waitFor()
    await page.getByText('2 similar cases are hidden by them.').waitFor()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByLabel('Min. IOC %').fill('1')
    await eventually(names).toEqual(['Bank'])
    await page.getByLabel('Min. IOC %').fill('')
    await page.getByRole('button', { name: 'Types' }).click()
    await page.getByRole('group', { name: 'Types' }).getByLabel('ip').check()
    await eventually(names).toEqual(['Bank'])

    await page.getByLabel('Status').selectOption('Resolved')
    await eventually(names).toEqual(['Old wave'])
    expect(asked(visit).at(-1)).toEqual(question(withStatus('Resolved')))
    expect(await cells('Old wave')).toContain('50% (1/2)')
    await page.getByLabel('Status').selectOption('Any status')
    await eventually(names).toHaveLength(2)
    expect(asked(visit).at(-1)).toEqual(question())

    await page.reload()
    await eventually(async () => (await names()).toSorted()).toEqual(['Bank', 'Old wave'])
    await row('Old wave').getByRole('link', { name: /^Open/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Old wave' }).waitFor()
  })

  it('journey 23: runs responders on the alert, and says what they have done', async () => {
    const { page, open } = await bed.visit('ana')
    await open(`/alerts/${alertId}`)
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await row('Demo Block').getByText('Success').waitFor()
    await row('Demo Refuse').getByText('Failure').waitFor()
    await row('Demo Refuse').getByText('The firewall does not accept this rule').waitFor()
    await row('Demo Block').getByRole('button', { name: 'Run Demo Block' }).waitFor()
  })

  it('shows a reader the same cases and history, and nothing to change', async () => {
    const { page, open, go } = await bed.visit('rea')
    await open(`/alerts/${alertId}?show=similar`)
    await page.getByRole('table', { name: 'Similar cases' }).getByText('Bank').waitFor()
    const changing = /merge|new case|dismiss|run\b/i
    expect(await page.getByRole('main').getByRole('button', { name: changing }).count()).toBe(0)

    await go(`/alerts/${alertId}`)
    await page.getByText('The firewall does not accept this rule').waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: changing }).count()).toBe(0)
  })

  it('S11: can be read by everyone, in both themes and at 320 px', manyScreens, async () => {
    const { page, open, go, axe, fits } = await bed.visit('ana')
    const screens = {
      '/alerts': page
        .getByRole('region', { name: 'Selected alert' })
        .getByText('Raised by a journey'),
      [`/alerts/${alertId}`]: page.getByText('only-here[.]example'),
      [`/alerts/${alertId}?show=similar`]: page.getByRole('table', { name: 'Similar cases' }),
    }
    await open('/alerts')
    for (const [path, content] of Object.entries(screens)) {
      await go(path)
      await content.first().waitFor()
      await axe()
      await fits()
    }
    await go('/alerts')
    await page.getByRole('button', { name: 'New alert' }).click()
    await page.getByRole('dialog', { name: 'New alert' }).waitFor()
    await axe()
    await fits()
  })
})
