import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { eventually } from './visit.ts'

describeJourneys('journey 1: the first run', { empty: true }, (bed) => {
  let platformPassword = ''

  it('leads from the printed link to the first answer: one form, one sample, one account typed', async () => {
    const { page, context, open, axe, fits, signIn, signedIn, signOut } = await bed.visit()
    const { setupLink = '' } = bed.server
    const whoAmI = async () => (await context.request.get('/api/user/current')).json()

    await open(setupLink)
    await page.getByRole('heading', { level: 1, name: /^Welcome/ }).waitFor()
    const address = page.url()
    await axe()
    await fits()
    await page.getByLabel('Organization').fill('Example Bank SOC')
    await page.getByLabel('Your name').fill('Ada Marsh')
    await page.getByLabel('Login').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create and go on' }).click()
    await page
      .getByText(/at least \d+ characters/)
      .first()
      .waitFor()
    await page.getByLabel('Password', { exact: true }).fill('a long phrase for ada')
    await page.getByRole('button', { name: 'Create and go on' }).click()

    const step2 = page.getByRole('heading', { level: 1, name: 'What do you want to know about?' })
    await step2.waitFor()
    await axe()
    await fits()
    await page.reload()
    await step2.waitFor()
    platformPassword = (await page.getByText(/^([a-z]{5}-){4}\d\d$/).textContent()) ?? ''
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Save as file' }).click()
    const saved = await readFile(await (await saving).path(), 'utf8')
    await page.getByRole('button', { name: /^Analyze with \d+ analyzers$/ }).click()

    await page.getByRole('heading', { level: 1, name: /account locked\.eml/ }).waitFor()
    await page.getByText('checked DMARC for paypal.com: fail').first().waitFor()
    await page.getByText('Your first answer. Next:').waitFor()
    await axe()
    await page.getByRole('link', { name: 'see alerts' }).click()
    await page.getByText('Reported mail: “Your account is locked”').first().waitFor()

    const known = await whoAmI()
    await page.goto('/')
    await page.getByText(platformPassword).waitFor()
    // What is still asked for when the session ends would be refused.
    await page.getByRole('heading', { level: 1, name: /malicious/ }).waitFor()
    await page.getByRole('region', { name: 'Engine' }).waitFor()
    await signOut()
    await signIn('ada', 'a long phrase for ada')
    await signedIn()
    await page.getByRole('heading', { level: 1, name: /malicious/ }).waitFor()

    expect(saved).toBe(`platform\n${platformPassword}\n`)
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

  it('gives the platform account a password that lets it in, and shows it no case', async () => {
    const { page, context, open, signedIn, signIn } = await bed.visit()
    await open('/')
    await signIn('platform', platformPassword)
    await signedIn()

    await eventually(() => new URL(page.url()).pathname).toBe('/settings/organizations')
    expect((await context.request.get('/api/case')).status()).toBe(403)
  })

  it('happens once: the link then leads to the sign-in', async () => {
    const { page, open } = await bed.visit()

    await open(bed.server.setupLink ?? '')

    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByText('Set-up is over').waitFor()
  })
})
