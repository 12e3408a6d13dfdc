import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../../src/storage/database.ts'
import type { PlatformTables } from '../../src/storage/tables/platform.ts'

/** Rows of any of the platform's tables, by table. */
export type Rows = { [T in keyof PlatformTables]?: Insertable<PlatformTables[T]>[] }

type Of<T extends keyof PlatformTables> = Insertable<PlatformTables[T]>

const meta = (id: string) => ({
  id,
  organization: 'alpha',
  created_at: 1_000,
  created_by: 'alan',
  updated_at: null,
  updated_by: null,
})

const marks = {
  title: 'A title',
  description: 'A description',
  severity: 2,
  flag: 0,
  tlp: 2,
  pap: 2,
  tags: '[]',
  custom_fields: '{}',
}

export const noFile = {
  attachment_id: null,
  attachment_name: null,
  attachment_type: null,
  attachment_size: null,
  attachment_sha1: null,
  attachment_md5: null,
}

const followed = {
  engine_id: 'local',
  engine_job_id: 'job',
  status: 'Waiting' as const,
  start_date: 1_000,
  end_date: null,
  report: '{}',
  operations: '[]',
  next_poll_at: null,
  poll_failures: 0,
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

export const row = {
  case: (id: string, values: Partial<Of<'cases'>> = {}): Of<'cases'> => ({
    ...meta(id),
    ...marks,
    number: Number(id.slice(1)),
    status: 'Open',
    start_date: 1_000,
    end_date: null,
    summary: null,
    resolution_status: null,
    impact_status: null,
    assignee: null,
    ...values,
  }),
  alert: (id: string, values: Partial<Of<'alerts'>> = {}): Of<'alerts'> => ({
    ...meta(id),
    ...marks,
    type: 'internal',
    source: 'test',
    source_ref: id,
    external_link: null,
    date: 1_000,
    last_sync_date: 1_000,
    read: 0,
    follow: 1,
    case_template: null,
    case_id: null,
    import_date: null,
    ...values,
  }),
  /** Belongs to a case unless an alert is named. */
  observable: (
    id: string,
    data: string | null,
    values: Partial<Of<'observables'>> = {},
  ): Of<'observables'> => ({
    ...meta(id),
    ...noFile,
    case_id: null,
    alert_id: null,
    data_type: 'domain',
    data,
    value_hash: sha256(data ?? id),
    tlp: 2,
    ioc: 0,
    sighted: 0,
    ignore_similarity: null,
    message: null,
    tags: '[]',
    reports: '{}',
    ...values,
  }),
  task: (id: string, caseId: string, values: Partial<Of<'tasks'>> = {}): Of<'tasks'> => ({
    ...meta(id),
    case_id: caseId,
    title: 'A task',
    task_group: 'default',
    description: null,
    assignee: null,
    status: 'Waiting',
    flag: 0,
    start_date: null,
    end_date: null,
    due_date: null,
    position: 0,
    ...values,
  }),
  log: (
    id: string,
    taskId: string,
    caseId: string,
    values: Partial<Of<'task_logs'>> = {},
  ): Of<'task_logs'> => ({
    ...meta(id),
    ...noFile,
    task_id: taskId,
    case_id: caseId,
    message: 'A message',
    ...values,
  }),
  comment: (id: string, values: Partial<Of<'comments'>> = {}): Of<'comments'> => ({
    ...meta(id),
    case_id: null,
    alert_id: null,
    message: 'A comment',
    ...values,
  }),
  attachment: (id: string, values: Partial<Of<'attachments'>> = {}): Of<'attachments'> => ({
    ...meta(id),
    ...noFile,
    case_id: null,
    alert_id: null,
    log_id: null,
    attachment_id: sha256(id),
    attachment_name: 'a.txt',
    attachment_type: 'text/plain',
    attachment_size: 3,
    ...values,
  }),
  procedure: (id: string, values: Partial<Of<'procedures'>> = {}): Of<'procedures'> => ({
    ...meta(id),
    case_id: null,
    alert_id: null,
    pattern_id: 'T1566.001',
    tactic: 'initial-access',
    occur_date: 1_000,
    description: null,
    ...values,
  }),
  status: (
    id: string,
    value: string,
    values: Partial<Of<'case_statuses'>> = {},
  ): Of<'case_statuses'> => ({
    ...meta(id),
    value,
    stage: 'InProgress',
    position: 20,
    ...values,
  }),
  customEvent: (
    id: string,
    caseId: string,
    values: Partial<Of<'custom_events'>> = {},
  ): Of<'custom_events'> => ({
    ...meta(id),
    case_id: caseId,
    date: 1_000,
    end_date: null,
    title: 'An event',
    description: null,
    ...values,
  }),
  page: (id: string, values: Partial<Of<'pages'>> = {}): Of<'pages'> => ({
    ...meta(id),
    case_id: null,
    title: 'A page',
    slug: 'a-page',
    category: 'default',
    position: 0,
    content: 'Words',
    ...values,
  }),
  pageTemplate: (id: string, values: Partial<Of<'page_templates'>> = {}): Of<'page_templates'> => ({
    ...meta(id),
    title: 'A template',
    slug: 'a-template',
    category: 'default',
    position: 0,
    content: 'Words',
    ...values,
  }),
  reportTemplate: (
    id: string,
    values: Partial<Of<'report_templates'>> = {},
  ): Of<'report_templates'> => ({
    ...meta(id),
    name: 'A report template',
    language: 'en',
    body: 'Words',
    logo: null,
    ...values,
  }),
  analyzerTemplate: (
    id: string,
    values: Partial<Of<'analyzer_templates'>> = {},
  ): Of<'analyzer_templates'> => ({
    ...meta(id),
    organization: '',
    analyzer_id: 'Look_1_0',
    report_type: 'long',
    content: '<b>Words</b>',
    ...values,
  }),
  /** Its user no longer exists. */
  dashboard: (id: string, values: Partial<Of<'dashboards'>> = {}): Of<'dashboards'> => ({
    ...meta(id),
    title: 'A dashboard',
    shared: 1,
    description: '',
    definition: '{}',
    owner: null,
    ...values,
  }),
  /** To a case, or to an address. */
  caseLink: (
    id: string,
    caseId: string,
    values: Partial<Of<'case_links'>> = {},
  ): Of<'case_links'> => ({
    ...meta(id),
    case_id: caseId,
    linked_id: null,
    url: null,
    type: 'related',
    ...values,
  }),
  share: (
    id: string,
    caseId: string,
    sharedWith: string,
    values: Partial<Of<'case_shares'>> = {},
  ): Of<'case_shares'> => ({
    ...meta(id),
    case_id: caseId,
    shared_with: sharedWith,
    profile: 'read-only',
    task_rule: 'manual',
    observable_rule: 'manual',
    ...values,
  }),
  action: (
    id: string,
    objectType: Of<'actions'>['object_type'],
    objectId: string,
    values: Partial<Of<'actions'>> = {},
  ): Of<'actions'> => ({
    ...meta(id),
    ...followed,
    responder_id: 'r1',
    responder_name: 'Block_1_0',
    responder_definition: 'Block_1_0',
    object_type: objectType,
    object_id: objectId,
    tlp: 2,
    pap: 2,
    parameters: '{}',
    ...values,
  }),
  job: (
    id: string,
    observableId: string,
    values: Partial<Of<'observable_jobs'>> = {},
  ): Of<'observable_jobs'> => ({
    ...meta(id),
    ...followed,
    observable_id: observableId,
    analyzer_id: 'a1',
    analyzer_name: 'Look_1_0',
    analyzer_definition: 'Look_1_0',
    ...values,
  }),
  customField: (
    id: string,
    name: string,
    type: Of<'custom_fields'>['type'],
    values: Partial<Of<'custom_fields'>> = {},
  ): Of<'custom_fields'> => ({
    ...meta(id),
    name,
    display_name: name,
    description: '',
    type,
    mandatory: 0,
    options: '[]',
    ...values,
  }),
  caseTemplate: (
    id: string,
    name: string,
    values: Partial<Of<'case_templates'>> = {},
  ): Of<'case_templates'> => ({
    ...meta(id),
    name,
    display_name: name,
    title_prefix: null,
    description: null,
    severity: null,
    flag: 0,
    tlp: null,
    pap: null,
    summary: null,
    tags: '[]',
    custom_fields: '{}',
    tasks: '[]',
    ...values,
  }),
  observableType: (
    id: string,
    name: string,
    values: Partial<Of<'observable_types'>> = {},
  ): Of<'observable_types'> => ({ ...meta(id), name, is_attachment: 0, ...values }),
  tag: (id: string, name: string, values: Partial<Of<'tags'>> = {}): Of<'tags'> => ({
    ...meta(id),
    name,
    description: null,
    colour: '#000000',
    ...values,
  }),
}

/** Owners before what they own. */
const order = [
  'cases',
  'alerts',
  'observables',
  'tasks',
  'task_logs',
  'comments',
  'attachments',
  'procedures',
  'custom_events',
  'pages',
  'case_links',
  'page_templates',
  'report_templates',
  'analyzer_templates',
  'dashboards',
  'case_shares',
  'case_statuses',
  'alert_statuses',
  'custom_fields',
  'observable_types',
  'case_templates',
  'tags',
  'actions',
  'observable_jobs',
] as const satisfies (keyof PlatformTables)[]

export async function insertRows(db: Db, rows: Rows): Promise<void> {
  for (const table of order) {
    const values = rows[table] ?? []
    // Each table with its own rows; TypeScript sees only the union of both.
    if (values.length > 0)
      await db
        .insertInto(table)
        .values(values as never)
        .execute()
  }
}

/** Makes these the only rows. */
export const replaceRows = (db: Db, rows: Rows) =>
  db.transaction().execute(async (tx) => {
    for (const table of order.toReversed()) await tx.deleteFrom(table).execute()
    await insertRows(tx, rows)
  })
