import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type Owner, requireOwner } from '../parents/owner.ts'
import { showOne, viewContext } from '../render/both-versions.ts'
import type { ProcedureRow } from '../rows.ts'
import {
  createProcedure,
  createProcedures,
  type NewProcedure,
  removeProcedure,
  updateProcedure,
} from './change.ts'
import { procedureRows } from './store.ts'
import { procedureViews } from './views.ts'

export function procedureRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps
  const v1Of = (row: ProcedureRow) =>
    showOne(procedureViews.v1, row, viewContext(db, row.organization))
  const present = async ({ caller, params }: CallOfOne) =>
    v1Of(await procedureRows.require(db, caller.organization, params.id))

  const create = async (call: Call, kind: Owner['kind'], idOrName: string, input: NewProcedure) =>
    v1Of(
      await write(deps, actorOf(call), async (w) =>
        createProcedure(w, await requireOwner(w.tx, w.organization, kind, idOrName), input),
      ),
    )
  route(contract.createCaseProcedure, (call) => create(call, 'case', call.params.id, call.input))
  route(contract.createAlertProcedure, (call) => create(call, 'alert', call.params.id, call.input))
  route(contract.createProcedure, (call) => create(call, 'case', call.input.caseId, call.input))
  type Several = CallOfOne & { input: { procedures: NewProcedure[] } }
  const createSeveral = async (call: Several, kind: Owner['kind']) =>
    procedureViews.v1(
      await write(deps, actorOf(call), async (w) =>
        createProcedures(
          w,
          await requireOwner(w.tx, w.organization, kind, call.params.id),
          call.input.procedures,
        ),
      ),
      viewContext(db, call.caller.organization),
    )
  route(contract.createCaseProcedures, (call) => createSeveral(call, 'case'))
  route(contract.createAlertProcedures, (call) => createSeveral(call, 'alert'))
  route(contract.getProcedure, present)
  route(contract.updateProcedure, async (call) => {
    await call.refuseChanges(() => present(call))
    await write(deps, actorOf(call), (w) => updateProcedure(w, call.params.id, call.input))
  })
  route(contract.deleteProcedure, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeProcedure(w, await procedureRows.require(w.tx, w.organization, call.params.id)),
    ),
  )
  route(contract.deleteProcedures, (call) =>
    write(deps, actorOf(call), async (w) => {
      const ids = [...new Set(call.input.ids)].toSorted()
      for (const id of ids)
        await removeProcedure(w, await procedureRows.require(w.tx, w.organization, id))
    }),
  )
}
