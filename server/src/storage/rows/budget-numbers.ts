import { sql } from 'kysely'
import type { Db } from '../database.ts'

/** A budget, for the operator alone. */
export interface BudgetNumbers {
  /** Empty for those of the operator. */
  readonly organization: string
  readonly name: string
  readonly state: string
  readonly waiting: number
}

const maxBudgets = 200

export async function budgetNumbers(db: Db): Promise<BudgetNumbers[]> {
  const rows = await db
    .selectFrom('budgets')
    .select(['organization', 'name', 'state'])
    .select(
      sql<number>`(select count(*) from held_jobs
        where held_jobs.budget_id = budgets.id and opened_at is null)`.as('waiting'),
    )
    .orderBy('id')
    .limit(maxBudgets)
    .execute()
  return rows.map((row) => ({
    ...row,
    organization: row.organization ?? '',
    waiting: Number(row.waiting),
  }))
}
