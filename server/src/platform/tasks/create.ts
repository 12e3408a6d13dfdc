import { afterTransition, type TaskStatus } from '../../domain/response/task-rules.ts'
import { moment, whole } from '../../domain/response/wire-values.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { caseNotFound } from '../parents/case.ts'
import type { CaseRow, TaskRow } from '../rows.ts'
import { requireAssignee, taskColumns } from './store.ts'

export type Moment = number | string

/** What a new task and a change of one say in the same way. */
export interface TaskMarks {
  readonly status?: TaskStatus | undefined
  readonly flag?: boolean | undefined
  readonly mandatory?: boolean | undefined
  readonly order?: number | undefined
}

export interface NewTask extends TaskMarks {
  readonly title: string
  readonly group?: string | undefined
  readonly description?: string | undefined
  /** `owner` is how version 0 spells it. */
  readonly assignee?: string | undefined
  readonly owner?: string | undefined
  readonly startDate?: Moment | undefined
  readonly endDate?: Moment | undefined
  readonly dueDate?: Moment | undefined
}

export async function createTask(
  w: Writing,
  caseRow: Pick<CaseRow, 'id'>,
  input: NewTask,
): Promise<TaskRow> {
  await holdCase(w, caseRow.id)
  const login = input.assignee ?? input.owner
  const status = input.status ?? 'Waiting'
  const { startDate, endDate, assignee } = afterTransition(
    {
      startDate: momentOrNull(input.startDate),
      endDate: momentOrNull(input.endDate),
      assignee: login === undefined ? null : await requireAssignee(w, login),
    },
    status,
    { now: w.now, login: w.actor.login },
  )
  const row = await w.tx
    .insertInto('tasks')
    .values({
      ...newRow(w),
      case_id: caseRow.id,
      title: input.title,
      task_group: input.group ?? 'default',
      description: input.description ?? null,
      assignee,
      status,
      flag: input.flag ? 1 : 0,
      mandatory: input.mandatory ? 1 : 0,
      start_date: startDate,
      end_date: endDate,
      due_date: momentOrNull(input.dueDate),
      position: whole(input.order ?? 0),
    })
    .returning(taskColumns)
    .executeTakeFirstOrThrow()
  w.record({
    operation: 'create',
    objectType: 'case_task',
    objectId: row.id,
    rootId: row.case_id,
    details: { title: row.title, group: row.task_group, status, owner: assignee },
  })
  return row
}

const momentOrNull = (value: number | string | undefined) =>
  value === undefined ? null : moment(value)

/** The case is there, and stays until the task is in. */
async function holdCase(w: Writing, id: string): Promise<void> {
  const row = await w.dialect
    .holdRow(w.tx.selectFrom('cases').select('id'))
    .where(ownedRow(w.organization, id))
    .executeTakeFirst()
  if (!row) throw caseNotFound()
}
