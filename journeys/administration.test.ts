import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, enableResponders, makeCase, makeOrganization } from './people.ts'
import { superadmin } from './server.ts'

const long = 'without-any-place-to-break-it-'.repeat(4)

const rule = 'rule Ours { condition: true }'

/** Tab, a row that it must show, and the button that opens its form; forms of two tabs come once. */
type Tab = readonly [tab: string, row: RegExp, button?: string]

const organizationTabs: readonly Tab[] = [
  ['users', /\boa\b/, 'Add user'],
  ['analyzers', /NeedsKey_1_0/, 'Edit NeedsKey_1_0'],
  ['analyzer-config', /NeedsKey/, 'Edit NeedsKey'],
  ['responders', /Demo_Block_1_0/],
  ['responder-config', /global/],
  ['case-templates', /Phishing/, 'Add template'],
  ['custom-fields', /Business unit/, 'Add custom field'],
  ['observable-types', /\bbadge\b/, 'Add type'],
  ['tags', /without-any/],
  ['webhooks', /Siren/, 'Add webhook'],
  ['feeds', /firewall/, 'Publish a list'],
  ['resources', /without-any.*\.yar/, 'Remove without-any'],
  ['audit', /\boa\b/],
]

const platformTabs: readonly Tab[] = [
  ['organizations', /ACME/, 'Add organization'],
  ['users', /\boa\b/, 'Add user'],
  ['custom-fields', /Region/],
  ['observable-types', /domain/],
  ['audit', /ACME/],
]

describeJourneys('administration', {}, (bed) => {
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const api = bed.server.as(oa)
    const platform = bed.server.as(superadmin)
    await Promise.all([
      platform.createOrganization({ name: 'Long', description: long }),
      platform.createCustomFieldV1({ name: 'region', displayName: 'Region', type: 'string' }),
      enableAnalyzers(bed.server, oa, ['NeedsKey'], { configuration: { key: 'a secret' } }),
      enableResponders(bed.server, oa, ['Demo_Block']),
      api.createCaseTemplateV1({
        name: 'phishing',
        displayName: 'Phishing',
        tags: ['mail', long],
        severity: 3,
        tasks: [{ title: 'Ask who clicked' }],
      }),
      api.createCustomFieldV1({
        name: 'unit',
        displayName: 'Business unit',
        description: long,
        type: 'string',
      }),
      api.createObservableTypeV1({ name: 'badge' }),
      api.createWebhook({ name: 'Siren', url: `http://127.0.0.1:9/${long}`, enabled: false }),
      api.publishFeed({ name: 'firewall' }),
      api.uploadResource({ attachment: new File([rule], `${long.slice(0, 120)}.yar`) }),
      makeCase(bed.server, ana, { tags: [long] }),
    ])
  })

  /** One after the other in one page, as people do; what is wrong with one leaves the others alone. */
  const check = async (login: string, base: string, tabs: readonly Tab[]) => {
    const { page, open, axe, fits } = await bed.visit(login)
    const problems: string[] = []
    let isLost = true
    for (const [tab, row, button] of tabs) {
      const path = `${base}/${tab}`
      try {
        if (isLost) await open(path)
        else await page.locator(`nav a[href="${path}"]`).first().click()
        isLost = false
        await page.getByRole('row', { name: row }).first().waitFor()
        await axe()
        await fits()
        if (!button) continue
        await page.getByRole('button', { name: button }).first().click()
        const dialog = page.getByRole('dialog')
        const cancel = dialog.getByRole('button', { name: 'Cancel' })
        await cancel.waitFor()
        await axe()
        await fits()
        await cancel.click()
        await dialog.waitFor({ state: 'detached' })
      } catch (error) {
        isLost = true
        problems.push(`${path}: ${(error as Error).message}`)
      }
    }
    expect(problems).toEqual([])
  }

  const [half, otherHalf] = [organizationTabs.slice(0, 6), organizationTabs.slice(6)]
  it.each([
    ['an organization, from users to case templates', 'oa', '/org/ACME', half],
    ['an organization, from custom fields to audit', 'oa', '/org/ACME', otherHalf],
    ['the platform', superadmin, '/platform', platformTabs],
  ] as const)(
    'read well in both themes and on a small screen: tabs of %s',
    (_of, login, base, tabs) => check(login, base, tabs),
  )
})
