import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { demo, signInToDemo } from './demo.ts'
import { computing } from './long-tasks.ts'
import { eventually } from './visit.ts'

describeJourneys('the speed of the page, on the demonstration', demo, (bed) => {
  it('a value page shows its verdict after one question, and computes less than a second', async () => {
    const visit = await bed.visit()
    const { page, sent, go } = visit
    await signInToDemo(visit)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const value = '/observables?type=domain&value=example-bank-login.test'

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
    const { page, open } = visit
    await signInToDemo(visit)
    // One real answer, grown: to make so many jobs takes longer than to look at them.
    await page.route(/\/api\/job\/_search/, async (route) => {
      if (route.request().postDataJSON()?.range !== '0-10000') return route.continue()
      const response = await route.fetch()
      const rows = (await response.json()) as { id: string }[]
      const many = Array.from({ length: 10_000 }, (_, at) => {
        const row = rows[at % rows.length]
        return { ...row, id: `${row?.id}-${at}` }
      })
      await route.fulfill({
        response,
        json: many,
        headers: { ...response.headers(), 'x-total': '10000' },
      })
    })
    await open('/activity?size=10000')
    const rows = page.getByRole('table').getByRole('row')
    await eventually(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(100_000)
    const steps = 40

    const seconds = await computing(page, () =>
      page.evaluate(async (count) => {
        // A page that the machine does not draw for a while has no frames, and would wait for ever.
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
