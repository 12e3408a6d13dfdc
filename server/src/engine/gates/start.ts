import type { ProtectedEntry } from '../../domain/protection/entries.ts'
import { changedMessage, planHash } from '../../domain/protection/plan.ts'
import { targetsIn } from '../../domain/protection/targets.ts'
import { isCareful } from '../../domain/responder-policy.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { findPolicy, type PolicyRow, rulesOf } from '../protection/policies.ts'
import { findWorker } from '../workers/store.ts'
import { planOf } from './plan.ts'
import { describeStop, stoppedTargets, tooWide } from './protection.ts'
import {
  gateActor,
  isUndo,
  moveResponse,
  type ResponseRow,
  recordResponse,
  responseOfJob,
  storedPlan,
} from './store.ts'

type StartDeps = Pick<EngineDeps, 'db' | 'queue' | 'config' | 'clock'>

const notStarted = 'Nothing was started.'

/**
 * The gate once more, right before a responder starts: why it must not, or nothing. From then on the response is
 * running, and if this process is lost, no one knows what it did.
 */
export async function startProblem(deps: StartDeps, job: ClaimedJob): Promise<string | undefined> {
  const db = deps.queue
  const { organization } = job
  const row = await responseOfJob(db, organization, job.id)
  const policy = await findPolicy(db, organization, job.worker_id)
  if (!row && !policy) return undefined
  // What was approved includes how it is undone.
  if (!row && (await isUndo(db, organization, job.id))) return undefined
  const problem = await problemOf(deps, job, row, policy)
  if (!row) return problem
  if (problem === undefined) {
    const running = await moveResponse(db, { ...row, state: 'approved' }, { state: 'running' })
    return running ? undefined : `This response is no longer approved. ${notStarted}`
  }
  const now = deps.clock.now()
  await db.transaction().execute(async (tx) => {
    const change = { state: 'void', message: problem, ended_at: now } as const
    const moved = await moveResponse(tx, { ...row, state: 'approved' }, change)
    if (moved) await recordResponse(tx, gateActor, now, moved, 'void', { message: problem })
  })
  return problem
}

// guards: server/test/engine/guarded-responses.test.ts
async function problemOf(
  deps: StartDeps,
  job: ClaimedJob,
  row: ResponseRow | undefined,
  policyRow: PolicyRow | undefined,
): Promise<string | undefined> {
  const db = deps.queue
  if (row && row.state !== 'approved') return `This response is not approved. ${notStarted}`
  if (row?.needs_approval === 1) {
    const worker = await findWorker(db, job.organization, 'responder', job.worker_id)
    if (!worker || planHash(planOf(worker, job)) !== row.plan_hash) return changedMessage
  }
  if (!policyRow) return undefined
  const policy = rulesOf(policyRow)
  if (policy.approval === 'always' && row?.needs_approval !== 1)
    return `It needs an approval since its policy was changed. ${notStarted} Request it again`
  if (!isCareful(policy)) return undefined
  const hashes = job.attachment_id === null ? [] : [job.attachment_id]
  const targets = [
    ...targetsIn(job.data_type, job.data ?? undefined, hashes),
    ...(row ? storedPlan(row).named : []),
  ]
  const wide = tooWide(targets)
  if (wide !== undefined) return `${wide}. ${notStarted}`
  const overridden = new Set(overridesOf(row).map(({ id }) => id))
  const stops = await stoppedTargets({ ...deps, db }, job.organization, targets)
  const stop = stops.find(({ entry }) => !overridden.has(entry.id))
  return stop && `${describeStop(stop)}. ${notStarted}`
}

export const overridesOf = (row: ResponseRow | undefined): ProtectedEntry[] =>
  row === undefined ? [] : JSON.parse(row.overrides)

/** Its file could not be fetched: it waits again as if it had never been taken. */
export async function notBegun(deps: StartDeps, job: ClaimedJob): Promise<void> {
  const row = await responseOfJob(deps.queue, job.organization, job.id)
  if (row) await moveResponse(deps.queue, { ...row, state: 'running' }, { state: 'approved' })
}
