import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'
import { passwordOf } from './server.ts'
import { eventually, type Visit } from './visit.ts'

const adminPages = ['members', 'webhooks', 'templates', 'audit'].map((page) => `/settings/${page}`)
const platformPages = ['/settings/organizations', '/settings/users']
/** What these pages read, and one call that changes something. */
const organizationCalls = ['/api/organization/ACME/user', '/api/analyzerdefinition', '/api/audit']
const platformCalls = ['/api/organization', '/api/user']

describeJourneys('rights', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
  })

  const refused = {
    rea: {
      pages: [...adminPages, ...platformPages, '/new', '/settings/analyzers'],
      role: /\bread\b/,
    },
    ana: { pages: [...adminPages, ...platformPages], role: /\bread, analyze\b/ },
    oa: { pages: platformPages, role: /orgadmin/ },
    root: { pages: ['/activity', '/new', '/alerts', '/tasks'], role: /superadmin/ },
  }

  it.each(Object.entries(refused))(
    'journey 25: %s is refused with the reason at the address that was asked for',
    async (login, { pages, role }) => {
      const { page, open, go, axe, fits } = await bed.visit(login)
      for (const [at, path] of pages.entries()) {
        if (at === 0) await open(path)
        else {
          // What the page said about the last address must be gone first.
          await go('/settings/account')
          await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
          await go(path)
        }
        const told = page
          .getByRole('alert')
          .filter({ hasText: "You don't have access to this page" })
        await told.waitFor()
        expect(await told.innerText()).toMatch(/Requires the \w+ role/)
        expect(await told.innerText()).toContain(`Signed in as ${login}. Your roles: `)
        expect(await told.innerText()).toMatch(role)
        expect(page.url()).toBe(`${bed.server.origin}${path}`)
        expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
      }
      await axe()
      await fits()
      const navigation = page.getByRole('navigation', { name: 'Main' })
      for (const path of pages) expect(await navigation.locator(`[href="${path}"]`).count()).toBe(0)
      await page.getByRole('link', { name: 'Go to your start page' }).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await eventually(() => page.getByText("You don't have access to this page").count()).toBe(0)
    },
  )

  it.each([
    ['rea', [...organizationCalls, ...platformCalls]],
    ['ana', [...organizationCalls, ...platformCalls]],
    ['oa', platformCalls],
  ])('journey 25: the server refuses %s, too, whatever the page shows', async (login, calls) => {
    const { context, page } = await bed.visit(login)
    await page.goto('/settings/account')
    const answers = await Promise.all(calls.map((path) => context.request.get(path)))

    expect(answers.map((answer) => `${answer.status()} ${new URL(answer.url()).pathname}`)).toEqual(
      calls.map((path) => `403 ${path}`),
    )
  })

  it('an organization of others does not exist', async () => {
    const { page, open, expectRefusals } = await bed.visit('oa')
    expectRefusals(404)
    await open('/org/BETA/users')
    await page.getByRole('alert').getByText('not found').waitFor()
    expect(await page.getByText('ana-beta').count()).toBe(0)
  })

  /** As an administrator or the time does it: the browser still believes in its cookie. */
  async function endSession({ context }: Visit) {
    const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    await fetch(`${bed.server.origin}/api/logout`, { headers: { cookie } })
  }

  it('journey 25: a session may end in the middle of a form, which continues after a password', async () => {
    const visit = await bed.visit('ana')
    const { page, open, sent, expectRefusals, axe } = visit
    expectRefusals(401)
    await open('/cases')
    await page.getByRole('button', { name: 'New case' }).first().click()
    const form = page.getByRole('dialog', { name: 'New case' })
    await form.getByLabel('Title').fill('Half written')
    await form.getByLabel('Description').fill('Two\nlines')
    await form.getByLabel('Severity').selectOption('High')
    await form.getByLabel('TLP').selectOption('TLP:RED')
    await endSession(visit)
    await form.getByRole('button', { name: 'Create case' }).click()

    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
    for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
    await axe()
    await again.getByLabel('Password', { exact: true }).fill('not her password')
    await again.getByRole('button', { name: 'Sign in' }).click()
    await again.getByText('Authentication failure').waitFor()
    expect(await form.getByLabel('Title').inputValue()).toBe('Half written')
    expect(await form.getByLabel('Description').inputValue()).toBe('Two\nlines')
    await again.getByLabel('Password', { exact: true }).fill(passwordOf('ana'))
    await again.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('heading', { level: 1, name: 'Half written' }).waitFor()
    await page.getByText('TLP:RED').first().waitFor()
    const [first, second, ...more] = sent('POST', '/api/v1/case').map(({ body }) => body)
    expect(second).toMatchObject({ title: 'Half written', description: 'Two\nlines', severity: 3 })
    expect([first, more]).toEqual([second, []])
  })

  it('journey 25: what the server then refuses is shown next to the field, all else as it was', async () => {
    const visit = await bed.visit('oa')
    const { page, open, expectRefusals } = visit
    expectRefusals(401, 400)
    await open('/settings/members')
    await page.getByRole('button', { name: 'Add user' }).click()
    const form = page.getByRole('dialog').filter({ hasText: 'Add user' })
    await form.getByLabel('Username').fill('ana')
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Ana the second')
    await endSession(visit)
    await form.getByRole('button', { name: /Create/ }).click()
    const again = page.getByRole('dialog', { name: 'Your session has ended' })
    await again.getByLabel('Password', { exact: true }).fill(passwordOf('oa'))
    await page.keyboard.press('Enter')

    await eventually(() => form.getByLabel('Username').getAttribute('aria-invalid')).toBe('true')
    expect(await again.count()).toBe(0)
    expect(await form.getByLabel('Username').inputValue()).toBe('ana')
    expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
      'Ana the second',
    )
  })
})
