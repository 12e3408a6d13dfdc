import type { JobStatus } from '@assay/contract'
import type { Generated } from 'kysely'
import type { AttachmentColumns, ChangeColumns } from './common-columns.ts'

/** Who made a row, who changed it last, and whose it is. */
interface EntityColumns extends ChangeColumns {
  /** `~` and digits. */
  id: string
  organization: string
}

/** What cases and alerts have in common. */
interface MarkedColumns {
  title: string
  description: string
  severity: number
  flag: number
  tlp: number
  pap: number
  /** JSON array. */
  tags: string
  /** JSON object: name → { type, value, order }. */
  custom_fields: string
}

export type CaseStatus = 'Open' | 'Resolved' | 'Duplicated'
export type TaskStatus = 'Waiting' | 'InProgress' | 'Completed' | 'Cancel'
export type CustomFieldType = 'string' | 'integer' | 'float' | 'boolean' | 'date'

export interface CaseTable extends EntityColumns, MarkedColumns {
  /** One sequence for all organizations. */
  number: number
  status: CaseStatus
  start_date: number
  end_date: number | null
  summary: string | null
  resolution_status: string | null
  impact_status: string | null
  assignee: string | null
  /** What it was set to, where that is not a plain status, and the stage that it means. */
  extended_status: string | null
  stage: string | null
}

export interface AlertTable extends EntityColumns, MarkedColumns {
  type: string
  source: string
  source_ref: string
  external_link: string | null
  date: number
  last_sync_date: number
  read: number
  follow: number
  case_template: string | null
  /** The case that it was promoted to or merged into. */
  case_id: string | null
  import_date: number | null
  /** Who looks at it. */
  assignee: string | null
  /** What it was set to, and the stage that it means; null where both follow from the rest. */
  extended_status: string | null
  stage: string | null
}

/** Belongs to a case or to an alert, never to both. */
export interface ObservableTable extends EntityColumns, AttachmentColumns {
  case_id: string | null
  alert_id: string | null
  data_type: string
  data: string | null
  /** SHA-256 of the text or of the file: what makes two observables the same value. */
  value_hash: string
  tlp: number
  ioc: number
  sighted: number
  /** Null when not given, which counts as false. */
  ignore_similarity: number | null
  message: string | null
  /** JSON array. */
  tags: string
  /** JSON object: analyzer name → { taxonomies }. */
  reports: string
}

export interface TaskTable extends EntityColumns {
  case_id: string
  title: string
  task_group: string
  description: string | null
  assignee: string | null
  status: TaskStatus
  flag: number
  start_date: number | null
  end_date: number | null
  due_date: number | null
  position: number
  /** 1: while it is open, the case cannot be resolved. */
  mandatory: Generated<number>
  /** 1 while the organization has to act, 0 when it has; null when no action was requested. */
  action_required: number | null
}

/** Belongs to a case or to an alert, never to both. */
interface NoteColumns extends EntityColumns {
  case_id: string | null
  alert_id: string | null
}

export interface CommentTable extends NoteColumns {
  message: string
}

/** A file of a case, an alert or a log other than an observable. */
export interface AttachmentTable extends NoteColumns, AttachmentColumns {
  log_id: string | null
}

export interface TaskLogTable extends EntityColumns, AttachmentColumns {
  task_id: string
  case_id: string
  message: string
}

/** A technique of ATT&CK. `organization` is empty: they are global, managed by superadmin. */
export interface PatternTable extends EntityColumns {
  /** `T1059.006`. */
  pattern_id: string
  name: string
  /** JSON array. */
  tactics: string
  url: string
  revoked: number
  version: string | null
  /** JSON array. */
  platforms: string
  /** JSON object of fields that are not searched. */
  details: string
  description: string | null
}

/** Belongs to a case or to an alert, never to both. */
export interface ProcedureTable extends NoteColumns {
  pattern_id: string
  tactic: string
  occur_date: number
  description: string | null
}

/** Something that happened, in the timeline of a case. */
export interface CustomEventTable extends EntityColumns {
  case_id: string
  date: number
  end_date: number | null
  title: string
  description: string | null
}

interface TextPageColumns extends EntityColumns {
  title: string
  /** The title in the letters of an address. */
  slug: string
  category: string
  position: number
  content: string
}

/** A page of a case; of the organization where it has none. */
export interface PageTable extends TextPageColumns {
  case_id: string | null
}

export type PageTemplateTable = TextPageColumns

/** `organization` is empty: they are global, managed by superadmin. */
export interface AnalyzerTemplateTable extends EntityColumns {
  analyzer_id: string
  report_type: 'long' | 'short'
  content: string
}

export interface DashboardTable extends EntityColumns {
  title: string
  /** Visible to the whole organization. */
  shared: number
  description: string
  /** JSON text as it was sent. */
  definition: string
  /** Null when the user was removed. */
  owner: string | null
}

/** Another organization sees a case. `organization` is that of the case. */
export interface CaseShareTable extends EntityColumns {
  case_id: string
  shared_with: string
  profile: 'read-only' | 'analyst'
  /** All of them, or those that have their own row. */
  task_rule: 'all' | 'manual'
  observable_rule: 'all' | 'manual'
}

/** Which organizations may share with each other; two rows for a pair. */
export interface OrganizationLinkTable {
  organization: string
  other: string
}

/** `organization` is empty for those of the whole platform. */
export interface StatusTable extends EntityColumns {
  value: string
  stage: string
  position: number
}

/** `organization` is empty for those of the whole platform, which superadmin keeps. */
export interface CustomFieldTable extends EntityColumns {
  name: string
  display_name: string
  description: string
  type: CustomFieldType
  mandatory: number
  /** JSON array of the values to choose from; empty when any value will do. */
  options: string
}

/** `organization` is empty for those of the whole platform. */
export interface ObservableTypeTable extends EntityColumns {
  name: string
  is_attachment: number
}

export interface CaseTemplateTable extends EntityColumns {
  name: string
  display_name: string
  title_prefix: string | null
  description: string | null
  severity: number | null
  flag: number
  tlp: number | null
  pap: number | null
  summary: string | null
  tags: string
  custom_fields: string
  /** JSON array of task inputs; they become tasks only in a case. */
  tasks: string
}

export interface TagTable extends EntityColumns {
  name: string
  description: string | null
  colour: string
}

/** A job of an engine that the platform waits for. The row is all there is: no list in memory. */
interface FollowedColumns {
  engine_id: string
  engine_job_id: string
  status: JobStatus
  start_date: number
  end_date: number | null
  /** JSON object text. */
  report: string
  /** JSON array text. */
  operations: string
  /** When to ask the engine again; null once it has ended. */
  next_poll_at: number | null
  /** Failed questions in a row. */
  poll_failures: number
}

export interface ActionTable extends EntityColumns, FollowedColumns {
  responder_id: string
  responder_name: string
  responder_definition: string
  object_type: 'Case' | 'Task' | 'Log' | 'Observable' | 'Alert'
  object_id: string
  tlp: number
  pap: number
  /** JSON object text. */
  parameters: string
}

/** An analyzer job that was started from an observable. */
export interface ObservableJobTable extends EntityColumns, FollowedColumns {
  observable_id: string
  analyzer_id: string
  analyzer_name: string
  analyzer_definition: string
}

export interface WebhookTable extends EntityColumns {
  name: string
  /** Empty since version 0.5; an older address waits here until the platform starts. */
  url: string
  /** The address, sealed with the master key: it often contains a token. */
  url_sealed: string | null
  /** Signs every delivery; sealed with the master key. */
  secret_sealed: string
  /** JSON array of object types; empty means all. */
  object_types: string
  enabled: number
  /** Times in a row that it did not answer in time. */
  timeouts: Generated<number>
  /** Until when nothing is sent to it, because it keeps not answering; also while one message tries it. */
  paused_until: Generated<number | null>
}

/** One message to one webhook, written with the change that it reports. */
export interface WebhookDeliveryTable {
  id: string
  organization: string
  webhook_id: string
  /** JSON text as it is sent and signed. */
  body: string
  created_at: number
  attempts: number
  /** Null when it has been delivered or given up. */
  next_attempt_at: number | null
  delivered_at: number | null
  last_error: string | null
}

/** Numbers that are given out once: `case`. */
export interface SequenceTable {
  name: string
  value: number
}

export interface PlatformTables {
  cases: CaseTable
  alerts: AlertTable
  observables: ObservableTable
  tasks: TaskTable
  task_logs: TaskLogTable
  comments: CommentTable
  attachments: AttachmentTable
  patterns: PatternTable
  procedures: ProcedureTable
  custom_events: CustomEventTable
  pages: PageTable
  page_templates: PageTemplateTable
  analyzer_templates: AnalyzerTemplateTable
  dashboards: DashboardTable
  organization_links: OrganizationLinkTable
  case_shares: CaseShareTable
  shared_tasks: { share_id: string; task_id: string }
  shared_observables: { share_id: string; observable_id: string }
  case_statuses: StatusTable
  alert_statuses: StatusTable
  custom_fields: CustomFieldTable
  observable_types: ObservableTypeTable
  case_templates: CaseTemplateTable
  tags: TagTable
  actions: ActionTable
  observable_jobs: ObservableJobTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  sequences: SequenceTable
}
