/** What a query can be about. */
export const entities = [
  'alert',
  'case',
  'task',
  'log',
  'observable',
  'comment',
  'attachment',
  'pattern',
  'procedure',
  'page',
  'pageTemplate',
  'analyzerTemplate',
  'dashboard',
  'caseStatus',
  'alertStatus',
  'action',
  'job',
  'caseTemplate',
  'customField',
  'observableType',
  'tag',
  'user',
  'organisation',
  'profile',
  'audit',
] as const
export type Entity = (typeof entities)[number]

/** Those whose `_id` is a login, a name or a number; all others have `~` and digits. */
export const withPlainIds: ReadonlySet<Entity> = new Set([
  'user',
  'organisation',
  'profile',
  'audit',
])

export type Version = 0 | 1

/** Names in messages, and of the steps: `listAlert`, `getAlert`. */
export const labels = {
  alert: 'Alert',
  case: 'Case',
  task: 'Task',
  log: 'Log',
  observable: 'Observable',
  comment: 'Comment',
  attachment: 'Attachment',
  pattern: 'Pattern',
  procedure: 'Procedure',
  page: 'Page',
  pageTemplate: 'PageTemplate',
  analyzerTemplate: 'AnalyzerTemplate',
  dashboard: 'Dashboard',
  caseStatus: 'CaseStatus',
  alertStatus: 'AlertStatus',
  action: 'Action',
  job: 'Job',
  caseTemplate: 'CaseTemplate',
  customField: 'CustomField',
  observableType: 'ObservableType',
  tag: 'Tag',
  user: 'User',
  organisation: 'Organisation',
  profile: 'Profile',
  audit: 'Audit',
} as const satisfies Record<Entity, string>
