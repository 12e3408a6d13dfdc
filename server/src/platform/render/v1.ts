import type {
  AlertV1,
  CaseV1,
  CustomFieldValueV1,
  LogV1,
  ObservableV1,
  TaskV1,
} from '@assay/contract'
import type { CustomFieldValues } from '../../domain/response/custom-fields.ts'
import type {
  AlertRow,
  CaseRow,
  CustomFieldRow,
  ObservableRow,
  TaskLogRow,
  TaskRow,
} from '../rows.ts'
import { attachmentOf, withoutNulls } from './parts.ts'

/** Definitions by name: id and description of a field are shown with every value. */
export type FieldDefinitions = ReadonlyMap<string, CustomFieldRow>

interface Meta {
  id: string
  created_by: string
  created_at: number
  updated_by: string | null
  updated_at: number | null
}

const keysOf = (row: Meta) => ({
  _id: row.id,
  _createdBy: row.created_by,
  _createdAt: row.created_at,
  ...withoutNulls({ _updatedBy: row.updated_by, _updatedAt: row.updated_at }),
  extraData: {},
})

export const caseV1 = (row: CaseRow, fields: FieldDefinitions): CaseV1 => ({
  ...keysOf(row),
  _type: 'Case',
  number: row.number,
  title: row.title,
  description: row.description,
  severity: row.severity,
  startDate: row.start_date,
  tags: JSON.parse(row.tags),
  flag: row.flag === 1,
  tlp: row.tlp,
  pap: row.pap,
  status: row.status,
  ...withoutNulls({
    endDate: row.end_date,
    summary: row.summary,
    impactStatus: row.impact_status,
    resolutionStatus: row.resolution_status,
    assignee: row.assignee,
  }),
  customFields: customFieldsV1(row.custom_fields, fields),
})

export const alertV1 = (
  row: AlertRow,
  fields: FieldDefinitions,
  observableCount: number,
): AlertV1 => ({
  ...keysOf(row),
  _type: 'Alert',
  type: row.type,
  source: row.source,
  sourceRef: row.source_ref,
  title: row.title,
  description: row.description,
  severity: row.severity,
  date: row.date,
  tags: JSON.parse(row.tags),
  tlp: row.tlp,
  pap: row.pap,
  read: row.read === 1,
  follow: row.follow === 1,
  ...withoutNulls({
    externalLink: row.external_link,
    caseTemplate: row.case_template,
    caseId: row.case_id,
  }),
  customFields: customFieldsV1(row.custom_fields, fields),
  observableCount,
})

export const observableV1 = (row: ObservableRow): ObservableV1 => ({
  ...keysOf(row),
  _type: 'Observable',
  dataType: row.data_type,
  startDate: row.created_at,
  tlp: row.tlp,
  tags: JSON.parse(row.tags),
  ioc: row.ioc === 1,
  sighted: row.sighted === 1,
  reports: JSON.parse(row.reports),
  ...withoutNulls({ data: row.data, attachment: attachmentOf(row), message: row.message }),
  ...(row.ignore_similarity === null ? {} : { ignoreSimilarity: row.ignore_similarity === 1 }),
})

export const taskV1 = (row: TaskRow): TaskV1 => ({
  ...keysOf(row),
  _type: 'Task',
  title: row.title,
  group: row.task_group,
  status: row.status,
  flag: row.flag === 1,
  order: row.position,
  ...withoutNulls({
    description: row.description,
    startDate: row.start_date,
    endDate: row.end_date,
    dueDate: row.due_date,
    assignee: row.assignee,
  }),
})

export const logV1 = (row: TaskLogRow): LogV1 => ({
  ...keysOf(row),
  _type: 'Log',
  message: row.message,
  date: row.created_at,
  owner: row.created_by,
  ...withoutNulls({ attachment: attachmentOf(row) }),
})

export function customFieldsV1(stored: string, fields: FieldDefinitions): CustomFieldValueV1[] {
  const values = JSON.parse(stored) as CustomFieldValues
  return Object.entries(values)
    .map(([name, { type, value, order }]) => ({
      _id: fields.get(name)?.id ?? name,
      name,
      description: fields.get(name)?.description ?? '',
      type,
      value,
      order: order ?? 0,
    }))
    .toSorted((a, b) => a.order - b.order)
}
