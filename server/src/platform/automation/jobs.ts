import { hash } from 'node:crypto'
import type { Namespace, RuleObjectType } from '@assay/contract'
import { type Said, said } from '../../domain/automation/sentences.ts'
import { AppError } from '../../domain/errors.ts'
import type { EngineWorker } from '../../domain/response/engine-answers.ts'
import { type TargetType, takesDataType, targetDataType } from '../../domain/response/targets.ts'
import { analyst } from '../../domain/values/decision.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { dispatch } from '../actions/dispatch.ts'
import { analyze, analyzerOf, contextOf } from '../analyses/analyze.ts'
import type { PlatformDeps } from '../deps.ts'
import { findObservable } from '../observables/store.ts'
import type { ObservableRow } from '../rows.ts'
import { type NamedStart, startedAs } from '../tracking/named-start.ts'
import { type Acting, isCanceled, type StepEnd } from './acting.ts'
import { cancelPlanned } from './stop.ts'
import { jobsSince, type RuleRow, type StepRow } from './store.ts'

const day = 86_400_000
const namespace: Namespace = 'cortex'

/**
 * Jobs of a step, each under a name of its own: after a crash between the answer of the engine and the end of the
 * step the same name gets the same job.
 */
export async function startJobs(
  deps: PlatformDeps,
  acting: Acting,
  step: StepRow,
): Promise<StepEnd> {
  const { db } = deps
  const { rule } = acting
  if (step.kind === 'respond') {
    // guard: server/test/automation/rules-jobs.test.ts
    if ((await reserve(deps, rule, step, 1)) === 0)
      return skipped(said('reason.jobs', { count: rule.jobs_per_day }))
    return await respond(deps, acting, step)
  }
  const observable = await findObservable(db, rule.organization, step.target_id)
  if (!observable) return skipped(said('reason.gone'))
  const { analyzer, set, dataTypes } = JSON.parse(step.arguments) as {
    analyzer?: string
    set?: string
    dataTypes?: string[]
  }
  // guard: server/test/automation/rules-sets.test.ts
  if (set !== undefined && !takesDataType(dataTypes ?? [], observable.data_type))
    return skipped(said('reason.setType', { set, dataType: observable.data_type }))
  const analyzers =
    analyzer === undefined ? await lastAnalyzers(db, rule.organization, observable) : [analyzer]
  if (analyzers.length === 0) return skipped(said('reason.nothing'))
  const left = analyzers.slice(0, await reserve(deps, rule, step, analyzers.length))
  const ends: StepEnd[] = []
  for (const name of left) ends.push(await analyzeOne(deps, acting, step, observable, name))
  // Turned off while the engine was asked: what waits is canceled like the rest.
  if (await isCanceled(db, step)) await cancelLate(deps, acting)
  const done = ends.filter(({ state }) => state === 'done')
  const end = done[0] ?? ends[0] ?? skipped(said('reason.nothing'))
  return {
    ...end,
    ...(step.kind === 'analyzeAgain' && { jobs: done.length }),
    ...(left.length < analyzers.length && {
      reason: said('reason.jobs', { count: rule.jobs_per_day }),
    }),
  }
}

/**
 * How many of these jobs the rule may start today. Its row is locked while they are counted and noted, so steps that
 * several processes do at the same moment together start no more than that.
 */
async function reserve(
  { db, dialect, clock }: PlatformDeps,
  { id, organization, jobs_per_day }: RuleRow,
  step: StepRow,
  wanted: number,
): Promise<number> {
  return await db.transaction().execute(async (tx) => {
    await dialect
      .lockContent(tx.selectFrom('rules').select('id').where(ownedRow(organization, id)))
      .execute()
    const used = await jobsSince(tx, id, clock.now() - day, step)
    // guard (open = wanted): server/test/automation/rules-jobs.test.ts
    const reserved = Math.max(0, Math.min(wanted, jobs_per_day - used))
    if (reserved > 0)
      await tx
        .updateTable('rule_steps')
        .set({ reserved })
        .where('organization', '=', organization)
        .where('run_id', '=', step.run_id)
        .where('seq', '=', step.seq)
        .execute()
    return reserved
  })
}

const skipped = (reason: Said): StepEnd => ({ state: 'skipped', reason })

async function analyzeOne(
  deps: PlatformDeps,
  { rule, run, caller }: Acting,
  step: StepRow,
  observable: ObservableRow,
  name: string,
): Promise<StepEnd> {
  const named = nameOf(step, name)
  const known = await startedAs(deps.db, 'observable_jobs', rule.organization, named.key)
  if (known !== undefined) return started(known)
  const worker = await findWorker(deps, rule.organization, 'analyzer', name)
  if (!worker) return skipped(said('reason.worker', { worker: name }))
  // guard: server/test/automation/rules-jobs.test.ts
  if (!takesDataType(worker.dataTypeList, observable.data_type))
    return skipped(said('reason.type', { worker: name, dataType: observable.data_type }))
  const { pap } = await contextOf(deps, observable)
  const above = levelReason(worker, name, { tlp: observable.tlp, pap })
  if (above) return skipped(above)
  const origin = { address: 'server', requestId: run.id }
  const row = await analyze(
    deps,
    caller,
    origin,
    namespace,
    { analyzerId: worker.id, engine: undefined, artifactId: observable.id },
    named,
  )
  return started(row.engine_job_id)
}

const started = (jobId: string): StepEnd => ({ state: 'done', resultType: 'job', resultId: jobId })

/** Why it may not be sent there, if so. */
export function levelReason(
  { maxTlp, maxPap }: Pick<EngineWorker, 'maxTlp' | 'maxPap'>,
  worker: string,
  { tlp, pap }: { readonly tlp: number; readonly pap: number },
): Said | undefined {
  if (tlp > maxTlp) return said('reason.tlp', { found: tlp, max: maxTlp, worker })
  if (pap > maxPap) return said('reason.pap', { found: pap, max: maxPap, worker })
  return undefined
}

/** `run/position/target`, and the name of the worker where there are several. */
const nameOf = ({ run_id, position, target_id }: StepRow, worker: string): NamedStart => {
  // Names may have spaces and any letters.
  const of = hash('sha256', worker).slice(0, 16)
  return { key: `${run_id}/${position}/${target_id}/${of}`, causeRun: run_id }
}

/** By its name or id, of the first engine that has it. An engine that does not answer is asked again later. */
export async function findWorker(
  { engines }: PlatformDeps,
  organization: string,
  kind: 'analyzer' | 'responder',
  name: string,
): Promise<EngineWorker | undefined> {
  let failure: unknown
  for (const engine of engines.availableTo(organization)) {
    const calls = engine.as(organization)
    try {
      const found =
        kind === 'analyzer'
          ? await analyzerOf(calls, name)
          : ((await calls.worker('responder', name)) ??
            (await calls.searchWorkers('responder', { _field: 'name', _value: name })).find(
              (worker) => worker.name === name,
            ))
      if (found) return found
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined)
    throw new AppError('EngineError', `No engine knows ${name}, and one did not respond`)
  return undefined
}

export const responderTypes: Partial<Record<RuleObjectType, TargetType>> = {
  alert: 'alert',
  case: 'case',
  observable: 'case_artifact',
  task: 'case_task',
}

/** A request like any other: the gate of the engine decides, and may ask a person. */
async function respond(deps: PlatformDeps, acting: Acting, step: StepRow): Promise<StepEnd> {
  const { rule, run, caller } = acting
  const { organization } = rule
  // Without names of requests a responder could run twice.
  // guard: server/test/automation/rules-jobs.test.ts
  if (deps.engines.availableTo(organization).some(({ isOwn }) => !isOwn))
    return { state: 'failed', reason: said('reason.foreign') }
  const { responder, parameters } = JSON.parse(step.arguments) as {
    responder: string
    parameters?: Record<string, unknown>
  }
  const named = nameOf(step, responder)
  const known = await startedAs(deps.db, 'actions', organization, named.key)
  if (known !== undefined) return started(known)
  const worker = await findWorker(deps, organization, 'responder', responder)
  if (!worker) return skipped(said('reason.worker', { worker: responder }))
  const { [step.target_type]: objectType } = responderTypes
  if (!objectType) return skipped(said('reason.noRoot'))
  const dataType = targetDataType(deps.config.platform.name, objectType)
  if (!takesDataType(worker.dataTypeList, dataType))
    return skipped(said('reason.type', { worker: responder, dataType }))
  const origin = { address: 'server', requestId: run.id }
  const input = {
    responderId: worker.id,
    engine: undefined,
    objectType,
    objectId: step.target_id,
    parameters,
  }
  const row = await dispatch(deps, caller, origin, namespace, input, named)
  if (await isCanceled(deps.db, step)) await cancelLate(deps, acting)
  const waits = await deps.db
    .selectFrom('guarded_responses')
    .select('state')
    .where('organization', '=', organization)
    .where('job_id', '=', row.engine_job_id)
    .executeTakeFirst()
  return {
    ...started(row.engine_job_id),
    ...(waits?.state === 'asked' && { reason: said('reason.approval') }),
  }
}

const cancelLate = ({ db, clock }: PlatformDeps, { run, rule }: Acting) =>
  db
    .transaction()
    .execute((tx) =>
      cancelPlanned(
        tx,
        { organization: run.organization, runId: run.id },
        said('reason.off', { rule: rule.name }),
        clock.now(),
      ),
    )

/** Those that said something about it, and are still there. */
export async function lastAnalyzers(
  db: Db,
  organization: string,
  { value_hash }: Pick<ObservableRow, 'value_hash'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('value_answers as a')
    .innerJoin('workers as w', (join) =>
      join.onRef('w.id', '=', 'a.worker_id').onRef('w.organization', '=', 'a.organization'),
    )
    .select('w.name')
    .distinct()
    .where('a.organization', '=', organization)
    .where('a.text_hash', '=', value_hash)
    .where('a.level', 'is not', null)
    .where('a.worker_id', '!=', analyst)
    .where('w.type', '=', 'analyzer')
    .orderBy('w.name')
    .limit(50)
    .execute()
  return rows.map(({ name }) => name)
}
