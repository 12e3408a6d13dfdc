import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { checkAccessibility } from './axe.ts'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'
import { eventually } from './visit.ts'
import { watch } from './watch.ts'

/**
 * What a page could do wrong, and how it is reported. Leaving comes last: no page is left after it.
 */
const misdeeds: readonly (readonly [script: string, told: RegExp])[] = [
  [
    'fetch("https://outside.example/a")',
    /connecting to .*outside.example\/a.* violates .*Security Policy/i,
  ],
  [
    'new Image().src = "https://outside.example/b"',
    /outside.example\/b.* violates .*Security Policy/,
  ],
  ['fetch("/jobs")', /neither \/api nor a file of the page: GET \/jobs/],
  ['console.error("broke")', /^console: broke/],
  ['setTimeout(() => { throw Error("broke later") })', /^error in the page: .*broke later/],
  ['void Promise.reject(Error("broke a promise"))', /^error in the page: .*broke a promise/],
  ['alert("broke out")', /^dialog \(alert\): broke out/],
  ['fetch("/api/user/current")', /^console: .*status of 401/],
  ['location.href = "https://outside.example/c"', /outside of the origin: .*outside.example\/c/],
]

describeJourneys('what a journey may not show', {}, (bed) => {
  beforeAll(() => makeOrganization(bed.server))

  async function openWatched() {
    const { origin } = bed.server
    const context = await bed.browser.newContext({ baseURL: origin })
    onTestFinished(() => context.close())
    const watched = watch(context, origin)
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { page, context, ...watched }
  }

  it('is nothing on the page as it is', async () => {
    const { violations } = await openWatched()

    expect(violations()).toEqual([])
  })

  it('is a way out, an error, a dialog or an unexpected refusal', async () => {
    const { page, violations } = await openWatched()

    for (const [misbehave] of misdeeds)
      await page.evaluate(`{ ${misbehave} }`).catch(() => undefined)

    await eventually(violations).toEqual(
      expect.arrayContaining(misdeeds.map(([, told]) => expect.stringMatching(told))),
    )
  })

  it.fails('makes the journey fail', async () => {
    const { page, open } = await bed.visit()
    await open('/')
    await page.evaluate('console.error("broke")')
  })

  it('is a third long connection of a page', async () => {
    const { page, context, violations } = await openWatched()
    const tooMany = () => violations().filter((told) => told.includes('long connections'))
    const user = { user: 'ana', password: 'ana-password' }
    await context.request.post('/api/login', { data: user })
    // A page of this origin without automatic connections.
    await page.goto('/api/docs')
    const listen = () =>
      page.evaluate(
        () =>
          new Promise((resolve) => {
            new EventSource('/api/events').onopen = () => resolve(0)
          }),
      )

    await listen()
    await listen()
    // Those of the page before do not count.
    await page.reload()
    await listen()
    await listen()
    const withTwo = tooMany()
    await listen()

    expect(withTwo).toEqual([])
    expect(tooMany()).toEqual([expect.stringContaining('3 long connections at once')])
  })

  it('is not a refusal that it expects, but its absence', async () => {
    const { page, violations, expectRefusals, sent } = await openWatched()
    expectRefusals(401)
    const before = violations()

    await page.evaluate(() => fetch('/api/user/current?why=test'))

    expect(before).toEqual([expect.stringContaining('401 was expected')])
    await eventually(violations).toEqual([])
    expect(sent('GET', '/api/user/current').map(({ query }) => query.get('why'))).toEqual(['test'])
  })

  it('is what axe calls serious, in either theme', async () => {
    const { page } = await openWatched()
    const spoil = (colour: string) =>
      page.evaluate((value) => {
        const text = document.querySelector('h1')
        if (text) text.style.color = value
      }, colour)

    const asItIs = checkAccessibility(page)
    await expect(asItIs).resolves.toBeUndefined()
    await spoil('#eeeeee')
    await expect(checkAccessibility(page)).rejects.toThrow(/light, serious, color-contrast/)
    await spoil('#111111')
    await expect(checkAccessibility(page)).rejects.toThrow(/dark, serious, color-contrast/)
    await expect(checkAccessibility(page, ['light'])).resolves.toBeUndefined()
    // Of a modal dialog, what is in it.
    await page.evaluate(() => {
      const dialog = document.createElement('dialog')
      dialog.ariaLabel = 'Faint'
      const text = dialog.appendChild(document.createElement('p'))
      text.textContent = 'Hardly to be read'
      text.style.color = '#eeeeee'
      dialog.style.background = '#ffffff'
      document.body.append(dialog)
      dialog.showModal()
    })
    await expect(checkAccessibility(page, ['light'])).rejects.toThrow(/color-contrast.*\n.*p: /)
  })

  it('is looked for once where the other theme only exchanges the colors', async () => {
    const { page } = await openWatched()
    await checkAccessibility(page)
    await page.evaluate(() => {
      const { axe } = window as unknown as {
        axe: { run(...args: unknown[]): unknown; runs: number }
      }
      const { run } = axe
      axe.runs = 0
      axe.run = (...args) => {
        axe.runs += 1
        return run(...args)
      }
    })
    const runs = () =>
      page.evaluate(() => (window as unknown as { axe: { runs: number } }).axe.runs)

    await checkAccessibility(page)
    expect(await runs()).toBe(1)
    // None of these is exchanged: as it is, shining through, and on a ground that others exchange.
    for (const style of [
      'color: #111111',
      'color: rgb(17 17 17 / 95%)',
      'color: color-mix(in srgb, #111111 95%, transparent)',
      'color: color-mix(in srgb, #111111, #121212)',
      'color: #111111; opacity: 0.95',
      'background: #ffffff',
      'background: rgb(255 255 255 / 95%)',
    ]) {
      await page.evaluate((text) => {
        const heading = document.querySelector('h1')
        if (heading) heading.style.cssText = text
      }, style)
      const told = await checkAccessibility(page).catch((error: Error) => error.message)
      expect(`${style}: ${told}`).toMatch(/dark, serious, color-contrast/)
    }
  })
})
