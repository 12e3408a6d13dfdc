import { actors } from '../../domain/actors.ts'
import { afterAnswer, type ProviderState } from '../../domain/budgets/breaker.ts'
import { heldNeeds, heldPriority } from '../../domain/budgets/fairness.ts'
import {
  type ProviderTrouble,
  troubleIn,
  troubleInReport,
} from '../../domain/budgets/provider-trouble.ts'
import { homeOrganization } from '../../domain/caller.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import {
  administratorsOf,
  type NoticedPerson,
  noticeEvent,
  notify,
  withdrawNotices,
} from '../../storage/rows/notices.ts'
import { recordBudgetEvents } from '../../storage/rows/rule-events.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import type { JobEnd } from '../queue/queue.ts'
import type { WorkerRow } from '../workers/store.ts'
import { countStarts } from './line.ts'
import { type BudgetRow, databaseMoment, lockedBudget, updateBudget } from './store.ts'

/** Longer reports are answers and no errors. */
const longestErrorReport = 65_536
const longestReason = 300
/** A provider that always says that its limit is reached is not asked forever. */
export const mostHolds = 3

/**
 * What the end of a job says about the provider, before the end is stored. True if the job was put back into the
 * line of its budget: then it has not ended. Without a budget nobody asks.
 */
export async function learn(
  deps: EngineDeps,
  job: ClaimedJob,
  worker: WorkerRow,
  end: JobEnd,
): Promise<boolean> {
  if (worker.budget_id === null) return false
  const trouble = troubleOf(job, end)
  try {
    let told: NoticedPerson[] = []
    const isHeld = await deps.jobQueue.together(async ({ db: tx }) => {
      told = []
      const budget = await lockedBudget(tx, deps, worker.budget_id)
      return budget
        ? apply(deps, tx, budget, job, trouble, reasonOf(budget, job, trouble, end), told)
        : false
    })
    for (const one of told) deps.bus.publish(noticeEvent(one, deps.clock.now()))
    // A provider that works again: what waits for it need not wait for the next look.
    if (trouble.is === 'other') deps.openHeldJobs()
    if (isHeld)
      deps.events.publish({ jobId: job.id, organization: job.organization, status: 'Waiting' })
    return isHeld
  } catch (err) {
    // The end of the job matters more than what it teaches.
    deps.log.warn({ err, job: job.id }, 'failed to note what a provider answered')
    return false
  }
}

async function apply(
  deps: EngineDeps,
  tx: Db,
  budget: BudgetRow,
  job: ClaimedJob,
  trouble: ProviderTrouble,
  reason: string,
  told: NoticedPerson[],
): Promise<boolean> {
  const now = await databaseMoment(tx, deps)
  const changed = afterAnswer(budget, trouble, now, reason)
  if (changed) await updateBudget(tx, budget.id, stateOf(changed))
  if (changed && changed.state !== budget.state) {
    told.push(...(await tellAdministrators(tx, budget, changed, now)))
    // The reason in the row of a budget that is shared says nothing of a job.
    if (changed.state === 'down' || changed.state === 'refused')
      await recordBudgetEvents(tx, budget, 'provider.down', {
        now,
        details: { state: changed.state, reason: changed.reason ?? '' },
      })
    await audit(tx, providerActor, now, {
      action: actions[changed.state],
      objectType: 'budget',
      objectId: budget.id,
      organization: budget.organization,
      details: {
        name: budget.name,
        ...(changed.reason === null ? {} : { reason: changed.reason }),
      },
    })
  }
  // A responder may have acted: it is not repeated.
  // guard: server/test/budgets/learning.test.ts
  if (trouble.is !== 'limit' || job.type !== 'analyzer') return false
  await countStarts(tx, budget.id, now)
  return putBack(tx, job, now)
}

/**
 * A rejected credential and a provider that is down need someone; a reached limit does not. The operator's budget
 * concerns the administrators of the first organization. What has recovered is no news any more.
 */
async function tellAdministrators(
  tx: Db,
  budget: BudgetRow,
  { state, reason }: ProviderState,
  now: number,
): Promise<NoticedPerson[]> {
  const organization = budget.organization ?? homeOrganization
  if (state === 'open')
    await withdrawNotices(tx, organization, { objectType: 'budget', objectIds: [budget.id] })
  if (state !== 'refused' && state !== 'down') return []
  const notice = {
    kind: 'budgetTrouble' as const,
    objectType: 'budget' as const,
    objectId: budget.id,
    parameters: { name: budget.name, ...(reason === null ? {} : { reason }) },
  }
  return notify(tx, organization, await administratorsOf(tx, organization), notice, now)
}

/** In the audit trail; no user can be called so. */
const providerActor = { login: actors.provider, address: 'server', requestId: 'provider' }

const actions = {
  open: 'budget.recover',
  held: 'budget.hold',
  down: 'budget.pause',
  refused: 'budget.refuse',
} as const

const stateOf = ({ state, until, reason, failures, failing_since, pause_ms }: ProviderState) => ({
  ...{ state, until, reason, failures, failing_since, pause_ms },
})

/** In front of its class: its turn is older than that of all who came since. */
async function putBack(tx: Db, job: ClaimedJob, now: number): Promise<boolean> {
  const { numUpdatedRows: held } = await tx
    .updateTable('held_jobs')
    .set((eb) => ({ opened_at: null, gate: 'provider' as const, holds: eb('holds', '+', 1) }))
    .where('job_id', '=', job.id)
    .where('opened_at', 'is not', null)
    // guard: server/test/budgets/learning.test.ts
    .where('holds', '<', mostHolds)
    .executeTakeFirst()
  if (held === 0n) return false
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set((eb) => ({
      ...{ status: 'Waiting' as const, start_date: null, locked_by: null, locked_until: null },
      ...{ needs: heldNeeds, priority: heldPriority, updated_at: now },
      attempts: eb('attempts', '-', 1),
    }))
    .where('id', '=', job.id)
    .where('status', '=', 'InProgress')
    // Lost and started again by another process, or deleted since.
    // guard: server/test/budgets/learning.test.ts
    .where('run', '=', job.run)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return true
  await tx
    .updateTable('held_jobs')
    .set((eb) => ({ opened_at: now, holds: eb('holds', '-', 1) }))
    .where('job_id', '=', job.id)
    .execute()
  return false
}

function troubleOf(job: ClaimedJob, end: JobEnd): ProviderTrouble {
  if (end.notApplicable !== undefined) return { is: 'other' }
  if (end.status === 'Failure') return troubleIn(withoutObservable(job, end.errorMessage ?? ''))
  const { report } = end
  if (report === undefined || report.length > longestErrorReport) return { is: 'other' }
  try {
    return troubleInReport((JSON.parse(report) as { full?: unknown }).full)
  } catch {
    return { is: 'other' }
  }
}

/** What was analyzed may say anything, also that a limit is reached. */
const withoutObservable = ({ data, attachment_name }: ClaimedJob, text: string) =>
  [data, attachment_name].reduce<string>(
    (rest, part) => (part === null || part.length < 3 ? rest : rest.replaceAll(part, ' ')),
    text,
  )

const generalReasons = {
  limit: 'The provider says that its limit is reached',
  down: 'The provider does not answer, or answers with an error',
  refused: 'The provider rejects the credential',
  other: '',
} as const

/** What the provider said; of the operator's budget, which other organizations see, nothing of a job. */
function reasonOf(
  { organization }: BudgetRow,
  job: ClaimedJob,
  { is }: ProviderTrouble,
  { errorMessage = '' }: JobEnd,
): string {
  if (organization === null) return generalReasons[is]
  const text = withoutObservable(job, errorMessage).replaceAll(/\s+/g, ' ').trim()
  return text.slice(0, longestReason) || generalReasons[is]
}
