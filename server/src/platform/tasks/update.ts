import type { Updateable } from 'kysely'
import { badRequest } from '../../domain/errors.ts'
import { afterCaseClosed, afterTransition } from '../../domain/response/task-rules.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import type { TaskTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import type { TaskRow } from '../rows.ts'
import type { Moment, TaskMarks } from './create.ts'
import { filesOfLogs } from './log-files.ts'
import { requireAssignee, taskRows, touchTask } from './store.ts'

/** Null clears. `owner` and `user` are how version 0 spells the assignee. */
export interface TaskChange extends TaskMarks {
  readonly title?: string | undefined
  readonly group?: string | undefined
  readonly description?: string | null | undefined
  readonly assignee?: string | null | undefined
  readonly owner?: string | null | undefined
  readonly user?: string | null | undefined
  readonly startDate?: Moment | null | undefined
  readonly endDate?: Moment | null | undefined
  readonly dueDate?: Moment | null | undefined
}

export async function updateTask(
  w: Writing,
  { id }: Pick<TaskRow, 'id'>,
  change: TaskChange,
): Promise<TaskRow> {
  const before = await touchTask(w, id)
  const columns = await changedColumns(w, before, change)
  const row = await taskRows.change(w, before, columns)
  const { assignee, owner, user, ...rest } = change
  w.record({
    operation: 'update',
    objectType: 'case_task',
    objectId: id,
    rootId: row.case_id,
    details: { ...rest, ...(row.assignee === before.assignee ? {} : { owner: row.assignee }) },
  })
  return row
}

async function changedColumns(
  w: Writing,
  before: TaskRow,
  change: TaskChange,
): Promise<Updateable<TaskTable>> {
  const { title, group, description, status, flag, mandatory, dueDate, order } = change
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
    ...(title !== undefined && { title }),
    ...(group !== undefined && { task_group: group }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    ...(flag !== undefined && { flag: Number(flag) }),
    ...(mandatory !== undefined && { mandatory: Number(mandatory) }),
    ...(dueDate !== undefined && { due_date: dateAfter(null, dueDate) }),
    ...(order !== undefined && { position: whole(order) }),
    ...(after.startDate !== before.start_date && { start_date: after.startDate }),
    ...(after.endDate !== before.end_date && { end_date: after.endDate }),
    ...(after.assignee !== before.assignee && { assignee: after.assignee }),
  }
}

const dateAfter = (before: number | null, sent: Moment | null | undefined): number | null => {
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
