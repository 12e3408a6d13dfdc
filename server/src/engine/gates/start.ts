import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { findPolicy, type PolicyRow } from '../protection/policies.ts'
import type { WorkerRow } from '../workers/store.ts'
import { overLimit } from './hourly.ts'
import { recheck } from './recheck.ts'
import {
  gateActor,
  isUndo,
  moveResponse,
  type ResponseRow,
  recordResponse,
  responseOfJob,
} from './store.ts'

type StartDeps = Pick<EngineDeps, 'db' | 'queue' | 'config' | 'clock' | 'dialect' | 'secrets'> &
  Partial<Pick<EngineDeps, 'catalogue'>>

/**
 * The gate once more, right before a responder starts: why it must not, or nothing. From then on the response is
 * running, and if this process is lost, no one knows what it did. `worker` is what will be run.
 */
export async function startProblem(
  deps: StartDeps,
  job: ClaimedJob,
  worker: WorkerRow,
): Promise<string | undefined> {
  const db = deps.queue
  const { organization } = job
  const row = await responseOfJob(db, organization, job.id)
  const policy = await findPolicy(db, organization, job.worker_id)
  if (!row && !policy) return undefined
  // What was approved includes how it is undone.
  if (!row && (await isUndo(db, organization, job.id))) return undefined
  // guard: server/test/engine/guarded-responses.test.ts
  if (row && row.state !== 'approved') return notApproved
  const problem = await recheck({ ...deps, db }, { job, row, worker, policy })
  if (!row) return problem
  return problem === undefined ? run(deps, row, policy) : end(deps, row, problem)
}

const notApproved = 'This response is not approved. Nothing was started.'

/** Counted in the transaction that starts it: two nodes may be about to start one each. */
const run = (deps: StartDeps, row: ResponseRow, policy: PolicyRow | undefined) =>
  deps.queue.transaction().execute(async (tx) => {
    const now = deps.clock.now()
    const counting = { dialect: deps.dialect, now, perHour: policy?.per_hour ?? null, row }
    const over = await overLimit(tx, counting, 'started')
    const change = over
      ? ({ state: 'void', message: over.message, ended_at: now } as const)
      : ({ state: 'running', started_at: now } as const)
    const moved = await moveResponse(tx, row, change)
    // guard: server/test/engine/guarded-responses.test.ts
    if (!moved) return notApproved
    if (over) await recordResponse(tx, gateActor, now, moved, 'void', { message: over.message })
    return over?.message
  })

async function end(deps: StartDeps, row: ResponseRow, problem: string): Promise<string> {
  const now = deps.clock.now()
  await deps.queue.transaction().execute(async (tx) => {
    const change = { state: 'void', message: problem, ended_at: now } as const
    const moved = await moveResponse(tx, row, change)
    if (moved) await recordResponse(tx, gateActor, now, moved, 'void', { message: problem })
  })
  return problem
}

/** Its file could not be fetched: it waits again as if it had never been taken. */
export async function notBegun(deps: Pick<EngineDeps, 'queue'>, job: ClaimedJob): Promise<void> {
  const row = await responseOfJob(deps.queue, job.organization, job.id)
  if (row)
    await moveResponse(
      deps.queue,
      { ...row, state: 'running' },
      { state: 'approved', started_at: null },
    )
}
