import { AppError, notFound } from '../../domain/errors.ts'
import { findUser } from '../../identity/users/store.ts'
import { fileColumns } from '../../storage/attachments.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import type { TaskLogRow, TaskRow } from '../rows.ts'

export const taskColumns = [
  'id',
  'organization',
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
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export const logColumns = [
  'id',
  'organization',
  'task_id',
  'case_id',
  'message',
  ...fileColumns,
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export const taskNotFound = () => new AppError('NotFoundError', 'Task not found')
export const logNotFound = () => new AppError('NotFoundError', 'Log not found')

/** One of another organization is not there. */
export const findTask = (db: Db, organization: string, id: string): Promise<TaskRow | undefined> =>
  db.selectFrom('tasks').select(taskColumns).where(ownedRow(organization, id)).executeTakeFirst()

export async function requireTask(db: Db, organization: string, id: string): Promise<TaskRow> {
  const row = await findTask(db, organization, id)
  if (!row) throw taskNotFound()
  return row
}

export const findLog = (
  db: Db,
  organization: string,
  id: string,
): Promise<TaskLogRow | undefined> =>
  db.selectFrom('task_logs').select(logColumns).where(ownedRow(organization, id)).executeTakeFirst()

export async function requireLog(db: Db, organization: string, id: string): Promise<TaskLogRow> {
  const row = await findLog(db, organization, id)
  if (!row) throw logNotFound()
  return row
}

/** Says who and when, and answers the task as it is now: whoever comes second waits here. */
export async function touchTask(w: Writing, id: string): Promise<TaskRow> {
  const row = await w.tx
    .updateTable('tasks')
    .set({ updated_at: w.now, updated_by: w.actor.login })
    .where(ownedRow(w.organization, id))
    .returning(taskColumns)
    .executeTakeFirst()
  if (!row) throw taskNotFound()
  return row
}

/** Only users of the same organization can be given something to do. */
export async function requireAssignee(w: Writing, login: string): Promise<string> {
  const user = await findUser(w.tx, w.organization, login.toLowerCase())
  if (!user) throw notFound('User', login)
  return user.login
}
