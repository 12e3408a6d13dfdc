import { sql } from 'kysely'
import { expectedStarts } from '../../domain/budgets/expected.ts'
import {
  firstCounted,
  fits,
  longestWindow,
  type Use,
  type Wish,
} from '../../domain/budgets/windows.ts'
import type { Db } from '../../storage/database.ts'
import { type BudgetRow, windowsOf } from './store.ts'

/** So many of a line are foreseen. */
export const foreseen = 10_000

/** A budget at one moment. */
export interface Rest {
  readonly now: number
  /** For each window: what started, and what was let through and has not started yet. */
  readonly used: readonly number[]
  /** Let through and not started. */
  readonly opened: number
}

/**
 * From rows alone: whatever was let through counts until it has started, and from then on what started counts.
 * A job that starts while this reads counts once, because its row tells which of the two it is.
 */
export async function restOf(db: Db, budget: BudgetRow, now: number): Promise<Rest> {
  const windows = windowsOf(budget)
  const sums = windows.map(
    (window) =>
      sql<number>`coalesce(sum(case when at >= ${firstCounted(window, now)} then starts else 0 end), 0)`,
  )
  const since = Math.min(...windows.map((window) => firstCounted(window, now)))
  const counted = await db
    .selectFrom('budget_uses')
    .select(sums.map((sum, at) => sum.as(`used${at}`)))
    .where('budget_id', '=', budget.id)
    .where('at', '>=', since)
    .executeTakeFirst()
  const line = await db
    .selectFrom('held_jobs as h')
    .innerJoin('jobs as j', 'j.id', 'h.job_id')
    .select(sql<number>`coalesce(sum(h.cost), 0)`.as('opened'))
    .where('h.budget_id', '=', budget.id)
    .where('h.opened_at', 'is not', null)
    .where('j.status', '=', 'Waiting')
    .executeTakeFirst()
  const running = await startedNotCounted(db, budget.id)
  const opened = Number(line?.opened ?? 0)
  const row = (counted ?? {}) as Record<string, number>
  const used = windows.map(
    (window, at) =>
      Number(row[`used${at}`] ?? 0) +
      opened +
      running.reduce(
        (sum, use) => (use.at >= firstCounted(window, now) ? sum + use.starts : sum),
        0,
      ),
  )
  return { now, used, opened }
}

export async function countWaiting(db: Db, budgetId: string): Promise<number> {
  const { count } = await db
    .selectFrom('held_jobs')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('budget_id', '=', budgetId)
    .where('opened_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Starts that the opener has not written down yet. */
const startedNotCounted = async (db: Db, budgetId: string): Promise<Use[]> => {
  const rows = await db
    .selectFrom('held_jobs as h')
    .innerJoin('jobs as j', 'j.id', 'h.job_id')
    .select(['h.cost', 'j.start_date', 'h.opened_at'])
    .where('h.budget_id', '=', budgetId)
    .where('h.opened_at', 'is not', null)
    .where('j.status', '!=', 'Waiting')
    .whereRef('j.run', '>', 'h.runs')
    .execute()
  return rows.map(({ cost, start_date, opened_at }) => ({
    at: start_date ?? opened_at ?? 0,
    starts: cost,
  }))
}

/** Starts in the order of time, for what is foreseen. */
export async function usesOf(db: Db, budgetId: string, now: number): Promise<Use[]> {
  const rows = await db
    .selectFrom('budget_uses')
    .select(['at', 'starts'])
    .where('budget_id', '=', budgetId)
    .where('at', '>', now - longestWindow)
    .orderBy('at')
    .execute()
  const running = await startedNotCounted(db, budgetId)
  return [...rows, ...running].toSorted((a, b) => a.at - b.at)
}

/** When the jobs of a line start, behind what was let through; undefined where nothing can be foreseen. */
export async function foresee(
  db: Db,
  budget: BudgetRow,
  rest: Rest,
  wishes: readonly Wish[],
): Promise<(number | undefined)[]> {
  const { state, until } = budget
  if (state === 'refused') return wishes.map(() => undefined)
  const now = Math.max(rest.now, state === 'open' ? 0 : (until ?? 0))
  const windows = windowsOf(budget)
  const [first] = wishes
  const isFree = wishes.length === 1 && first !== undefined
  if (isFree && state === 'open' && fits(windows, budget.people_share, rest.used, first))
    return [now]
  const uses = await usesOf(db, budget.id, rest.now)
  const opened = rest.opened > 0 ? [{ at: rest.now, starts: rest.opened }] : []
  return expectedStarts(
    { windows, share: budget.people_share, uses: [...uses, ...opened], now },
    wishes.slice(0, foreseen),
  )
}
