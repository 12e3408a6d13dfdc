import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type CallOfOne, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { changeDashboard, createDashboard, removeDashboard, requireOwner } from './change.ts'
import { requireDashboard } from './store.ts'
import { dashboardV0 } from './views.ts'

/** Lists are in `query/routes.ts`, with all others. */
export function dashboardRoutes(route: Route, deps: PlatformDeps): void {
  const change = <T>(call: Call, work: (w: Writing) => Promise<T>) =>
    write(deps, actorOf(call), work)
  const own = async (w: Writing, { caller, params }: CallOfOne) =>
    requireOwner(caller, await requireDashboard(w.tx, caller, params.id))

  route(contract.createDashboard, async (call) =>
    dashboardV0(await change(call, (w) => createDashboard(w, call.input))),
  )
  route(contract.getDashboard, async ({ caller, params }) =>
    dashboardV0(await requireDashboard(deps.db, caller, params.id)),
  )
  route(contract.updateDashboard, async (call) =>
    dashboardV0(
      await change(call, async (w) => changeDashboard(w, await own(w, call), call.input)),
    ),
  )
  route(contract.deleteDashboard, (call) =>
    change(call, async (w) => removeDashboard(w, await own(w, call))),
  )
}
