import type { LogV0, LogV1, TaskV0, TaskV1 } from '@assay/contract'
import { attachmentV1 } from '../attachments/views.ts'
import { attachmentOf, keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { each, type Views, viewsOf } from '../render/views.ts'
import type { AttachmentRow, TaskLogRow, TaskRow } from '../rows.ts'
import { filesOfLogs } from './log-files.ts'

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

const logV1 = (row: TaskLogRow, files: readonly AttachmentRow[]): LogV1 => ({
  ...keysV1(row),
  _type: 'Log',
  ...logShown(row),
  attachments: files.map(attachmentV1),
  date: row.created_at,
  extraData: {},
})

export const logViews: Views<TaskLogRow, LogV0, LogV1> = {
  v0: each(logV0),
  v1: async (rows, { db, organization }) => {
    const ids = rows.map(({ id }) => id)
    const files = await filesOfLogs(db, organization, ids)
    return rows.map((row) => logV1(row, files.get(row.id) ?? []))
  },
}
