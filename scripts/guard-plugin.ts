// A plugin of Vite: loads one source with its guard broken, as `BREAK_GUARD` names it (`file:line`) at that
// moment. The checkout stays as it is, so a run that is stopped leaves nothing behind, and several can run at
// once.
import { appendFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Plugin } from 'vitest/config'
import { broke, marksIn, nameOf } from './guard-marks.ts'

const root = dirname(import.meta.dirname)

const pathOf = (id: string) => relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/')

/** `seen` is a file that names the guards whose source was loaded broken. */
export function breakGuard(seen: string): Plugin {
  const name = () => process.env.BREAK_GUARD ?? ''
  const isBroken = (id: string) => pathOf(id) === name().slice(0, name().lastIndexOf(':'))
  return {
    name: 'break-guard',
    enforce: 'pre',
    // Other sources may come from the cache of ordinary runs. A broken one must never get there.
    api: { vitest: { ignoreFsModuleCache: true } },
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (isBroken(id) ? false : undefined))
    },
    transform(source, id) {
      if (!isBroken(id)) return undefined
      const { guards } = marksIn(pathOf(id), source, () => true)
      const guard = guards.find((each) => nameOf(each) === name())
      if (!guard) throw new Error(`There is no guard ${name()}`)
      appendFileSync(seen, `${name()}\n`)
      return { code: broke(source, guard), map: null }
    },
  }
}
