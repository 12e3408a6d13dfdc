import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { demo, signInToDemo } from './demo.ts'
import { addresses, at, type Ids, idsOf, patterns, value } from './demo-screens.ts'
import { computing } from './long-tasks.ts'
import { patienceMs } from './patience.ts'
import { eventually, type Visit } from './visit.ts'

/** Axe has much to do. */
const manyScreens = { timeout: 10 * patienceMs }

/** Screen, then what is pressed on it until something opens. */
const overlays: readonly (readonly [address: ((ids: Ids) => string) | string, ...string[]])[] = [
  ['/', 'Your account'],
  ['/', 'Add to case'],
  [`/new?${new URLSearchParams({ data: '198.51.100.77' })}`, 'Save as preset…'],
  [({ investigation }) => `/investigations/${investigation}`, 'Rename'],
  [({ investigation }) => `/investigations/${investigation}`, 'Add to case'],
  [
    ({ investigation }) => `/investigations/${investigation}`,
    'More actions',
    'Delete investigation',
  ],
  [value, 'Add to case'],
  [value, 'Respond'],
  [value, 'More actions'],
  [value, 'More actions', 'Add to allow list'],
  ['/alerts', 'New alert'],
  ['/alerts', 'New case…'],
  ['/activity', 'Views'],
  [(ids) => `/cases/${ids.case}`, 'Respond'],
  [(ids) => `/cases/${ids.case}`, 'More actions', 'Merge with another case…'],
  [(ids) => `/cases/${ids.case}`, 'More actions', 'Delete case'],
  ['/search?q=bank', 'Verdict'],
]

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

/** One program for all of it: creating the demo data takes five seconds. */
describeJourneys('the demonstration', demo, (bed) => {
  describe('every screen', () => {
    it('is in the list of this journey', () => {
      expect(Object.keys(addresses).toSorted()).toEqual([...new Set(patterns)].toSorted())
    })

    async function ready({ page }: Visit) {
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await eventually(() => page.locator('[aria-busy="true"]').count()).toBe(0)
    }

    /** Names of what lies below the tour, at the upper and at the lower end of the page. */
    const coveredBy = (tour: Locator) =>
      tour.evaluate((box) =>
        [0, document.documentElement.scrollHeight].flatMap((top) => {
          scrollTo(0, top)
          return [...document.querySelectorAll<HTMLElement>('a, button, input, select, summary')]
            .filter((element) => element.checkVisibility() && !box.contains(element))
            .filter((element) => {
              const { x, y, width, height } = element.getBoundingClientRect()
              const [hit] = document.elementsFromPoint(x + width / 2, y + height / 2)
              return width > 0 && hit !== undefined && box.contains(hit)
            })
            .map((element) => element.textContent || element.ariaLabel || element.tagName)
        }),
      )

    it(
      'reads well in both themes, at 320 px and at 390 px, and the tour covers nothing that can be pressed',
      manyScreens,
      async () => {
        const visit = await bed.visit()
        const { page } = visit
        await signInToDemo(visit, 'admin')
        const tour = page.getByRole('region', { name: 'One morning at Example Bank' })
        await tour.waitFor()
        const ids = await idsOf(visit)
        const isFree = async () => {
          const names = (await tour.count()) === 0 ? [] : await coveredBy(tour)
          if (names.length > 0) throw new Error(`the tour covers ${names}`)
        }
        const wide = { width: 1440, height: 900 }
        const narrow = { width: 390, height: 900 }
        const problems: string[] = []
        await page.setViewportSize(wide)
        for (const [pattern, address] of Object.entries(addresses)) {
          await visit.go(at(address, ids))
          await ready(visit)
          // In an order that draws the page anew as seldom as possible.
          const toWide = () => page.setViewportSize(wide)
          const toNarrow = () => page.setViewportSize(narrow)
          for (const check of [
            visit.axe,
            isFree,
            toNarrow,
            isFree,
            () => visit.fits(390, 320),
            toWide,
          ])
            await check().catch((error: Error) => problems.push(`${pattern}: ${error.message}`))
        }
        expect(problems).toEqual([])
      },
    )

    it('so does what opens above them', manyScreens, async () => {
      const visit = await bed.visit()
      const { page } = visit
      await signInToDemo(visit, 'admin')
      const ids = await idsOf(visit)
      const problems: string[] = []
      const above = page.locator('dialog[open], :popover-open')
      let isLost = true
      for (const [address, ...presses] of overlays) {
        const path = at(address, ids)
        try {
          if (!isLost) await visit.enter(path)
          // What belongs to the frame, such as the menu of the account, does not go with the screen.
          if (isLost || (await above.count()) > 0) await visit.open(path)
          isLost = false
          await ready(visit)
          for (const press of presses)
            await page
              .getByRole('button', { name: press })
              .or(page.getByRole('menuitem', { name: press }))
              .first()
              .click()
          await above.first().waitFor()
          await visit.axe()
          await visit.fits(390)
        } catch (error) {
          isLost = true
          problems.push(`${path} ${presses.join(' › ')}: ${(error as Error).message}`)
        }
      }
      expect(problems).toEqual([])
    })
  })

  describe('the tour', () => {
    it('leads by keys from the alert to what was done, and stays closed once it was closed', async () => {
      const { page, open, axe, fits, signedIn } = await bed.visit()
      const { keyboard } = page
      await open('/')
      await page.getByRole('button', { name: /^analyst/ }).click()
      await signedIn()
      const tour = page.getByRole('region', { name: /One morning/ })
      await tour.waitFor()
      await axe()
      await fits(320, 390)
      await page.getByRole('heading', { level: 1 }).focus()

      const pathnames: string[] = []
      for (const [title, link] of [
        ['1. An alert comes in', 'Open the alert'],
        ['2. Is it malicious, and why?', 'Open an observable'],
        ['3. The case collects everything', 'Open the case'],
        ['4. Respond', 'Back to the case'],
        ['5. Review what was done', 'Open the responses'],
      ] as const) {
        await backTo(page, page.getByRole('button', { name: 'Next', exact: true }))
        await keyboard.press('Enter')
        const step = page.getByRole('region', { name: title })
        await step.getByRole('heading', { name: title }).and(page.locator(':focus')).waitFor()
        // The next control after the heading of the step.
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
      expect(await page.getByRole('region', { name: 'One morning at Example Bank' }).count()).toBe(
        0,
      )

      expect(pathnames).toEqual(['/alerts/…', '/…', '/cases/…', '/cases/…', '/activity/…'])
      await page.getByRole('button', { name: 'Guided tour' }).click()
      await page.getByRole('region', { name: 'One morning at Example Bank' }).waitFor()
      await page.getByRole('button', { name: 'Close the tour' }).click()
      await eventually(() => page.getByRole('region', { name: /One morning/ }).count()).toBe(0)
    })

    it('leaves free what is done at the lower edge, on a screen and on a phone', async () => {
      const visit = await bed.visit()
      const { page, enter } = visit
      await signInToDemo(visit)
      const tour = page.getByRole('region', { name: 'One morning at Example Bank' })
      const bars = [
        ['/alerts', '.decision-bar'],
        ['/new', '.run-bar'],
        [value, '.thumb-actions'],
      ] as const
      const places = [1440, 390].flatMap((width) => bars.map((at) => [width, ...at] as const))
      for (const [width, address, bar] of places) {
        await page.setViewportSize({ width, height: 900 })
        await enter(address)
        await tour.waitFor()
        // On a phone the list of alerts has no decision: that is on the page of one.
        if (bar === '.decision-bar' && width === 390)
          await page.locator('.alert-row-title').first().click()
        await page.locator(bar).waitFor()
        const next = tour.getByRole('button', { name: 'Next' })
        // Panels that arrive in the meantime move both.
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
        const place = `${address} at ${width} px`
        await eventually(async () => [place, await isApart()]).toEqual([place, true])
        await next.click({ trial: true })
      }
    })
  })

  describe('the speed of the page', () => {
    it('a value page shows its verdict after one question, and computes less than a second', async () => {
      const visit = await bed.visit()
      const { page, sent, go } = visit
      await signInToDemo(visit)
      await page.getByRole('heading', { level: 1 }).waitFor()

      const seconds = await computing(page, async () => {
        await go(value)
        await page.getByRole('main').getByText('Malicious').first().waitFor()
        await page.getByRole('button', { name: 'Analyze again' }).waitFor()
      })
      const asked = sent('POST', /^\/api\/value(\/|$)/).filter(({ path }) => path === '/api/value')

      expect(asked).toHaveLength(1)
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThan(1)
    })

    it('a list of ten thousand draws what is in sight, and scrolls without effort', async () => {
      const visit = await bed.visit()
      const { page, go } = visit
      await signInToDemo(visit)
      // One real answer, grown: to make so many jobs takes longer than to look at them, and so does to send
      // them into the browser.
      await page.evaluate(() => {
        const { fetch: ask } = window
        window.fetch = async (address, init) => {
          const response = await ask(address, init)
          const { pathname } = new URL(String(address), location.href)
          if (pathname !== '/api/job/_search' || !/"0-10000"/.test(String(init?.body)))
            return response
          const rows = (await response.json()) as { id: string }[]
          const many = Array.from({ length: 10_000 }, (_, at) => {
            const row = rows[at % rows.length]
            return { ...row, id: `${row?.id}-${at}` }
          })
          const headers = { ...Object.fromEntries(response.headers), 'x-total': '10000' }
          return new Response(JSON.stringify(many), { headers })
        }
      })
      await go('/activity?size=10000')
      const rows = page.getByRole('table').getByRole('row')
      await eventually(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(
        100_000,
      )
      const steps = 40

      const seconds = await computing(page, () =>
        page.evaluate(async (count) => {
          // A page that the machine does not draw for a while has no frames, and would wait forever.
          const frame = () =>
            new Promise<unknown>((resolve) => {
              requestAnimationFrame(resolve)
              setTimeout(resolve, 2_000)
            })
          for (let step = 0; step < count; step += 1) {
            scrollBy(0, 200)
            await frame()
            await frame()
          }
        }, steps),
      )
      const drawn = await rows.count()
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await eventually(() => page.locator('tr[aria-rowindex="10001"]').count()).toBe(1)

      expect(drawn).toBeLessThan(120)
      expect(await rows.count()).toBeLessThan(120)
      // A turn of the wheel is drawn in less than a tenth of a second.
      expect(seconds / steps).toBeLessThan(0.1)
    })
  })
})
