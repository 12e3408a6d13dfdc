import { notFound } from '../../domain/errors.ts'
import { findUser } from '../../identity/users/store.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import { entityRows } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { entityColumns } from '../rows.ts'

export const taskColumns = [
  ...entityColumns,
  'case_id',
  'title',
  'task_group',
  'description',
  'assignee',
  'status',
  'flag',
  'start_date',
  'end_date',
  'due_date',
  'position',
  'mandatory',
  'action_required',
] as const

export const logColumns = [
  ...entityColumns,
  'task_id',
  'case_id',
  'message',
  ...fileColumns,
] as const

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
