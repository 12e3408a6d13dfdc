import { isLow } from '../../domain/budgets/low.ts'
import type { Db } from '../../storage/database.ts'
import { recordBudgetEvents } from '../../storage/rows/rule-events.ts'
import { type BudgetRow, windowsOf } from './store.ts'

/** Under the lock of the budget, by what is used of each window: that it becomes low is told once. */
export async function noteLow(
  tx: Db,
  budget: BudgetRow,
  used: readonly number[],
  now: number,
): Promise<void> {
  const isNow = isLow(windowsOf(budget), used, budget.low_at !== null)
  if (isNow === (budget.low_at !== null)) return
  await tx
    .updateTable('budgets')
    .set({ low_at: isNow ? now : null })
    .where('id', '=', budget.id)
    .execute()
  if (isNow) await recordBudgetEvents(tx, budget, 'budget.low', { now })
}
