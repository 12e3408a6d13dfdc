import { type Changed, type Created, log } from '@assay/contract/entities'
import { badRequest } from '../../domain/errors.ts'
import { attachmentColumns, type StoredFile } from '../../storage/blobs/attachments.ts'
import { firstGone } from '../../storage/blobs/first-gone.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import { removeActionsOn } from '../changes/remove-actions.ts'
import type { Writing } from '../changes/write.ts'
import { changedColumns, newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import type { TaskLogRow, TaskRow } from '../rows.ts'
import { filesOfLogs } from './log-files.ts'
import { logColumns, logRows, touchTask } from './store.ts'
import { updateTask } from './update.ts'

export interface NewLog extends Created<typeof log> {
  /** Hand the file to `write` as well, which keeps it. */
  readonly file?: StoredFile | undefined
}

/** A log on a waiting task starts it. */
export async function createLog(
  w: Writing,
  { id }: Pick<TaskRow, 'id'>,
  { file, ...input }: NewLog,
): Promise<TaskLogRow> {
  const task = await touchTask(w, id)
  if (task.status === 'Waiting') await updateTask(w, task, { status: 'InProgress' })
  if (file && (await firstGone(w.tx, w.blobs, [file.sha256])) !== undefined)
    throw badRequest('The file was deleted while the request was running. Upload it again')
  const row = await w.tx
    .insertInto('task_logs')
    .values({
      ...newRow(w),
      task_id: task.id,
      case_id: task.case_id,
      ...newColumns(log, input, w.now),
      ...attachmentColumns(file),
    })
    .returning(logColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export async function updateLog(
  w: Writing,
  id: string,
  change: Changed<typeof log>,
): Promise<TaskLogRow> {
  const row = await logRows.touch(w, id, changedColumns(log, change))
  record(w, 'update', row)
  return row
}

export async function removeLog(w: Writing, row: TaskLogRow): Promise<void> {
  await w.leaving('case_task_log', [row.id])
  await removeActionsOn(w, row.id)
  const files = (await filesOfLogs(w.tx, w.organization, [row.id])).get(row.id) ?? []
  await logRows.remove(w, row.id)
  w.release([row, ...files].flatMap(({ attachment_id }) => attachment_id ?? []))
  record(w, 'delete', row)
}

const record = recordRows<TaskLogRow>('case_task_log', (row) => ({
  rootId: row.case_id,
  details: { ...createdDetails(log, row), taskId: row.task_id },
}))
