import type { Insertable } from 'kysely'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import type { CaseTable } from '../../storage/tables/platform.ts'
import { changedNow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { caseColumns, caseRows } from '../parents/case.ts'
import type { CaseRow } from '../rows.ts'

export const { touch: touchCase, change: changeCase } = caseRows

export const insertCase = (w: Writing, row: Insertable<CaseTable>): Promise<CaseRow> =>
  w.tx.insertInto('cases').values(row).returning(caseColumns).executeTakeFirstOrThrow()

/** One sequence for all organizations. The row stays locked until the transaction ends. */
export async function nextCaseNumber(w: Writing): Promise<number> {
  const { value } = await w.tx
    .insertInto('sequences')
    .values({ name: 'case', value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('sequences.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}

/** Null frees them. */
export async function moveAlerts(w: Writing, from: readonly string[], to: string | null) {
  const moved = await w.tx
    .updateTable('alerts')
    .set({ case_id: to, ...(to === null && { import_date: null }), ...changedNow(w) })
    .where(alsoOf(w.organization))
    .where('case_id', 'in', from)
    .returning('id')
    .execute()
  for (const { id } of moved)
    w.record({ operation: 'update', objectType: 'alert', objectId: id, details: { case: to } })
}

/**
 * Keeps what hangs on the cases from other writers, in the order in which calls that change many
 * rows lock them too; an update without this would lock them as it happens to find them.
 */
export async function lockRowsOf(
  w: Writing,
  table: 'alerts' | 'tasks' | 'observables',
  caseIds: readonly string[],
): Promise<void> {
  await w.dialect
    .lockRow(w.tx.selectFrom(table).select('id'))
    .where(alsoOf(w.organization))
    .where('case_id', 'in', caseIds)
    .orderBy('id')
    .execute()
}
