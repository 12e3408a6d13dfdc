import type { GuardedResponse, RuleCredit } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { approvalProblem } from '../../domain/protection/plan.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { ruleCredits } from '../../storage/rows/rule-credits.ts'
import { type ResponseRow, storedPlan } from '../gates/store.ts'

export const approversOf = ({ approvers }: Pick<ResponseRow, 'approvers'>): string[] =>
  JSON.parse(approvers)

/** With the rules that asked. */
export async function responseViews(
  db: Db,
  caller: Caller,
  rows: readonly ResponseRow[],
): Promise<GuardedResponse[]> {
  const jobs = rows.filter(({ via }) => via === 'rule').map(({ job_id }) => job_id)
  const causes = await inBatches(jobs, (some) =>
    db
      .selectFrom('jobs')
      .select(['id', 'cause'])
      .where('organization', '=', caller.organization)
      .where('id', 'in', some)
      .execute(),
  )
  const causeOf = new Map(causes.map(({ id, cause }) => [id, cause]))
  const rules = await ruleCredits(db, caller.organization, [...causeOf.values()])
  return rows.map((row) => responseView(row, caller, rules.get(causeOf.get(row.job_id) ?? '')))
}

function responseView(
  row: ResponseRow,
  caller: Caller,
  rule: RuleCredit | undefined,
): GuardedResponse {
  const { parameters, inverse, undoAfterMinutes } = storedPlan(row)
  const approvers = approversOf(row)
  const decider = { login: caller.login, via: 'session' }
  return {
    id: row.id,
    state: row.state,
    jobId: row.job_id,
    responderId: row.worker_id,
    responderName: row.worker_name,
    dataType: row.data_type,
    label: row.label,
    objectId: row.object_id,
    targets: JSON.parse(row.targets),
    targetCount: row.target_count,
    parameters,
    via: row.via,
    requestedBy: row.requested_by,
    ruleAuthor: row.rule_author,
    ...(rule && { rule }),
    requestedAt: row.created_at,
    needsApproval: row.needs_approval === 1,
    dry: row.dry === 1,
    approvers,
    expiresAt: row.expires_at,
    overrides: JSON.parse(row.overrides),
    overrideReason: row.override_reason,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    decisionReason: row.decision_reason,
    message: row.message,
    undoneBy: inverse?.responder ?? null,
    undoAfterMinutes: inverse === null ? null : undoAfterMinutes,
    undoAt: row.undo_at,
    undoState: row.undo_state,
    undoJobId: row.undo_job_id,
    undoAttempts: row.undo_attempts,
    resolvedBy: row.resolved_by,
    resolvedAt: row.resolved_at,
    resolvedReason: row.resolved_reason,
    canDecide:
      row.state === 'asked' && approvalProblem({ ...row, approvers }, decider) === undefined,
  }
}
