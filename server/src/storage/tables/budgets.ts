import type { Budget } from '@assay/contract'
import type { Generated } from 'kysely'

/** How often a credential may be used. */
export interface BudgetTable {
  id: string
  /** Null is the operator's. */
  organization: string | null
  name: string
  /** 1 if the operator lets all organizations use it. */
  shared: number
  /** JSON array. */
  windows: string
  /** Percent. */
  people_share: number
  max_wait_ms: number
  state: Budget['state']
  /** When `held` ends, and when `down` tries again. */
  until: number | null
  reason: string | null
  /** Since `failing_since`, without an answer in between. */
  failures: number
  failing_since: number | null
  /** The last pause of `down`; the next is twice as long. */
  pause_ms: number | null
  /** Since when a long window is nearly used up. */
  low_at: Generated<number | null>
  /** Jobs let through from the line: every fifth goes to the lowest class. */
  openings: number
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

/** Starts of one moment; those of five minutes once they are an hour old. */
export interface BudgetUseTable {
  budget_id: string
  at: number
  starts: number
}

/** Jobs that wait for a budget, and those it let through until they have ended. */
export interface HeldJobTable {
  job_id: string
  organization: string
  gate: 'budget' | 'provider'
  /** Null when it was deleted: nothing holds the job any more. */
  budget_id: string | null
  cost: number
  /** That of the job; a held row of `jobs` has one that is behind all others. */
  priority: number
  /** Place among those that wait for the same budget with the same priority. */
  turn: number
  held_at: number
  opened_at: number | null
  /** Runs of the job whose starts are counted. */
  runs: number
  /** How often the provider's limit sent it back. */
  holds: number
}

/** What a worker has of it. */
export interface BudgetColumns {
  budget_id: Generated<string | null>
  /** Starts that one run uses; null is 1. */
  budget_cost: Generated<number | null>
  when_full: Generated<'refuse' | 'wait' | null>
}

export interface BudgetTables {
  budgets: BudgetTable
  budget_uses: BudgetUseTable
  held_jobs: HeldJobTable
}
