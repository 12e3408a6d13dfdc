import type { Caller, Origin } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import { offlineAnalyzers, readyAnalyzers } from '../catalogue/builtin.ts'
import type { EngineDeps } from '../deps.ts'
import { insertEnabled } from './enable.ts'

/**
 * A new organization gets every built-in analyzer that needs no settings, and no network unless
 * requested, under the names by which clients know definitions. In the transaction that creates the
 * organization.
 */
export async function enableBuiltin(
  deps: EngineDeps,
  tx: Db,
  which: 'offline' | 'all',
  organization: string,
  caller: Caller,
  origin: Origin,
): Promise<void> {
  if (!deps.runners.some(({ name }) => name === 'builtin')) return
  for (const definition of which === 'all' ? readyAnalyzers : offlineAnalyzers)
    await insertEnabled(deps, tx, organization, caller, origin, definition, { name: definition.id })
}
