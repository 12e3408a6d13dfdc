import { findBuiltin } from '@assay/analyzers'
import type { BuiltinModule } from './builtin-thread.ts'

/** Imported by a thread as `builtin-module?<name>`, see `builtin-modules.ts`. */
const name = decodeURIComponent(new URL(import.meta.url).search.slice(1))
const builtin = await findBuiltin(name)?.load()

export const run: BuiltinModule['run'] = (input, context) => {
  if (!builtin) throw new Error(`Unknown built-in ${name}`)
  return builtin.execute(input, context)
}
