import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, ElementContext, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

type Theme = 'light' | 'dark'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // No rule that is run reads the rules of stylesheets.
  preload: { assets: ['media'] },
}

/** A theme changes only colors: the page and its sizes are the same, and checked once. */
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
    if (index > 0 && (await isReadToo(page))) continue
    const violations = await runAxe(page, index === 0 ? options : aboutColors)
    problems.push(...violations.flatMap((violation) => describe(violation, theme)))
  }
  await page.emulateMedia({ colorScheme: null })
  if (problems.length > 0) throw new Error(`axe on ${page.url()}:\n${problems.join('\n')}`)
}

type Violation = AxeResults['violations'][number]

/**
 * The debugger may evaluate what the page's policy forbids to the page itself. Rules that find nothing
 * serious at worst are not run: their results are not failures, and they take a third of the time. What is
 * below a modal dialog cannot be reached, and is checked where no dialog covers it.
 */
async function runAxe(page: Page, run: RunOptions): Promise<Violation[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async (given) => {
    const { axe } = window as unknown as { axe: AxeInPage }
    const { rules, checks } = axe._audit
    if (!axe.seen) {
      const { 'color-contrast': colors, 'link-in-text-block-style': links } = checks
      const compare = colors.evaluate
      colors.evaluate = function (...args) {
        const { data } = this
        this.data = (found) => {
          axe.seen?.texts.push(found as TextColors)
          data.call(this, found)
        }
        return compare.apply(this, args)
      }
      const distinguish = links.evaluate
      links.evaluate = function (...args) {
        const isDistinct = distinguish.apply(this, args)
        if (isDistinct !== true) axe.seen?.linksByColor.push(args[0])
        return isDistinct
      }
    }
    const seen: Seen = { texts: [], linksByColor: [], elements: [] }
    axe.seen = seen
    const mild = rules.filter(({ impact }) => /^(minor|moderate)$/.test(impact ?? ''))
    const off = Object.fromEntries(mild.map(({ id }) => [id, { enabled: false }]))
    const dialogs = [...document.querySelectorAll('dialog:modal')]
    const scope = dialogs.length > 0 ? { include: dialogs } : document
    const { violations } = await axe.run(scope, { ...given, rules: off })
    for (const element of document.querySelectorAll('html, body, body *')) {
      const { color, backgroundColor } = getComputedStyle(element)
      seen.elements.push({ element, color, backgroundColor })
    }
    return violations
  }, run)
}

/**
 * Whether all text that axe has compared with its background is readable in the current theme. Running axe
 * again takes as long as all of its other rules, and mostly finds the same colors replaced by others: the
 * new colors are read from the elements, and each pair is computed from that. Where that proves nothing, as
 * with translucent colors, the answer is no, and axe runs again.
 */
const isReadToo = (page: Page) =>
  page.evaluate(() => {
    const { seen } = (window as unknown as { axe: AxeInPage }).axe
    if (!seen || seen.linksByColor.length > 0) return false

    const read = (color: string) => {
      const [, form, inside = ''] = /^(rgba?|color)\((?:srgb )?([\d., /e-]+)\)$/.exec(color) ?? []
      const [red = Number.NaN, green = 0, blue = 0, alpha = 1] = inside
        .split(/[, /]+/)
        .map((part) => (part === '' ? Number.NaN : Number(part)))
      const scale = form === 'color' ? 255 : 1
      const parts = [red, green, blue].map((part) => Math.round(part * scale))
      return {
        hex: `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`,
        cover: Number.isNaN(red)
          ? 'unknown'
          : alpha === 0
            ? 'none'
            : alpha < 1
              ? 'partly'
              : 'whole',
      }
    }
    let isExchange = true
    const note = (colors: Map<string, Set<string>>, before: string, now: string) => {
      const [was, is] = [read(before), read(now)]
      if (was.cover !== is.cover || is.cover === 'unknown') isExchange = false
      if (was.cover === 'none') return
      // One that shines through, over its like, looks as if it did not: it counts, too.
      colors.set(was.hex, (colors.get(was.hex) ?? new Set()).add(is.hex))
    }
    const fronts = new Map<string, Set<string>>()
    const grounds = new Map<string, Set<string>>()
    for (const { element, color, backgroundColor } of seen.elements) {
      const now = getComputedStyle(element)
      note(fronts, color, now.color)
      note(grounds, backgroundColor, now.backgroundColor)
    }
    const isCovered = [document.body, document.documentElement].some(
      (element) => read(getComputedStyle(element).backgroundColor).cover === 'whole',
    )
    // The color of the window itself belongs to no element.
    if (!isExchange || !isCovered) return false

    const luminance = (hex: string) => {
      const [red = 0, green = 0, blue = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
    }
    return seen.texts.every(({ fgColor, bgColor, shadowColor, expectedContrastRatio }) => {
      // There is an image behind it, or something covers it: axe says so for every theme.
      if (fgColor === undefined || bgColor === undefined) return true
      const [of, on] = [fronts.get(fgColor), grounds.get(bgColor)]
      if (!of || !on || shadowColor !== undefined) return false
      const least = Number.parseFloat(expectedContrastRatio ?? '')
      const ratios = [...of].flatMap((one) =>
        [...on].map((other) => luminance(one) / luminance(other)),
      )
      // All of them light on dark, or all dark on light: then also what lies between them.
      return ratios.every((ratio) => ratio > least) || ratios.every((ratio) => 1 / ratio > least)
    })
  })

/** What axe reports about a text. */
interface TextColors {
  readonly fgColor?: string
  readonly bgColor?: string
  readonly shadowColor?: string
  /** Such as `4.5:1`. */
  readonly expectedContrastRatio?: string
}

/** Of the run before. */
interface Seen {
  readonly texts: TextColors[]
  /** Links that differ from their text only by color. */
  readonly linksByColor: Element[]
  readonly elements: { element: Element; color: string; backgroundColor: string }[]
}

interface Check {
  evaluate(this: { data(found: unknown): void }, element: Element, ...rest: unknown[]): unknown
}

interface AxeInPage {
  run(context: ElementContext, options: RunOptions): Promise<AxeResults>
  seen?: Seen
  readonly _audit: {
    /** The impact of a rule is that of whatever it finds. */
    readonly rules: readonly { id: string; impact: string | null }[]
    readonly checks: Record<'color-contrast' | 'link-in-text-block-style', Check>
  }
}

/** Colors in transition to the other theme have contrasts that do not last. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const ends = document.getAnimations().filter((animation) => {
      const end = animation.effect?.getComputedTiming().endTime
      return end !== undefined && end !== null && Number.isFinite(Number(end))
    })
    await Promise.allSettled(ends.map((animation) => animation.finished))
  })

function describe(violation: Violation, theme: Theme): string[] {
  if (violation.impact !== 'serious' && violation.impact !== 'critical') return []
  const places = violation.nodes.map(({ target, failureSummary = '' }) => {
    const why = failureSummary.split('\n').slice(1).join(' ').replace(/\s+/g, ' ').trim()
    return `    ${target.join(' ')}: ${why}`
  })
  return [`  ${theme}, ${violation.impact}, ${violation.id}: ${violation.help}`, ...places]
}
