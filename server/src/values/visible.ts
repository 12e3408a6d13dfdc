import type { Deps } from '../deps.ts'
import type { Caller } from '../domain/caller.ts'
import { mayCall } from '../domain/roles.ts'
import type { Held } from './holders.ts'

/** Whoever may see jobs sees every value of the organization, others those of its alerts and cases. */
export const seesAll = ({ config }: Pick<Deps, 'config'>, caller: Caller): boolean =>
  mayCall(caller.roles, ['analyze', 'orgadmin']) || config.auth.readOnlyAccess

export const isHeld = (held: Held | undefined): boolean =>
  held !== undefined && (held.caseCount > 0 || held.alerts > 0)
