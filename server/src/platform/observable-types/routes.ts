import { contract } from '@assay/contract'
import type { Route } from '../../http/route.ts'
import type { Call, CallOfOne } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { keptBy } from '../rows.ts'
import { createType, removeType } from './change.ts'
import { observableTypesOf, requireObservableType } from './store.ts'
import { observableTypeV0, observableTypeV1, observableTypeViews } from './views.ts'

export function observableTypeRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const both = bothVersions(route, db, observableTypeViews)

  const list = async ({ caller }: Call) => [
    ...(await observableTypesOf(db, keptBy(caller))).values(),
  ]
  const get = ({ caller, params }: CallOfOne) =>
    requireObservableType(db, keptBy(caller), params.id)

  route(contract.listObservableTypes, async (call) => (await list(call)).map(observableTypeV0))
  route(contract.listObservableTypesV1, async (call) => (await list(call)).map(observableTypeV1))
  both(contract.getObservableType, contract.getObservableTypeV1, get)
  both(contract.createObservableType, contract.createObservableTypeV1, (call) =>
    createType(deps, call),
  )
  both(contract.deleteObservableType, contract.deleteObservableTypeV1, (call) =>
    removeType(deps, call),
  )
}
