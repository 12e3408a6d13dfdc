import { sql } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import { priorityOf } from '../../domain/fair-queue.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { ResponseRow } from '../gates/store.ts'
import { needsOfWorker, type WorkerRow } from '../workers/store.ts'

/**
 * A job that waited for an approval joins the queue, behind the other jobs of its organization with the same
 * priority, or where the others are served; false if it no longer waits.
 */
export async function openHeldJob(
  tx: Db,
  { organization, job_id, via }: Pick<ResponseRow, 'organization' | 'job_id' | 'via'>,
  worker: WorkerRow,
): Promise<boolean> {
  const priority = priorityOf({ kind: via })
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
