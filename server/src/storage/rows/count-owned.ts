import type { SelectQueryBuilder } from 'kysely'
import type { Page } from '../../domain/page.ts'
import type { Db } from '../database.ts'
import { inBatches } from './batches.ts'
import { alsoOf } from './owned-row.ts'

type OwnedTable =
  | 'analyzer_templates'
  | 'case_templates'
  | 'custom_fields'
  | 'observable_types'
  | 'report_templates'
  | 'resources'

/** Counts the rows of a query that has no selection yet. */
export async function countOf<DB, TB extends keyof DB>(
  found: SelectQueryBuilder<DB, TB, object>,
): Promise<number> {
  const row: object = await found
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number((row as { count: number }).count)
}

/** One page of what was found as its reader shows it, and how many there are. */
export async function pageOf<DB, TB extends keyof DB, DB2, TB2 extends keyof DB2, R, T>(
  found: SelectQueryBuilder<DB, TB, object>,
  sorted: SelectQueryBuilder<DB2, TB2, R>,
  { offset, limit }: Page,
  shown: (row: R) => T,
): Promise<{ rows: T[]; total: number }> {
  const rows = await sorted.offset(offset).limit(limit).execute()
  return { total: await countOf(found), rows: rows.map(shown) }
}

/** How many rows of the table an organization has. */
export async function countOwned(db: Db, table: OwnedTable, organization: string): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many rows there are for each value of the column; values without rows have no entry. */
export async function countOwnedBy<T extends 'actions' | 'observables'>(
  db: Db,
  table: T,
  column: T extends 'actions' ? 'object_id' : 'alert_id' | 'case_id',
  organization: string,
  values: readonly string[],
): Promise<Map<string, number>> {
  // Kysely cannot say "one of these tables".
  const [from, by] = [table as 'observables', column as 'case_id']
  const rows = await inBatches(values, (some) =>
    db
      .selectFrom(from)
      .select([`${by} as value`, (eb) => eb.fn.countAll<number>().as('count')])
      // Actions have an index that begins with the organization.
      .where((eb) =>
        table === 'actions' ? eb('organization', '=', organization) : alsoOf(organization),
      )
      .where(by, 'in', some)
      .groupBy(by)
      .execute(),
  )
  return new Map(rows.map(({ value, count }) => [value ?? '', Number(count)]))
}
