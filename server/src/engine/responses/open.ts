import { sql } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import { priorityOf } from '../../domain/fair-queue.ts'
import type { MomentSource } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { addHeld } from '../budgets/line.ts'
import { type BudgetRow, databaseMoment } from '../budgets/store.ts'
import type { ResponseRow } from '../gates/store.ts'
import { needsOfWorker, type WorkerRow } from '../workers/store.ts'

/**
 * A job that waited for an approval joins the line of its budget, if it has one, or else the queue, behind the other jobs of its organization with the same
 * priority, or where the others are served; false if it no longer waits.
 */
export async function openHeldJob(
  deps: MomentSource,
  tx: Db,
  { organization, job_id, via }: Pick<ResponseRow, 'organization' | 'job_id' | 'via'>,
  worker: WorkerRow,
  budget: BudgetRow | undefined,
): Promise<boolean> {
  const priority = priorityOf({ kind: via })
  if (budget) {
    const isWaiting = await tx
      .selectFrom('jobs')
      .select('id')
      .where(ownedRow(organization, job_id))
      .where('status', '=', sql.lit('Waiting' as const))
      .where('needs', '=', heldNeeds)
      .executeTakeFirst()
    if (!isWaiting) return false
    const gate = budget.state === 'open' ? 'budget' : 'provider'
    const cost = worker.budget_cost ?? 1
    const held = { job_id, organization, budget_id: budget.id, gate, cost, priority } as const
    await addHeld(tx, held, await databaseMoment(tx, deps))
    return true
  }
  const turn = sql<number>`coalesce(
    (select max(own.turn) + 1 from jobs as own where own.status = 'Waiting'
      and own.organization = ${organization} and own.priority = ${priority}),
    (select min(others.turn) from jobs as others where others.status = 'Waiting'
      and others.priority = ${priority}), 0)`
  const { numUpdatedRows } = await tx
    .updateTable('jobs')
    .set({ needs: needsOfWorker(worker), priority, turn })
    .where(ownedRow(organization, job_id))
    .where('status', '=', sql.lit('Waiting' as const))
    .where('needs', '=', heldNeeds)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
