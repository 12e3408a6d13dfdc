import { log, task } from '@assay/contract/entities'
import { notFound } from '../../domain/errors.ts'
import { findUser } from '../../identity/users/store.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import { entityRows } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { columnsOf } from '../entity/columns.ts'
import type { TaskRow } from '../rows.ts'

export const taskColumns = columnsOf(task, 'case_id')

export const logColumns = columnsOf(log, 'task_id', 'case_id', ...fileColumns)

export const taskRows = entityRows('tasks', taskColumns, 'Task')
export const { find: findTask, require: requireTask, touch: touchTask } = taskRows

export const logRows = entityRows('task_logs', logColumns, 'Log')
export const { find: findLog, require: requireLog } = logRows

/** After it was made, or given to another user. The marking is that of its case. */
export async function tellTaskAssignee(w: Writing, row: TaskRow): Promise<void> {
  if (row.assignee === null || row.assignee === w.actor.login) return
  const parent = await w.tx
    .selectFrom('cases')
    .select(['number', 'severity', 'tlp'])
    .where('id', '=', row.case_id)
    .executeTakeFirst()
  await w.notify([row.assignee], {
    kind: 'assigned',
    objectType: 'case_task',
    objectId: row.id,
    parameters: { caseId: row.case_id, title: row.title, ...parent },
  })
}

/** Only users of the same organization can be given something to do. */
export async function requireAssignee(w: Writing, login: string): Promise<string> {
  const user = await findUser(w.tx, w.organization, login.toLowerCase())
  if (!user) throw notFound('User', login)
  return user.login
}
