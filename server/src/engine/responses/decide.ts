import type { Caller, Origin } from '../../domain/caller.ts'
import { badRequest, notAllowed, notFound, overlap } from '../../domain/errors.ts'
import { approvalProblem, changedMessage } from '../../domain/protection/plan.ts'
import { lockedBudget } from '../budgets/store.ts'
import type { EngineDeps } from '../deps.ts'
import { overLimit } from '../gates/hourly.ts'
import { recheck } from '../gates/recheck.ts'
import {
  endHeldJob,
  findResponse,
  gateActor,
  moveResponse,
  type ResponseRow,
  recordResponse,
  submittedWithinMs,
} from '../gates/store.ts'
import { tooMany } from '../gates/submission.ts'
import { publishNotices, tellRequester, withdrawQuestion } from '../gates/tell.ts'
import { findJob } from '../job-rows/store.ts'
import { findPolicy, rulesOf } from '../protection/policies.ts'
import { findWorker } from '../workers/store.ts'
import { openHeldJob } from './open.ts'
import { approversOf } from './views.ts'

export interface Deciding {
  readonly caller: Caller
  readonly origin: Origin
  readonly id: string
  readonly reason: string | undefined
}

/** Starts what was asked for: only what was asked for, as it is configured now. */
export async function approve(deps: EngineDeps, deciding: Deciding): Promise<ResponseRow> {
  const { caller, origin, id, reason } = deciding
  const row = await requireAsked(deps, caller, id)
  await refuseApprover(deps, row, caller)
  const now = deps.clock.now()
  // guard: server/test/engine/guarded-responses.test.ts
  if (row.expires_at !== null && row.expires_at <= now) throw noLonger('it expired')
  const problem = await changedProblem(deps, row)
  if (problem !== undefined) {
    await endResponse(deps, row, 'void', problem, { ...gateActor }, caller.login)
    throw overlap(problem)
  }
  const { db, dialect } = deps
  const worker = await findWorker(db, row.organization, 'responder', row.worker_id)
  const policy = await findPolicy(db, row.organization, row.worker_id)
  const moved = await db.transaction().execute(async (tx) => {
    const budget = await lockedBudget(tx, deps, worker?.budget_id ?? null)
    const counting = { dialect, now, perHour: policy?.per_hour ?? null, row }
    const over = await overLimit(tx, counting, 'approved')
    // guard: server/test/engine/decided-at-once.test.ts
    if (over) throw tooMany(over)
    const change = { state: 'approved', ...decided(caller, now, reason) } as const
    const approved = await moveResponse(tx, row, change)
    // guard: server/test/engine/decided-at-once.test.ts
    if (!approved || !worker || !(await openHeldJob(deps, tx, row, worker, budget)))
      throw noLonger('another user decided about it, or its job was deleted')
    await recordResponse(tx, { ...origin, login: caller.login }, now, row, 'approve', {
      requestedBy: row.requested_by,
      ...(reason === undefined ? {} : { reason }),
    })
    await withdrawQuestion(tx, row)
    return approved
  })
  if (worker?.budget_id) deps.openHeldJobs()
  deps.wake()
  deps.events.publish({ jobId: row.job_id, organization: row.organization, status: 'Waiting' })
  return moved
}

export async function reject(deps: EngineDeps, deciding: Deciding): Promise<ResponseRow> {
  const { caller, origin, id, reason } = deciding
  const row = await requireAsked(deps, caller, id)
  await refuseApprover(deps, row, caller)
  const because = reason === undefined ? '' : `: ${reason}`
  const message = `Rejected by ${caller.login}${because}. Nothing happened.`
  const actor = { ...origin, login: caller.login }
  return endResponse(deps, row, 'rejected', message, actor, caller.login, reason)
}

export async function withdraw(deps: EngineDeps, deciding: Deciding): Promise<ResponseRow> {
  const { caller, origin, id, reason } = deciding
  const row = await requireAsked(deps, caller, id)
  // guard: server/test/engine/guarded-responses.test.ts
  if (row.requested_by !== caller.login)
    throw notAllowed('Only the user who asked can withdraw it. Reject it instead')
  const message = `Withdrawn by ${caller.login}. Nothing happened.`
  const actor = { ...origin, login: caller.login }
  return endResponse(deps, row, 'withdrawn', message, actor, caller.login, reason)
}

const decided = (caller: Pick<Caller, 'login'>, now: number, reason: string | undefined) => ({
  decided_by: caller.login,
  decided_at: now,
  decision_reason: reason ?? null,
})

const noLonger = (why: string) => overlap(`This response can no longer be decided: ${why}`)

async function requireAsked(
  { db, clock }: Pick<EngineDeps, 'db' | 'clock'>,
  caller: Caller,
  id: string,
): Promise<ResponseRow> {
  const row = await findResponse(db, caller.organization, id)
  if (!row) throw notFound('response', id)
  // guard: server/test/engine/guarded-responses.test.ts
  if (row.state !== 'asked') throw noLonger(`it is ${row.state}`)
  const isNew = row.created_at > clock.now() - submittedWithinMs
  // Decided now, its job would be stored afterwards and wait forever.
  // guard: server/test/engine/decided-at-once.test.ts
  if (isNew && !(await findJob(db, row.organization, row.job_id)))
    throw overlap('This response is still being stored. Try again in a moment')
  return row
}

/** By the policy of now: whom it no longer names may not approve what was asked before. */
async function refuseApprover(
  { db }: Pick<EngineDeps, 'db'>,
  row: ResponseRow,
  caller: Caller,
): Promise<void> {
  const policy = await findPolicy(db, row.organization, row.worker_id)
  const approvers = policy ? rulesOf(policy).approvers : approversOf(row)
  const problem = approvalProblem({ ...row, approvers }, caller)
  // guard: server/test/automation/rules-rights.test.ts
  if (problem !== undefined) throw notAllowed(problem)
}

/** An approval covers what was asked, and protected observables that the asker named. */
async function changedProblem(deps: EngineDeps, row: ResponseRow): Promise<string | undefined> {
  const { db } = deps
  const { organization } = row
  const [job, worker, policy] = await Promise.all([
    findJob(db, organization, row.job_id),
    findWorker(db, organization, 'responder', row.worker_id),
    findPolicy(db, organization, row.worker_id),
  ])
  // guard: server/test/engine/guarded-responses.test.ts
  if (!worker || !job) return changedMessage
  return recheck(deps, { job, row, worker, policy })
}

/** Ends a request without having started anything. */
export async function endResponse(
  deps: Pick<EngineDeps, 'db' | 'clock' | 'events' | 'bus'>,
  row: ResponseRow,
  state: 'void' | 'rejected' | 'withdrawn' | 'expired',
  message: string,
  actor: Origin & { readonly login: string },
  login: string,
  reason?: string,
): Promise<ResponseRow> {
  const { db, clock, events } = deps
  const now = clock.now()
  const changes = { void: 'void', rejected: 'reject', withdrawn: 'withdraw', expired: 'expire' }
  const moved = await db.transaction().execute(async (tx) => {
    const ended = await moveResponse(tx, row, {
      state,
      message,
      ended_at: now,
      ...(actor.login === gateActor.login ? {} : decided({ login }, now, reason)),
    })
    if (!ended) return undefined
    await endHeldJob(tx, row, message, login, now)
    await recordResponse(tx, actor, now, row, changes[state], { message })
    await withdrawQuestion(tx, row)
    const by = actor.login === gateActor.login ? undefined : login
    const told = state === 'withdrawn' ? [] : await tellRequester(tx, row, message, now, by)
    return { ended, told }
  })
  if (!moved) throw noLonger('another user decided about it')
  publishNotices(deps, moved.told)
  events.publish({ jobId: row.job_id, organization: row.organization, status: 'Failure' })
  return moved.ended
}

/** Said of a wrong filter. */
export const unknownFilter = () => badRequest('Use state or open, not both')
