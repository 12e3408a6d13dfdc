import { beforeAll, expect, it } from 'vitest'
// biome-ignore lint/style/noRestrictedImports: a provider from npm with nothing of ours in it
import { clientSecret, startIdentityProvider } from '../server/test/sign-in/identity-provider.ts'
import { describeJourneys } from './bed.ts'
import { freePort } from './free-port.ts'
import { makeOrganization } from './people.ts'

const [port, providerPort, unusedPort] = [await freePort(), await freePort(), await freePort()]
const origin = `http://127.0.0.1:${port}`
const environment = {
  ASSAY_HTTP_PORT: String(port),
  ASSAY_HTTP_PUBLICURL: origin,
  ASSAY_AUTH_OIDC_CREATE: 'true',
  ASSAY_AUTH_OIDC_PROVIDERS: JSON.stringify([
    {
      name: 'corp',
      label: 'Corporate',
      issuer: `http://127.0.0.1:${providerPort}`,
      clientId: 'assay',
      clientSecret,
      groups: { soc: { organization: 'ACME', roles: ['analyze'] } },
    },
    {
      name: 'away',
      label: 'Nobody',
      issuer: `http://127.0.0.1:${unusedPort}`,
      clientId: 'assay',
      clientSecret,
    },
  ]),
}

describeJourneys('single sign-on', { environment }, (bed) => {
  beforeAll(async () => void (await makeOrganization(bed.server)))

  /** The redirect passes the provider, which a visit would report as an external request. */
  const openPage = async () => {
    const context = await bed.browser.newContext({ baseURL: origin })
    return { page: await context.newPage(), close: () => context.close() }
  }

  it('signs in by the button of the provider, comes back to the address, and signs out of both', async () => {
    const provider = await startIdentityProvider({ port: providerPort, returnTo: origin })
    provider.accounts.grace = { name: 'Grace H.', preferred_username: 'grace', groups: ['soc'] }
    provider.current = 'grace'
    const { page, close } = await openPage()

    await page.goto('/activity?status=Failure')
    await page.getByRole('link', { name: 'Sign in with Corporate' }).click()
    await page.getByRole('heading', { level: 1, name: /^Activity/ }).waitFor()
    const address = page.url()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page
      .getByRole('dialog', { name: 'Your account' })
      .getByRole('button', { name: 'Sign out' })
      .click()
    await page.getByText('Goodbye').waitFor()
    await page.evaluate(() => document.querySelector('form')?.submit())
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    provider.current = undefined
    await page.getByRole('link', { name: 'Sign in with Corporate' }).click()
    await page.getByText('Your identity provider denied the sign-in.').waitFor()

    expect(address).toBe(`${origin}/activity?status=Failure`)
    expect(provider.asked).toBe(2)
    await close()
  })

  it('says so when the provider cannot be reached, and the password still works', async () => {
    const { page, close } = await openPage()

    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in with Nobody' }).click()
    await page.getByText('The identity provider is unreachable.').waitFor()
    await page.getByLabel('Username', { exact: true }).fill('ana')
    await page.getByLabel('Password', { exact: true }).fill('ana-password')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()

    await page.getByRole('button', { name: 'Your account' }).waitFor()
    await close()
  })
})
