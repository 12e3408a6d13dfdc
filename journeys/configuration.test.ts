import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const secret = 'the secret of the service'

const rowOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('switch', { name, exact: true }) })

const switchOf = (page: Page, name: string) => page.getByRole('switch', { name, exact: true })

const isOn = (page: Page, name: string) => switchOf(page, name).getAttribute('aria-checked')

/** Markup, and the content of fields, which is not in the markup. */
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

  it('journey 8: asks for what is required, takes limits, and no longer shows the secret', async () => {
    await makeOrganization(bed.server)
    const { page, open, axe, fits, sent } = await bed.visit('oa')
    const panel = page.getByRole('region', { name: 'NeedsKey' })
    const key = panel.getByLabel(/^Key\b/)
    await open('/settings/analyzers')

    await switchOf(page, 'NeedsKey').click()
    await panel.getByText('This setting is required.').waitFor()
    expect(await key.getAttribute('aria-invalid')).toBe('true')
    expect(await key.evaluate((field) => document.activeElement === field)).toBe(true)
    expect(sent('POST', /^\/api\/organization\/analyzer\//)).toEqual([])
    expect(await isOn(page, 'NeedsKey')).toBe('false')
    await axe()
    await fits()
    await key.fill(secret)
    await panel.getByLabel('Up to TLP').selectOption('TLP:AMBER')
    await panel.getByLabel('Rate limit').fill('2')
    await panel.getByLabel('per', { exact: true }).selectOption('Day')
    await panel.getByText('More limits and network').click()
    await panel.getByRole('radio', { name: 'For some minutes' }).check()
    await panel.getByLabel('Cache minutes').fill('10')
    expect(await key.getAttribute('type')).toBe('password')
    expect(await panel.getByText('This setting is required.').count()).toBe(0)
    await panel.getByRole('button', { name: 'Enable' }).click()

    await eventually(() => isOn(page, 'NeedsKey')).toBe('true')
    await panel.getByPlaceholder('stored – type to replace').waitFor()
    expect(await key.inputValue()).toBe('')
    expect(await panel.getByLabel('Up to TLP').locator('option:checked').textContent()).toBe(
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

  it('journey 9: gives the cache back to the server, and forgets what was switched off', async () => {
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
    const analystSeesSlow = async () => {
      await analyst.open('/settings/analyzers')
      await analyst.page.getByRole('link', { name: /^NeedsKey/ }).waitFor()
      return (await analyst.page.getByRole('link', { name: /^Slow/ }).count()) === 1
    }
    await open('/settings/analyzers')

    await page.getByRole('link', { name: /^NeedsKey/ }).click()
    const panel = page.getByRole('region', { name: 'NeedsKey' })
    await panel.getByText('More limits and network').click()
    await panel.getByRole('radio', { name: 'Server default' }).check()
    await panel.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('NeedsKey was changed.').waitFor()
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

    expect(await analystSeesSlow()).toBe(true)
    const asking = page.getByRole('dialog', { name: 'Disable Slow?' })
    await switchOf(page, 'Slow').click()
    await asking.getByText('its configuration is deleted').waitFor()
    await asking.getByRole('button', { name: 'Cancel' }).click()
    await asking.waitFor({ state: 'detached' })
    expect(await analystSeesSlow()).toBe(true)
    await switchOf(page, 'Slow').click()
    await asking.getByRole('button', { name: 'Disable' }).click()
    await eventually(() => isOn(page, 'Slow')).toBe('false')
    expect(await analystSeesSlow()).toBe(false)

    await rowOf(page, 'Slow').getByRole('link').click()
    const slow = page.getByRole('region', { name: 'Slow' })
    await slow.getByText('More limits and network').click()
    const leftOver = ['Rate limit', 'Job timeout in minutes', 'HTTP proxy'].map((label) =>
      slow.getByLabel(label, { exact: true }).inputValue(),
    )
    expect(await Promise.all(leftOver)).toEqual(['', '', ''])
    await switchOf(page, 'Slow').click()
    await eventually(() => isOn(page, 'Slow')).toBe('true')
    expect(await analystSeesSlow()).toBe(true)
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

    await open('/activity/engine')
    const gauge = page.getByRole('list', { name: 'Quota' }).getByRole('listitem')
    await eventually(() => gauge.allTextContents()).toEqual([
      expect.stringMatching(/^NeedsKey.*2\/2 Day/),
    ])

    // Analysts see what waits and when it starts; how much is used up is for administrators.
    await analyst.open('/activity/engine')
    await analyst.page.getByRole('button', { name: /Jobs over time/ }).waitFor()
    expect(await analyst.page.getByRole('list', { name: 'Quota' }).count()).toBe(0)
  })
})
