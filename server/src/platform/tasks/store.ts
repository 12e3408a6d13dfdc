import { log, task } from '@assay/contract/entities'
import { notFound } from '../../domain/errors.ts'
import { findUser } from '../../identity/users/store.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import { entityRows } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { columnsOf } from '../entity/columns.ts'

export const taskColumns = columnsOf(task, 'case_id')

export const logColumns = columnsOf(log, 'task_id', 'case_id', ...fileColumns)

export const taskRows = entityRows('tasks', taskColumns, 'Task')
export const { find: findTask, require: requireTask, touch: touchTask } = taskRows

export const logRows = entityRows('task_logs', logColumns, 'Log')
export const { find: findLog, require: requireLog } = logRows

/** Only users of the same organization can be given something to do. */
export async function requireAssignee(w: Writing, login: string): Promise<string> {
  const user = await findUser(w.tx, w.organization, login.toLowerCase())
  if (!user) throw notFound('User', login)
  return user.login
}
