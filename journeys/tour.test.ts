import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { demo, signInToDemo } from './demo.ts'
import { eventually } from './visit.ts'

/** From the heading of a screen it is a few steps back, inside of the tour a few on. */
async function backTo(page: Page, target: Locator) {
  await target.waitFor()
  const isInside = await target.evaluate((element) =>
    Boolean(element.closest('section')?.contains(document.activeElement)),
  )
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press(isInside ? 'Tab' : 'Shift+Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`Twelve steps back do not reach ${target}`)
}

describeJourneys('the tour of the demonstration', demo, (bed) => {
  it('leads by keys from the alert to what was done, and stays away once it was put away', async () => {
    const { page, open, axe, fits, signedIn } = await bed.visit()
    const { keyboard } = page
    await open('/')
    await page.getByRole('button', { name: /^analyst/ }).click()
    await signedIn()
    const tour = page.getByRole('region', { name: /One morning/ })
    await tour.waitFor()
    await axe()
    await fits()
    await fits(390)
    await page.getByRole('heading', { level: 1 }).focus()

    const pathnames: string[] = []
    for (const [title, link] of [
      ['1. An alert comes in', 'Open the alert'],
      ['2. Is it bad, and why?', 'Open a value'],
      ['3. The case tells the story', 'Open the case'],
      ['4. Do something about it', 'Back to the case'],
      ['5. See what was done', 'Open the responses'],
    ] as const) {
      await backTo(page, page.getByRole('button', { name: 'Next', exact: true }))
      await keyboard.press('Enter')
      const step = page.getByRole('region', { name: title })
      await step.getByRole('heading', { name: title }).and(page.locator(':focus')).waitFor()
      // From the heading of the step it is the next thing to press.
      await keyboard.press('Tab')
      await step.getByRole('link', { name: link }).and(page.locator(':focus')).waitFor()
      const before = page.url()
      await keyboard.press('Enter')
      if (link !== 'Back to the case') await eventually(() => page.url()).not.toBe(before)
      const heading = page.getByRole('heading', { level: 1 }).first()
      if (link !== 'Back to the case') await heading.and(page.locator(':focus')).waitFor()
      pathnames.push(new URL(page.url()).pathname.replace(/[^/]+$/, '…'))
    }
    await axe()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.reload()
    await signedIn()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('region', { name: 'One morning at Example Bank' }).count()).toBe(0)

    expect(pathnames).toEqual(['/alerts/…', '/…', '/cases/…', '/cases/…', '/activity/…'])
    await page.getByRole('button', { name: 'Guided tour' }).click()
    await page.getByRole('region', { name: 'One morning at Example Bank' }).waitFor()
    await page.getByRole('button', { name: 'Close the tour' }).click()
    await eventually(() => page.getByRole('region', { name: /One morning/ }).count()).toBe(0)
  })

  it.each([1440, 390])('leaves free what is done at the lower edge, at %i px', async (width) => {
    const visit = await bed.visit(undefined, { viewport: { width, height: 900 } })
    const { page, open } = visit
    await signInToDemo(visit)
    for (const [address, bar] of [
      ['/alerts', '.decision-bar'],
      ['/new', '.run-bar'],
      ['/observables?type=domain&value=example-bank-login.test', '.thumb-actions'],
    ] as const) {
      await open(address)
      const tour = page.getByRole('region', { name: 'One morning at Example Bank' })
      await tour.waitFor()
      // On a phone the list of alerts has no decision: that is on the page of one.
      if (bar === '.decision-bar' && width === 390)
        await page.locator('.alert-row-title').first().click()
      await page.locator(bar).waitFor()
      const next = tour.getByRole('button', { name: 'Next' })
      // Panels that arrive meanwhile move both.
      const isApart = async () => {
        await next.scrollIntoViewIfNeeded()
        const [one, other] = [await next.boundingBox(), await page.locator(bar).boundingBox()]
        return (
          !one ||
          !other ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y ||
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x
        )
      }
      await eventually(async () => [address, await isApart()]).toEqual([address, true])
      await next.click({ trial: true })
    }
  })
})
