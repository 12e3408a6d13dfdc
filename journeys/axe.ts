import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Theme = 'light' | 'dark'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}

/** What a theme changes is colours: the page and its sizes are the same, and looked at once. */
const aboutColors: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** Fails with what is wrong where, when axe finds something serious or critical in a theme. */
export async function checkAccessibility(
  page: Page,
  themes: readonly Theme[] = ['light', 'dark'],
): Promise<void> {
  const problems: string[] = []
  for (const [index, theme] of themes.entries()) {
    await page.emulateMedia({ colorScheme: theme })
    await settle(page)
    const { violations } = await runAxe(page, index === 0 ? options : aboutColors)
    problems.push(...violations.flatMap((violation) => describe(violation, theme)))
  }
  await page.emulateMedia({ colorScheme: null })
  if (problems.length > 0) throw new Error(`axe on ${page.url()}:\n${problems.join('\n')}`)
}

/**
 * The debugger may evaluate what the page's policy forbids to the page itself. Rules that find nothing
 * serious at worst are not run: what they find is no failure, and they take a third of the time. What lies
 * below a modal dialog cannot be reached, and is looked at where no dialog covers it.
 */
async function runAxe(page: Page, run: RunOptions): Promise<AxeResults> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate((given) => {
    const { axe } = window as unknown as { axe: AxeInPage }
    const mild = axe._audit.rules.filter(({ impact }) => /^(minor|moderate)$/.test(impact ?? ''))
    const rules = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]))
    const dialogs = [...document.querySelectorAll('dialog:modal')]
    return axe.run(dialogs.length > 0 ? { include: dialogs } : document, { ...given, rules })
  }, run)
}

interface AxeInPage {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>
  /** The impact of a rule is that of whatever it finds. */
  readonly _audit: { readonly rules: readonly { id: string; impact: string | null }[] }
}

/** Colours on their way to the other theme have contrasts that nobody reads. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ends = document.getAnimations().filter((animation) => {
      const end = animation.effect?.getComputedTiming().endTime
      return end !== undefined && end !== null && Number.isFinite(Number(end))
    })
    await Promise.allSettled(ends.map((animation) => animation.finished))
  })

function describe(violation: AxeResults['violations'][number], theme: Theme): string[] {
  if (violation.impact !== 'serious' && violation.impact !== 'critical') return []
  const places = violation.nodes.map(({ target, failureSummary = '' }) => {
    const why = failureSummary.split('\n').slice(1).join(' ').replace(/\s+/g, ' ').trim()
    return `    ${target.join(' ')}: ${why}`
  })
  return [`  ${theme}, ${violation.impact}, ${violation.id}: ${violation.help}`, ...places]
}
