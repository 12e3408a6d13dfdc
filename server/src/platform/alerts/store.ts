import type { Insertable, Updateable } from 'kysely'
import { ownedRow } from '../../storage/owned-row.ts'
import type { AlertTable } from '../../storage/platform-tables.ts'
import type { Writing } from '../changes/write.ts'
import { alertColumns, alertNotFound } from '../parents/alert.ts'
import type { AlertRow } from '../rows.ts'

/**
 * Marks the alert as changed and answers it as it is now. Whoever comes second waits here: two
 * promotions of one alert at the same moment make one case.
 */
export async function touchAlert(w: Writing, id: string): Promise<AlertRow> {
  const row = await w.tx
    .updateTable('alerts')
    .set({ updated_at: w.now, updated_by: w.actor.login })
    .where(ownedRow(w.organization, id))
    .returning(alertColumns)
    .executeTakeFirst()
  if (!row) throw alertNotFound()
  return row
}

export const changeAlert = (w: Writing, id: string, change: Updateable<AlertTable>) =>
  w.tx
    .updateTable('alerts')
    .set(change)
    .where(ownedRow(w.organization, id))
    .returning(alertColumns)
    .executeTakeFirstOrThrow()

/** Undefined when the organization has an alert of this reference: the unique index decides. */
export const insertAlert = (
  w: Writing,
  row: Insertable<AlertTable>,
): Promise<AlertRow | undefined> =>
  w.tx
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization', 'type', 'source', 'source_ref']).doNothing(),
    )
    .returning(alertColumns)
    .executeTakeFirst()
