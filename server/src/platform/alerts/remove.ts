import { alsoOf, ownedRow } from '../../storage/rows/owned-row.ts'
import type { Writing } from '../changes/write.ts'
import { removeObservablesOf } from '../observables/remove.ts'
import { alertNotFound } from '../parents/alert.ts'
import type { AlertRow } from '../rows.ts'

/** With its observables and everything that was run on it; a case that was made of it stays. */
export async function removeAlert(w: Writing, { id }: Pick<AlertRow, 'id'>): Promise<void> {
  const observables = w.tx
    .selectFrom('observables')
    .where(alsoOf(w.organization))
    .where('alert_id', '=', id)
  await w.tx
    .deleteFrom('actions')
    .where('organization', '=', w.organization)
    .where((eb) =>
      eb.or([eb('object_id', '=', id), eb('object_id', 'in', observables.select('id'))]),
    )
    .execute()
  const files = await observables
    .select('attachment_id')
    .distinct()
    .where('attachment_id', 'is not', null)
    .union((eb) =>
      eb
        .selectFrom('attachments')
        .select('attachment_id')
        .where(alsoOf(w.organization))
        .where('alert_id', '=', id),
    )
    .execute()
  await removeObservablesOf(w, 'alert_id', id)
  const gone = await w.tx
    .deleteFrom('alerts')
    .where(ownedRow(w.organization, id))
    .returning(['type', 'source', 'source_ref', 'title'])
    .executeTakeFirst()
  if (!gone) throw alertNotFound()
  w.release(files.flatMap(({ attachment_id }) => attachment_id ?? []))
  w.record({
    operation: 'delete',
    objectType: 'alert',
    objectId: id,
    details: {
      type: gone.type,
      source: gone.source,
      sourceRef: gone.source_ref,
      title: gone.title,
    },
  })
}
