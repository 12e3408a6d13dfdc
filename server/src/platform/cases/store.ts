import type { Insertable, Updateable } from 'kysely'
import { ownedRow } from '../../storage/owned-row.ts'
import type { CaseTable } from '../../storage/platform-tables.ts'
import type { Writing } from '../changes/write.ts'
import { caseColumns, caseNotFound } from '../parents/case.ts'
import type { CaseRow } from '../rows.ts'

/**
 * Marks the case as changed and answers it as it is now: whoever comes second waits here, and then
 * reads what the first has written instead of overwriting it.
 */
export async function touchCase(w: Writing, id: string): Promise<CaseRow> {
  const row = await w.tx
    .updateTable('cases')
    .set({ updated_at: w.now, updated_by: w.actor.login })
    .where(ownedRow(w.organization, id))
    .returning(caseColumns)
    .executeTakeFirst()
  if (!row) throw caseNotFound()
  return row
}

export const changeCase = (w: Writing, id: string, change: Updateable<CaseTable>) =>
  w.tx
    .updateTable('cases')
    .set(change)
    .where(ownedRow(w.organization, id))
    .returning(caseColumns)
    .executeTakeFirstOrThrow()

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
    .where('organization', '=', w.organization)
    .where('case_id', 'in', caseIds)
    .orderBy('id')
    .execute()
}
