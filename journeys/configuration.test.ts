import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const secret = 'the secret of the service'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const cellsOf = (page: Page, name: string) => rowOf(page, name).getByRole('cell').allTextContents()

/** Markup, and what stands in fields, which is not in the markup. */
const everythingOn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return document.documentElement.outerHTML + fields.map(({ value }) => value).join('\n')
  })

describeJourneys('the configuration of analyzers', {}, (bed) => {
  const analyzerOf = async (login: string, name: string) => {
    const { rows } = await bed.server.as(login).listAnalyzers({ range: 'all' })
    return rows.find((row) => row.name === name)
  }

  it('journey 8: asks for what is required, shows the limits, and no longer the secret', async () => {
    await makeOrganization(bed.server)
    const { page, open, axe, fits, sent } = await bed.visit('oa')
    const drawer = page.getByRole('dialog', { name: 'Enable NeedsKey_1_0' })
    const key = drawer.getByLabel(/^key\b/)
    const enable = drawer.getByRole('button', { name: 'Enable', exact: true })
    await open('/org/ACME/analyzers')
    await rowOf(page, 'NeedsKey_1_0').getByText('1 missing').waitFor()

    await rowOf(page, 'NeedsKey_1_0').getByRole('button', { name: 'Enable NeedsKey_1_0' }).click()
    await enable.click()
    await drawer.getByText('This setting is required.').waitFor()
    expect(await key.getAttribute('aria-invalid')).toBe('true')
    expect(await key.evaluate((field) => document.activeElement === field)).toBe(true)
    expect(sent('POST', /^\/api\/organization\/analyzer\//)).toEqual([])
    await axe()
    await fits()
    await key.fill(secret)
    await drawer.getByLabel('Max TLP').selectOption('TLP:AMBER')
    await drawer.getByLabel('Rate limit').fill('2')
    await drawer.getByLabel('per', { exact: true }).selectOption('Day')
    await drawer.getByRole('radio', { name: 'For some minutes' }).check()
    await drawer.getByLabel('Cache minutes').fill('10')
    expect(await key.getAttribute('type')).toBe('password')
    expect(await drawer.getByText('This setting is required.').count()).toBe(0)
    await enable.click()
    await drawer.waitFor({ state: 'detached' })

    await rowOf(page, 'NeedsKey_1_0').getByText('complete').waitFor()
    expect(await cellsOf(page, 'NeedsKey_1_0')).toEqual(
      expect.arrayContaining(['TLP:AMBER', '2/Day', '10 min', 'complete']),
    )
    expect(await everythingOn(page)).not.toContain(secret)
    await rowOf(page, 'NeedsKey_1_0').getByRole('button', { name: 'Edit NeedsKey_1_0' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit NeedsKey_1_0' })
    await edited.getByPlaceholder('stored – type to replace').waitFor()
    expect(await edited.getByLabel(/^key\b/).inputValue()).toBe('')
    expect(await edited.getByLabel('Max TLP').locator('option:checked').textContent()).toBe(
      'TLP:AMBER',
    )
    expect(await everythingOn(page)).not.toContain(secret)
    const asAdministrator = await analyzerOf('oa', 'NeedsKey_1_0')
    const asAnalyst = await analyzerOf('ana', 'NeedsKey_1_0')
    expect(asAdministrator).toMatchObject({ maxTlp: 2, rate: 2, rateUnit: 'Day', jobCache: 10 })
    expect(asAnalyst).toMatchObject({ name: 'NeedsKey_1_0' })
    expect(asAnalyst).not.toHaveProperty('configuration')
    expect(JSON.stringify(asAnalyst)).not.toContain(secret)
  })

  it('journey 9: gives the cache back to the server, and forgets what was disabled', async () => {
    const { oa, ana } = await makeOrganization(bed.server, 'BETA')
    const configuration = { key: secret }
    await enableAnalyzers(bed.server, oa, ['NeedsKey'], { configuration, jobCache: 10 })
    await enableAnalyzers(bed.server, oa, ['Slow'], {
      configuration: { proxy_http: 'http://proxy.example:3128' },
      rate: 7,
      rateUnit: 'Hour',
      jobTimeout: 3,
    })
    const { page, open, sent } = await bed.visit(oa)
    const analyst = await bed.visit(ana)
    const catalogueHasSlow = async () => {
      await analyst.open('/catalogue')
      await analyst.page.getByRole('heading', { name: 'NeedsKey_1_0' }).waitFor()
      return (await analyst.page.getByRole('heading', { name: 'Slow_1_0' }).count()) === 1
    }
    await open('/org/BETA/analyzers')
    await rowOf(page, 'NeedsKey_1_0').getByText('10 min').waitFor()

    await rowOf(page, 'NeedsKey_1_0').getByRole('button', { name: 'Edit NeedsKey_1_0' }).click()
    const drawer = page.getByRole('dialog', { name: 'Edit NeedsKey_1_0' })
    await drawer.getByRole('radio', { name: 'Default of the server' }).check()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await rowOf(page, 'NeedsKey_1_0').getByText('default', { exact: true }).waitFor()
    const [change, ...more] = sent('PATCH', /^\/api\/analyzer\//)
    expect(more).toEqual([])
    expect(change?.body).toMatchObject({ jobCache: null })
    const needsKey = await analyzerOf(oa, 'NeedsKey_1_0')
    expect(needsKey?.jobCache ?? null).toBeNull()
    const job = await runToEnd(bed.server, ana, needsKey?.id ?? '', {
      dataType: 'domain',
      data: 'a.example',
    })
    expect(job).toMatchObject({ report: { full: { keyLength: secret.length } } })

    expect(await catalogueHasSlow()).toBe(true)
    const disable = rowOf(page, 'Slow_1_0').getByRole('button', { name: 'Disable Slow_1_0' })
    const asking = page.getByRole('dialog', { name: 'Disable Slow_1_0?' })
    await disable.click()
    await asking.getByText('its configuration is lost').waitFor()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await asking.waitFor({ state: 'detached' })
    expect(await catalogueHasSlow()).toBe(true)
    await disable.click()
    await asking.getByRole('button', { name: 'Disable', exact: true }).click()
    await rowOf(page, 'Slow_1_0').getByText('ready to enable').waitFor()
    expect(await catalogueHasSlow()).toBe(false)

    await rowOf(page, 'Slow_1_0').getByRole('button', { name: 'Enable Slow_1_0' }).click()
    const enabling = page.getByRole('dialog', { name: 'Enable Slow_1_0' })
    const leftOver = ['Rate limit', 'Job timeout in minutes', 'HTTP proxy'].map((label) =>
      enabling.getByLabel(label, { exact: true }).inputValue(),
    )
    expect(await Promise.all(leftOver)).toEqual(['', '', ''])
    await enabling.getByRole('button', { name: 'Enable', exact: true }).click()
    await rowOf(page, 'Slow_1_0').getByText('complete').waitFor()
    expect(await catalogueHasSlow()).toBe(true)
    const again = await analyzerOf(oa, 'Slow_1_0')
    expect([again?.rate ?? null, again?.jobTimeout ?? null]).toEqual([null, null])
    expect(JSON.stringify(again)).not.toContain('proxy.example')
  })

  it('journey 13: shows administrators how much of a limit is used up', async () => {
    const { oa, ana } = await makeOrganization(bed.server, 'GAMMA')
    const { NeedsKey } = await enableAnalyzers(bed.server, oa, ['NeedsKey'], {
      configuration: { key: secret },
      rate: 2,
      rateUnit: 'Day',
    })
    for (const data of ['a.example', 'b.example'])
      await runToEnd(bed.server, ana, NeedsKey, { dataType: 'domain', data })
    const { page, open } = await bed.visit(oa)
    const analyst = await bed.visit(ana)

    await open('/')
    const gauge = page.getByRole('list', { name: 'Quota' }).getByRole('listitem')
    await eventually(() => gauge.allTextContents()).toEqual([
      expect.stringMatching(/^NeedsKey_1_0.*2\/2 Day/),
    ])

    await analyst.open('/')
    await analyst.page.getByRole('heading', { name: 'Jobs over time' }).waitFor()
    expect(await analyst.page.getByRole('heading', { name: 'Quota' }).count()).toBe(0)
  })
})
