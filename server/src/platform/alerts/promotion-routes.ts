import { contract } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, write } from '../changes/write.ts'
import { definitionsFor } from '../custom-fields/store.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireAlert } from '../parents/alert.ts'
import { requireCase } from '../parents/case.ts'
import { caseV0 } from '../render/v0.ts'
import { caseV1 } from '../render/v1.ts'
import type { CaseRow } from '../rows.ts'
import { mergeAlerts, promoteAlert } from './promote.ts'
import { resolved } from './routes.ts'

/** How an alert gets a case: by becoming one, or by going into one. */
export function promotionRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const v1Of = async (row: CaseRow) => caseV1(row, await definitionsFor(db, row))

  const promote = (caller: Caller, origin: Origin, id: string, template: string | undefined) =>
    write(deps, actorOf(caller, origin), async (w) =>
      promoteAlert(w, await requireAlert(w.tx, w.organization, id), template),
    )
  route(contract.promoteAlert, async ({ caller, origin, params, input }) =>
    caseV0(await promote(caller, origin, params.id, input.caseTemplate)),
  )
  route(contract.promoteAlertV1, async ({ caller, origin, params, input }) =>
    v1Of(await promote(caller, origin, params.id, input.caseTemplate)),
  )

  const merge = (caller: Caller, origin: Origin, alerts: readonly string[], caseId: string) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const ids = await resolved(w, alerts)
      return await mergeAlerts(w, ids, await requireCase(w.tx, w.organization, caseId))
    })
  route(contract.mergeAlert, async ({ caller, origin, params }) =>
    caseV0(await merge(caller, origin, [params.id], params.caseId)),
  )
  route(contract.mergeAlertV1, async ({ caller, origin, params }) =>
    v1Of(await merge(caller, origin, [params.id], params.caseId)),
  )
  route(contract.mergeAlerts, async ({ caller, origin, input }) =>
    caseV0(await merge(caller, origin, input.alertIds, input.caseId)),
  )
  route(contract.mergeAlertsV1, async ({ caller, origin, input }) =>
    v1Of(await merge(caller, origin, input.alertIds, input.caseId)),
  )
}
