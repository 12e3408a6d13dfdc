import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'
import { ownProfile } from './profiles.ts'
import { eventually } from './visit.ts'

const hidden = 'Hidden'

/** Page state that a person or a program could read later. */
const tracesIn = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return [
      location.href,
      document.documentElement.outerHTML,
      ...fields.map(({ value }) => value),
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
    ].join('\n')
  })

describeJourneys('API keys', {}, (bed) => {
  beforeAll(async () => {
    await makeOrganization(bed.server)
    const roles: ('read' | 'analyze')[] = ['read', 'analyze']
    await bed.server.as('oa').createUser({ login: 'keyless', name: 'Without a key', roles })
  })

  const whoHas = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const answer = await fetch(`${bed.server.origin}/api/user/current`, { headers })
    return answer.ok ? ((await answer.json()) as { id: string }).id : answer.status
  }

  it('journey 6: makes, shows, copies, renews and revokes the key of another user', async () => {
    const { page, open, axe, fits, sent } = await bed.visit('oa', ownProfile)
    await page.clock.install()
    const row = page.getByRole('row', { name: /keyless/ })
    const dialog = page.getByRole('dialog', { name: 'API key of keyless', exact: true })
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
    const box = dialog.getByLabel('API key', { exact: true })
    const shownKey = async () => {
      await eventually(() => box.inputValue()).not.toBe(hidden)
      return box.inputValue()
    }
    const asked = (title: string) => page.getByRole('dialog', { name: title })
    const renewing = asked('Rotate the API key of keyless?')
    const revoking = asked('Revoke the API key of keyless?')
    await open('/settings/members')
    await row.getByRole('button', { name: 'Actions for keyless' }).click()
    await page.getByRole('button', { name: 'API key…' }).click()

    await dialog.getByText('keyless has no API key.').waitFor()
    await press('Create a key')
    const first = await shownKey()
    expect(await whoHas(first)).toBe('keyless')
    await axe()
    await fits()
    await press('Hide')
    await eventually(() => box.inputValue()).toBe(hidden)

    await press('Show')
    expect(await shownKey()).toBe(first)
    await dialog.getByText(/Hidden again in \d+ s\./).waitFor()
    await page.clock.runFor(20_000)
    expect(await box.inputValue()).toBe(first)
    await page.clock.runFor(10_500)
    await eventually(() => box.inputValue()).toBe(hidden)
    expect(await tracesIn(page)).not.toContain(first)

    await press('Copy')
    await dialog.getByText('Copied to the clipboard.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    expect(await box.inputValue()).toBe(hidden)

    await press('Rotate…')
    await renewing.getByText('The current key stops working immediately.').waitFor()
    await renewing.getByRole('button', { name: 'Keep the current key' }).click()
    await renewing.waitFor({ state: 'detached' })
    expect(await whoHas(first)).toBe('keyless')
    await press('Rotate…')
    await renewing.getByRole('button', { name: 'Rotate key' }).click()
    const second = await shownKey()
    expect(second).not.toBe(first)
    expect(await whoHas(first)).toBe(401)
    expect(await whoHas(second)).toBe('keyless')
    await page.clock.runFor(30_500)
    await eventually(() => box.inputValue()).toBe(hidden)

    await press('Revoke…')
    await revoking.getByText('The key stops working immediately.').waitFor()
    await axe()
    await revoking.getByRole('button', { name: 'Keep the current key' }).click()
    await revoking.waitFor({ state: 'detached' })
    expect(await whoHas(second)).toBe('keyless')
    await press('Revoke…')
    await revoking.getByRole('button', { name: 'Revoke key' }).click()
    await dialog.getByText('keyless has no API key.').waitFor()
    expect(await whoHas(second)).toBe(401)
    expect(await tracesIn(page)).not.toContain(second)

    expect(sent('POST', '/api/user/keyless/key/renew')).toHaveLength(2)
    expect(sent('DELETE', '/api/user/keyless/key')).toHaveLength(1)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    expect(await row.getByRole('cell').allTextContents()).not.toContain('set')
  })

  it('are shown to their owner in the same way', async () => {
    const { page, open, axe, fits } = await bed.visit('ana', ownProfile)
    await page.clock.install()
    const box = page.getByLabel('Your API key')
    await open('/settings/keys')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await eventually(() => box.inputValue()).not.toBe(hidden)
    const first = await box.inputValue()
    await axe()
    await fits()
    await page.getByRole('button', { name: 'Rotate…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click()
    await eventually(() => box.inputValue()).not.toBe(first)
    const second = await box.inputValue()

    expect([await whoHas(first), await whoHas(second)]).toEqual([401, 'ana'])
    await page.clock.runFor(30_500)
    await eventually(() => box.inputValue()).toBe(hidden)
    expect(await tracesIn(page)).not.toContain(second)
  })

  it('makes a key with a name, shows it once, and revokes it', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open('/settings/keys')

    await page.getByLabel('What the key is for').fill('nightly script')
    await page.getByLabel('Scope', { exact: true }).selectOption('read')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = await page.getByText(/^assay_\S+$/).innerText()
    await axe()
    await fits()
    const status = async () => {
      const headers = { authorization: `Bearer ${key}` }
      return (await fetch(`${bed.server.origin}/api/user/current`, { headers })).status
    }
    const before = await status()
    await page.reload()
    await page.getByText('nightly script').first().waitFor()
    const isShownAgain = await page.getByText(key).count()
    await page.getByRole('button', { name: 'Revoke nightly script' }).click()
    await page.getByText('No named keys yet.').waitFor()

    expect([before, isShownAgain, await status()]).toEqual([200, 0, 401])
  })
})
