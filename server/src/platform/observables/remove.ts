import { ownedRow } from '../../storage/owned-row.ts'
import { removeActionsOn } from '../changes/remove-actions.ts'
import type { Writing } from '../changes/write.ts'
import type { ObservableRow } from '../rows.ts'
import { observableNotFound, rootOf } from './store.ts'

/** With the actions that were run on it; its analyses go by themselves. */
export async function removeObservable(w: Writing, row: ObservableRow): Promise<void> {
  await removeActionsOn(w, row.id)
  const gone = await w.tx
    .deleteFrom('observables')
    .where(ownedRow(w.organization, row.id))
    .executeTakeFirst()
  if (Number(gone.numDeletedRows) === 0) throw observableNotFound()
  if (row.attachment_id !== null) w.release([row.attachment_id])
  w.record({
    operation: 'delete',
    objectType: 'case_artifact',
    objectId: row.id,
    rootId: rootOf(row),
    details: { dataType: row.data_type },
  })
}
