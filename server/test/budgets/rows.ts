import type { Insertable } from 'kysely'
import type { BudgetTable } from '../../src/storage/tables/budgets.ts'

/** A budget as a call would have made it: four starts a minute. */
export const budgetRow = (
  id: string,
  given: Partial<Insertable<BudgetTable>> = {},
): Insertable<BudgetTable> => ({
  id,
  organization: 'alpha',
  name: id,
  shared: 0,
  windows: JSON.stringify([{ count: 4, per: 'minute' }]),
  people_share: 25,
  max_wait_ms: 86_400_000,
  state: 'open',
  until: null,
  reason: null,
  failures: 0,
  failing_since: null,
  pause_ms: null,
  openings: 0,
  created_at: 1_000,
  created_by: 'ada',
  updated_at: null,
  updated_by: null,
  ...given,
})
