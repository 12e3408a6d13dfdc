import type { TableName, Tables } from '../tables/tables.ts'

type KeyOf<T extends TableName> = readonly (keyof Tables[T] & string)[]

/**
 * Tables of a backup and a copy, by primary key, and those that are left out. A table cannot be forgotten:
 * it would not compile.
 */
const keys: { readonly [T in TableName]: KeyOf<T> | 'left' } = {
  // Owners before what refers to them.
  organizations: ['name'],
  retention: ['organization'],
  users: ['login'],
  login_failures: ['subject'],
  known_sources: ['login', 'source'],
  user_identities: ['issuer', 'subject'],
  api_keys: ['id'],
  totp_secrets: ['login'],
  passkeys: ['id'],
  recovery_codes: ['login', 'code_hash'],
  audit: ['id'],
  budgets: ['id'],
  budget_uses: ['budget_id', 'at'],
  workers: ['organization', 'id'],
  worker_configs: ['organization', 'type', 'name'],
  jobs: ['id'],
  held_jobs: ['job_id'],
  secret_inputs: ['job_id'],
  reports: ['job_id'],
  artifacts: ['id'],
  value_answers: ['organization', 'value_hash', 'worker_id'],
  removed_jobs: ['job_id'],
  feeds: ['organization', 'name'],
  feed_entries: ['organization', 'feed', 'data_type', 'value'],
  file_likeness: ['job_id'],
  resources: ['organization', 'name'],
  job_requests: ['organization', 'request_key'],
  followed_jobs: ['job_id'],
  files_to_follow: ['job_id'],
  threat_feeds: ['id'],
  threat_loads: ['id'],
  threat_entries: ['load_id', 'key'],
  cases: ['id'],
  alerts: ['id'],
  observables: ['id'],
  analyst_verdicts: ['id'],
  tasks: ['id'],
  task_logs: ['id'],
  comments: ['id'],
  attachments: ['id'],
  patterns: ['id'],
  procedures: ['id'],
  custom_events: ['id'],
  pages: ['id'],
  page_templates: ['id'],
  analyzer_templates: ['id'],
  dashboards: ['id'],
  organization_links: ['organization', 'other'],
  case_links: ['id'],
  case_shares: ['id'],
  shared_tasks: ['share_id', 'task_id'],
  shared_observables: ['share_id', 'observable_id'],
  case_statuses: ['id'],
  alert_statuses: ['id'],
  custom_fields: ['id'],
  observable_types: ['id'],
  case_templates: ['id'],
  case_template_pages: ['case_template_id', 'page_template_id'],
  tags: ['id'],
  actions: ['id'],
  observable_jobs: ['id'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  report_templates: ['id'],
  report_drafts: ['id'],
  case_reports: ['id'],
  investigations: ['id'],
  investigation_values: ['investigation_id', 'value_hash'],
  investigation_jobs: ['investigation_id', 'value_hash', 'worker_id'],
  investigation_cases: ['investigation_id', 'case_id'],
  value_watches: ['id'],
  value_news: ['id'],
  list_views: ['id'],
  analyzer_sets: ['id'],
  protected_values: ['id'],
  responder_policies: ['organization', 'worker_id'],
  guarded_responses: ['id'],
  mentions: ['id'],
  notices: ['id'],
  channels: ['id'],
  mail_texts: ['organization'],
  mailboxes: ['id'],
  mail_messages: ['id'],
  misp_pulls: ['organization', 'server'],
  misp_events: ['organization', 'server', 'event'],
  clock_policies: ['id'],
  case_clocks: ['id'],
  rules: ['id'],
  rule_versions: ['rule_id', 'version'],
  rule_events: ['id'],
  rule_runs: ['id'],
  rule_steps: ['run_id', 'seq'],
  rule_groups: ['rule_id', 'group_hash'],
  automation_pauses: ['organization'],
  notice_settings: ['login', 'kind'],
  sequences: ['name'],
  imported_objects: ['source', 'type', 'source_id'],
  import_positions: ['source', 'organization', 'step'],
  // The last one: it proves the master key, so a database without it is not an installation yet.
  meta: ['name'],
  // A session that was ended after the backup must not come back with it.
  sessions: 'left',
  // A restored backup must not write to people again; the notifications are in the bell.
  outbox: 'left',
  address_confirmations: 'left',
  // The caller got no answer, and what was started since the backup would be started again.
  starting_jobs: 'left',
  // A restored trail is not sent again: sinks begin with what happens from then on.
  audit_cursors: 'left',
  // Of sign-ins that were under way.
  used_challenges: 'left',
  // Kept by triggers.
  job_progress: 'left',
  job_counts: 'left',
  // Triggers note what is filled, and a list is made of that.
  known_values: 'left',
  unsettled_values: 'left',
  // Where files are in one store; they are copied as files.
  orphaned_blobs: 'left',
  blobs: 'left',
  blob_objects: 'left',
  stray_objects: 'left',
  // Of processes and streams that are gone by then.
  nodes: 'left',
  missing_offers: 'left',
  streams: 'left',
  stream_events: 'left',
}

/** Columns that mean something in one database only. */
export const ownColumns: { readonly [T in TableName]?: readonly string[] } = {
  // Of which transaction an entry is; there is none in SQLite.
  audit: ['tx'],
}

export interface PortableTable {
  readonly name: TableName
  readonly key: readonly string[]
}

/** In the order in which they can be filled. */
export const portableTables: readonly PortableTable[] = Object.entries(keys).flatMap(
  ([name, key]) => (key === 'left' ? [] : { name: name as TableName, key }),
)

/** Tables whose key the database counts up. */
export const countedKeys: readonly { table: TableName; column: string }[] = [
  { table: 'audit', column: 'id' },
]

/** Whether mails are sent at all, as the processes are configured. */
export const mailSwitch = 'mail'

/** Rows of `meta` that speak of work, not of the installation. */
export const isPassingMeta = (name: string): boolean =>
  name === 'copying' || name === mailSwitch || name === 'last-backup' || name.startsWith('backup:')
