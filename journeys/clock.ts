import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const minute = 60_000

/** A program with this environment, and pages, whose clocks a journey moves. */
export function makeClock() {
  const folder = mkdtempSync(join(tmpdir(), 'assay-clock-'))
  const file = join(folder, 'ahead')
  writeFileSync(file, '0')
  return {
    environment: {
      NODE_OPTIONS: `--import=${new URL('movable-clock.mjs', import.meta.url).href}`,
      TEST_CLOCK_FILE: file,
    },
    /** Of the program and of these pages. */
    async goAhead(minutes: number, ...pages: readonly Page[]): Promise<void> {
      writeFileSync(file, String(minutes * minute))
      for (const page of pages) await page.clock.setSystemTime(Date.now() + minutes * minute)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
