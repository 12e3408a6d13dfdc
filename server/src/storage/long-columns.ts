import type { TableName } from './search-model.ts'
import type { Tables } from './tables.ts'

type TextColumn<T extends TableName> = keyof Tables[T] & string

/**
 * Columns with texts that people or programs write and nothing keeps short. Lists read them apart
 * from the rest of the row, and never more than a batch of them at once. A table cannot be forgotten:
 * it would not compile.
 */
export const longColumns: { readonly [T in TableName]: readonly TextColumn<T>[] } = {
  organizations: ['description'],
  retention: [],
  users: ['avatar', 'preferences'],
  sessions: [],
  login_failures: [],
  known_sources: [],
  user_identities: [],
  api_keys: [],
  totp_secrets: [],
  passkeys: [],
  recovery_codes: [],
  used_challenges: [],
  audit: ['details'],
  meta: [],
  workers: ['description', 'definition_config', 'configuration_sealed'],
  worker_configs: ['config_sealed'],
  jobs: ['message', 'parameters', 'label', 'error_message', 'input', 'data'],
  job_counts: [],
  reports: ['body'],
  artifacts: ['tags', 'message', 'data'],
  value_answers: ['changes', 'reasons', 'data'],
  orphaned_blobs: [],
  blobs: [],
  blob_objects: [],
  stray_objects: [],
  feeds: [],
  feed_entries: [],
  file_likeness: [],
  resources: [],
  nodes: ['accepts'],
  missing_offers: [],
  streams: [],
  stream_events: [],
  imported_objects: [],
  import_positions: [],
  cases: ['tags', 'custom_fields', 'summary', 'description'],
  alerts: ['tags', 'custom_fields', 'description'],
  observables: ['tags', 'message', 'reports', 'data'],
  tasks: ['description'],
  task_logs: ['message'],
  comments: ['message'],
  attachments: [],
  patterns: ['details', 'description'],
  procedures: ['description'],
  custom_events: ['description'],
  pages: ['content'],
  page_templates: ['content'],
  organization_links: [],
  case_shares: [],
  shared_tasks: [],
  shared_observables: [],
  case_statuses: [],
  alert_statuses: [],
  custom_fields: ['description', 'options'],
  observable_types: [],
  case_templates: ['description', 'summary', 'tags', 'custom_fields', 'tasks'],
  tags: ['description'],
  actions: ['parameters', 'operations', 'report'],
  observable_jobs: ['operations', 'report'],
  webhooks: [],
  webhook_deliveries: ['body'],
  sequences: [],
}

export const longColumnsOf = (table: string): readonly string[] =>
  Object.hasOwn(longColumns, table) ? longColumns[table as TableName] : []
