import { removeActionsOn } from '../changes/remove-actions.ts'
import type { Writing } from '../changes/write.ts'
import type { ObservableRow } from '../rows.ts'
import { observableRows, rootOf } from './store.ts'

/** With the actions that were run on it; its analyses go by themselves. */
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
