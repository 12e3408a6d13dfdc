import type { Locator, Page } from 'playwright-core'

/** A screen that needs more presses is not usable by keyboard. */
const maxSteps = 120

/**
 * Presses Tab until `target` has the focus. Fails when it is not reached, and when the focus is
 * anywhere on the way where it cannot be seen.
 */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < maxSteps; step += 1) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(problemOfFocus)
    if (problem) throw new Error(`${page.url()}: ${problem}`)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${page.url()}: ${maxSteps} presses of Tab do not reach ${target}`)
}

/** Runs in the page: a ring of 2 px, in the window, and nothing above it (WCAG 2.4.7, 2.4.11). */
function problemOfFocus(): string | undefined {
  const focused = document.activeElement
  // Between the last and the first control the focus is outside of the page.
  if (!focused || focused === document.body) return undefined
  const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`
  const around = [focused, focused.parentElement, focused.parentElement?.parentElement]
  const ringed = around.find((element) => {
    if (!element) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!ringed) return `the focus cannot be seen: ${name.slice(0, 80)}`
  const { left, top, width, height } = ringed.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  if (shown && (ringed.contains(shown) || shown.contains(focused))) return undefined
  return `the focus is covered or outside of the window: ${name.slice(0, 80)}`
}
