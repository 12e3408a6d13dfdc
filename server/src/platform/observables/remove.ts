import type { Writing } from '../changes/write.ts'
import type { ObservableRow } from '../rows.ts'
import { observableNotFound, rootOf } from './store.ts'

/** With the actions that were run on it; its analyses go by themselves. */
export async function removeObservable(w: Writing, row: ObservableRow): Promise<void> {
  await w.tx
    .deleteFrom('actions')
    .where('organization', '=', w.organization)
    .where('object_id', '=', row.id)
    .execute()
  const gone = await w.tx
    .deleteFrom('observables')
    .where('organization', '=', w.organization)
    .where('id', '=', row.id)
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
