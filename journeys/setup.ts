import type { TestProject } from 'vitest/node'
import { findBrowser, howToHaveOne, installBrowser, mayInstall } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser, or why there is none. */
    browser: { path: string } | { reason: string }
  }
}

/** Looks for a browser once for all test files. Where there is none, its tests show as skipped. */
export default function setup(project: TestProject): void {
  project.provide('browser', lookForBrowser())
}

function lookForBrowser(): { path: string } | { reason: string } {
  try {
    const path = findBrowser()
    if (path !== undefined) return { path }
    if (!mayInstall()) return without(howToHaveOne)
    process.stderr.write('No browser here: installing Chromium with apt-get …\n')
    const problem = installBrowser()
    const brought = findBrowser()
    return brought === undefined ? without(problem ?? howToHaveOne) : { path: brought }
  } catch (error) {
    return without(error instanceof Error ? error.message : String(error))
  }
}

function without(reason: string) {
  process.stderr.write(`The journeys in a browser are skipped: ${reason}\n`)
  return { reason }
}
