import type { contract, Input } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'

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
