import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import {
  attachmentFields,
  metaFields,
  okStatus,
  oldestFirst,
  sameOrganization,
} from '../models/fields.ts'
import type { Models } from '../models/models.ts'

type TaskFields = Record<string, Field<Column<'tasks'>>>
type LogFields = Record<string, Field<Column<'task_logs'>>>

const common: TaskFields = {
  title: { column: 'title', kind: 'text', short: true, required: true },
  description: { column: 'description', kind: 'text' },
  group: { column: 'task_group', kind: 'keyword', short: true, required: true },
  flag: { column: 'flag', kind: 'boolean', required: true },
  mandatory: { column: 'mandatory', kind: 'boolean', required: true },
  actionRequired: { column: 'action_required', kind: 'boolean' },
  startDate: { column: 'start_date', kind: 'date' },
  endDate: { column: 'end_date', kind: 'date' },
  dueDate: { column: 'due_date', kind: 'date' },
  order: { column: 'position', kind: 'number', required: true },
}

const assignee: Field<Column<'tasks'>> = { column: 'assignee', kind: 'keyword', short: true }
const status: Field<Column<'tasks'>> = {
  column: 'status',
  kind: 'keyword',
  short: true,
  required: true,
}

export const taskFields: Record<Version, TaskFields> = {
  0: {
    ...metaFields[0],
    ...common,
    owner: assignee,
    status: { ...status, values: ['Waiting', 'InProgress', 'Completed', 'Cancel'] },
  },
  // Version 1 compares the status as plain text: an unknown one matches nothing.
  1: { ...metaFields[1], ...common, assignee, status },
}

export const taskModel = (version: Version, models: Models): SearchModel<'tasks'> =>
  searchModel({
    type: 'case_task',
    table: 'tasks',
    id: 'id',
    organization: 'organization',
    fields: taskFields[version],
    defaultSort: oldestFirst(version),
    parents: {
      case: { model: () => models.of('case'), join: [['case_id', 'id'], sameOrganization] },
    },
    children: {
      case_task_log: {
        model: () => models.of('log'),
        join: [['id', 'task_id'], sameOrganization],
      },
    },
  })

const message: Field<Column<'task_logs'>> = { column: 'message', kind: 'text', required: true }
const createdAt: Field<Column<'task_logs'>> = {
  column: 'created_at',
  kind: 'date',
  required: true,
}
const owner: Field<Column<'task_logs'>> = {
  column: 'created_by',
  kind: 'keyword',
  short: true,
  required: true,
}

export const logFields: Record<Version, LogFields> = {
  0: {
    ...metaFields[0],
    ...attachmentFields,
    message,
    owner,
    startDate: createdAt,
    status: okStatus,
  },
  1: { ...metaFields[1], ...attachmentFields, message, owner, date: createdAt },
}

export const logModel = (version: Version, models: Models): SearchModel<'task_logs'> =>
  searchModel({
    type: 'case_task_log',
    table: 'task_logs',
    id: 'id',
    organization: 'organization',
    fields: logFields[version],
    defaultSort: oldestFirst(version),
    parents: {
      case_task: { model: () => models.of('task'), join: [['task_id', 'id'], sameOrganization] },
    },
  })
