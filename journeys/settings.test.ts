import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, enableResponders, makeOrganization } from './people.ts'
import { superadmin } from './server.ts'
import { eventually } from './visit.ts'

const secret = 'the key that nobody sees again'

const sideList = (page: Page) => page.getByRole('navigation', { name: 'Settings' })

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)

describeJourneys('settings', {}, (bed) => {
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    const api = bed.server.as(oa)
    await Promise.all([
      ...['Domain', 'Url', 'Lists'].map((name) =>
        api.enableAnalyzer({ id: `Assay_${name}_1_0` }, { name: `Assay_${name}_1_0` }),
      ),
      enableAnalyzers(bed.server, oa, ['Echo']),
      enableResponders(bed.server, oa, ['Demo_Block']),
    ])
  })

  it('1: a field is found by its name, and has the focus where one lands', async () => {
    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/settings/members')
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await page.keyboard.press('/')
    await page
      .getByRole('searchbox', { name: 'Find a setting…' })
      .and(page.locator(':focus'))
      .waitFor()

    await page.keyboard.type('brands')
    const hit = page.getByRole('link', { name: /^Our brands.*Analyzers › Domain/ })
    await hit.waitFor()
    await axe()
    await fits()
    await hit.focus()
    await page.keyboard.press('Enter')

    await page.getByRole('region', { name: 'Domain' }).getByLabel('Our brands').waitFor()
    await eventually(() => focusedName(page)).toBe('brands')
    await axe()
    await fits()
    await page.getByRole('searchbox', { name: 'Find a setting…' }).fill('language')
    await page.getByRole('link', { name: /^Language/ }).click()
    await page.getByRole('heading', { level: 1, name: 'Look and keys' }).waitFor()
    await eventually(() => focusedName(page)).toBe('language')
  })

  it('2: an analyzer is switched on, says at the field what is missing, and answers in place', async () => {
    const { page, open, axe, fits } = await bed.visit('oa-beta')
    await open('/settings/analyzers')
    const needsKey = page.getByRole('switch', { name: 'NeedsKey' })
    await needsKey.click()
    const panel = page.getByRole('region', { name: 'NeedsKey' })
    await panel.getByText('This setting is required.').waitFor()
    await eventually(() => focusedName(page)).toBe('key')
    await panel.getByLabel(/^Key\b/).fill(secret)
    await panel.getByRole('button', { name: 'Switch on' }).click()
    await eventually(() => needsKey.getAttribute('aria-checked')).toBe('true')

    await page.getByRole('switch', { name: 'Domain' }).click()
    await page.getByText('Domain is on.').waitFor()
    await page.getByRole('link', { name: /^Domain/ }).click()
    const domain = page.getByRole('region', { name: 'Domain' })
    await domain.getByRole('button', { name: 'Run with a sample' }).click()
    await domain.getByRole('link', { name: 'Open the whole report' }).waitFor()
    await domain.getByLabel('Value', { exact: true }).fill('paypa1-login[.]test')
    await domain.getByRole('button', { name: 'Run', exact: true }).click()
    await domain.getByText('Suspicious').first().waitFor()
    await axe()
    await fits()
  })

  it('3: a saved secret is neither on the page nor in what analysts read', async () => {
    const { page, open } = await bed.visit('oa')
    await open('/settings/analyzers/NeedsKey_1_0')
    const panel = page.getByRole('region', { name: 'NeedsKey' })
    await panel.getByLabel(/^Key\b/).fill(secret)
    await panel.getByRole('button', { name: 'Switch on' }).click()
    await page.getByText('NeedsKey is on.').waitFor()
    await panel.getByPlaceholder('stored – type to replace').waitFor()

    await page.getByRole('link', { name: /^Domain/ }).click()
    await page.getByRole('region', { name: 'Domain' }).getByLabel('Our brands').waitFor()
    const markup = await page.evaluate(() => {
      const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
      return document.documentElement.outerHTML + fields.map(({ value }) => value).join('\n')
    })

    expect(markup).not.toContain(secret)
    const { rows } = await bed.server.as('ana').listAnalyzers({ range: 'all' })
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('4: no page shows a technical name, except under Details', async () => {
    const { page, open } = await bed.visit('oa')
    const pages = [
      'analyzers',
      'analyzers/Assay_Domain_1_0',
      'analyzers/all',
      'responders',
      'lists',
    ]
    for (const place of pages) {
      await open(`/settings/${place}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await eventually(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      const shown = await page.locator('.settings-content').innerText()
      expect(`${place}: ${shown.match(/\w+_\w+/g) ?? ''}`).toBe(`${place}: `)
    }
    await open('/settings/analyzers/Assay_Domain_1_0')
    const details = page
      .getByRole('region', { name: 'Domain' })
      .getByText('Details', { exact: true })
    await details.click()
    await page.getByText('Assay_Domain_1_0').first().waitFor()
  })

  it.each([
    ['/org/ACME/users?q=ana', '/settings/members?q=ana'],
    ['/org/ACME/analyzer-config', '/settings/analyzers'],
    ['/org/ACME/audit', '/settings/audit'],
    ['/me', '/settings/account'],
    ['/catalogue?kind=responder', '/settings/responders'],
    ['/jobs?status=Failure', '/activity?status=Failure'],
  ])('5: %s leads to %s', async (old, now) => {
    const { page, open } = await bed.visit('oa')
    await open(old)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(page.url()).toBe(`${bed.server.origin}${now}`)
  })

  it('6: each sees the groups that are theirs', async () => {
    const groupsOf = async (login: string) => {
      const { page, open } = await bed.visit(login)
      await open('/settings')
      await sideList(page).waitFor()
      return sideList(page).getByRole('heading', { level: 2 }).allTextContents()
    }

    expect(await groupsOf(superadmin)).toEqual(['You', 'Platform'])
    expect(await groupsOf('rea')).toEqual(['You'])
    expect(await groupsOf('ana')).toEqual(['You', 'Organization'])
    expect(await groupsOf('oa')).toEqual(['You', 'Organization', 'Case work', 'Record'])
  })

  it('analysts look at analyzers and try them, and change nothing', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open('/settings/analyzers')
    await page.getByRole('link', { name: /^Domain/ }).click()
    const panel = page.getByRole('region', { name: 'Domain' })
    await panel.getByRole('button', { name: 'Run with a sample' }).click()
    await panel.getByRole('link', { name: 'Open the whole report' }).waitFor()

    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await panel.getByRole('button', { name: /Save/ }).count()).toBe(0)
    await axe()
    await fits()
  })

  it('what two analyzers ask for alike is changed in both, and who leaves is asked', async () => {
    const { page, open } = await bed.visit('oa')
    await open('/settings/analyzers/Assay_Domain_1_0')
    const panel = page.getByRole('region', { name: 'Domain' })
    await panel.getByText('shared with URL').first().waitFor()
    await panel.getByLabel('Our brands').fill('example-bank.example\ncorp.example')
    await panel.getByText('2 entries, one per line.').waitFor()

    await sideList(page).getByRole('link', { name: 'Members' }).click()
    const asking = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asking.getByRole('button', { name: 'Stay here' }).click()
    await panel.getByRole('checkbox', { name: 'Also change it in URL' }).waitFor()
    await panel.getByRole('button', { name: 'Save 1 change' }).click()
    await page.getByText('Domain was changed.').waitFor()
    await sideList(page).getByRole('link', { name: 'Members' }).click()
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()

    const { rows } = await bed.server.as('oa').listAnalyzers({ range: 'all' })
    const brandsOf = (name: string) =>
      rows.find((row) => row.name === `Assay_${name}_1_0`)?.configuration?.brands
    expect([brandsOf('Domain'), brandsOf('Url')]).toEqual([
      ['example-bank.example', 'corp.example'],
      ['example-bank.example', 'corp.example'],
    ])
  })

  it('a threat feed is added from a file of the organization, and knows its values', async () => {
    const bad = new File(['evil.example\nworse.example\n'], 'bad.txt')
    await bed.server.as('oa-beta').uploadResource({ attachment: bad })
    const { page, open, axe, fits } = await bed.visit('oa-beta')
    await open('/settings/lists?field=threat-feeds')
    await page.getByRole('button', { name: 'Add a feed' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a feed' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Use small letters, digits and dashes, at most 64.').waitFor()
    await dialog.getByLabel('Name').fill('ours')
    await dialog.getByRole('radio', { name: 'A file' }).check()
    await dialog.getByLabel('File', { exact: true }).selectOption('upload:bad.txt')
    await axe()
    await fits()
    await dialog.getByRole('button', { name: 'Save' }).click()

    const row = page.getByRole('row').filter({ hasText: 'ours' })
    await row.getByRole('cell', { name: '2', exact: true }).waitFor()
    await axe()
    await page.getByRole('button', { name: 'Remove ours' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No threat feed yet').waitFor()
  })

  it('on a phone the list comes first, then the page, then what is open', async () => {
    const { page, open, axe } = await bed.visit('oa', { viewport: { width: 390, height: 800 } })
    await open('/settings')
    await sideList(page).getByRole('link', { name: 'Analyzers' }).click()
    expect(await sideList(page).isVisible()).toBe(false)
    await page.getByRole('link', { name: /^Domain/ }).click()
    await page.getByRole('region', { name: 'Domain' }).getByLabel('Our brands').waitFor()
    expect(await page.getByRole('switch', { name: 'Block lists' }).isVisible()).toBe(false)
    await axe()
    await page.getByRole('main').getByRole('link', { name: 'Analyzers', exact: true }).click()
    await page.getByRole('switch', { name: 'Block lists' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Settings', exact: true }).click()
    await sideList(page).getByRole('link', { name: 'Members' }).waitFor()
  })
})
