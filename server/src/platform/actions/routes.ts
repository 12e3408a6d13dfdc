import { contract, type ListInput, type Namespace } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { parseListing } from '../../domain/listing.ts'
import { readTargetType, targetLabels } from '../../domain/response/targets.ts'
import { mapBatches, mapRows } from '../../domain/rows.ts'
import { asArray } from '../../http/answer-forms.ts'
import type { Route } from '../../http/route.ts'
import type { PlatformDeps } from '../deps.ts'
import { type WorkerView, workersOfAll, workerView } from '../engines/workers.ts'
import type { ActionInput } from './dispatch.ts'
import { dispatch } from './dispatch.ts'
import { respondersFor } from './responders.ts'
import { actionsOf, searchActions } from './store.ts'
import { idOf, requireTarget, type Target, targetNotFound } from './targets.ts'
import { type ActionView, actionView } from './views.ts'

/** The same calls in both dialects of the connector. */
export function actionRoutes(route: Route, deps: PlatformDeps, wake: () => void): void {
  const engine = answers(deps, 'engine', wake)
  route(contract.listEngineResponders, engine.responders)
  route(contract.searchEngineResponders, engine.searchResponders)
  route(contract.listEngineActionsOf, engine.actionsOf)
  route(contract.listEngineActionsOfAlert, engine.actionsOfAlert)
  route(contract.listEngineActions, engine.search)
  route(contract.searchEngineActions, engine.search)
  route(contract.runEngineAction, ({ caller, origin, input: { engineId, ...rest } }) =>
    engine.run(caller, origin, { engine: engineId, ...rest }),
  )
  const cortex = answers(deps, 'cortex', wake)
  route(contract.listCortexResponders, cortex.responders)
  route(contract.searchCortexResponders, cortex.searchResponders)
  route(contract.listCortexActionsOf, cortex.actionsOf)
  route(contract.listCortexActionsOfAlert, cortex.actionsOfAlert)
  route(contract.listCortexActions, cortex.search)
  route(contract.searchCortexActions, cortex.search)
  route(contract.runCortexAction, ({ caller, origin, input: { cortexId, ...rest } }) =>
    cortex.run(caller, origin, { engine: cortexId, ...rest }),
  )
}

interface Call<P, I> {
  caller: Caller
  params: P
  input: I
}

type OnTarget = Call<{ objectType: string; id: string }, unknown>

function answers(deps: PlatformDeps, namespace: Namespace, wake: () => void) {
  const { db, dialect } = deps

  const actionsOn = async ({ organization }: Caller, target: Target): Promise<ActionView[]> => {
    const label = targetLabels[target.type]
    const batches = await actionsOf(db, organization, label, idOf(target))
    return asArray(mapBatches(batches, (rows) => rows.map((row) => actionView(row, namespace))))
  }

  return {
    async responders({ caller, params }: OnTarget): Promise<WorkerView[]> {
      const target = await visibleTarget(deps, caller, params.objectType, params.id)
      const found = await respondersFor(deps, caller.organization, target)
      return found.map((worker) => workerView(worker, namespace))
    },
    async searchResponders({
      caller,
      input,
    }: Call<unknown, { query?: Record<string, unknown> }>): Promise<WorkerView[]> {
      const query = input.query ?? {}
      const found = await workersOfAll(deps, caller.organization, (engine) =>
        engine.searchWorkers('responder', query),
      )
      return found.map((worker) => workerView(worker, namespace))
    },
    async actionsOf({ caller, params }: OnTarget) {
      return actionsOn(caller, await visibleTarget(deps, caller, params.objectType, params.id))
    },
    async actionsOfAlert({ caller, params }: Call<{ id: string }, unknown>) {
      return actionsOn(caller, await visibleTarget(deps, caller, 'alert', params.id))
    },
    async search({ caller, input }: Call<unknown, ListInput>) {
      const found = await searchActions(db, dialect, caller.organization, parseListing(input))
      return mapRows(found, (row) => actionView(row, namespace))
    },
    async run(caller: Caller, origin: Origin, input: ActionInput): Promise<ActionView> {
      const row = await dispatch(deps, caller, origin, namespace, input)
      wake()
      return actionView(row, namespace)
    },
  }
}

/** For callers who may not run responders there is nothing to run them on. */
async function visibleTarget(
  { db }: PlatformDeps,
  caller: Caller,
  objectType: string,
  id: string,
): Promise<Target> {
  const type = readTargetType(objectType)
  if (type instanceof AppError) throw type
  if (!caller.roles.includes('analyze')) throw targetNotFound(type)
  return requireTarget(db, caller.organization, type, id)
}
