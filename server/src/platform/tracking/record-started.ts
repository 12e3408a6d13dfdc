import type { Caller, Origin } from '../../domain/caller.ts'
import { AppError } from '../../domain/errors.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'

export interface StartedJob {
  readonly engine: { readonly name: string }
  readonly job: { readonly id: string }
  /** `an action` or `an analysis`, for the log. */
  readonly what: string
  /** What the caller reads when it could not be recorded. */
  readonly message: string
}

/**
 * From here on the job runs. A crash before the row is written leaves an unknown job; a failure of
 * the database is reported as something that must not be repeated blindly.
 */
export const recordStarted = <T>(
  deps: PlatformDeps,
  call: { readonly caller: Caller; readonly origin: Origin },
  { engine, job, what, message }: StartedJob,
  save: (w: Writing) => Promise<T>,
): Promise<T> =>
  write(deps, actorOf(call), save).catch((err: unknown) => {
    deps.log.error({ err, engine: engine.name, job: job.id }, `failed to record ${what}`)
    throw new AppError('EngineError', message)
  })
