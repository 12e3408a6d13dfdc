import type { contract, Input } from '@assay/contract'
import { working } from '../../domain/budgets/breaker.ts'
import { badRequest } from '../../domain/errors.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import type { WorkerRow } from './store.ts'

type Given = Input<typeof contract.updateAnalyzer>

/** What a worker has of its budget, as a caller sets it; null clears one. */
export const budgetColumns = ({ budget, budgetCost, whenFull }: Given) => ({
  ...(budget === undefined ? {} : { budget_id: budget }),
  ...(budgetCost === undefined ? {} : { budget_cost: budgetCost }),
  ...(whenFull === undefined ? {} : { when_full: whenFull }),
})

/** One of the organization, or of the operator if it is shared. */
export async function refuseBudget(
  tx: Db,
  organization: string,
  budget: string | null | undefined,
): Promise<void> {
  if (budget === undefined || budget === null) return
  const found = await tx
    .selectFrom('budgets')
    .select('id')
    .where('id', '=', budget)
    // guard: server/test/budgets/budgets.test.ts
    .where((eb) =>
      eb.or([
        eb('organization', '=', organization),
        eb.and([eb('organization', 'is', null), eb('shared', '=', 1)]),
      ]),
    )
    .executeTakeFirst()
  // guard: server/test/budgets/budgets.test.ts
  if (!found) throw badRequest(`Budget ${budget} not found. List budgets with GET /api/budget`)
}

/** What waits goes on waiting for the budget that its worker has now; without one nothing holds it. */
export async function moveHeldJobs(
  tx: Db,
  before: Pick<WorkerRow, 'id' | 'organization' | 'budget_id'>,
  budget: string | null,
): Promise<void> {
  if (before.budget_id === null || before.budget_id === budget) return
  await tx
    .updateTable('held_jobs')
    .set({ budget_id: budget })
    .where('budget_id', '=', before.budget_id)
    .where('opened_at', 'is', null)
    .where('job_id', 'in', (eb) =>
      eb
        .selectFrom('jobs')
        .select('id')
        .where('status', '=', 'Waiting')
        .where('organization', '=', before.organization)
        .where('worker_id', '=', before.id),
    )
    .execute()
}

/** A credential that was refused is tried again once the configuration is another one. */
export const retryRefused = (tx: Db, budget: string | null): Promise<unknown> =>
  budget === null
    ? Promise.resolve()
    : tx
        .updateTable('budgets')
        .set({ ...working })
        .where('id', '=', budget)
        .where('state', '=', 'refused')
        .execute()

/** Before the row of a worker is changed: what lets jobs through has the lock of the budget first, too. */
export async function lockBudgets(
  tx: Db,
  dialect: Dialect,
  budgets: readonly (string | null | undefined)[],
): Promise<void> {
  const ids = [...new Set(budgets.filter((id) => typeof id === 'string'))].sort()
  if (ids.length === 0) return
  const rows = tx.selectFrom('budgets').select('id').where('id', 'in', ids).orderBy('id')
  await dialect.lockRow(rows).execute()
}
