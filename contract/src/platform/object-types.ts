export const objectTypes = [
  'case',
  'case_task',
  'case_task_log',
  'case_artifact',
  'alert',
  'comment',
  'attachment',
  'action',
  'case_artifact_job',
  'caseTemplate',
  'customField',
  'observableType',
  'tag',
  'webhook',
] as const
export type ObjectType = (typeof objectTypes)[number]
