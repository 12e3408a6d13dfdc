import { randomBytes } from 'node:crypto'
import type { ClockKind } from '@assay/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import { type Clock, dueOf } from '../../domain/clocks/clock.ts'
import type { Dialect } from '../common/dialect.ts'
import type { Db } from '../database.ts'
import type { CaseClockTable } from '../tables/clocks.ts'

export type CaseClockRow = Selectable<CaseClockTable>

/** Those that run or are paused. Locked after their case, by everyone who changes them. */
export const lockOpenClocks = (
  tx: Db,
  dialect: Dialect,
  organization: string,
  caseIds: readonly string[],
): Promise<CaseClockRow[]> =>
  dialect
    .lockRow(tx.selectFrom('case_clocks').selectAll())
    .where('case_id', 'in', caseIds)
    // Not as a plain condition: SQLite would look through all of the organization.
    .where(sql<string>`coalesce(organization, '')`, '=', organization)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .execute()

export interface NewClock extends Clock {
  readonly kind: ClockKind
  readonly escalate_to: string | null
}

export const newClockRow = (
  organization: string,
  caseId: string,
  clock: NewClock,
): Insertable<CaseClockTable> => ({
  ...clock,
  id: randomBytes(12).toString('base64url'),
  organization,
  case_id: caseId,
})

export const insertClocks = async (tx: Db, rows: readonly Insertable<CaseClockTable>[]) => {
  if (rows.length > 0) await tx.insertInto('case_clocks').values(rows).execute()
}

export const saveClock = (tx: Db, row: CaseClockRow): Promise<unknown> => {
  const { id, organization, case_id: _, ...columns } = row
  return tx
    .updateTable('case_clocks')
    .set(columns)
    .where('id', '=', id)
    .where('organization', '=', organization)
    .execute()
}

/** The first end of clocks that run. */
export function firstDue(clocks: readonly Clock[]): number | null {
  const moments = clocks.map(dueOf).filter((at) => at !== null)
  return moments.length === 0 ? null : Math.min(...moments)
}
