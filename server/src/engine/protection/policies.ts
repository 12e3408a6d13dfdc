import type { ResponderPolicy } from '@assay/contract'
import type { Selectable } from 'kysely'
import type { Page } from '../../domain/page.ts'
import { initialPolicy, type PolicyRules } from '../../domain/responder-policy.ts'
import type { Db } from '../../storage/database.ts'
import type { ResponderPolicyTable } from '../../storage/tables/responses.ts'

export type PolicyRow = Selectable<ResponderPolicyTable>

export const findPolicy = (
  db: Db,
  organization: string,
  workerId: string,
): Promise<PolicyRow | undefined> =>
  db
    .selectFrom('responder_policies')
    .selectAll()
    .where('organization', '=', organization)
    .where('worker_id', '=', workerId)
    .executeTakeFirst()

/** Also of responders that are disabled: enabled again, they have it. Newest first. */
export async function listPolicies(db: Db, organization: string, { offset, limit }: Page) {
  const found = db
    .selectFrom('responder_policies as p')
    .leftJoin('workers as w', (join) =>
      join.onRef('w.organization', '=', 'p.organization').onRef('w.id', '=', 'p.worker_id'),
    )
    .where('p.organization', '=', organization)
  const { total } = await found
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .selectAll('p')
    .select('w.name')
    .orderBy('p.updated_at', 'desc')
    .orderBy('p.worker_id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { rows, total: Number(total) }
}

export async function savePolicy(
  tx: Db,
  key: Pick<PolicyRow, 'organization' | 'worker_id'>,
  rules: PolicyRules,
  by: string,
  now: number,
): Promise<PolicyRow> {
  const change = {
    effect: rules.effect,
    approval: rules.approval,
    approvers: JSON.stringify(rules.approvers),
    approval_hours: rules.approvalHours,
    per_hour: rules.perHour,
    max_targets: rules.maxTargets,
    inverse: rules.inverse && JSON.stringify(rules.inverse),
    undo_after_minutes: rules.undoAfterMinutes,
    dry_run: rules.dryRun && JSON.stringify(rules.dryRun),
    updated_at: now,
    updated_by: by,
  }
  return tx
    .insertInto('responder_policies')
    .values({ ...key, ...change })
    .onConflict((conflict) => conflict.columns(['organization', 'worker_id']).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removePolicy(
  tx: Db,
  organization: string,
  workerId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('responder_policies')
    .where('organization', '=', organization)
    .where('worker_id', '=', workerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const rulesOf = (row: PolicyRow): PolicyRules => ({
  effect: row.effect,
  approval: row.approval,
  approvers: JSON.parse(row.approvers),
  approvalHours: row.approval_hours,
  perHour: row.per_hour,
  maxTargets: row.max_targets,
  inverse: row.inverse === null ? null : JSON.parse(row.inverse),
  undoAfterMinutes: row.undo_after_minutes,
  dryRun: row.dry_run === null ? null : JSON.parse(row.dry_run),
})

export const policyView = (responderId: string, row: PolicyRow | undefined): ResponderPolicy => ({
  responderId,
  isSet: row !== undefined,
  ...(row ? rulesOf(row) : initialPolicy),
  ...(row ? { updatedAt: row.updated_at, updatedBy: row.updated_by } : {}),
})
