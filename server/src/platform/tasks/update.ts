import { type Changed, task } from '@assay/contract/entities'
import type { Updateable } from 'kysely'
import { badRequest } from '../../domain/errors.ts'
import { afterCaseClosed, afterTransition } from '../../domain/response/task-rules.ts'
import { moment } from '../../domain/response/wire-values.ts'
import type { TaskTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import { changedColumns } from '../entity/columns.ts'
import type { TaskRow } from '../rows.ts'
import { filesOfLogs } from './log-files.ts'
import { requireAssignee, taskRows, tellTaskAssignee, touchTask } from './store.ts'

/** `owner` and `user` are other names of the assignee. */
export type TaskChange = Changed<typeof task> & { readonly user?: string | null | undefined }

export async function updateTask(
  w: Writing,
  { id }: Pick<TaskRow, 'id'>,
  change: TaskChange,
): Promise<TaskRow> {
  const before = await touchTask(w, id)
  const columns = { ...changedColumns(task, change), ...(await decided(w, before, change)) }
  const row = await taskRows.change(w, before, columns)
  const { assignee, owner, user, ...rest } = change
  w.record({
    operation: 'update',
    objectType: 'case_task',
    objectId: id,
    rootId: row.case_id,
    details: { ...rest, ...(row.assignee === before.assignee ? {} : { owner: row.assignee }) },
  })
  if (row.assignee !== before.assignee) await tellTaskAssignee(w, row)
  return row
}

/** A started task has a start and an assignee; a finished one has an end. */
async function decided(
  w: Writing,
  before: TaskRow,
  change: TaskChange,
): Promise<Updateable<TaskTable>> {
  const { status } = change
  const said = {
    startDate: dateAfter(before.start_date, change.startDate),
    endDate: dateAfter(before.end_date, change.endDate),
    assignee: await assigneeAfter(w, before, change),
  }
  const after =
    status === undefined
      ? said
      : afterTransition(said, status, { now: w.now, login: w.actor.login })
  return {
    ...(after.startDate !== before.start_date && { start_date: after.startDate }),
    ...(after.endDate !== before.end_date && { end_date: after.endDate }),
    ...(after.assignee !== before.assignee && { assignee: after.assignee }),
  }
}

const dateAfter = (
  before: number | null,
  sent: number | string | null | undefined,
): number | null => {
  if (sent === undefined) return before
  return sent === null ? null : moment(sent)
}

async function assigneeAfter(w: Writing, before: TaskRow, change: TaskChange) {
  const sent = [change.assignee, change.owner, change.user].find((login) => login !== undefined)
  if (sent === undefined) return before.assignee
  // Clients send the whole task back: an assignee who has left since must not stop them.
  return sent === null || sent === before.assignee ? sent : await requireAssignee(w, sent)
}

/** The organization has to act on the task, or has done so. */
export async function setActionRequired(
  w: Writing,
  id: string,
  isRequired: boolean,
): Promise<TaskRow> {
  const row = await taskRows.touch(w, id, { action_required: Number(isRequired) })
  w.record({
    operation: 'update',
    objectType: 'case_task',
    objectId: id,
    rootId: row.case_id,
    details: { actionRequired: isRequired },
  })
  return row
}

/** Before a case is resolved: required tasks are done or canceled. */
export async function refuseOpenMandatory(w: Writing, caseId: string): Promise<void> {
  const open = await w.tx
    .selectFrom('tasks')
    .select('title')
    .where('organization', '=', w.organization)
    .where('case_id', '=', caseId)
    .where('mandatory', '=', 1)
    .where('status', 'in', ['Waiting', 'InProgress'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (open)
    throw badRequest(
      `Mandatory task ${open.title} is open. Complete or cancel it before you resolve the case`,
    )
}

/** What closing a case makes of its tasks: what waited is cancelled, what was begun is done. */
export async function closeTasksOf(w: Writing, caseId: string): Promise<void> {
  const open = await w.tx
    .selectFrom('tasks')
    .select(['id', 'status'])
    .where('organization', '=', w.organization)
    .where('case_id', '=', caseId)
    .where('status', 'in', ['Waiting', 'InProgress'])
    .orderBy('id')
    .execute()
  for (const { id, status } of open) {
    if (status === 'Waiting' || status === 'InProgress')
      await updateTask(w, { id }, { status: afterCaseClosed[status] })
  }
}

/** With its logs and everything that was run on them. */
export async function removeTask(w: Writing, row: TaskRow): Promise<void> {
  const logs = await w.tx
    .selectFrom('task_logs')
    .select(['id', 'attachment_id'])
    .where('organization', '=', w.organization)
    .where('task_id', '=', row.id)
    .execute()
  const added = await filesOfLogs(
    w.tx,
    w.organization,
    logs.map(({ id }) => id),
  )
  await w.tx
    .deleteFrom('actions')
    .where('organization', '=', w.organization)
    .where((eb) =>
      eb.or([
        eb('object_id', '=', row.id),
        eb(
          'object_id',
          'in',
          eb
            .selectFrom('task_logs')
            .select('task_logs.id')
            .where('task_logs.organization', '=', w.organization)
            .where('task_logs.task_id', '=', row.id),
        ),
      ]),
    )
    .execute()
  await w.leaving('case_task', [row.id])
  await taskRows.remove(w, row.id)
  const files = [...logs, ...[...added.values()].flat()]
  w.release(files.flatMap(({ attachment_id }) => attachment_id ?? []))
  w.record({
    operation: 'delete',
    objectType: 'case_task',
    objectId: row.id,
    rootId: row.case_id,
    details: { title: row.title },
  })
}
