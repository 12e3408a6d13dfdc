import type { ApiError } from '@assay/contract'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'
import { passwordOf, superadmin } from './server.ts'
import { eventually } from './visit.ts'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

describeJourneys('organizations and their users', {}, (bed) => {
  it('journey 3: makes an organization and its first administrator in one go', async () => {
    const { page, open, axe, fits, sent } = await bed.visit(superadmin)
    const dialog = page.getByRole('dialog')
    await open('/')
    await eventually(() => new URL(page.url()).pathname).toBe('/settings/organizations')
    // The empty state says what to do next.
    await page.getByRole('heading', { level: 1, name: 'No organization yet' }).waitFor()
    await axe()
    await fits()
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByText('Choose a name.').waitFor()
    await page.getByLabel('Organization').fill('ACME')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'First administrator of ACME' }).waitFor()
    await axe()
    await fits()
    await dialog.getByLabel('Username').fill('oa')
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Olga Ames')
    await dialog.getByLabel('Password', { exact: true }).fill(passwordOf('oa'))
    await dialog.getByLabel('Confirm password').fill(passwordOf('oa'))
    await dialog.getByRole('button', { name: 'Create user' }).click()
    await dialog.waitFor({ state: 'detached' })

    const organization = rowOf(page, 'ACME')
    await eventually(() => organization.getByRole('cell').allTextContents()).toEqual(
      expect.arrayContaining(['Active', '1']),
    )
    await organization.getByRole('link', { name: 'Open ACME' }).click()
    await page.getByRole('heading', { level: 1, name: 'Organization ACME' }).waitFor()
    await rowOf(page, 'oa').getByText('read, analyze, orgadmin').waitFor()
    expect(sent('POST', '/api/organization')).toHaveLength(1)
    expect(sent('POST', '/api/user')).toHaveLength(1)

    const api = bed.server.as(superadmin)
    expect(await api.getOrganization({ id: 'ACME' })).toMatchObject({
      status: 'Active',
      description: 'ACME',
    })
    expect(await api.getUser({ login: 'oa' })).toMatchObject({
      name: 'Olga Ames',
      organization: 'ACME',
      roles: expect.arrayContaining(['read', 'analyze', 'orgadmin']),
      hasPassword: true,
      hasKey: false,
    })
    const other = await bed.visit()
    await other.open('/settings/members')
    await other.signIn('oa')
    await other.page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  })

  it('journey 4: locks an organization, which locks out all its users, and unlocks it', async () => {
    const { oa, ana, rea } = await makeOrganization(bed.server, 'BETA')
    await bed.server.as(superadmin).deleteUser({ login: rea })
    const { page, open, axe, fits } = await bed.visit(superadmin)
    const atWork = await bed.visit(ana)
    atWork.expectRefusals(401)
    const knocking = await bed.visit()
    knocking.expectRefusals(401)
    const statusOfKey = () =>
      bed.server
        .as(oa)
        .currentUser()
        .then(
          () => 200,
          (error: ApiError) => error.status,
        )
    await atWork.open('/settings/account')
    await atWork.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    const dialog = page.getByRole('dialog', { name: 'Lock BETA?' })
    await open('/settings/organizations')

    await rowOf(page, 'BETA').getByRole('button', { name: 'Lock BETA' }).click()
    // The third of them is locked on her own account already.
    await dialog.getByText('2 users lose access').waitFor()
    await axe()
    await fits()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await statusOfKey()).toBe(200)

    await rowOf(page, 'BETA').getByRole('button', { name: 'Lock BETA' }).click()
    await dialog.getByRole('button', { name: 'Lock' }).click()
    await rowOf(page, 'BETA').getByText('Locked').waitFor()
    await knocking.open('/')
    await knocking.signIn(oa)
    await knocking.page.getByRole('alert').getByText('Authentication failure').waitFor()
    await atWork.page.reload()
    await atWork.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor()
    expect(await statusOfKey()).toBe(401)

    await rowOf(page, 'BETA').getByRole('button', { name: 'Unlock BETA' }).click()
    const unlocking = page.getByRole('dialog', { name: 'Unlock BETA?' })
    await unlocking.getByText('2 users regain access').waitFor()
    await unlocking.getByRole('button', { name: 'Unlock' }).click()
    await rowOf(page, 'BETA').getByText('Active').waitFor()
    await knocking.signIn(oa)
    await knocking.signedIn()
  })

  it('never offers to lock the organization of the system', async () => {
    const { page, open } = await bed.visit(superadmin)
    await open('/settings/organizations')
    const lock = rowOf(page, 'cortex').getByRole('button', { name: /^Lock/ })
    await lock.waitFor()

    expect(await lock.isDisabled()).toBe(true)
    await lock.click({ force: true })

    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('journey 5: adds a user to your organization, and a login only once', async () => {
    const { oa } = await makeOrganization(bed.server, 'GAMMA')
    const { page, open, axe, fits, expectRefusals, sent } = await bed.visit(oa)
    expectRefusals(400)
    const dialog = page.getByRole('dialog', { name: 'Add user' })
    const login = dialog.getByLabel('Username')
    const add = async (name: string) => {
      await page.getByRole('button', { name: 'Add user' }).click()
      await login.fill('anna')
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
      await dialog.getByRole('radio', { name: /^read, analyze (?!.*orgadmin)/ }).check()
      await dialog.getByRole('button', { name: 'Create user' }).click()
    }
    await open('/settings/members')

    await add('Anna Analyst')
    await rowOf(page, 'anna').getByText('read, analyze', { exact: true }).waitFor()
    await add('Another Anna')
    await dialog.getByText('This username is already in use.').waitFor()

    expect(await login.getAttribute('aria-invalid')).toBe('true')
    expect(await login.evaluate((field) => document.activeElement === field)).toBe(true)
    const describedBy = await login.getAttribute('aria-describedby')
    const described = await Promise.all(
      (describedBy ?? '').split(' ').map((id) => page.locator(`[id="${id}"]`).textContent()),
    )
    expect(described.join(' ')).toContain('This username is already in use.')
    expect(await dialog.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Another Anna',
    )
    expect(await dialog.getByLabel(/^organization/i).count()).toBe(0)
    expect(await dialog.getByText('Organization', { exact: true }).count()).toBe(0)
    await axe()
    await fits()
    const bodies = sent('POST', '/api/user').map(({ body }) => body)
    expect(bodies).toHaveLength(2)
    for (const body of bodies) expect(body).not.toHaveProperty('organization')
    expect(await bed.server.as(superadmin).getUser({ login: 'anna' })).toMatchObject({
      name: 'Anna Analyst',
      organization: 'GAMMA',
      roles: ['read', 'analyze'],
    })
  })
})
