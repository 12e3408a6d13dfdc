import type { GuardedResponse } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { approvalProblem } from '../../domain/protection/plan.ts'
import { type ResponseRow, storedPlan } from '../gates/store.ts'

export const approversOf = ({ approvers }: Pick<ResponseRow, 'approvers'>): string[] =>
  JSON.parse(approvers)

export function responseView(row: ResponseRow, caller: Caller): GuardedResponse {
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
