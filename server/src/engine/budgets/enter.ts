import { heldNeeds, heldPriority, isPersonPriority } from '../../domain/budgets/fairness.ts'
import { fits } from '../../domain/budgets/windows.ts'
import { storageTrouble } from '../../domain/storage-trouble.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import type { Answer, EnteringQueue, Submission } from '../queue/queue.ts'
import type { WorkerRow } from '../workers/store.ts'
import { addHeld, addOpened, countStarts, isOvertaking, isUnderWay, raise } from './line.ts'
import { noteLow } from './low.ts'
import { foresee, foreseen, type Rest, restOf } from './rest.ts'
import {
  type BudgetRow,
  databaseMoment,
  lockedBudget,
  pauseOver,
  updateBudget,
  windowsOf,
} from './store.ts'
import { tellTrouble } from './trouble-text.ts'

/** The budget is used up, and this job does not wait. */
export interface Full {
  readonly is: 'full'
  readonly name: string
  readonly now: number
  readonly startsAt: number | undefined
}

export interface Entering {
  readonly worker: Pick<WorkerRow, 'budget_id' | 'budget_cost' | 'organization'>
  readonly submission: Submission
  readonly mayWait: boolean
}

/**
 * A submission to an analyzer with a budget, in one transaction under the lock of the budget: it starts as ever
 * if it fits and overtakes nobody; else it waits, or is refused.
 */
export async function enterWithBudget(
  deps: EngineDeps,
  entering: Entering,
): Promise<Answer | Full> {
  const work = () => deps.jobQueue.entering((own) => enter(deps, own, entering))
  try {
    return await work()
  } catch (error) {
    // Its outcome may be unknown. The job has its id already: a second time does no harm.
    if (storageTrouble(error) !== 'unavailable') throw error
    return work()
  }
}

async function enter(
  deps: EngineDeps,
  own: EnteringQueue,
  { worker, submission, mayWait }: Entering,
): Promise<Answer | Full> {
  const { db: tx } = own
  const budget = await lockedBudget(tx, deps, worker.budget_id)
  // guard: server/test/budgets/waiting-jobs.test.ts
  if (!budget) return own.submit(submission)
  const { job } = submission
  const now = await databaseMoment(tx, deps)
  const cost = worker.budget_cost ?? 1
  const { organization, priority } = job
  const wish = { cost, isPerson: isPersonPriority(priority) }
  await countStarts(tx, budget.id, now)
  const rest = await restOf(tx, budget, now)
  const isOpen =
    (await mayStart(tx, budget, now)) &&
    fits(windowsOf(budget), budget.people_share, rest.used, wish) &&
    !(await isOvertaking(tx, budget.id, priority))
  const held = { job_id: job.id, organization, budget_id: budget.id, cost, priority }
  if (isOpen) {
    const answer = await own.submit(submission)
    if (answer.is !== 'new') return answer
    await addOpened(tx, { ...held, gate: 'budget' }, now)
    await noteLow(
      tx,
      budget,
      rest.used.map((used) => used + cost),
      now,
    )
    if (budget.state === 'held') await updateBudget(tx, budget.id, pauseOver)
    return answer
  }
  await noteLow(tx, budget, rest.used, now)
  if (mayWait) {
    const waiting = { ...job, needs: heldNeeds, priority: heldPriority }
    const answer = await own.submit({ ...submission, claimFor: undefined, job: waiting })
    const gate = budget.state === 'open' ? 'budget' : 'provider'
    if (answer.is === 'new') await addHeld(tx, { ...held, gate }, now)
    if (answer.is === 'equal') await raise(tx, answer.job.id, priority)
    return answer
  }
  // Nothing is gained by asking again, and a caller that does not wait is better told at once.
  if (budget.state === 'down' || budget.state === 'refused') {
    const failed = { ...job, status: 'Failure' as const, error_message: tellTrouble(budget) }
    return own.submit({ ...submission, claimFor: undefined, job: failed })
  }
  const answer = await own.submit({ ...submission, claimFor: undefined, isLook: true })
  if (answer.is !== 'free') return answer
  const startsAt = await startBehind(tx, budget, rest, wish)
  return { is: 'full', name: budget.name, now, startsAt }
}

/** A pause that the provider asked for ends with the next start; one that was failing is tried with one job. */
async function mayStart(tx: Db, { id, state, until }: BudgetRow, now: number): Promise<boolean> {
  if (state === 'open') return true
  // guard: server/test/budgets/learning.test.ts
  if (state === 'refused' || until === null || until > now) return false
  return state === 'held' || !(await isUnderWay(tx, id))
}

async function startBehind(
  tx: Db,
  budget: BudgetRow,
  rest: Rest,
  wish: { cost: number; isPerson: boolean },
): Promise<number | undefined> {
  const line = await tx
    .selectFrom('held_jobs')
    .select(['cost', 'priority'])
    .where('budget_id', '=', budget.id)
    .where('opened_at', 'is', null)
    .orderBy('priority', 'desc')
    .orderBy('turn')
    .limit(foreseen - 1)
    .execute()
  const ahead = line.map(({ cost, priority }) => ({ cost, isPerson: isPersonPriority(priority) }))
  return (await foresee(tx, budget, rest, [...ahead, wish])).at(-1)
}
