import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, enableResponders, makeCase, makeOrganization } from './people.ts'
import { superadmin } from './server.ts'

const long = 'without-any-place-to-break-it-'.repeat(4)

const rule = 'rule Ours { condition: true }'

/** Page, what it must show, and the button that opens its form. */
type Place = readonly [place: string, shows: RegExp, button?: string]

const organizationPlaces: readonly Place[] = [
  ['members', /\boa\b/, 'Add user'],
  ['analyzers', /NeedsKey/],
  ['responders', /Demo Block/],
  ['sets', /Links/, 'Add a set'],
  ['lists', /without-any.*\.yar/, 'Publish a list'],
  ['mailboxes', /No mailboxes yet/, 'Add mailbox'],
  ['channels', /War room/, 'Add channel'],
  ['outbox', /No messages in the last days/],
  ['webhooks', /Siren/, 'Add webhook'],
  ['templates', /Phishing/, 'Add template'],
  ['fields', /Business unit/, 'Add custom field'],
  ['types', /\bBadge\b/, 'Add type'],
  ['tags', /without-any/],
  ['audit', /\boa\b/],
]

const ownPlaces: readonly Place[] = [
  ['account', /Second factor/],
  ['keys', /API key/],
  ['look', /Row height/],
]

const platformPlaces: readonly Place[] = [
  ['organizations', /ACME/, 'New organization'],
  ['users', /\boa\b/, 'Add user'],
  ['nodes', /Online/],
  ['platform-fields', /Region/],
  ['platform-types', /Domain/],
  ['platform-protected', /Shipped with Assay/, 'Protect an observable'],
  ['platform-audit', /ACME/],
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
      api.createChannel({
        ...{ name: 'War room', form: 'slack', enabled: false },
        url: `https://${long.slice(0, 60)}.example/`,
      }),
      api.createAnalyzerSet({ name: 'Links', analyzers: ['NeedsKey', long] }),
      api.publishFeed({ name: 'firewall' }),
      api.uploadResource({ attachment: new File([rule], `${long.slice(0, 120)}.yar`) }),
      makeCase(bed.server, ana, { tags: [long] }),
    ])
  })

  /** One after the other in one page, as people do; what is wrong with one leaves the others alone. */
  const check = async (login: string, places: readonly Place[]) => {
    const { page, open, axe, fits } = await bed.visit(login)
    const problems: string[] = []
    let isLost = true
    for (const [place, shows, button] of places) {
      const path = `/settings/${place}`
      try {
        if (isLost) await open(path)
        else await page.locator(`nav a[href="${path}"]`).first().click()
        isLost = false
        await page.locator('.settings-content').getByText(shows).first().waitFor()
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

  const [half, otherHalf] = [organizationPlaces.slice(0, 8), organizationPlaces.slice(8)]
  it.each([
    ['members to webhooks', 'oa', half],
    ['templates to audit', 'oa', otherHalf],
    ['everybody’s own', 'rea', ownPlaces],
    ['the platform', superadmin, platformPlaces],
  ] as const)(
    'read well in both themes and on a small screen: settings, %s',
    (_of, login, places) => check(login, places),
  )
})
