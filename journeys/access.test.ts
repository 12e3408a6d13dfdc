import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { tabTo } from './keyboard.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'
import { textOfPages } from './print.ts'
import { passwordOf } from './server.ts'
import { eventually } from './visit.ts'

/** The backgrounds of both themes, as designed. */
const background = { light: 'rgb(246, 248, 250)', dark: 'rgb(13, 17, 23)' }

describeJourneys('access', {}, (bed) => {
  let analyzers: Record<'Echo' | 'Verdict', string>
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    analyzers = await enableAnalyzers(bed.server, oa, ['Echo', 'Verdict'])
  })

  it('journey 25: from sign-in to a report without a mouse, and one always sees where one is', async () => {
    const { page, open, signedIn, axe } = await bed.visit()
    const { keyboard } = page
    const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

    await open('/')
    await heading('Sign in').waitFor()
    await keyboard.type('ana')
    await keyboard.press('Tab')
    await keyboard.type(passwordOf('ana'))
    await keyboard.press('Enter')
    await signedIn()
    await heading(/malicious/).waitFor()

    await page.evaluate(() => navigator.clipboard.writeText('malicious[.]example\n203.0.113.88'))
    await keyboard.press('Control+V')
    await heading('New analysis').waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Run 4 jobs' }))
    await keyboard.press('Enter')

    const row = page.getByRole('row', { name: /malicious\[\.\]example/ })
    await page.getByText('all 4 analyses done').waitFor()
    await keyboard.press('v')
    await row.getByRole('link', { name: /^Malicious:/ }).waitFor()
    await tabTo(page, row.getByRole('link', { name: /^No verdict:/ }))
    await keyboard.press('ArrowRight')
    await keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { name: 'Verdict' }).first().waitFor()
    await eventually(() => page.url()).toContain('report=')
    await axe()
    await keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await axe()
  })

  it('journey 25: one key opens the palette, which goes, looks up and runs', async () => {
    const { page, open, axe, signedIn } = await bed.visit('ana')
    const { keyboard } = page
    const field = page.getByRole('combobox', { name: 'Search observables, cases, alerts…' })
    const chosen = page.getByRole('dialog').getByRole('option', { selected: true })
    await open('/activity')
    await signedIn()
    const opener = page.getByRole('button', { name: /Search observables/ })

    await opener.focus()
    await keyboard.press('Control+K')
    await field.and(page.locator(':focus')).waitFor()
    await axe()
    await keyboard.press('Escape')
    await opener.and(page.locator(':focus')).waitFor()

    await keyboard.press('Control+K')
    await keyboard.type('hxxps://evil[.]example/a')
    await eventually(() => chosen.innerText()).toContain('hxxps://evil[.]example/a')
    await keyboard.press('Enter')
    await eventually(() => new URL(page.url()).searchParams.get('value')).toBe(
      'https://evil.example/a',
    )
    expect(new URL(page.url()).pathname).toBe('/observables')

    await keyboard.press('Control+K')
    await keyboard.type('setti')
    await keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Analyzers' }).waitFor()
    await keyboard.press('?')
    await page.getByRole('dialog').getByText('Ctrl').first().waitFor()
    await keyboard.press('Escape')
    await keyboard.press('g')
    await keyboard.press('t')
    await page.getByRole('heading', { level: 1, name: 'Waiting tasks' }).waitFor()
  })

  it('journey 25: the dark theme stays, also in another tab and after signing out', async () => {
    const { page, context, open, signedIn, signOut } = await bed.visit('ana')
    const colour = (of = page) => of.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await open('/activity')
    await signedIn()
    const before = await colour()
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('radio', { name: 'Dark' }).check({ force: true })
    await eventually(() => colour()).toBe(background.dark)

    await page.reload()
    await signedIn()
    const afterReload = await colour()
    const other = await context.newPage()
    await other.goto('/tasks')
    await other.getByRole('heading', { level: 1, name: 'Waiting tasks' }).waitFor()
    const inOther = await colour(other)
    await signOut()

    expect([before, afterReload, inOther, await colour()]).toEqual([
      background.light,
      background.dark,
      background.dark,
      background.dark,
    ])
  })

  it('journey 25: says its TLP at the top and the bottom of each printed page', async () => {
    const { page, open } = await bed.visit('ana', { colorScheme: 'dark' })
    const lines = Array.from({ length: 150 }, (_, line) => `line ${line} of the parameters`)
    const { id } = await runToEnd(bed.server, 'ana', analyzers.Echo, {
      dataType: 'url',
      data: 'https://evil.example/a',
      tlp: 3,
      pap: 1,
      parameters: { lines },
    })
    await open(`/jobs/${id}`)
    // The screen below prints the value, without the lines.
    await page.getByRole('dialog').getByRole('button', { name: 'Print' }).waitFor()

    const pages = textOfPages(await page.pdf({ format: 'A4' }))

    expect(pages.length).toBeGreaterThan(2)
    for (const text of pages) {
      expect(text.match(/TLP:\s*RED/g)).toHaveLength(2)
      expect(text.match(/PAP:\s*GREEN/g)).toHaveLength(2)
    }
    const whole = pages.join('\n')
    expect(whole).toContain('hxxps://evil[.]example/a')
    expect(whole).not.toContain('https://evil.example')
    expect(whole).not.toMatch(/Analyze again|Sign out|Search observables/)
    expect(lines.filter((line) => !whole.includes(line))).toEqual([])
    // Black on white, whatever the screen looks like.
    await page.emulateMedia({ media: 'print' })
    const colours = await page
      .getByText(lines[0] ?? '')
      .and(page.locator(':visible'))
      .evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(document.body).backgroundColor,
      ])
    expect(colours).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  })
})
