import type {
  approvalRules,
  ProtectedKind,
  ResponseState,
  responderEffects,
  UndoState,
} from '@assay/contract'
import type { Generated } from 'kysely'
import type { AskerKind } from '../../domain/caller.ts'

/** What responders must not be run on; or that an entry that comes with the program is disabled. */
export interface ProtectedValueTable {
  id: string
  /** Null is for all. */
  organization: string | null
  kind: ProtectedKind
  value: string
  note: string
  /** The entry that comes with the program and is disabled here. */
  disables: string | null
  expires_at: number | null
  created_at: number
  created_by: string
}

/** What holds for each run of a responder; without a row it runs without these checks. */
export interface ResponderPolicyTable {
  organization: string
  worker_id: string
  effect: (typeof responderEffects)[number]
  approval: (typeof approvalRules)[number]
  /** JSON array of logins; empty: all who may run responders. */
  approvers: string
  approval_hours: number
  per_hour: number | null
  max_targets: number
  /** JSON object: responder and parameters. */
  inverse: string | null
  undo_after_minutes: number | null
  /** JSON object: parameter and value. */
  dry_run: string | null
  updated_at: number
  updated_by: string
}

/** One run of a responder that has a policy. */
export interface GuardedResponseTable {
  id: string
  organization: string
  worker_id: string
  worker_name: string
  job_id: string
  data_type: string
  label: string | null
  object_id: string | null
  /** SHA-256 of its targets. */
  value_hash: string
  target_count: number
  requested_by: string
  /** Login of who wrote the rule that asked for it. */
  rule_author: Generated<string | null>
  via: AskerKind
  state: ResponseState
  /** 1 if another user must approve it. */
  needs_approval: number
  /** 1 for a dry run, as its policy defined it when it was requested. */
  dry: Generated<number>
  /** JSON array of logins. */
  approvers: string
  /** What the approval covers: configuration, target and parameters; see `domain/protection/plan.ts`. */
  plan_hash: string
  override_reason: string | null
  created_at: number
  expires_at: number | null
  started_at: Generated<number | null>
  decided_by: string | null
  decided_at: number | null
  decision_reason: string | null
  /** Why it was not run. */
  message: string | null
  ended_at: number | null
  undo_at: number | null
  undo_state: UndoState | null
  undo_job_id: string | null
  undo_attempts: number
  resolved_by: string | null
  resolved_at: number | null
  resolved_reason: string | null
  /** JSON array: the first of the targets. */
  targets: string
  /** JSON array of protected entries that it is run on all the same. */
  overrides: string
  /** JSON object: what the job was submitted with, and how it is undone. */
  plan: string
}

/** What the definition of a responder declares to be secret, of the inputs of one job. */
export interface SecretInputTable {
  job_id: string
  organization: string
  /** JSON object. */
  values_sealed: string
  /** 1 if the responder that undoes it takes some of them. */
  for_undo: number
  created_at: number
}
