import type { Insertable, Updateable } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import type { CaseTable } from '../../storage/platform-tables.ts'
import type { Writing } from '../changes/write.ts'
import type { CaseRow } from '../rows.ts'

export const caseColumns = [
  'id',
  'organization',
  'number',
  'title',
  'description',
  'severity',
  'flag',
  'tlp',
  'pap',
  'tags',
  'custom_fields',
  'status',
  'start_date',
  'end_date',
  'summary',
  'resolution_status',
  'impact_status',
  'assignee',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

/** By `~id` or by number; a case of another organization is not there. */
export async function findCase(
  db: Db,
  organization: string,
  idOrNumber: string,
): Promise<CaseRow | undefined> {
  const found = db.selectFrom('cases').select(caseColumns).where('organization', '=', organization)
  if (isEntityId(idOrNumber)) return found.where('id', '=', idOrNumber).executeTakeFirst()
  if (!isCaseNumber(idOrNumber)) return undefined
  return found.where('number', '=', Number(idOrNumber)).executeTakeFirst()
}

export async function requireCase(
  db: Db,
  organization: string,
  idOrNumber: string,
): Promise<CaseRow> {
  const row = await findCase(db, organization, idOrNumber)
  if (!row) throw caseNotFound()
  return row
}

/** Fifteen digits: longer ones are no longer whole numbers in JavaScript. */
const isCaseNumber = (text: string) => /^\d{1,15}$/.test(text)

export const caseNotFound = () => new AppError('NotFoundError', 'Case not found')

/**
 * Marks the case as changed and answers it as it is now: whoever comes second waits here, and then
 * reads what the first has written instead of overwriting it.
 */
export async function touchCase(w: Writing, id: string): Promise<CaseRow> {
  const row = await w.tx
    .updateTable('cases')
    .set({ updated_at: w.now, updated_by: w.actor.login })
    .where('organization', '=', w.organization)
    .where('id', '=', id)
    .returning(caseColumns)
    .executeTakeFirst()
  if (!row) throw caseNotFound()
  return row
}

export const changeCase = (w: Writing, id: string, change: Updateable<CaseTable>) =>
  w.tx
    .updateTable('cases')
    .set(change)
    .where('organization', '=', w.organization)
    .where('id', '=', id)
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
