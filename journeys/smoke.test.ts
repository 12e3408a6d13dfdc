import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

// What must work before anything else matters: these journeys are in the small tier, too.

describeJourneys('journey 1: the first run', { empty: true }, (bed) => {
  it('leads from the printed link to the first answer: one form, one sample, one account typed', async () => {
    const { page, context, open, signIn, signedIn, signOut } = await bed.visit()
    const { setupLink = '' } = bed.server
    const whoAmI = async () => (await context.request.get('/api/user/current')).json()

    await open(setupLink)
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    const address = page.url()
    await page.getByLabel('Organization').fill('Example Bank SOC')
    await page.getByLabel('Your name').fill('Ada Marsh')
    await page.getByLabel('Username').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page
      .getByText(/at least \d+ characters/)
      .first()
      .waitFor()
    await page.getByLabel('Password', { exact: true }).fill('a long phrase for ada')
    await page.getByRole('button', { name: 'Create and continue' }).click()

    const step2 = page.getByRole('heading', { level: 1, name: 'What do you want to analyze?' })
    await step2.waitFor()
    await page.reload()
    await step2.waitFor()
    const platformPassword = (await page.getByText(/^([a-z]{5}-){4}\d\d$/).textContent()) ?? ''
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save as file' }).click()
    const saved = await readFile(await (await saving).path(), 'utf8')
    await page.getByRole('button', { name: /^Analyze with [1-9]\d* analyzers$/ }).click()

    await page.getByRole('heading', { level: 1, name: /account locked\.eml/ }).waitFor()
    await page.getByText('DMARC fail for paypal[.]com').first().waitFor()
    await page.getByText('Your first report. Next:').waitFor()
    await page.getByRole('link', { name: 'see alerts' }).click()
    await page.getByText('Reported email: “Your account is locked”').first().waitFor()

    const known = await whoAmI()
    await page.goto('/')
    await page.getByText(platformPassword).waitFor()
    // Pending requests would be refused when the session ends.
    await page.getByRole('heading', { level: 1, name: /decisions? waits? for you/ }).waitFor()
    await page.getByRole('region', { name: 'Engine' }).waitFor()
    await signOut()
    await signIn('ada', 'a long phrase for ada')
    await signedIn()
    await page.getByRole('heading', { level: 1, name: /decisions? waits? for you/ }).waitFor()

    expect(saved).toBe(`platform\n${platformPassword}\n`)
    const asPlatform = { user: 'platform', password: platformPassword }
    expect((await context.request.post('/api/login', { data: asPlatform })).status()).toBe(200)
    expect(await page.getByText(platformPassword).count()).toBe(0)
    expect(setupLink).toContain('token=')
    expect(address).not.toContain('token')
    expect(known).toMatchObject({
      id: 'ada',
      name: 'Ada Marsh',
      organization: 'Example Bank SOC',
      roles: ['read', 'analyze', 'orgadmin'],
    })
  })
})

describeJourneys('the shortest ways', {}, (bed) => {
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    await enableAnalyzers(bed.server, oa, ['Assay_Domain'])
  })

  it('journey 2: reports a wrong password where the user looks, then shows what was asked for, until one signs out', async () => {
    const { page, open, signIn, signedIn, signOut, axe, fits, expectRefusals, sent } =
      await bed.visit()
    expectRefusals(401)

    await open('/jobs?status=Failure')
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await signIn('ana', 'not her password')
    await page.getByRole('alert').getByText('Authentication failure').waitFor()
    const atRefusal = await focused()
    await axe()
    await fits()
    await signIn('ana')
    await signedIn()

    expect(atRefusal).toContain('Authentication failure')
    expect(sent('POST', '/api/login')).toHaveLength(2)
    expect(page.url()).toBe(`${bed.server.origin}/activity?status=Failure`)
    await page.reload()
    await signedIn()
    await page.getByRole('heading', { level: 1, name: /^Activity/ }).waitFor()
    await signOut()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
  })

  it('analysts look at analyzers and try them, and change nothing', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open('/settings/analyzers')
    await page.getByRole('link', { name: /^Domain/ }).click()
    const panel = page.getByRole('region', { name: 'Domain' })
    await panel.getByRole('button', { name: 'Run with a sample' }).click()
    await panel.getByRole('link', { name: 'Open full report' }).waitFor()

    expect(await page.getByRole('switch').count()).toBe(0)
    expect(await panel.getByRole('button', { name: /Save/ }).count()).toBe(0)
    await axe()
    await fits()
  })

  it('triage is a list and then a page on a phone, with the decision at the lower edge', async () => {
    const phone = { dataType: 'domain', data: 'phone.example' }
    await makeAlert(bed.server, 'ana', { title: 'On the way', artifacts: [phone] })
    const { page, open } = await bed.visit('ana', { viewport: { width: 390, height: 844 } })
    await open('/alerts')
    const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
    await rows.getByRole('link', { name: 'On the way' }).click()
    await page.getByRole('heading', { level: 1, name: 'On the way' }).waitFor()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    const box = await dismiss.boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
    await dismiss.click()
    await page.getByRole('button', { name: 'Own test' }).click()
    await eventually(() => new URL(page.url()).pathname).not.toMatch(/On/)
    await page.getByText('“On the way” is dismissed.').waitFor()
  })
})
