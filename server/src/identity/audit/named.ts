import type { Clock } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import { audit } from './store.ts'

/** Records changes of what an organization knows by name: `feed.publish`, `resource.delete` … */
export const auditNamed =
  (clock: Clock, objectType: string) =>
  (
    tx: Db,
    { caller, origin }: { caller: Caller; origin: Origin },
    change: string,
    name: string,
    details: Record<string, unknown> = {},
  ) =>
    audit(tx, { login: caller.login, ...origin }, clock.now(), {
      action: `${objectType}.${change}`,
      objectType,
      objectId: name,
      organization: caller.organization,
      details,
    })
