import { heldNeeds } from '../../domain/budgets/fairness.ts'
import type { Db } from '../../storage/database.ts'
import type { BudgetRow } from './store.ts'
import { tellOverdue } from './trouble-text.ts'

/** So many at once; the rest with the next look. */
const most = 200

/** Those that have waited for as long as they may: a result that comes too late helps no one. */
export async function failOverdue(tx: Db, budget: BudgetRow, now: number) {
  const due = await tx
    .selectFrom('held_jobs')
    .select('job_id')
    .where('budget_id', '=', budget.id)
    .where('opened_at', 'is', null)
    .where('held_at', '<=', now - budget.max_wait_ms)
    .limit(most)
    .execute()
  if (due.length === 0) return []
  const ids = due.map(({ job_id }) => job_id)
  const failed = await tx
    .updateTable('jobs')
    .set((eb) => ({
      status: 'Failure' as const,
      error_message: tellOverdue(budget),
      end_date: now,
      updated_at: now,
      updated_by: eb.ref('created_by'),
    }))
    .where('id', 'in', ids)
    // guard: server/test/budgets/waiting-jobs.test.ts
    .where('status', '=', 'Waiting')
    .where('needs', '=', heldNeeds)
    .returning(['id', 'organization'])
    .execute()
  await tx.deleteFrom('held_jobs').where('job_id', 'in', ids).execute()
  return failed
}
