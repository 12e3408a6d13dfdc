import { type Created, task } from '@assay/contract/entities'
import { afterTransition } from '../../domain/response/task-rules.ts'
import { moment } from '../../domain/response/wire-values.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { caseNotFound } from '../parents/case.ts'
import type { CaseRow, TaskRow } from '../rows.ts'
import { requireAssignee, taskColumns, tellTaskAssignee } from './store.ts'

export type NewTask = Created<typeof task>

export async function createTask(
  w: Writing,
  caseRow: Pick<CaseRow, 'id'>,
  input: NewTask,
): Promise<TaskRow> {
  await holdCase(w, caseRow.id)
  const login = input.assignee ?? input.owner
  const columns = newColumns(task, input, w.now)
  const { startDate, endDate, assignee } = afterTransition(
    {
      startDate: momentOrNull(input.startDate),
      endDate: momentOrNull(input.endDate),
      assignee: login === undefined ? null : await requireAssignee(w, login),
    },
    columns.status,
    { now: w.now, login: w.actor.login },
  )
  const row = await w.tx
    .insertInto('tasks')
    .values({
      ...newRow(w),
      case_id: caseRow.id,
      ...columns,
      assignee,
      start_date: startDate,
      end_date: endDate,
    })
    .returning(taskColumns)
    .executeTakeFirstOrThrow()
  w.record({
    operation: 'create',
    objectType: 'case_task',
    objectId: row.id,
    rootId: row.case_id,
    details: createdDetails(task, row),
  })
  await tellTaskAssignee(w, row)
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
