import { beforeAll, it } from 'vitest'
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

describeJourneys('administration, tab by tab', {}, (bed) => {
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

  const check = async (login: string, base: string, [tab, row, button]: Tab) => {
    const { page, open, axe, fits } = await bed.visit(login)
    await open(`${base}/${tab}`)
    await page.getByRole('row', { name: row }).first().waitFor()
    await axe()
    await fits()
    if (!button) return
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).waitFor()
    await axe()
    await fits()
  }

  for (const tab of organizationTabs)
    it(`reads well in both themes and on a small screen: ${tab[0]} of an organization`, () =>
      check('oa', '/org/ACME', tab))

  for (const tab of platformTabs)
    it(`reads well in both themes and on a small screen: ${tab[0]} of the platform`, () =>
      check(superadmin, '/platform', tab))
})
