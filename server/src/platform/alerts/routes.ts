import { type AlertV0, type AlertV1, contract, type Input } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { mapBatches } from '../../domain/rows.ts'
import { asArray, type Route, withLists } from '../../http/route.ts'
import { readById } from '../../storage/row-pages.ts'
import { rowsOf, similarCasesV0 } from '../cases/similar.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import { definitionsFor } from '../custom-fields/store.ts'
import type { PlatformDeps } from '../deps.ts'
import { filesOf } from '../observables/create.ts'
import { countOfAlerts, observablesOfAlert } from '../observables/store.ts'
import { requireAlert } from '../parents/alert.ts'
import { alertV0, observableV0 } from '../render/v0.ts'
import { alertV1 } from '../render/v1.ts'
import type { AlertRow } from '../rows.ts'
import { createAlert } from './create.ts'
import { readAlertChange, readNewAlert, readObservables } from './inputs.ts'
import { removeAlert } from './remove.ts'
import { type AlertChange, updateAlert } from './update.ts'
import { alertsV0 } from './views.ts'

export function alertRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const oneV0 = async (row: AlertRow): Promise<AlertV0> =>
    (await alertsV0(db, row.organization, [row]))[0] ?? alertV0(row)

  const oneV1 = async (row: AlertRow): Promise<AlertV1> => {
    const counts = await countOfAlerts(db, row.organization, [row.id])
    return alertV1(row, await definitionsFor(db, row), counts.get(row.id) ?? 0)
  }

  const create = async (
    caller: Caller,
    origin: Origin,
    input: Input<typeof contract.createAlert>,
  ) => {
    const observables = await readObservables(deps, caller.organization, input)
    return await write(
      deps,
      actorOf(caller, origin),
      (w) => createAlert(w, readNewAlert(input, observables)),
      filesOf(observables),
    )
  }
  route(contract.createAlert, async ({ caller, origin, input }) =>
    oneV0(await create(caller, origin, input)),
  )
  route(contract.createAlertV1, async ({ caller, origin, input }) =>
    oneV1(await create(caller, origin, input)),
  )

  route(contract.getAlert, async ({ caller, params, input }) => {
    const { organization } = caller
    const row = await requireAlert(db, organization, params.id)
    if (!input.similarity) return oneV0(row)
    const { artifacts: _, similarCases: __, ...head } = alertV0(row)
    return withLists<AlertV0>(head, {
      artifacts: mapBatches(observablesOfAlert(db, organization, row.id), (observables) =>
        observables.map(observableV0),
      ),
      similarCases: await similarCasesV0(db, organization, row.id),
    })
  })
  route(contract.getAlertV1, async ({ caller, params }) =>
    oneV1(await requireAlert(db, caller.organization, params.id)),
  )

  /** The same change to each; answers the ids in the order given. */
  const updateAll = (caller: Caller, origin: Origin, ids: readonly string[], change: AlertChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const found = await resolved(w, ids)
      // In one order everywhere, so that two such calls cannot wait for each other.
      for (const id of found.toSorted()) await updateAlert(w, { id }, change)
      return found
    })
  const update = (caller: Caller, origin: Origin, id: string, change: AlertChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const found = await requireAlert(w.tx, w.organization, id)
      return updateAlert(w, found, change)
    })

  route(contract.updateAlert, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => oneV0(await requireAlert(db, caller.organization, params.id)))
    return oneV0(await update(caller, origin, params.id, readAlertChange(input)))
  })
  route(contract.updateAlertV1, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => oneV1(await requireAlert(db, caller.organization, params.id)))
    await update(caller, origin, params.id, readAlertChange(input))
  })
  route(contract.updateAlerts, async ({ caller, origin, input }) => {
    const { organization } = caller
    const ids = await updateAll(caller, origin, input.ids, readAlertChange(input))
    const rows = readById<AlertRow>(db, rowsOf(organization, 'alert'), ids)
    return asArray(mapBatches(rows, (alerts) => alertsV0(db, organization, alerts)))
  })
  route(contract.updateAlertsV1, async ({ caller, origin, input }) => {
    await updateAll(caller, origin, input.ids, readAlertChange(input))
  })

  type Switch = [typeof contract.followAlert, typeof contract.followAlertV1, AlertChange]
  const switches: Switch[] = [
    [contract.markAlertAsRead, contract.markAlertAsReadV1, { read: true }],
    [contract.markAlertAsUnread, contract.markAlertAsUnreadV1, { read: false }],
    [contract.followAlert, contract.followAlertV1, { follow: true }],
    [contract.unfollowAlert, contract.unfollowAlertV1, { follow: false }],
  ]
  for (const [inV0, inV1, change] of switches) {
    route(inV0, async ({ caller, origin, params }) =>
      oneV0(await update(caller, origin, params.id, change)),
    )
    route(inV1, async ({ caller, origin, params }) => {
      await update(caller, origin, params.id, change)
    })
  }

  const remove = (caller: Caller, origin: Origin, ids: readonly string[]) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const found = await resolved(w, ids)
      for (const id of found.toSorted()) await removeAlert(w, { id })
    })
  route(contract.deleteAlert, ({ caller, origin, params }) => remove(caller, origin, [params.id]))
  route(contract.deleteAlertV1, ({ caller, origin, params }) => remove(caller, origin, [params.id]))
  route(contract.deleteAlerts, ({ caller, origin, input }) => remove(caller, origin, input.ids))
  route(contract.deleteAlertsV1, ({ caller, origin, input }) => remove(caller, origin, input.ids))
}

/** Ids or names → ids, each once. */
export async function resolved(w: Writing, idsOrNames: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const idOrName of idsOrNames)
    ids.add((await requireAlert(w.tx, w.organization, idOrName)).id)
  return [...ids]
}
