import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, enableResponders, makeCase, makeOrganization } from './people.ts'
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
    await page.getByRole('heading', { level: 1, name: 'Appearance and shortcuts' }).waitFor()
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
    await panel.getByRole('button', { name: 'Enable' }).click()
    await eventually(() => needsKey.getAttribute('aria-checked')).toBe('true')

    await page.getByRole('switch', { name: 'Domain' }).click()
    await page.getByText('Domain is enabled.').waitFor()
    await page.getByRole('link', { name: /^Domain/ }).click()
    const domain = page.getByRole('region', { name: 'Domain' })
    await domain.getByRole('button', { name: 'Run with a sample' }).click()
    await domain.getByRole('link', { name: 'Open full report' }).waitFor()
    await domain.getByLabel('Observable', { exact: true }).fill('paypa1-login[.]test')
    await domain.getByRole('button', { name: 'Run', exact: true }).click()
    await domain.getByText('Suspicious').first().waitFor()
    await axe()
    await fits()
  })

  it('2: a responder is tried in place, too, and says what came of it', async () => {
    const { page, open, sent, axe, fits } = await bed.visit('oa')
    await open('/settings/responders')
    await page.getByRole('link', { name: /^Demo Block/ }).click()
    const panel = page.getByRole('region', { name: 'Demo Block' })
    await panel.getByText('This is a real run').waitFor()
    await panel.getByLabel('Observable', { exact: true }).fill('203[.]0[.]113[.]66')
    await panel.getByRole('button', { name: 'Run', exact: true }).click()
    await panel.getByText('Success').waitFor()
    await panel.getByText(/Blocked 203|tag “blocked” added/).waitFor()
    expect(sent('POST', /\/api\/responder\/.*\/run/)[0]?.body).toMatchObject({
      dataType: 'thehive:case_artifact',
      data: { dataType: 'ip', data: '203.0.113.66' },
    })
    await axe()
    await fits()
  })

  it('3: a saved secret is neither on the page nor in what analysts read', async () => {
    const { page, open } = await bed.visit('oa')
    await open('/settings/analyzers/NeedsKey_1_0')
    const panel = page.getByRole('region', { name: 'NeedsKey' })
    await panel.getByLabel(/^Key\b/).fill(secret)
    await panel.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('NeedsKey is enabled.').waitFor()
    const markup = () =>
      page.evaluate(() => {
        const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
        return document.documentElement.outerHTML + fields.map(({ value }) => value).join('\n')
      })
    await panel.getByPlaceholder('stored – type to replace').waitFor()
    expect(await markup()).not.toContain(secret)
    await page.reload()
    await panel.getByPlaceholder('stored – type to replace').waitFor()
    expect(await markup()).not.toContain(secret)

    const { rows } = await bed.server.as('ana').listAnalyzers({ range: 'all' })
    expect(rows.map(({ name }) => name)).toContain('NeedsKey_1_0')
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('4: no page shows a technical name, except under Details', async () => {
    const { page, open, go, enter } = await bed.visit('oa')
    const pages = [
      ...['account', 'keys', 'look', 'members', 'analyzers', 'analyzers/Assay_Domain_1_0'],
      ...['analyzers/all', 'responders', 'responders/Demo_Block_1_0', 'responders/all', 'lists'],
      ...['webhooks', 'templates', 'fields', 'types', 'tags', 'audit', 'retention'],
    ]
    const heading = page.getByRole('heading', { level: 1 })
    let before: string | null = null
    for (const place of pages) {
      if (before === null) await open(`/settings/${place}`)
      // Pages of one worker have the heading of their list, so it does not identify them.
      else if (place.includes('/')) await enter(`/settings/${place}`)
      else {
        await go(`/settings/${place}`)
        await eventually(() => heading.textContent()).not.toBe(before)
      }
      before = await heading.textContent()
      await eventually(() => page.locator('[aria-busy="true"]').count()).toBe(0)
      const shown = await page.locator('.settings-content').innerText()
      // A variable of a command, as in `$API_KEY`, is not one of our names.
      expect(`${place}: ${shown.match(/\w*[a-z]\w*_\w+|\w+_\w*[a-z]\w*/g) ?? ''}`).toBe(
        `${place}: `,
      )
    }
    await enter('/settings/analyzers/Assay_Domain_1_0')
    const details = page
      .getByRole('region', { name: 'Domain' })
      .getByText('Details', { exact: true })
    await details.click()
    await page.getByText('Assay_Domain_1_0').first().waitFor()
  })

  it('the record says in words what was done, and leads to tasks and values', async () => {
    const api = bed.server.as('ana')
    const { id } = await makeCase(bed.server, 'ana', { title: 'Written down' }, [
      { dataType: 'domain', data: 'written-down.example' },
    ])
    const task = await api.createCaseTask({ id }, { title: 'Read the record' })
    await api.updateTask({ id: task.id }, { flag: true })
    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/settings/audit')
    const row = (words: string) => page.getByRole('row').filter({ hasText: words }).first()
    const changed = row('Changed a task')
    await changed.getByRole('link', { name: 'Read the record' }).waitFor()
    await row('Created an observable')
      .getByRole('link', { name: 'written-down[.]example' })
      .waitFor()
    await axe()
    await fits()
    await page.getByRole('searchbox').last().fill('created an observable')
    await eventually(() => page.getByText('Created a case', { exact: true }).count()).toBe(0)
    await row('Created an observable').getByRole('link', { name: 'written-down[.]example' }).click()
    await page.getByRole('heading', { level: 1, name: /written-down/ }).waitFor()
    await page.goBack()
    await page.getByRole('searchbox').last().fill('changed a task')
    await changed.getByRole('link', { name: 'Read the record' }).click()
    await page.getByRole('heading', { level: 1, name: 'Read the record' }).waitFor()
  })

  it('5: addresses of earlier versions lead to where it is now', async () => {
    const { page, open, enter } = await bed.visit('oa')
    const moved = [
      ['/org/ACME/users?q=ana', '/settings/members?q=ana'],
      ['/org/ACME/analyzer-config', '/settings/analyzers'],
      ['/org/ACME/audit', '/settings/audit'],
      ['/me', '/settings/account'],
      ['/catalogue?kind=responder', '/settings/responders'],
      ['/jobs?status=Failure', '/activity?status=Failure'],
    ] as const
    const found: string[][] = []
    for (const [old] of moved) {
      await (found.length === 0 ? open(old) : enter(old))
      await page.getByRole('heading', { level: 1 }).waitFor()
      found.push([old, page.url().replace(bed.server.origin, '')])
    }
    expect(found).toEqual(moved)
  })

  it('6: each sees the groups that are theirs', async () => {
    const groupsOf = async (login: string) => {
      const { page, open } = await bed.visit(login)
      await open('/settings')
      await sideList(page).waitFor()
      return sideList(page).getByRole('heading', { level: 2 }).allTextContents()
    }

    expect(await groupsOf(superadmin)).toEqual(['Personal', 'Platform'])
    expect(await groupsOf('rea')).toEqual(['Personal'])
    expect(await groupsOf('ana')).toEqual(['Personal', 'Organization'])
    expect(await groupsOf('oa')).toEqual([
      'Personal',
      'Organization',
      'Case management',
      'Audit and retention',
    ])
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
    await dialog.getByText('Use at most 64 lowercase letters, digits and dashes.').waitFor()
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

/** A catalog with one entry, whose version changes while it is in use. */
const catalogue = mkdtempSync(join(tmpdir(), 'assay-catalogue-'))
function publish(version: string): void {
  rmSync(join(catalogue, 'Aging'), { recursive: true, force: true })
  mkdirSync(join(catalogue, 'Aging'))
  writeFileSync(
    join(catalogue, 'Aging', 'Aging.json'),
    JSON.stringify({
      name: 'Aging',
      version,
      author: 'Assay',
      url: 'https://example.org/assay',
      license: 'Apache-2.0',
      description: 'Grows older.',
      dataTypeList: ['domain'],
      baseConfig: 'Aging',
      command: 'Aging/aging.mjs',
      configurationItems: [
        {
          name: 'home_town',
          description: 'Where it lives',
          type: 'string',
          multi: false,
          required: false,
        },
      ],
    }),
  )
  writeFileSync(join(catalogue, 'Aging', 'aging.mjs'), '#!/usr/bin/env node\n', { mode: 0o755 })
}
publish('1.0')

const ofCatalogue = { environment: { ASSAY_ANALYZER_URLS: catalogue } }
describeJourneys('settings of an analyzer that left the catalogue', ofCatalogue, (bed) => {
  afterAll(() => rmSync(catalogue, { recursive: true, force: true }))

  it('are collapsed, and are kept for the current version', async () => {
    const { oa } = await makeOrganization(bed.server)
    const api = bed.server.as(oa)
    await enableAnalyzers(bed.server, oa, ['Aging'], { configuration: { home_town: 'Bern' } })
    publish('2.0')
    await api.scanAnalyzerDefinitions()
    const { page, open, axe, fits } = await bed.visit(oa)
    await open('/settings/analyzers')
    const row = page
      .getByRole('listitem')
      .filter({ hasText: 'no longer in the catalog' })
      .getByRole('link', { name: /^Aging/ })
    const fold = page.getByText('1 is no longer in the catalog')
    await fold.waitFor()
    expect(await row.isVisible()).toBe(false)
    await fold.click()
    await row.click()
    const panel = page.getByRole('region', { name: 'Aging' })
    await panel.getByRole('button', { name: 'Copy its settings to version 2.0' }).click()
    await page.getByRole('dialog').waitFor()
    await axe()
    await fits()
    await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('Aging was changed.').waitFor()
    await eventually(() => fold.count()).toBe(0)

    const { rows } = await api.listAnalyzers({ range: 'all' })
    expect(rows).toMatchObject([
      { workerDefinitionId: 'Aging_2_0', configuration: { home_town: 'Bern' } },
    ])
  })
})
