import { AppError } from '../../domain/errors.ts'
import type { EngineJob } from '../../domain/response/engine-answers.ts'
import { nextRetryMs } from '../../domain/response/tracking-rules.ts'
import { type Actor, actorOf, type Call, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type EngineCalls, EngineFailure } from '../engines/calls.ts'
import { asRefusal } from '../engines/refusals.ts'
import type { EngineServer } from '../engines/server.ts'
import type { NamedStart } from './named-start.ts'
import { keepStart, postponeStart, removeStart, type Start, type StartRequest } from './starts.ts'

/** What the row of an action or analysis is made of. */
export interface Recorded<S> {
  readonly request: StartRequest<S>
  /** Missing if it ends before it has begun. */
  readonly job: EngineJob | undefined
  readonly columns: { readonly request_key: string; readonly cause_run: string | null }
}

/** The part of a start that actions and analyses do differently. */
export interface StartKind<S, Row> {
  readonly name: Start['kind']
  readonly worker: 'Responder' | 'Analyzer'
  /** Without request keys it is never repeated: its effect is unknown. */
  readonly runsOnce: boolean
  run(
    engine: EngineServer,
    calls: EngineCalls,
    request: StartRequest<S>,
    organization: string,
  ): Promise<EngineJob>
  find(w: Writing, requestKey: string): Promise<Row | undefined>
  /** Stores and records it; with `failed` it has ended with that reason. */
  record(w: Writing, recorded: Recorded<S>, failed?: string): Promise<Row>
}

/**
 * A call to our own engine has a name and may be repeated, so another process takes over soon. Elsewhere, and with
 * a file, the time limit of the call must have passed.
 */
const ownLeaseMs = 15_000
export const leaseMs = 150_000

/**
 * Row first, call second: killed in between, another process takes it up under the same name, which starts nothing
 * twice. Nothing shows it before the engine's answer.
 */
export async function startJob<S, Row>(
  deps: PlatformDeps,
  call: Call,
  kind: StartKind<S, Row>,
  engine: EngineServer,
  request: StartRequest<S>,
  named: NamedStart | undefined,
): Promise<Row> {
  const actor = actorOf(call)
  const now = deps.clock.now()
  const dueAt = now + (engine.isOwn && !request.file ? ownLeaseMs : leaseMs)
  const start = await keepStart(deps, actor, kind.name, request, { now, dueAt, named })
  const outcome = await ask(deps, kind, start)
  switch (outcome.is) {
    case 'job':
      return await recordJob(deps, actor, kind, start, outcome.job)
    case 'refused':
    case 'unsent':
      await removeStart(deps.db, start)
      throw outcome.error
    case 'unknown':
      throw await unanswered(deps, actor, kind, engine, start, outcome.error)
  }
}

/** What becomes of it when the engine may have started the job; returns what the caller reads. */
async function unanswered<S, Row>(
  deps: PlatformDeps,
  actor: Actor,
  kind: StartKind<S, Row>,
  engine: EngineServer,
  start: Start<S>,
  error: AppError,
): Promise<AppError> {
  if (engine.isOwn) {
    // A rule repeats its step.
    if (start.due_at === null) return error
    const due_at = deps.clock.now() + nextRetryMs(1)
    // Otherwise its lease expires.
    await postponeStart(deps.db, start, { due_at, failures: 1 }).catch(() => undefined)
    return new AppError(
      error.type,
      `${error.message}. Do not repeat this: Assay asks again until the engine responds, and the job starts once`,
    )
  }
  if (kind.runsOnce) await recordFailure(deps, actor, kind, start, unknownFate(error.message))
  else await removeStart(deps.db, start)
  return error
}

export const unknownFate = (why: string) =>
  `It is unknown whether the responder ran: ${why}. It is not repeated. Check its effect, then run it again if necessary`

export type Outcome =
  | { readonly is: 'job'; readonly job: EngineJob }
  | { readonly is: 'refused' | 'unsent' | 'unknown'; readonly error: AppError }

/** One call of the engine, and what follows from its failure. */
export async function ask<S, Row>(
  deps: PlatformDeps,
  kind: StartKind<S, Row>,
  start: Start<S>,
): Promise<Outcome> {
  const { organization, engine_id, request, request_key } = start
  const engine = deps.engines.find(organization, engine_id)
  if (kind.runsOnce && start.attempts > 1 && !engine?.isOwn) {
    const message = `the server stopped while it called the engine ${engine_id}`
    return { is: 'unknown', error: new AppError('EngineError', message) }
  }
  if (!engine) {
    const message = `The engine ${engine_id} is not configured for this organization`
    return { is: 'refused', error: new AppError('EngineError', message) }
  }
  try {
    const calls = engine.for(organization, request.asker, request_key)
    return { is: 'job', job: await kind.run(engine, calls, request, organization) }
  } catch (error) {
    if (error instanceof AppError) return { is: 'refused', error }
    return {
      is: meaningOf(error),
      error: asRefusal(engine.name, kind.worker, request.workerId, error),
    }
  }
}

/** Only an engine that says no has certainly not started it; at 5xx it may have. */
function meaningOf(error: unknown): 'refused' | 'unsent' | 'unknown' {
  if (!(error instanceof EngineFailure)) return 'unknown'
  if (error.isUnsent) return 'unsent'
  return error.status !== undefined && error.status < 500 ? 'refused' : 'unknown'
}

/** Of two processes that have the answer, the second finds the row of the first. */
export const recordJob = <S, Row>(
  deps: PlatformDeps,
  actor: Actor,
  kind: StartKind<S, Row>,
  start: Start<S>,
  job: EngineJob,
): Promise<Row> => recordOnce(deps, actor, kind, start, { job, failed: undefined })

export const recordFailure = <S, Row>(
  deps: PlatformDeps,
  actor: Actor,
  kind: StartKind<S, Row>,
  start: Start<S>,
  failed: string,
): Promise<Row> => recordOnce(deps, actor, kind, start, { job: undefined, failed })

async function recordOnce<S, Row>(
  deps: PlatformDeps,
  actor: Actor,
  kind: StartKind<S, Row>,
  start: Start<S>,
  { job, failed }: { job: EngineJob | undefined; failed: string | undefined },
): Promise<Row> {
  try {
    return await write(deps, actor, async (w) => {
      const isFirst = await removeStart(w.tx, start)
      const known = isFirst ? undefined : await kind.find(w, start.request_key)
      if (known) return known
      const columns = { request_key: start.request_key, cause_run: start.cause_run }
      return await kind.record(w, { request: start.request, job, columns }, failed)
    })
  } catch (err) {
    const { engine_id: engine, kind: what } = start
    deps.log.error({ err, engine, job: job?.id }, `failed to record an ${what}`)
    if (!job) throw err
    throw new AppError(
      'EngineError',
      `The ${kind.worker.toLowerCase()} runs as job ${job.id} of the engine ${engine}, but recording it failed. Do not repeat this: it is recorded later`,
    )
  }
}
