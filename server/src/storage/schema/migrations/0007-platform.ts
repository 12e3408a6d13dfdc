import { type CreateTableBuilder, sql } from 'kysely'
import type { Dialect } from '../../common/dialect.ts'
import type { Migration, MigrationDb } from '../migration.ts'

type Table = CreateTableBuilder<string, string>

export const platform: Migration = {
  name: '0007-platform',
  up: async (db, dialect) => {
    const make = tableMaker(db, dialect)
    await make('cases', { ...marked, ...caseColumns })
    await make('alerts', { ...marked, ...alertColumns }, (table) =>
      table.addForeignKeyConstraint('alerts_case', ['case_id'], 'cases', ['id'], (key) =>
        key.onDelete('set null'),
      ),
    )
    await make('observables', { ...observableColumns, ...attachment }, (table) =>
      ownedBy(
        ownedBy(table, 'observables', 'case_id', 'cases'),
        'observables',
        'alert_id',
        'alerts',
      ),
    )
    await make('tasks', taskColumns, (table) => ownedBy(table, 'tasks', 'case_id', 'cases'))
    await make('task_logs', { ...logColumns, ...attachment }, (table) =>
      ownedBy(table, 'task_logs', 'task_id', 'tasks'),
    )
    await make('custom_fields', customFieldColumns)
    await make('observable_types', { name: 'text!', is_attachment: 'integer!' })
    await make('case_templates', templateColumns)
    await make('tags', { name: 'text!', description: 'text', colour: 'text!' })
    await make('actions', { ...actionColumns, ...followed })
    await make('observable_jobs', { ...observableJobColumns, ...followed }, (table) =>
      ownedBy(table, 'observable_jobs', 'observable_id', 'observables'),
    )
    await make('webhooks', webhookColumns)
    await dialect
      .tableOptions(db.schema.createTable('webhook_deliveries'))
      .addColumn('id', dialect.text, (column) => column.primaryKey())
      .addColumn('organization', dialect.text, (column) => column.notNull())
      .addColumn('webhook_id', dialect.text, (column) =>
        column.notNull().references('webhooks.id').onDelete('cascade'),
      )
      .addColumn('body', dialect.text, (column) => column.notNull())
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('attempts', dialect.integer, (column) => column.notNull())
      .addColumn('next_attempt_at', dialect.integer)
      .addColumn('delivered_at', dialect.integer)
      .addColumn('last_error', dialect.text)
      .execute()
    await dialect
      .tableOptions(db.schema.createTable('sequences'))
      .addColumn('name', dialect.text, (column) => column.primaryKey())
      .addColumn('value', dialect.integer, (column) => column.notNull())
      .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
    await sql.raw(initialObservableTypes).execute(db)
  },
}

/** `text!` must have a value, `text` may be null. */
type Columns = Record<string, 'text' | 'text!' | 'integer' | 'integer!'>

const marked = {
  title: 'text!',
  description: 'text!',
  severity: 'integer!',
  flag: 'integer!',
  tlp: 'integer!',
  pap: 'integer!',
  tags: 'text!',
  custom_fields: 'text!',
} as const

const attachment = {
  attachment_id: 'text',
  attachment_name: 'text',
  attachment_type: 'text',
  attachment_size: 'integer',
  attachment_sha1: 'text',
  attachment_md5: 'text',
} as const

const caseColumns = {
  number: 'integer!',
  status: 'text!',
  start_date: 'integer!',
  end_date: 'integer',
  summary: 'text',
  resolution_status: 'text',
  impact_status: 'text',
  assignee: 'text',
} as const

const alertColumns = {
  type: 'text!',
  source: 'text!',
  source_ref: 'text!',
  external_link: 'text',
  date: 'integer!',
  last_sync_date: 'integer!',
  read: 'integer!',
  follow: 'integer!',
  case_template: 'text',
  case_id: 'text',
  import_date: 'integer',
} as const

const observableColumns = {
  case_id: 'text',
  alert_id: 'text',
  data_type: 'text!',
  data: 'text',
  value_hash: 'text!',
  tlp: 'integer!',
  ioc: 'integer!',
  sighted: 'integer!',
  ignore_similarity: 'integer',
  message: 'text',
  tags: 'text!',
  reports: 'text!',
} as const

const taskColumns = {
  case_id: 'text!',
  title: 'text!',
  task_group: 'text!',
  description: 'text',
  assignee: 'text',
  status: 'text!',
  flag: 'integer!',
  start_date: 'integer',
  end_date: 'integer',
  due_date: 'integer',
  position: 'integer!',
} as const

const logColumns = { task_id: 'text!', case_id: 'text!', message: 'text!' } as const

const customFieldColumns = {
  name: 'text!',
  display_name: 'text!',
  description: 'text!',
  type: 'text!',
  mandatory: 'integer!',
  options: 'text!',
} as const

const templateColumns = {
  name: 'text!',
  display_name: 'text!',
  title_prefix: 'text',
  description: 'text',
  severity: 'integer',
  flag: 'integer!',
  tlp: 'integer',
  pap: 'integer',
  summary: 'text',
  tags: 'text!',
  custom_fields: 'text!',
  tasks: 'text!',
} as const

const followed = {
  engine_id: 'text!',
  engine_job_id: 'text!',
  status: 'text!',
  start_date: 'integer!',
  end_date: 'integer',
  report: 'text!',
  operations: 'text!',
  next_poll_at: 'integer',
  poll_failures: 'integer!',
} as const

const actionColumns = {
  responder_id: 'text!',
  responder_name: 'text!',
  responder_definition: 'text!',
  object_type: 'text!',
  object_id: 'text!',
  tlp: 'integer!',
  pap: 'integer!',
  parameters: 'text!',
} as const

const observableJobColumns = {
  observable_id: 'text!',
  analyzer_id: 'text!',
  analyzer_name: 'text!',
  analyzer_definition: 'text!',
} as const

const webhookColumns = {
  name: 'text!',
  url: 'text!',
  secret_sealed: 'text!',
  object_types: 'text!',
  enabled: 'integer!',
} as const

const indexes = [
  'unique index cases_by_number on cases (number)',
  'index cases_of_organization on cases (organization, created_at, id)',
  'unique index alerts_by_reference on alerts (organization, type, source, source_ref)',
  'index alerts_of_organization on alerts (organization, created_at, id)',
  'index alerts_of_case on alerts (case_id) where case_id is not null',
  // The value first: similar cases are found by it, through at most a few rows each.
  'index observables_by_value on observables (organization, value_hash, case_id)',
  'unique index observables_of_case on observables (case_id, data_type, value_hash) where case_id is not null',
  'unique index observables_of_alert on observables (alert_id, data_type, value_hash) where alert_id is not null',
  'index observables_of_organization on observables (organization, created_at, id)',
  'index observables_by_attachment on observables (attachment_id) where attachment_id is not null',
  'index tasks_of_case on tasks (case_id)',
  'index tasks_by_status on tasks (organization, status, created_at, id)',
  'index tasks_of_organization on tasks (organization, created_at, id)',
  'index task_logs_of_task on task_logs (task_id)',
  'index task_logs_of_organization on task_logs (organization, created_at, id)',
  'index task_logs_by_attachment on task_logs (attachment_id) where attachment_id is not null',
  'unique index custom_fields_by_name on custom_fields (organization, name)',
  'unique index observable_types_by_name on observable_types (organization, name)',
  'unique index case_templates_by_name on case_templates (organization, name)',
  'unique index tags_by_name on tags (organization, name)',
  'index actions_of_object on actions (organization, object_id)',
  'index actions_to_follow on actions (next_poll_at) where next_poll_at is not null',
  'index observable_jobs_of_observable on observable_jobs (observable_id)',
  'index observable_jobs_to_follow on observable_jobs (next_poll_at) where next_poll_at is not null',
  'index webhooks_of_organization on webhooks (organization)',
  'index deliveries_to_send on webhook_deliveries (next_attempt_at) where next_attempt_at is not null',
  'index deliveries_of_webhook on webhook_deliveries (webhook_id, created_at)',
]

const typesOfTexts = [
  'url',
  'other',
  'user-agent',
  'regexp',
  'mail-subject',
  'registry',
  'mail',
  'autonomous-system',
  'domain',
  'ip',
  'uri_path',
  'filename',
  'hash',
  'fqdn',
  'hostname',
]

/** Of the whole platform. Constants only; ids this small are never given out again. */
export const initialObservableTypes = `insert into observable_types
  (id, organization, name, is_attachment, created_at, created_by) values
  ${[...typesOfTexts, 'file']
    .map((name, index) => `('~${index + 1}', '', '${name}', ${name === 'file' ? 1 : 0}, 0, 'init')`)
    .join(', ')}`

/** Every entity has an id, an owner, and says who made and changed it. */
const tableMaker =
  (db: MigrationDb, dialect: Dialect) =>
  async (name: string, columns: Columns, finish: (table: Table) => Table = (table) => table) => {
    let table: Table = dialect
      .tableOptions(db.schema.createTable(name))
      .addColumn('id', dialect.text, (column) => column.primaryKey())
      .addColumn('organization', dialect.text, (column) => column.notNull())
    for (const [column, kind] of Object.entries(columns)) {
      const type = kind.startsWith('text') ? dialect.text : dialect.integer
      table = table.addColumn(column, type, (built) =>
        kind.endsWith('!') ? built.notNull() : built,
      )
    }
    table = table
      .addColumn('created_at', dialect.integer, (column) => column.notNull())
      .addColumn('created_by', dialect.text, (column) => column.notNull())
      .addColumn('updated_at', dialect.integer)
      .addColumn('updated_by', dialect.text)
    await finish(table).execute()
  }

/** Goes when its owner goes. */
const ownedBy = (table: Table, name: string, column: string, owners: string): Table =>
  table.addForeignKeyConstraint(`${name}_${column}`, [column], owners, ['id'], (key) =>
    key.onDelete('cascade'),
  )
