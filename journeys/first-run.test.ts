import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { eventually } from './visit.ts'

describeJourneys('journey 1: the first run', { empty: true }, (bed) => {
  it('makes the first administrator, who is then signed in and stays so', async () => {
    const { page, context, open, signedIn, axe, fits } = await bed.visit()
    const { setupLink = '' } = bed.server
    const whoAmI = async () => (await context.request.get('/api/user/current')).json()

    await open(setupLink)
    await page.getByRole('heading', { level: 1, name: 'Create the first administrator' }).waitFor()
    const address = page.url()
    await axe()
    await fits()
    await page.getByLabel('Login', { exact: true }).fill('root')
    await page.getByLabel('Display name').fill('First of all')
    await page.getByLabel('Password', { exact: true }).fill('a long phrase of the first')
    await page.getByLabel('Password again').fill('a long phrase of the first')
    await page.getByRole('button', { name: 'Create and sign in' }).click()
    await signedIn()
    const created = await whoAmI()
    await eventually(() => new URL(page.url()).pathname).toBe('/platform/organizations')
    await page.reload()
    await signedIn()

    expect(setupLink).toContain('token=')
    expect(address).not.toContain('token')
    expect(created).toMatchObject({ id: 'root', name: 'First of all', roles: ['superadmin'] })
    expect(await whoAmI()).toMatchObject({ id: 'root' })
  })

  it('happens once: the link then leads to the sign-in', async () => {
    const { page, open } = await bed.visit()

    await open(bed.server.setupLink ?? '')

    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    await page.getByText('Set-up is over').waitFor()
  })
})
