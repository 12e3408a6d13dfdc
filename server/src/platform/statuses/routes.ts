import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { keptBy } from '../rows.ts'
import { createStatus, moveStatus, type NewStatus, removeStatus } from './change.ts'
import { findStatus, type StatusKind, statusNotFound } from './store.ts'
import { alertStatusV1, caseStatusV1 } from './views.ts'

export function statusRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const create = async (kind: StatusKind, call: Call & { input: NewStatus }) =>
    write(deps, actorOf(call), (w) => createStatus(w, keptBy(call.caller), kind, call.input))
  const get = async (kind: StatusKind, { caller, params }: CallOfOne) => {
    const row = await findStatus(db, keptBy(caller), kind, params.id)
    if (!row) throw statusNotFound(kind)
    return row
  }
  type Move = CallOfOne & { input: Pick<NewStatus, 'order' | 'pauses'> }
  const move = (kind: StatusKind, call: Move) =>
    write(deps, actorOf(call), (w) =>
      moveStatus(w, keptBy(call.caller), kind, call.params.id, call.input),
    )
  const remove = (kind: StatusKind, call: CallOfOne) =>
    write(deps, actorOf(call), (w) => removeStatus(w, keptBy(call.caller), kind, call.params.id))

  route(contract.createCaseStatus, async (call) => caseStatusV1(await create('case', call)))
  route(contract.getCaseStatus, async (call) => caseStatusV1(await get('case', call)))
  route(contract.updateCaseStatus, async (call) => {
    await call.refuseChanges(async () => caseStatusV1(await get('case', call)))
    await move('case', call)
  })
  route(contract.deleteCaseStatus, (call) => remove('case', call))
  route(contract.createAlertStatus, async (call) => alertStatusV1(await create('alert', call)))
  route(contract.getAlertStatus, async (call) => alertStatusV1(await get('alert', call)))
  route(contract.updateAlertStatus, async (call) => {
    await call.refuseChanges(async () => alertStatusV1(await get('alert', call)))
    await move('alert', call)
  })
  route(contract.deleteAlertStatus, (call) => remove('alert', call))
}
