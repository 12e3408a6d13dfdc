import type { ApiError } from '@assay/contract'
import type { Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'
import { passwordOf, type Server } from './server.ts'

const accountPath = '/settings/account'

const statusOfSignIn = (server: Server, user: string, password: string) =>
  server
    .as()
    .login({ user, password })
    .then(
      () => 200,
      (error: ApiError) => error.status,
    )

describeJourneys('signing in, and one’s own account', {}, (bed) => {
  beforeAll(() => makeOrganization(bed.server))

  it('needs no mouse', async () => {
    const { page, open, signedIn } = await bed.visit()
    await open('/')
    await page.getByLabel('Username', { exact: true }).and(page.locator(':focus')).waitFor()

    await page.keyboard.type('rea')
    await page.keyboard.press('Tab')
    await page.keyboard.type(passwordOf('rea'))
    await page.keyboard.press('Enter')

    await signedIn()
  })

  it('journey 7: changes a password for who knows the present one, and nothing else', async () => {
    const { page, open, axe, fits, expectRefusals } = await bed.visit('ana')
    expectRefusals(403)
    const change = async (current: string) => {
      await page.getByLabel('Current password').fill(current)
      await page.getByLabel('New password', { exact: true }).fill('another phrase of ana')
      await page.getByLabel('New password again').fill('another phrase of ana')
      await page.getByRole('button', { name: 'Change password' }).click()
    }

    await open(accountPath)
    await change('not her password')
    await page.getByText('This is not your current password.').waitFor()
    await axe()
    await fits()
    const answer = page.waitForResponse(/\/api\/user\/ana\/password\/change$/)
    await change(passwordOf('ana'))
    await page.getByText('Your password was changed.').waitFor()

    expect((await answer).status()).toBe(204)
    expect(await statusOfSignIn(bed.server, 'ana', passwordOf('ana'))).toBe(401)
    expect(await statusOfSignIn(bed.server, 'ana', 'another phrase of ana')).toBe(200)
    expect(await page.getByLabel(/role/i).count()).toBe(0)
    expect(await page.getByRole('button', { name: /role/i }).count()).toBe(0)
  })

  it('continues in another tab until one of them signs out', async () => {
    const { page, context, open, signedIn, signOut } = await bed.visit('oa')
    await open(accountPath)
    await signedIn()
    const other = await context.newPage()
    await other.goto(accountPath)
    await other.getByRole('heading', { level: 1, name: 'Account' }).waitFor()

    await signOut()
    await other.reload()

    await other.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
  })

  it('asks no user to sign in again for what was still loading at sign-out', async () => {
    const { page, open, signIn, signedIn, signOut, expectRefusals } = await bed.visit('oa')
    expectRefusals(401)
    const ended = Promise.withResolvers<void>()
    const refused = Promise.withResolvers<number>()
    const held = async (route: Route) => {
      await ended.promise
      const response = await route.fetch()
      await route.fulfill({ response })
      refused.resolve(response.status())
    }
    const waiting = async (route: Route) => {
      const response = await route.fetch()
      ended.resolve()
      await refused.promise
      await route.fulfill({ response })
    }
    await page.route(/\/api\/notice\/_unread/, held, { times: 1 })
    await page.route(/\/api\/session\/end$/, waiting, { times: 1 })

    await open('/')
    await signedIn()
    await signOut()
    expect(await refused.promise).toBe(401)

    await signIn('oa')
    await signedIn()
    await signOut()
  })
})
