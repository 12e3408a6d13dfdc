import type { JobStatus, ReportLanguage } from '@assay/contract'
import type {
  alert,
  caseEntity,
  comment,
  customEvent,
  log,
  observable,
  procedure,
  task,
} from '@assay/contract/entities'
import type { Generated } from 'kysely'
import type { AttachmentColumns, ChangeColumns } from './common-columns.ts'
import type { Columns } from './entity-columns.ts'

/** Who made a row, who changed it last, and whose it is. */
interface EntityColumns extends ChangeColumns {
  /** `~` and digits. */
  id: string
  organization: string
}

export type CustomFieldType = 'string' | 'integer' | 'float' | 'boolean' | 'date'

export interface CaseTable extends EntityColumns, Columns<typeof caseEntity> {}

export interface AlertTable extends EntityColumns, Columns<typeof alert> {}

/** Belongs to a case or to an alert, never to both. */
export interface ObservableTable
  extends EntityColumns,
    AttachmentColumns,
    Columns<typeof observable> {
  case_id: string | null
  alert_id: string | null
}

export interface TaskTable extends EntityColumns, Columns<typeof task> {
  case_id: string
}

/** Belongs to a case or to an alert, never to both. */
interface NoteColumns extends EntityColumns {
  case_id: string | null
  alert_id: string | null
}

export interface CommentTable extends NoteColumns, Columns<typeof comment> {}

/** A file of a case, an alert or a log other than an observable. */
export interface AttachmentTable extends NoteColumns, AttachmentColumns {
  log_id: string | null
}

export interface TaskLogTable extends EntityColumns, AttachmentColumns, Columns<typeof log> {
  task_id: string
  case_id: string
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
export interface ProcedureTable extends NoteColumns, Columns<typeof procedure> {}

/** Something that happened, in the timeline of a case. */
export interface CustomEventTable extends EntityColumns, Columns<typeof customEvent> {
  case_id: string
}

/** To another case of the organization, or to an address. */
export interface CaseLinkTable extends EntityColumns {
  case_id: string
  linked_id: string | null
  url: string | null
  type: string
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
  /** 1: clocks of a case stand still while it has this status. Alerts have no clocks. */
  pauses: Generated<number>
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

/** A page that every case created from the template gets. */
export interface CaseTemplatePageTable {
  case_template_id: string
  page_template_id: string
  position: number
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
  /** What its caller named the request with, to be able to repeat it. */
  request_key: Generated<string | null>
  /** The run of a rule that led to it. */
  cause_run: Generated<string | null>
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

/** What an engine is about to be asked to run; see `platform/tracking/start.ts`. */
export interface StartingJobTable {
  organization: string
  request_key: string
  kind: 'action' | 'analysis'
  engine_id: string
  created_by: string
  created_at: number
  cause_run: string | null
  /** When another process takes it up; null: whoever asked for it repeats it. */
  due_at: number | null
  /** Calls of the engine that were begun. */
  attempts: number
  /** Calls in a row without a usable answer. */
  failures: number
  /** JSON object text, sealed with the master key. */
  request_sealed: string
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

/** Of an organization; those of the program are not stored. */
export interface ReportTemplateTable extends EntityColumns {
  name: string
  language: ReportLanguage
  body: string
  /** A data URL. */
  logo: string | null
}

/** One for each case. */
export interface ReportDraftTable extends EntityColumns {
  case_id: string
  template: string
  template_name: string
  language: ReportLanguage
  logo: string | null
  /** JSON array of sections, each with its own revision. */
  sections: string
}

/** A copy of a report as it was handed out; its text is a file. */
export interface CaseReportTable extends EntityColumns {
  case_id: string
  version: number
  template: string
  /** Of the case when it was stored. */
  tlp: number
  size: number
  attachment_id: string
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
  case_links: CaseLinkTable
  case_shares: CaseShareTable
  shared_tasks: { share_id: string; task_id: string }
  shared_observables: { share_id: string; observable_id: string }
  case_template_pages: CaseTemplatePageTable
  case_statuses: StatusTable
  alert_statuses: StatusTable
  custom_fields: CustomFieldTable
  observable_types: ObservableTypeTable
  case_templates: CaseTemplateTable
  tags: TagTable
  actions: ActionTable
  starting_jobs: StartingJobTable
  observable_jobs: ObservableJobTable
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  report_templates: ReportTemplateTable
  report_drafts: ReportDraftTable
  case_reports: CaseReportTable
  sequences: SequenceTable
}
