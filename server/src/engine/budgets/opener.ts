import { sql } from 'kysely'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import { heldNeeds, priorityClasses } from '../../domain/budgets/fairness.ts'
import { openingsOf, type Waiting } from '../../domain/budgets/openings.ts'
import { nextTurn } from '../../domain/fair-queue.ts'
import { anyNeeds } from '../../domain/needs.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import { needsOfWorker } from '../workers/store.ts'
import { countStarts, gatherUses, isUnderWay } from './line.ts'
import { noteLow } from './low.ts'
import { failOverdue } from './overdue.ts'
import { restOf } from './rest.ts'
import { type BudgetRow, databaseMoment, pauseOver, windowsOf } from './store.ts'

export interface Opener extends Working {
  /** Looks whether there is any budget: with every heartbeat, and after one was changed. */
  refresh(): Promise<void>
}

/** What other processes hold, and what becomes free, is seen so often. */
const everyMs = 1_000
/** Of one budget in one transaction. */
export const maxOpenings = 50

/** Lets jobs through that wait for a budget. Without budgets it asks the database for nothing. */
export function startOpener(deps: EngineDeps): Opener {
  const { log } = deps
  let hasBudgets = false
  let isWanted = false
  const { wake, stop } = startSweep(deps.background, {
    name: 'held jobs',
    everyMs,
    async step() {
      if (!hasBudgets && !isWanted) return false
      isWanted = false
      let isMore = false
      for (const id of await budgetsWithJobs(deps.queue)) {
        const { opened, failed } = await openSome(deps, id)
        for (const job of opened) tellOpened(deps, job)
        for (const { id: jobId, organization } of failed) {
          log.warn({ job: jobId }, 'job failed: it waited too long for its budget')
          deps.events.publish({ jobId, organization, status: 'Failure' })
        }
        isMore ||= opened.length === maxOpenings
      }
      isWanted ||= isMore
      return isMore
    },
  })
  return {
    wake() {
      isWanted = true
      wake()
    },
    stop,
    async refresh() {
      // What waits for a budget that was deleted is let through by the last looks.
      const { rows } = await sql`select 1 from budgets
        union all select 1 from held_jobs where budget_id is null limit 1`.execute(deps.queue)
      hasBudgets = rows.length > 0
    },
  }
}

function tellOpened(deps: EngineDeps, { id: jobId, organization, needs }: Opened): void {
  const isTakenHere = deps.wake(needs)
  const event = { jobId, organization, status: 'Waiting' as const }
  deps.events.publish(event, isTakenHere ? 'here' : 'everywhere')
}

/** Null stands for those whose budget was deleted. */
async function budgetsWithJobs(db: Db): Promise<(string | null)[]> {
  const { rows } = await sql<{ id: string | null }>`
    select id from budgets where exists (select 1 from held_jobs where held_jobs.budget_id = budgets.id)
    union all select null where exists (select 1 from held_jobs where budget_id is null)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface Opened {
  readonly id: string
  readonly organization: string
  readonly needs: string
}

interface Outcome {
  readonly opened: readonly Opened[]
  readonly failed: readonly { readonly id: string; readonly organization: string }[]
}

/**
 * One process at a time for one budget: what it counts is what there is until it has written what it lets through.
 * Killed before the commit, nothing was opened; after it, each of them is a waiting job like any other.
 */
export const openSome = (deps: EngineDeps, budgetId: string | null): Promise<Outcome> =>
  deps.jobQueue.together(async ({ db: tx }) => {
    if (budgetId === null) return { opened: await openFree(tx), failed: [] }
    const own = tx.selectFrom('budgets').selectAll().where('id', '=', budgetId)
    const budget = await deps.dialect.skipLocked(own).executeTakeFirst()
    if (!budget) return { opened: [], failed: [] }
    const now = await databaseMoment(tx, deps)
    await countStarts(tx, budget.id, now)
    await gatherUses(tx, budget.id, now)
    const failed = await failOverdue(tx, budget, now)
    const opened = await openFor(tx, budget, now)
    return { opened, failed }
  })

async function openFor(tx: Db, budget: BudgetRow, now: number): Promise<Opened[]> {
  const waiting = await headsOf(tx, budget.id)
  if (waiting.length === 0) return []
  const { used } = await restOf(tx, budget, now)
  const chosen = openingsOf({
    ...budget,
    ...{ windows: windowsOf(budget), share: budget.people_share, used, waiting, now },
    isProbing: budget.state === 'down' && (await isUnderWay(tx, budget.id)),
  })
  const opened: Opened[] = []
  let cost = 0
  for (const one of chosen.slice(0, maxOpenings)) {
    const job = await open(tx, one, now)
    if (!job) continue
    opened.push(job)
    cost += one.cost
  }
  await noteLow(
    tx,
    budget,
    used.map((starts) => starts + cost),
    now,
  )
  if (chosen.length > 0)
    await tx
      .updateTable('budgets')
      .set({
        openings: budget.openings + opened.length,
        // The pause that the provider asked for is over.
        ...(budget.state === 'held' ? pauseOver : {}),
      })
      .where('id', '=', budget.id)
      .execute()
  return opened
}

/** The first of each class, in their order. */
async function headsOf(tx: Db, budgetId: string): Promise<Waiting[]> {
  const all: Waiting[] = []
  for (const priority of priorityClasses)
    all.push(
      ...(await tx
        .selectFrom('held_jobs')
        .select(['job_id', 'cost', 'priority'])
        .where('budget_id', '=', budgetId)
        .where('opened_at', 'is', null)
        .where('priority', '=', priority)
        .orderBy('turn')
        .orderBy('held_at')
        .limit(maxOpenings)
        .execute()),
    )
  return all
}

/** A job as it would have been submitted now: what it needs is what its analyzer needs by now. */
async function open(
  tx: Db,
  { job_id: id, priority }: Pick<Waiting, 'job_id' | 'priority'>,
  now: number,
): Promise<Opened | undefined> {
  const job = await tx
    .selectFrom('jobs')
    .select(['organization', 'worker_id'])
    .where('id', '=', id)
    .where('status', '=', 'Waiting')
    .executeTakeFirst()
  const worker =
    job &&
    (await tx
      .selectFrom('workers')
      .select([
        ...(['id', 'definition_id', 'command', 'docker_image', 'builtin', 'pool'] as const),
        'max_concurrent',
      ])
      .where('id', '=', job.worker_id)
      .where('organization', '=', job.organization)
      .executeTakeFirst())
  const needs = worker ? needsOfWorker(worker) : anyNeeds
  const turn = job ? await turnInQueue(tx, job.organization, priority) : 0
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ needs, priority, turn })
    .where('id', '=', id)
    // guard: server/test/budgets/waiting-jobs.test.ts
    .where('status', '=', 'Waiting')
    .where('needs', '=', heldNeeds)
    .executeTakeFirst()
  // Deleted while it waited.
  if (!job || numUpdatedRows === 0n) {
    await tx.deleteFrom('held_jobs').where('job_id', '=', id).execute()
    return undefined
  }
  await tx.updateTable('held_jobs').set({ opened_at: now }).where('job_id', '=', id).execute()
  return { id, organization: job.organization, needs }
}

async function turnInQueue(tx: Db, organization: string, priority: number): Promise<number> {
  const waiting = tx
    .selectFrom('jobs')
    .select('turn')
    .where('status', '=', sql.lit('Waiting' as const))
    .where('priority', '=', priority)
  const serving = await waiting.orderBy('turn').limit(1).executeTakeFirst()
  const last = await waiting
    .where('organization', '=', organization)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return nextTurn(serving?.turn, last?.turn)
}

/** Nothing holds them any more. */
async function openFree(tx: Db): Promise<Opened[]> {
  const rows = await tx
    .selectFrom('held_jobs')
    .select(['job_id', 'priority', 'opened_at'])
    .where('budget_id', 'is', null)
    .limit(maxOpenings)
    .execute()
  const opened: Opened[] = []
  for (const row of rows) {
    const job = row.opened_at === null ? await open(tx, row, 0) : undefined
    if (job) opened.push(job)
    await tx.deleteFrom('held_jobs').where('job_id', '=', row.job_id).execute()
  }
  return opened
}
