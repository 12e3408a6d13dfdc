import type { Insertable, Updateable } from 'kysely'
import { handledAfter } from '../../domain/desk/handled.ts'
import type { AlertTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import { alertColumns, alertRows } from '../parents/alert.ts'
import type { AlertRow } from '../rows.ts'

/** Two promotions of one alert at the same moment make one case: the second waits in `touchAlert`. */
export const { touch: touchAlert } = alertRows

/** Notes when it was handled. */
export const changeAlert = (w: Writing, before: AlertRow, change: Updateable<AlertTable>) =>
  alertRows.change(w, before, { ...change, ...handledAfter(before, change, w.now) })

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
