import type { LogV0, LogV1, TaskV0, TaskV1 } from '@assay/contract'
import { attachmentOf, keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { TaskLogRow, TaskRow } from '../rows.ts'

const shown = (row: TaskRow) => ({
  title: row.title,
  group: row.task_group,
  status: row.status,
  flag: row.flag === 1,
  mandatory: row.mandatory === 1,
  order: row.position,
  ...withoutNulls({
    description: row.description,
    startDate: row.start_date,
    endDate: row.end_date,
    dueDate: row.due_date,
  }),
})

export const taskV0 = (row: TaskRow): TaskV0 => ({
  ...keysV0(row),
  _type: 'case_task',
  ...shown(row),
  ...withoutNulls({ owner: row.assignee }),
})

export const taskV1 = (row: TaskRow): TaskV1 => ({
  ...keysV1(row),
  _type: 'Task',
  ...shown(row),
  ...withoutNulls({ assignee: row.assignee }),
  extraData: {},
})

export const taskViews = viewsOf(taskV0, taskV1)

const logShown = (row: TaskLogRow) => ({
  message: row.message,
  owner: row.created_by,
  ...withoutNulls({ attachment: attachmentOf(row) }),
})

export const logV0 = (row: TaskLogRow): LogV0 => ({
  ...keysV0(row),
  _type: 'case_task_log',
  ...logShown(row),
  startDate: row.created_at,
  status: 'Ok',
})

export const logV1 = (row: TaskLogRow): LogV1 => ({
  ...keysV1(row),
  _type: 'Log',
  ...logShown(row),
  date: row.created_at,
  extraData: {},
})

export const logViews = viewsOf(logV0, logV1)
