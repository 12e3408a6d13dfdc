import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import type { Server } from './server.ts'
import { eventually, type Visit } from './visit.ts'

/** The one form of the first run; `create` sends it. */
const fill = async (
  { page, open }: Visit,
  { setupLink = '' }: Server,
  organization: string,
  login: string,
) => {
  await open(setupLink)
  await page.getByLabel('Organization').fill(organization)
  await page.getByLabel('Your name').fill(`${login} of ${organization}`)
  await page.getByLabel('Username').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(`a long phrase for ${login}`)
}
const create = ({ page }: Visit) =>
  page.getByRole('button', { name: 'Create and continue' }).click()
const step2 = ({ page }: Visit) =>
  page.getByRole('heading', { level: 1, name: 'What do you want to analyze?' })

describeJourneys('journey 1: the first run with a login that is taken', { empty: true }, (bed) => {
  it('§2.4: a taken login is reported at its field, and nothing was made', async () => {
    const visit = await bed.visit()
    const { page, context, expectRefusals, axe, fits } = visit
    expectRefusals(400)
    await fill(visit, bed.server, 'Night shift', 'platform')
    await axe()
    await fits()
    await create(visit)
    const login = page.getByLabel('Username')
    await eventually(() => login.getAttribute('aria-invalid')).toBe('true')
    await login.and(page.locator(':focus')).waitFor()
    await page
      .getByText(/platform account\. Choose another/)
      .first()
      .waitFor()
    const { config } = await (await context.request.get('/api/status')).json()
    expect(config.setupNeeded).toBe(true)
    // Leftovers of the first try would block the second.
    await login.fill('ada')
    await create(visit)
    await step2(visit).waitFor()
    await axe()
    await fits()
  })
})

describeJourneys('journey 1: the first run of two people at once', { empty: true }, (bed) => {
  it('§2.5, §2.2: one of two wins, keeps its step, and analyzes a separate value', async () => {
    const [first, second] = [await bed.visit(), await bed.visit()]
    second.expectRefusals(403)
    await fill(first, bed.server, 'Day shift', 'ada')
    await fill(second, bed.server, 'Night shift', 'bob')
    await create(first)
    const { page } = first
    await step2(first).waitFor()
    await create(second)
    await second.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await second.page.getByText('Setup is complete').waitFor()

    await page.reload()
    await step2(first).waitFor()
    await step2(first).and(page.locator(':focus')).waitFor()
    await page.getByLabel('Paste text or drop a file').fill('203[.]0[.]113[.]9')
    await page.getByRole('button', { name: /^Analyze with [1-9]\d* analyzers$/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /203\[\.\]0\[\.\]113\[\.\]9/ }).waitFor()
    await page.getByText('Your first report. Next:').waitFor()
    await first.axe()
    expect(new URL(page.url()).searchParams.get('value')).toBe('203.0.113.9')
  })
})

describeJourneys('journey 1: after the first run', { empty: true }, (bed) => {
  let password = ''
  beforeAll(async () => {
    const user = { login: 'ada', name: 'Ada Marsh', password: 'a long phrase for ada' }
    const organization = { name: 'Example Bank SOC' }
    password = (await bed.server.as().setUp({ organization, user })).platform.password
  })

  it('gives the platform account a password that lets it in, and shows it no case', async () => {
    const { page, context, open, signedIn, signIn } = await bed.visit()
    await open('/')
    await signIn('platform', password)
    await signedIn()

    await eventually(() => new URL(page.url()).pathname).toBe('/settings/organizations')
    expect((await context.request.get('/api/case')).status()).toBe(403)
  })

  it('happens once: the link then leads to the sign-in', async () => {
    const { page, open } = await bed.visit()

    await open(bed.server.setupLink ?? '')

    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByText('Setup is complete').waitFor()
  })

  it('keeps the platform password on the overview until it is confirmed', async () => {
    const { page, open, signIn, signedIn } = await bed.visit()
    await open('/')
    await signIn('ada', 'a long phrase for ada')
    await signedIn()
    // As the browser of the first run has it; this one is new.
    await page.evaluate(() =>
      localStorage.setItem(
        'assay.platform-account',
        JSON.stringify({
          login: 'platform',
          password: 'tulip-anchor-93',
          owner: 'ada',
          until: Date.now() + 60_000,
        }),
      ),
    )
    await page.reload()
    await page.getByText('tulip-anchor-93').waitFor()
    await page.getByRole('button', { name: 'I have stored it' }).click()
    await page.getByText('tulip-anchor-93').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByText('tulip-anchor-93').count()).toBe(0)
  })

  it('offers who set it up to continue as the platform account', async () => {
    const { page, open, signIn, signedIn, axe } = await bed.visit()
    await open('/')
    await signIn('ada', 'a long phrase for ada')
    await signedIn()
    await page.getByRole('button', { name: 'Your account' }).click()
    await axe()
    await page.getByRole('button', { name: 'Sign in as platform' }).click()
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Username', { exact: true }).inputValue()).toBe('platform')
    await page.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
  })
})
