/** What a query can be about. */
export const entities = [
  'alert',
  'case',
  'task',
  'log',
  'observable',
  'action',
  'job',
  'caseTemplate',
  'customField',
  'observableType',
  'tag',
  'user',
] as const
export type Entity = (typeof entities)[number]

export type Version = 0 | 1

/** Names in messages, and of the steps: `listAlert`, `getAlert`. */
export const labels = {
  alert: 'Alert',
  case: 'Case',
  task: 'Task',
  log: 'Log',
  observable: 'Observable',
  action: 'Action',
  job: 'Job',
  caseTemplate: 'CaseTemplate',
  customField: 'CustomField',
  observableType: 'ObservableType',
  tag: 'Tag',
  user: 'User',
} as const satisfies Record<Entity, string>
