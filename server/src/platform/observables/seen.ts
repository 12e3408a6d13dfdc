import { sql } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import type { ObservableRow } from '../rows.ts'

/** Version 0 with `nstats`: whether each observable was seen elsewhere. */
export async function addSeen(
  db: Db,
  organization: string,
  rows: readonly Pick<ObservableRow, 'value_hash'>[],
  views: Record<string, unknown>[],
): Promise<void> {
  const hashes = rows.map((row) => row.value_hash)
  const seen = await seenElsewhere(db, organization, hashes)
  for (const [index, view] of views.entries()) view.seen = seen.has(hashes[index] ?? '')
}

/** Values that more than one observable holds. */
export async function seenElsewhere(
  db: Db,
  organization: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const rows = await inBatches(hashes, (some) =>
    db
      .selectFrom('observables')
      .select('value_hash')
      .where('organization', '=', organization)
      .where('value_hash', 'in', some)
      .groupBy('value_hash')
      .having(sql`count(*)`, '>', 1)
      .execute(),
  )
  return new Set(rows.map(({ value_hash }) => value_hash))
}
