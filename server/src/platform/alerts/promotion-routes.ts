import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import { readPromotedCase } from '../cases/inputs.ts'
import { caseViews } from '../cases/views.ts'
import { actorOf, type Call, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireAlert } from '../parents/alert.ts'
import { requireCase } from '../parents/case.ts'
import { resolved } from '../parents/resolved.ts'
import { bothVersions } from '../render/both-versions.ts'
import { mergeAlerts, previewMerge, promoteAlert, unlinkAlert } from './promote.ts'

/** How an alert gets a case: by becoming one, or by going into one. */
export function promotionRoutes(route: Route, deps: PlatformDeps): void {
  const both = bothVersions(route, deps.db, caseViews, deps.config.platform.level)

  both(contract.promoteAlert, contract.promoteAlertV1, (call) =>
    write(deps, actorOf(call), async (w) => {
      const alert = await requireAlert(w.tx, w.organization, call.params.id)
      return promoteAlert(w, alert, call.input.caseTemplate, readPromotedCase(call.input))
    }),
  )

  const merge = (call: Call, alerts: readonly string[], caseId: string) =>
    write(deps, actorOf(call), async (w) => {
      const ids = await resolved(w, requireAlert, alerts)
      return await mergeAlerts(w, ids, await requireCase(w.tx, w.organization, caseId))
    })
  both(contract.mergeAlert, contract.mergeAlertV1, (call) =>
    merge(call, [call.params.id], call.params.caseId),
  )
  both(contract.mergeAlerts, contract.mergeAlertsV1, (call) =>
    merge(call, call.input.alertIds, call.input.caseId),
  )
  route(contract.previewAlertMerge, async ({ caller: { organization }, input }) => {
    const { db } = deps
    const ids = await resolved({ tx: db, organization }, requireAlert, input.alertIds)
    return previewMerge(db, organization, ids, await requireCase(db, organization, input.caseId))
  })
  route(contract.unlinkAlert, (call) =>
    write(deps, actorOf(call), async (w) =>
      unlinkAlert(
        w,
        await requireCase(w.tx, w.organization, call.params.id),
        await requireAlert(w.tx, w.organization, call.params.alertId),
      ),
    ),
  )
}
