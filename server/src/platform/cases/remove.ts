import { withdrawNotices } from '../../storage/rows/notices.ts'
import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import { mentionsLeave } from '../comments/mentions.ts'
import { removeObservablesOf } from '../observables/remove.ts'
import type { CaseRow } from '../rows.ts'
import { lockRowsOf, moveAlerts, touchCase } from './store.ts'

/**
 * With its tasks, logs, observables and everything that was run on them; the alerts stay, without
 * a case. What goes with the case is not recorded one by one: thousands of rows say nothing more.
 */
export async function removeCase(w: Writing, { id }: Pick<CaseRow, 'id'>): Promise<void> {
  // The case before its alerts, the lock order of merging.
  await touchCase(w, id)
  await lockRowsOf(w, 'alerts', [id])
  await moveAlerts(w, [id], null)
  await removeActions(w, id)
  const files = await filesOfCase(w, id)
  await w.leaving('case', [id])
  await mentionsLeave(w, 'case_id', id)
  await withdrawNotices(w.tx, w.organization, { objectType: 'case', objectIds: [id] })
  await removeObservablesOf(w, 'case_id', id)
  const gone = await w.tx
    .deleteFrom('cases')
    .where(ownedRow(w.organization, id))
    .returning(['number', 'title'])
    .executeTakeFirstOrThrow()
  w.release(files)
  w.record({
    operation: 'delete',
    objectType: 'case',
    objectId: id,
    details: { caseId: gone.number, title: gone.title },
  })
}

/** They refer to ids of several tables, so no foreign key cascades to them. */
const removeActions = (w: Writing, caseId: string) =>
  w.tx
    .deleteFrom('actions')
    .where('organization', '=', w.organization)
    .where((eb) => {
      const tasks = eb.selectFrom('tasks').select('tasks.id').where('case_id', '=', caseId)
      return eb.or([
        eb('object_id', '=', caseId),
        eb('object_id', 'in', tasks),
        eb(
          'object_id',
          'in',
          eb.selectFrom('task_logs').select('id').where('task_id', 'in', tasks),
        ),
        eb(
          'object_id',
          'in',
          eb.selectFrom('observables').select('id').where('case_id', '=', caseId),
        ),
      ])
    })
    .execute()

async function filesOfCase(w: Writing, caseId: string): Promise<string[]> {
  const files = await w.tx
    .selectFrom('observables')
    .select('attachment_id')
    .where(alsoOf(w.organization))
    .where('case_id', '=', caseId)
    .where('attachment_id', 'is not', null)
    .union((eb) =>
      eb
        .selectFrom('task_logs')
        .innerJoin('tasks', 'tasks.id', 'task_logs.task_id')
        .select('attachment_id')
        .where('tasks.organization', '=', w.organization)
        .where('tasks.case_id', '=', caseId)
        .where('attachment_id', 'is not', null),
    )
    .union((eb) =>
      eb
        .selectFrom('attachments')
        .select('attachment_id')
        .where(alsoOf(w.organization))
        .where('case_id', '=', caseId),
    )
    .union((eb) =>
      eb
        .selectFrom('attachments')
        .innerJoin('task_logs', 'task_logs.id', 'attachments.log_id')
        .select('attachments.attachment_id')
        .where('attachments.organization', '=', w.organization)
        .where('task_logs.case_id', '=', caseId),
    )
    .union((eb) =>
      eb
        .selectFrom('case_reports')
        .select('attachment_id')
        .where(alsoOf(w.organization))
        .where('case_id', '=', caseId),
    )
    .execute()
  return files.flatMap(({ attachment_id }) => attachment_id ?? [])
}
