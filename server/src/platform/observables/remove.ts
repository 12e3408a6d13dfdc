import { alsoOf } from '../../storage/rows/owned-row.ts'
import { removeActionsOn } from '../changes/remove-actions.ts'
import type { Writing } from '../changes/write.ts'
import type { ObservableRow } from '../rows.ts'
import { observableRows, rootOf } from './store.ts'

/** With the actions that were run on it; its analyses are deleted by cascade. */
export async function removeObservable(w: Writing, row: ObservableRow): Promise<void> {
  await w.leaving('case_artifact', [row.id])
  await removeActionsOn(w, row.id)
  await observableRows.remove(w, row.id)
  if (row.attachment_id !== null) w.release([row.attachment_id])
  w.record({
    operation: 'delete',
    objectType: 'case_artifact',
    objectId: row.id,
    rootId: rootOf(row),
    details: { dataType: row.data_type },
  })
}

/** Rows that one statement removes; each is taken out of several indexes. */
const batch = 500

/**
 * Before their case or alert is deleted, which would take all of them along in one statement. Users who
 * saw them are notified of the case.
 */
export async function removeObservablesOf(
  w: Writing,
  column: 'case_id' | 'alert_id',
  id: string,
): Promise<void> {
  while (true) {
    const { numDeletedRows } = await w.tx
      .deleteFrom('observables')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('observables')
          .select('id')
          .where(alsoOf(w.organization))
          .where(column, '=', id)
          .limit(batch),
      )
      .executeTakeFirstOrThrow()
    if (Number(numDeletedRows) < batch) return
  }
}
