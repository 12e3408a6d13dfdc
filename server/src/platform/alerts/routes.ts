import { type AlertV0, contract, type Input } from '@assay/contract'
import { replyOutcomeOf } from '../../domain/mail/reply.ts'
import { mapBatches } from '../../domain/rows.ts'
import { asArray, withLists } from '../../http/answer-forms.ts'
import type { Route } from '../../http/route.ts'
import { readById } from '../../storage/rows/pages.ts'
import { similarCasesV0 } from '../cases/similar.ts'
import { answerWhoReported } from '../changes/answers.ts'
import {
  actorOf,
  type Call,
  type CallOfOne,
  inLockOrder,
  type Writing,
  write,
} from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { filesOf } from '../observables/create.ts'
import { observablesOfAlert } from '../observables/store.ts'
import { observableV0 } from '../observables/views.ts'
import { requireAlert } from '../parents/alert.ts'
import { resolved } from '../parents/resolved.ts'
import { rowsOf } from '../parents/rows.ts'
import { bothVersions, showOne, viewContext } from '../render/both-versions.ts'
import type { AlertRow } from '../rows.ts'
import { createAlert } from './create.ts'
import { readAlertChange, readNewAlert, readObservables } from './inputs.ts'
import { removeAlert } from './remove.ts'
import { type AlertChange, closesAlert, updateAlert } from './update.ts'
import { alertV0, alertViews } from './views.ts'

export function alertRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const both = bothVersions(route, db, alertViews)

  both(contract.createAlert, contract.createAlertV1, async (call) => {
    const observables = await readObservables(deps, call.caller.organization, call.input)
    return await write(
      deps,
      actorOf(call),
      (w) => createAlert(w, readNewAlert(call.input, observables)),
      filesOf(observables),
    )
  })

  const present = ({ caller, params }: CallOfOne) =>
    requireAlert(db, caller.organization, params.id)
  route(contract.getAlert, async (call) => {
    const row = await present(call)
    const { organization } = call.caller
    if (!call.input.similarity) return showOne(alertViews.v0, row, viewContext(db, organization))
    const { artifacts: _, similarCases: __, ...head } = alertV0(row)
    return withLists<AlertV0>(head, {
      artifacts: mapBatches(observablesOfAlert(db, organization, row.id), (observables) =>
        observables.map(observableV0),
      ),
      similarCases: await similarCasesV0(db, organization, row.id),
    })
  })
  route(contract.getAlertV1, async (call) =>
    showOne(alertViews.v1, await present(call), viewContext(db, call.caller.organization)),
  )

  /** Where a user closes the alert, those who reported its email are answered. */
  const updateByCaller = async (w: Writing, call: Call, id: string, change: AlertChange) => {
    const row = await updateAlert(w, { id }, change)
    // guard: server/test/mail/replies.test.ts
    if (!closesAlert(row, change)) return row
    await answerWhoReported(deps, w, call, { alertId: id }, replyOutcomeOf(row.dismissal))
    return row
  }
  const update = (call: CallOfOne, change: AlertChange) =>
    write(deps, actorOf(call), async (w) => {
      const { id } = await requireAlert(w.tx, w.organization, call.params.id)
      return updateByCaller(w, call, id, change)
    })
  const change = (call: CallOfOne & { input: Input<typeof contract.updateAlert> }) =>
    update(call, readAlertChange(call.input))
  both(contract.updateAlert, contract.updateAlertV1, change, present)
  both(contract.markAlertAsRead, contract.markAlertAsReadV1, (call) => update(call, { read: true }))
  both(contract.markAlertAsUnread, contract.markAlertAsUnreadV1, (call) =>
    update(call, { read: false }),
  )
  both(contract.followAlert, contract.followAlertV1, (call) => update(call, { follow: true }))
  both(contract.unfollowAlert, contract.unfollowAlertV1, (call) => update(call, { follow: false }))

  /** The same change to each; answers the ids in the order given. */
  const updateAll = (call: Call, ids: readonly string[], change: AlertChange) =>
    write(deps, actorOf(call), async (w) => {
      const found = await resolved(w, requireAlert, ids)
      for (const id of inLockOrder(found)) await updateByCaller(w, call, id, change)
      return found
    })
  route(contract.updateAlerts, async (call) => {
    const { organization } = call.caller
    const ids = await updateAll(call, call.input.ids, readAlertChange(call.input))
    const rows = readById<AlertRow>(db, rowsOf(organization, 'alert'), ids)
    const context = viewContext(db, organization)
    return asArray(mapBatches(rows, (alerts) => alertViews.v0(alerts, context)))
  })
  route(contract.updateAlertsV1, async (call) => {
    await updateAll(call, call.input.ids, readAlertChange(call.input))
  })

  const remove = (call: Call, ids: readonly string[]) =>
    write(deps, actorOf(call), async (w) => {
      for (const id of inLockOrder(await resolved(w, requireAlert, ids)))
        await removeAlert(w, { id })
    })
  both(contract.deleteAlert, contract.deleteAlertV1, (call) => remove(call, [call.params.id]))
  both(contract.deleteAlerts, contract.deleteAlertsV1, (call) => remove(call, call.input.ids))
}
