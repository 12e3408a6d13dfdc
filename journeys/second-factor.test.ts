import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { freePort } from './free-port.ts'
import { makeOrganization } from './people.ts'
import { ownProfile } from './profiles.ts'
import { passwordOf } from './server.ts'
import { appCode } from './totp.ts'
import { eventually, type Visit } from './visit.ts'

// A passkey is tied to the public address.
const port = await freePort()
const environment = {
  ASSAY_HTTP_PORT: String(port),
  ASSAY_HTTP_PUBLICURL: `http://localhost:${port}`,
}

/** A passkey of this device that never prompts. */
async function addAuthenticator({ context, page }: Visit): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** From the open page on; answers the key of the app and the recovery codes. */
async function setUpApp(page: Page, login: string, check?: () => Promise<void>) {
  await press(page, 'Set up an app…')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await dialog.getByLabel('Current password').fill(passwordOf(login))
  await press(page, 'Next')
  await dialog.getByRole('img', { name: /^QR code/ }).waitFor()
  await check?.()
  const secret = (await dialog.locator('.totp-secret').textContent()) ?? ''
  await dialog.getByLabel('Code', { exact: true }).fill(appCode(secret))
  await press(page, 'Confirm')
  const shown = page.getByRole('dialog', { name: 'Recovery codes' })
  await shown.getByRole('listitem').first().waitFor()
  await check?.()
  const codes = await shown.getByRole('listitem').allTextContents()
  await press(page, 'I have stored them')
  return { secret, codes }
}

describeJourneys('second factors', { environment }, (bed) => {
  beforeAll(() => makeOrganization(bed.server))

  it('are set up with app and passkey, and each of them signs in', async () => {
    const visit = await bed.visit('ana', ownProfile)
    const { page, open, signIn, signedIn, signOut, axe, fits, expectRefusals } = visit
    expectRefusals(401, 402, 403)
    await addAuthenticator(visit)
    await open('/settings/account')

    await press(page, 'Set up an app…')
    await page.getByLabel('Current password').last().fill('not her password')
    await press(page, 'Next')
    await page.getByText('This is not your current password.').waitFor()
    await press(page, 'Cancel')
    const { secret, codes } = await setUpApp(page, 'ana', async () => {
      await axe()
      await fits()
    })
    expect(codes).toHaveLength(10)
    await page.getByText('10 codes left').waitFor()
    await axe()

    await signOut()
    await signIn('ana')
    await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor()
    await page.getByLabel('Code', { exact: true }).and(page.locator(':focus')).waitFor()
    await axe()
    await fits()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await page.getByText('Invalid or already used code.').waitFor()
    // The one before confirmed the app and is used up.
    await page.getByLabel('Code', { exact: true }).fill(appCode(secret, 1))
    await page.keyboard.press('Enter')
    await signedIn()

    await open('/settings/account')
    await press(page, 'Add a passkey…')
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByLabel('Name').fill('laptop')
    await dialog.getByLabel('Current password').fill(passwordOf('ana'))
    await axe()
    await press(page, 'Next')
    await page.getByRole('button', { name: 'Remove laptop…' }).waitFor()
    await axe()
    await fits()

    await signOut()
    await signIn('ana')
    await press(page, 'Use a passkey')
    await press(page, 'Use the passkey')
    await signedIn()
    await signOut()
    await press(page, 'Sign in with a passkey')
    await signedIn()
    await signOut()
    await signIn('ana')
    await press(page, 'Use a recovery code')
    await page.getByLabel('Recovery code').fill(codes[0] ?? '')
    await page.keyboard.press('Enter')
    await signedIn()
    await open('/settings/account')
    await page.getByText('9 codes left').waitFor()

    await press(page, 'Remove laptop…')
    await page.getByLabel('Current password').last().fill(passwordOf('ana'))
    await press(page, 'Remove')
    await page.getByText('No passkeys yet.').waitFor()
  })

  it('are required by an organization, and reset by its administrator', async () => {
    await makeOrganization(bed.server, 'Strict')
    const admin = await bed.visit('oa-strict')
    await admin.open('/settings/members')
    await admin.page.getByLabel('Require a second factor').click()
    const required = 'Set up a second factor'
    await admin.page.getByRole('heading', { level: 1, name: required }).waitFor()
    await admin.axe()
    await setUpApp(admin.page, 'oa-strict')
    await admin.signedIn()

    const analyst = await bed.visit(undefined, ownProfile)
    await analyst.open('/activity')
    await analyst.signIn('ana-strict')
    await analyst.page.getByRole('heading', { level: 1, name: required }).waitFor()
    await analyst.fits()
    await setUpApp(analyst.page, 'ana-strict')
    await analyst.signedIn()
    expect(analyst.page.url()).toBe(`${bed.server.origin}/activity`)

    await admin.open('/settings/members')
    await admin.page.getByRole('button', { name: 'Actions for ana-strict' }).click()
    await admin.page.getByRole('button', { name: 'Reset the second factor…' }).click()
    await admin.axe()
    await press(admin.page, 'Reset')
    const state = async () =>
      (await bed.server.as('oa-strict').getUser({ login: 'ana-strict' })).hasSecondFactor
    await eventually(state).toBe(false)
    await admin.page.getByText('The second factor of ana-strict was removed.').waitFor()
  })
})
