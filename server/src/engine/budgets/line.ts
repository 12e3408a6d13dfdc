import { longestWindow } from '../../domain/budgets/windows.ts'
import { nextTurn } from '../../domain/fair-queue.ts'
import type { Db } from '../../storage/database.ts'

/** The line of jobs that wait for a budget, and what was let through. All of it under the lock of the budget. */

export interface NewHeld {
  readonly job_id: string
  readonly organization: string
  readonly budget_id: string
  readonly gate: 'budget' | 'provider'
  readonly cost: number
  readonly priority: number
}

/** A job that may start: it counts from here on, although it has not started. */
export const addOpened = (tx: Db, held: NewHeld, now: number): Promise<unknown> =>
  tx
    .insertInto('held_jobs')
    .values({ ...held, turn: 0, held_at: now, opened_at: now, runs: 0, holds: 0 })
    // The call that stored it was repeated, because its answer was lost.
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()

/** A job that waits, behind the others of its organization. */
export async function addHeld(tx: Db, held: NewHeld, now: number): Promise<void> {
  const turn = await turnFor(tx, held)
  await tx
    .insertInto('held_jobs')
    .values({ ...held, turn, held_at: now, opened_at: null, runs: 0, holds: 0 })
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()
}

/** The turns of the queue, among those that wait for the same budget. */
async function turnFor(
  tx: Db,
  { budget_id, organization, priority }: Pick<NewHeld, 'budget_id' | 'organization' | 'priority'>,
): Promise<number> {
  const inLine = tx
    .selectFrom('held_jobs')
    .where('budget_id', '=', budget_id)
    .where('opened_at', 'is', null)
    .where('priority', '=', priority)
  const serving = await inLine.select('turn').orderBy('turn').limit(1).executeTakeFirst()
  const last = await inLine
    .select('turn')
    .where('organization', '=', organization)
    .orderBy('turn', 'desc')
    .limit(1)
    .executeTakeFirst()
  return nextTurn(serving?.turn, last?.turn)
}

/** Whoever asks for the same gets the same job: it waits no longer than the most urgent of them would. */
export async function raise(tx: Db, jobId: string, priority: number): Promise<void> {
  const row = await tx
    .selectFrom('held_jobs')
    .select(['budget_id', 'organization'])
    .where('job_id', '=', jobId)
    .where('opened_at', 'is', null)
    // guard: server/test/budgets/fair-turns.test.ts
    .where('priority', '<', priority)
    .executeTakeFirst()
  if (row?.budget_id == null) return
  const turn = await turnFor(tx, { ...row, budget_id: row.budget_id, priority })
  await tx.updateTable('held_jobs').set({ priority, turn }).where('job_id', '=', jobId).execute()
}

/** Whether someone waits whom this job would overtake. */
export async function isOvertaking(tx: Db, budgetId: string, priority: number): Promise<boolean> {
  const first = await tx
    .selectFrom('held_jobs')
    .select('job_id')
    .where('budget_id', '=', budgetId)
    .where('opened_at', 'is', null)
    .where('priority', '>=', priority)
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}

/** Whether something that was let through has not ended: the one probe of a provider that was failing. */
export async function isUnderWay(tx: Db, budgetId: string): Promise<boolean> {
  const one = await tx
    .selectFrom('held_jobs')
    .select('job_id')
    .where('budget_id', '=', budgetId)
    .where('opened_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}

/**
 * Writes down the starts of what was let through, also of one that was started again after its node was lost,
 * and forgets what has ended. A start counts from the moment that the row of the job tells.
 */
export async function countStarts(tx: Db, budgetId: string, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('held_jobs as h')
    .innerJoin('jobs as j', 'j.id', 'h.job_id')
    .select(['h.job_id', 'h.cost', 'h.runs', 'j.run', 'j.status', 'j.start_date'])
    .where('h.budget_id', '=', budgetId)
    .where('h.opened_at', 'is not', null)
    .execute()
  for (const { job_id, cost, runs, run, status, start_date } of rows) {
    if (run > runs) {
      const starts = cost * (run - runs)
      await tx
        .insertInto('budget_uses')
        .values({ budget_id: budgetId, at: start_date ?? now, starts })
        .onConflict((conflict) =>
          conflict
            .columns(['budget_id', 'at'])
            .doUpdateSet((eb) => ({ starts: eb('budget_uses.starts', '+', starts) })),
        )
        .execute()
    }
    if (status !== 'Waiting' && status !== 'InProgress')
      await tx.deleteFrom('held_jobs').where('job_id', '=', job_id).execute()
    else if (run > runs)
      await tx.updateTable('held_jobs').set({ runs: run }).where('job_id', '=', job_id).execute()
  }
}

const hour = 3_600_000
const bucketMs = 300_000

/** Starts that are an hour old are kept in five minutes each: no window can tell them apart. */
export async function gatherUses(tx: Db, budgetId: string, now: number): Promise<void> {
  await tx
    .deleteFrom('budget_uses')
    .where('budget_id', '=', budgetId)
    .where('at', '<=', now - longestWindow)
    .execute()
  const old = await tx
    .selectFrom('budget_uses')
    .select(['at', 'starts'])
    .where('budget_id', '=', budgetId)
    .where('at', '<', now - hour - bucketMs)
    .execute()
  const buckets = new Map<number, number>()
  const loose = old.filter(({ at }) => at !== endOfBucket(at))
  if (loose.length < 1000) return
  for (const { at, starts } of old)
    buckets.set(endOfBucket(at), (buckets.get(endOfBucket(at)) ?? 0) + starts)
  await tx
    .deleteFrom('budget_uses')
    .where('budget_id', '=', budgetId)
    .where('at', '<', now - hour - bucketMs)
    .execute()
  const rows = [...buckets].map(([at, starts]) => ({ budget_id: budgetId, at, starts }))
  for (let from = 0; from < rows.length; from += 1000)
    await tx
      .insertInto('budget_uses')
      .values(rows.slice(from, from + 1000))
      .execute()
}

/** Its last moment: later than the start, so never over a limit, and in the same minute, hour, day and month. */
const endOfBucket = (at: number) => Math.floor(at / bucketMs) * bucketMs + bucketMs - 1
