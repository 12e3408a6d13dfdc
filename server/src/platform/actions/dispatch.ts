import type { Namespace } from '@assay/contract'
import { askerOf, type Caller, type Origin } from '../../domain/caller.ts'
import { AppError, notFound } from '../../domain/errors.ts'
import type { EngineJob } from '../../domain/response/engine-answers.ts'
import { readTargetType, runProblem, targetDataType } from '../../domain/response/targets.ts'
import type { PlatformDeps } from '../deps.ts'
import { EngineFailure } from '../engines/calls.ts'
import { asRefusal, engineNotFound } from '../engines/refusals.ts'
import type { EngineServer } from '../engines/server.ts'
import type { ActionRow } from '../rows.ts'
import { type NamedStart, namedColumns } from '../tracking/named-start.ts'
import { recordStarted } from '../tracking/record-started.ts'
import { insertAction } from './store.ts'
import {
  dataOf,
  papOf,
  requireTarget,
  rootOfTarget,
  type Target,
  targetColumns,
  targetNotFound,
  titleOf,
  tlpOf,
} from './targets.ts'
import { eventDetails } from './views.ts'

export interface ActionInput {
  readonly responderId: string
  /** Name of the engine server; left out, the first that knows the responder. */
  readonly engine: string | undefined
  readonly objectType: string
  readonly objectId: string
  readonly parameters?: Record<string, unknown> | undefined
  readonly overrideReason?: string | undefined
}

/** The steps of "run a responder": find what it is run on, choose the engine, call it, record it. */
export async function dispatch(
  deps: PlatformDeps,
  caller: Caller,
  origin: Origin,
  namespace: Namespace,
  input: ActionInput,
  named?: NamedStart,
): Promise<ActionRow> {
  const target = await targetOf(deps, caller, namespace, input)
  const engine = await chooseEngine(deps, caller.organization, namespace, input)
  // By these two a responder knows for whom it works; callers cannot override them.
  const parameters = {
    ...input.parameters,
    organisation: caller.organization,
    user: caller.login,
  }
  const job = await run(
    deps,
    caller,
    engine,
    input.responderId,
    {
      label: titleOf(target),
      data: dataOf(target),
      dataType: targetDataType(deps.config.platform.name, target.type),
      tlp: tlpOf(target),
      pap: papOf(target),
      parameters,
      ...(input.overrideReason === undefined ? {} : { overrideReason: input.overrideReason }),
    },
    named?.key,
  )
  return await record(deps, caller, origin, { input, target, engine, job, parameters, named })
}

async function targetOf(
  { db }: PlatformDeps,
  caller: Caller,
  namespace: Namespace,
  { objectType, objectId }: ActionInput,
): Promise<Target> {
  const type = readTargetType(objectType)
  if (type instanceof AppError) throw type
  const problem = runProblem(namespace, type)
  if (problem) throw problem
  if (!caller.roles.includes('analyze')) throw targetNotFound(type)
  return requireTarget(db, caller.organization, type, objectId)
}

async function chooseEngine(
  { engines }: PlatformDeps,
  organization: string,
  namespace: Namespace,
  { engine: name, responderId }: ActionInput,
): Promise<EngineServer> {
  if (name !== undefined) {
    const engine = engines.find(organization, name)
    if (!engine) throw engineNotFound(namespace, name)
    return engine
  }
  for (const engine of engines.availableTo(organization)) {
    // One that does not answer is one that does not know it.
    const known = await engine
      .as(organization)
      .worker('responder', responderId)
      .catch(() => undefined)
    if (known) return engine
  }
  throw notFound('Responder', responderId)
}

async function run(
  deps: PlatformDeps,
  caller: Caller,
  engine: EngineServer,
  id: string,
  input: Record<string, unknown>,
  requestKey: string | undefined,
): Promise<EngineJob> {
  const { organization } = caller
  const calls = engine.for(organization, askerOf(caller), requestKey)
  try {
    return await calls.runResponder(id, input)
  } catch (error) {
    const isUnknown = error instanceof EngineFailure && error.status === 404
    const other = isUnknown ? await sameByName(deps, organization, engine, id) : undefined
    if (other === undefined) throw asRefusal(engine.name, 'Responder', id, error)
    return await calls.runResponder(other, input).catch((again: unknown) => {
      throw asRefusal(engine.name, 'Responder', id, again)
    })
  }
}

/**
 * A responder of several engines is listed under the id of the first. A request that names another
 * engine means the responder of the same name there.
 */
async function sameByName(
  { engines }: PlatformDeps,
  organization: string,
  engine: EngineServer,
  id: string,
): Promise<string | undefined> {
  const names = new Set<string>()
  for (const other of engines.availableTo(organization)) {
    if (other.name === engine.name) continue
    const known = await other
      .as(organization)
      .worker('responder', id)
      .catch(() => undefined)
    if (known) names.add(known.name)
  }
  for (const name of names) {
    const query = { _field: 'name', _value: name }
    const found = await engine
      .as(organization)
      .searchWorkers('responder', query)
      .catch(() => [])
    const same = found.find((worker) => worker.name === name)
    if (same) return same.id
  }
  return undefined
}

interface Started {
  readonly input: ActionInput
  readonly target: Target
  readonly engine: EngineServer
  readonly job: EngineJob
  readonly parameters: Record<string, unknown>
  readonly named: NamedStart | undefined
}

async function record(
  deps: PlatformDeps,
  caller: Caller,
  origin: Origin,
  { input, target, engine, job, parameters, named }: Started,
): Promise<ActionRow> {
  const responder = job.workerId ?? input.responderId
  const message = `The responder runs as job ${job.id} of the engine ${engine.name}, but recording the action failed`
  const started = { engine, job, what: 'an action', message }
  return await recordStarted(deps, { caller, origin }, started, async (w) => {
    const row = await insertAction(w, {
      responder_id: responder,
      responder_name: job.workerName ?? responder,
      responder_definition: job.workerDefinition ?? responder,
      engine_id: engine.name,
      engine_job_id: job.id,
      ...targetColumns(target),
      parameters: JSON.stringify(parameters),
      ...namedColumns(named),
    })
    w.record({
      operation: 'create',
      objectType: 'action',
      objectId: row.id,
      rootId: rootOfTarget(target),
      details: eventDetails(row),
    })
    return row
  })
}
