import type { AlertV0, CaseV0, LogV0, ObservableV0, TaskV0 } from '@assay/contract'
import type { CustomFieldValues } from '../../domain/response/custom-fields.ts'
import type { AlertRow, CaseRow, ObservableRow, TaskLogRow, TaskRow } from '../rows.ts'
import { attachmentOf, withoutNulls } from './parts.ts'

const keysOf = (row: { id: string; created_by: string; created_at: number }) => ({
  _id: row.id,
  id: row.id,
  createdBy: row.created_by,
  createdAt: row.created_at,
})

/** Every key is there, null when it holds nothing: clients of today's platform look them all up. */
export const caseV0 = (row: CaseRow): CaseV0 => ({
  ...keysOf(row),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
  _type: 'case',
  caseId: row.number,
  title: row.title,
  description: row.description,
  severity: row.severity,
  startDate: row.start_date,
  endDate: row.end_date,
  impactStatus: row.impact_status,
  resolutionStatus: row.resolution_status,
  tags: JSON.parse(row.tags),
  flag: row.flag === 1,
  tlp: row.tlp,
  pap: row.pap,
  status: row.status,
  summary: row.summary,
  owner: row.assignee,
  customFields: customFieldsV0(row.custom_fields, true),
  stats: {},
  permissions: [],
})

export const alertV0 = (row: AlertRow, artifacts: ObservableV0[] = []): AlertV0 => ({
  ...keysOf(row),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
  _type: 'alert',
  type: row.type,
  source: row.source,
  sourceRef: row.source_ref,
  externalLink: row.external_link,
  case: row.case_id,
  title: row.title,
  description: row.description,
  severity: row.severity,
  date: row.date,
  tags: JSON.parse(row.tags),
  tlp: row.tlp,
  pap: row.pap,
  status: alertStatus(row),
  follow: row.follow === 1,
  customFields: customFieldsV0(row.custom_fields, false),
  caseTemplate: row.case_template,
  artifacts,
  similarCases: [],
})

const alertStatus = ({ read, case_id }: AlertRow): AlertV0['status'] => {
  if (case_id === null) return read === 1 ? 'Ignored' : 'New'
  return read === 1 ? 'Imported' : 'Updated'
}

export const observableV0 = (row: ObservableRow): ObservableV0 => ({
  ...keysOf(row),
  ...withoutNulls({ updatedBy: row.updated_by, updatedAt: row.updated_at }),
  _type: 'case_artifact',
  dataType: row.data_type,
  ...withoutNulls({ data: row.data, attachment: attachmentOf(row) }),
  startDate: row.created_at,
  tlp: row.tlp,
  tags: JSON.parse(row.tags),
  ioc: row.ioc === 1,
  sighted: row.sighted === 1,
  ...withoutNulls({ message: row.message }),
  reports: JSON.parse(row.reports),
  stats: {},
  ...(row.ignore_similarity === null ? {} : { ignoreSimilarity: row.ignore_similarity === 1 }),
})

export const taskV0 = (row: TaskRow): TaskV0 => ({
  ...keysOf(row),
  _type: 'case_task',
  title: row.title,
  group: row.task_group,
  status: row.status,
  flag: row.flag === 1,
  order: row.position,
  ...withoutNulls({
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
    description: row.description,
    owner: row.assignee,
    startDate: row.start_date,
    endDate: row.end_date,
    dueDate: row.due_date,
  }),
})

export const logV0 = (row: TaskLogRow): LogV0 => ({
  ...keysOf(row),
  _type: 'case_task_log',
  message: row.message,
  startDate: row.created_at,
  status: 'Ok',
  owner: row.created_by,
  ...withoutNulls({
    updatedBy: row.updated_by,
    updatedAt: row.updated_at,
    attachment: attachmentOf(row),
  }),
})

export function customFieldsV0(stored: string, withOrder: boolean): Record<string, unknown> {
  const values = JSON.parse(stored) as CustomFieldValues
  return Object.fromEntries(
    Object.entries(values).map(([name, { type, value, order }]) => [
      name,
      { [type]: value, ...(withOrder ? { order } : {}) },
    ]),
  )
}
