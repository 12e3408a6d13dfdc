import type { Deps } from '../../deps.ts'
import type { Caller } from '../../domain/caller.ts'
import { mayCall } from '../../domain/roles.ts'
import { type Held, holdersOf } from './holders.ts'
import type { Wanted } from './named.ts'

/**
 * Readers with access to jobs see every value of the organization, others those of its alerts and
 * cases.
 */
export const seesAll = ({ config }: Pick<Deps, 'config'>, caller: Caller): boolean =>
  mayCall(caller.roles, ['analyze', 'orgadmin']) || config.auth.readOnlyAccess

export const isHeld = (held: Held | undefined): boolean =>
  held !== undefined && (held.caseCount > 0 || held.alerts > 0)

/** The keys of the values that are visible to the caller. */
export type MayShow = (wanted: readonly Wanted[]) => Promise<ReadonlySet<string>>

export function shownTo(deps: Pick<Deps, 'config' | 'db'>, caller: Caller): MayShow {
  const all = seesAll(deps, caller)
  return async (wanted) => {
    if (all) return new Set(wanted.map(({ key }) => key))
    const held = await holdersOf(deps.db, caller.organization, wanted)
    return new Set(wanted.filter(({ key }) => isHeld(held.get(key))).map(({ key }) => key))
  }
}
