import type {
  RuleObjectType,
  RuleRunState,
  RuleState,
  RuleStepName,
  RuleStepState,
  RuleTriggerName,
} from '@assay/contract'

/** What an organization does automatically. */
export interface RuleTable {
  id: string
  organization: string
  name: string
  position: number
  state: RuleState
  /** JSON: sentence of why the server stopped it. */
  stopped: string | null
  stopped_at: number | null
  /** What it would have acted on since then. */
  missed: number
  version: number
  trigger: RuleTriggerName
  /** JSON: `on`, `if`, `do`. */
  body: string
  /** Login whose rights it has. */
  run_as: string
  /** JSON array: roles of the person who saved it, which it never exceeds. */
  saver_roles: string
  runs_per_hour: number
  jobs_per_day: number
  expires_at: number | null
  /** 1 while automation of the organization is paused. */
  paused: number
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

/** What a rule said, as of one of its changes. */
export interface RuleVersionTable {
  rule_id: string
  version: number
  organization: string
  name: string
  /** JSON: `on`, `if`, `do`, `runAs`, `budget`, `expires`. */
  body: string
  changed_by: string
  changed_at: number
}

/** What happened and rules are still to be asked about; written with what happened. */
export interface RuleEventTable {
  id: string
  organization: string
  kind: RuleTriggerName
  /** Of a verdict: the key of the observable. */
  object_id: string
  /** Of a verdict: SHA-256 of its text or file, which finds observables. */
  root_id: string
  /** JSON: of a verdict, what it was and is. */
  details: string
  /** The run of a rule that did it. */
  cause_run: string | null
  at: number
  due_at: number
  attempts: number
}

/** That a rule acted, or would have. */
export interface RuleRunTable {
  id: string
  organization: string
  rule_id: string
  rule_name: string
  version: number
  mode: 'trial' | 'on'
  trigger: RuleTriggerName
  first_event_id: string
  root_type: RuleObjectType
  root_id: string
  root_title: string
  /** JSON array: the first of them. */
  objects: string
  object_count: number
  /** JSON: sentence. */
  because: string
  /** JSON: sentence of why it did not act. */
  reason: string | null
  run_as: string
  state: RuleRunState
  cause_run: string | null
  /** JSON array: ids of the rules that led here, this one last. */
  chain: string
  at: number
  ended_at: number | null
  /** When the next step is due; null when none is left. */
  due_at: number | null
  attempts: number
}

export interface RuleStepTable {
  run_id: string
  seq: number
  organization: string
  position: number
  kind: RuleStepName
  target_type: RuleObjectType
  target_id: string
  target_title: string
  /** JSON object. */
  arguments: string
  state: RuleStepState
  /** JSON: sentence. */
  reason: string | null
  result_type: 'job' | 'case' | 'task' | 'comment' | null
  result_id: string | null
  at: number | null
  /** Jobs that it is about to start, while it is planned. */
  reserved: number | null
}

/** The open case of what belongs together. */
export interface RuleGroupTable {
  rule_id: string
  group_hash: string
  organization: string
  case_id: string
  at: number
}

/** While there is a row, no rule of the organization acts. */
export interface AutomationPauseTable {
  organization: string
  at: number
  /** Null after a backup was restored. */
  login: string | null
  kind: 'person' | 'restore'
}

export interface RuleTables {
  rules: RuleTable
  rule_versions: RuleVersionTable
  rule_events: RuleEventTable
  rule_runs: RuleRunTable
  rule_steps: RuleStepTable
  rule_groups: RuleGroupTable
  automation_pauses: AutomationPauseTable
}
