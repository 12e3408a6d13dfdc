import { contract } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { notAllowed } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { findAlert } from '../parents/alert.ts'
import { findCase } from '../parents/case.ts'
import { observableV0 } from '../render/v0.ts'
import { observableV1 } from '../render/v1.ts'
import type { ObservableRow } from '../rows.ts'
import {
  addObservables,
  filesOf,
  type ObservableInput,
  type ObservableOwner,
  readObservableInputs,
} from './create.ts'
import { removeObservable } from './remove.ts'
import { requireObservable } from './store.ts'
import { type ObservableChange, updateObservable } from './update.ts'

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}

export function observableRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  type Creation = Call & {
    readonly params: { id: string }
    readonly input: ObservableInput
    setStatus(status: number): void
  }

  /** An unknown case, and one of somebody else, is refused and not missing: clients expect it so. */
  const ownerOf = {
    case: async ({ caller, params }: Creation): Promise<ObservableOwner> => {
      const row = await findCase(db, caller.organization, params.id)
      if (!row) throw notAllowed('Operation not permitted')
      return { caseId: row.id }
    },
    alert: async ({ caller, params }: Creation): Promise<ObservableOwner> => {
      const row = await findAlert(db, caller.organization, params.id)
      if (!row) throw notAllowed('Operation not permitted')
      return { alertId: row.id }
    },
  }

  const creation =
    <T>(kind: keyof typeof ownerOf, view: (row: ObservableRow) => T) =>
    async (call: Creation) => {
      const owner = await ownerOf[kind](call)
      const inputs = await readObservableInputs(deps, call.caller.organization, call.input)
      const { created, failures } = await write(
        deps,
        actorOf(call.caller, call.origin),
        (w) => addObservables(w, owner, inputs),
        filesOf(inputs),
      )
      if (failures.length === 0) return created.map(view)
      // Also for a single one, as clients of today's platform expect: an error would end their scripts.
      call.setStatus(207)
      return { success: created.map(view), failure: failures }
    }

  const change = ({ caller, origin }: Call, ids: readonly string[], input: ObservableChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const rows: ObservableRow[] = []
      // In one order, so that two bulk changes cannot wait for each other.
      for (const id of [...new Set(ids)].sort()) rows.push(await updateObservable(w, { id }, input))
      return rows
    })

  const remove = ({ caller, origin, params }: Call & { params: { id: string } }) =>
    write(deps, actorOf(caller, origin), async (w) =>
      removeObservable(w, await requireObservable(w.tx, w.organization, params.id)),
    )

  route(contract.createCaseObservable, creation('case', observableV0))
  route(contract.createAlertObservable, creation('alert', observableV0))
  route(contract.createCaseObservableV1, creation('case', observableV1))
  route(contract.createAlertObservableV1, creation('alert', observableV1))

  route(contract.getObservable, async ({ caller, params }) =>
    observableV0(await requireObservable(db, caller.organization, params.id)),
  )
  route(contract.getObservableV1, async ({ caller, params }) =>
    observableV1(await requireObservable(db, caller.organization, params.id)),
  )

  const present = ({ caller, params }: { caller: Caller; params: { id: string } }) =>
    requireObservable(db, caller.organization, params.id)

  route(contract.updateObservable, async (call) => {
    await call.refuseChanges(async () => observableV0(await present(call)))
    const [row] = await change(call, [call.params.id], call.input)
    return observableV0(row as ObservableRow)
  })
  route(contract.updateObservableV1, async (call) => {
    await call.refuseChanges(async () => observableV1(await present(call)))
    await change(call, [call.params.id], call.input)
  })
  route(contract.updateObservables, async (call) => {
    const { ids, ...input } = call.input
    await change(call, ids, input)
  })
  route(contract.updateObservablesV1, async (call) => {
    const { ids, ...input } = call.input
    await change(call, ids, input)
  })

  route(contract.deleteObservable, remove)
  route(contract.deleteObservableV1, remove)
}
