import type { LogV0, LogV1, TaskV0, TaskV1 } from '@assay/contract'
import { log, task } from '@assay/contract/entities'
import { attachmentV1 } from '../attachments/views.ts'
import { attributesView } from '../entity/views.ts'
import { attachmentOf, keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { each, type Views, viewsOf } from '../render/views.ts'
import type { AttachmentRow, TaskLogRow, TaskRow } from '../rows.ts'
import { filesOfLogs } from './log-files.ts'

const attributesV0 = attributesView(task, 0)
const attributesV1 = attributesView(task, 1)

export const taskV0 = (row: TaskRow): TaskV0 => ({ ...keysV0(row), ...attributesV0(row) })

export const taskV1 = (row: TaskRow): TaskV1 => ({
  ...keysV1(row),
  ...attributesV1(row),
  extraData: {},
})

export const taskViews = viewsOf(taskV0, taskV1)

const logAttributesV0 = attributesView(log, 0)
const logAttributesV1 = attributesView(log, 1)
const fileOf = (row: TaskLogRow) => withoutNulls({ attachment: attachmentOf(row) })

export const logV0 = (row: TaskLogRow): LogV0 => ({
  ...keysV0(row),
  ...logAttributesV0(row),
  ...fileOf(row),
  status: 'Ok',
})

const logV1 = (row: TaskLogRow, files: readonly AttachmentRow[]): LogV1 => ({
  ...keysV1(row),
  ...logAttributesV1(row),
  ...fileOf(row),
  attachments: files.map(attachmentV1),
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
