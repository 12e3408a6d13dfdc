import type { Namespace } from '@assay/contract'
import { askerOf, type Caller, type Origin } from '../../domain/caller.ts'
import { AppError, notFound } from '../../domain/errors.ts'
import { removed } from '../../domain/redaction.ts'
import type { EngineJob } from '../../domain/response/engine-answers.ts'
import { failedActionReport } from '../../domain/response/reports.ts'
import { readTargetType, runProblem, targetDataType } from '../../domain/response/targets.ts'
import type { PlatformDeps } from '../deps.ts'
import { type EngineCalls, EngineFailure } from '../engines/calls.ts'
import { engineNotFound } from '../engines/refusals.ts'
import type { EngineServer } from '../engines/server.ts'
import type { ActionRow } from '../rows.ts'
import type { NamedStart } from '../tracking/named-start.ts'
import { type StartKind, startJob } from '../tracking/start.ts'
import type { StartRequest } from '../tracking/starts.ts'
import { changeOpenAction, insertAction, namedAction } from './store.ts'
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

/** The steps of "run a responder": find what it is run on, choose the engine, store, call, record. */
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
  const request: StartRequest<ActionSubject> = {
    engine: engine.name,
    workerId: input.responderId,
    asker: askerOf(caller),
    input: {
      label: titleOf(target),
      data: dataOf(target),
      dataType: targetDataType(deps.config.platform.name, target.type),
      tlp: tlpOf(target),
      pap: papOf(target),
      parameters,
      ...(input.overrideReason === undefined ? {} : { overrideReason: input.overrideReason }),
    },
    subject: { ...targetColumns(target), rootId: rootOfTarget(target), parameters },
  }
  return await startJob(deps, { caller, origin }, actionStarts(deps), engine, request, named)
}

interface ActionSubject extends ReturnType<typeof targetColumns> {
  readonly rootId: string
  readonly parameters: Record<string, unknown>
}

/** How an action is started, and recorded. */
export const actionStarts = (deps: PlatformDeps): StartKind<ActionSubject, ActionRow> => ({
  name: 'action',
  worker: 'Responder',
  runsOnce: true,
  run: (engine, calls, request, organization) => run(deps, organization, engine, calls, request),
  find: namedAction,
  async record(w, { request, job, columns }, failed) {
    const { rootId, parameters: sent, ...target } = request.subject
    const parameters = shownParameters(sent, job)
    const responder = job?.workerId ?? request.workerId
    const started = await insertAction(w, {
      responder_id: responder,
      responder_name: job?.workerName ?? responder,
      responder_definition: job?.workerDefinition ?? responder,
      engine_id: request.engine,
      engine_job_id: job?.id ?? '',
      ...target,
      parameters: JSON.stringify(parameters),
      ...columns,
    })
    const ended =
      failed === undefined
        ? undefined
        : await changeOpenAction(w, started.id, {
            status: 'Failure',
            end_date: w.now,
            report: failedActionReport(failed, parameters),
            next_poll_at: null,
          })
    const row = ended ?? started
    w.record({
      operation: 'create',
      objectType: 'action',
      objectId: row.id,
      rootId,
      details: eventDetails(row),
    })
    return row
  },
})

/** Without what the engine keeps secret; of one that did not answer, without anything that may be. */
function shownParameters(
  sent: Record<string, unknown>,
  job: EngineJob | undefined,
): Record<string, unknown> {
  const isHidden = (name: string) =>
    job ? job.hidden.includes(name) : name !== 'organisation' && name !== 'user'
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, isHidden(name) ? removed : value]),
  )
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
  organization: string,
  engine: EngineServer,
  calls: EngineCalls,
  { workerId: id, input }: StartRequest,
): Promise<EngineJob> {
  try {
    return await calls.runResponder(id, input)
  } catch (error) {
    const isUnknown = error instanceof EngineFailure && error.status === 404
    const other = isUnknown ? await sameByName(deps, organization, engine, id) : undefined
    if (other === undefined) throw error
    return await calls.runResponder(other, input)
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
