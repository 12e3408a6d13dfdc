import { type BudgetWindow, budgetLowPercent } from '@assay/contract'
import { lengthOf } from './windows.ts'

const hour = 3_600_000
/** Below this a low budget is no longer low; in between nothing changes, or each start would be news. */
const recoveredPercent = 70

/** Short windows are full all the time and free again soon: only those that are longer than an hour count. */
export function isLow(
  windows: readonly BudgetWindow[],
  used: readonly number[],
  wasLow: boolean,
): boolean {
  const percent = wasLow ? recoveredPercent : budgetLowPercent
  return windows.some(
    (window, at) => lengthOf(window) > hour && (used[at] ?? 0) * 100 >= window.count * percent,
  )
}
