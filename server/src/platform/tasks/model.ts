import { log, task } from '@assay/contract/entities'
import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import { searchFields } from '../entity/search.ts'
import { fileFields, metaFields, oldestFirst, sameOrganization } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { caseIn } from '../models/owned.ts'

type TaskFields = Record<string, Field<Column<'tasks'>>>
type LogFields = Record<string, Field<Column<'task_logs'>>>

export const taskFields: Record<Version, TaskFields> = {
  0: { ...metaFields[0], ...searchFields(task, 0) },
  1: { ...metaFields[1], ...searchFields(task, 1) },
}

export const taskModel = (version: Version, models: Models): SearchModel<'tasks'> =>
  searchModel({
    type: 'case_task',
    table: 'tasks',
    id: 'id',
    organization: 'organization',
    fields: taskFields[version],
    defaultSort: oldestFirst(version),
    parents: caseIn(models),
    children: {
      case_task_log: {
        model: () => models.of('log'),
        join: [['id', 'task_id'], sameOrganization],
      },
    },
  })

export const logFields: Record<Version, LogFields> = {
  0: { ...fileFields[0], ...searchFields(log, 0) },
  1: { ...fileFields[1], ...searchFields(log, 1) },
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
