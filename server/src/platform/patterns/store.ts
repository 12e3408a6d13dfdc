import { AppError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { entityColumns, type PatternRow, wholePlatform } from '../rows.ts'

export const patternColumns = [
  ...entityColumns,
  'pattern_id',
  'name',
  'tactics',
  'url',
  'revoked',
  'version',
  'platforms',
  'details',
  'description',
] as const

/** The catalog is global. By `~id`, or by its number such as T1059. */
export async function requirePattern(db: Db, idOrNumber: string): Promise<PatternRow> {
  const row = await db
    .selectFrom('patterns')
    .select(patternColumns)
    .where('organization', '=', wholePlatform)
    .where(isEntityId(idOrNumber) ? 'id' : 'pattern_id', '=', idOrNumber)
    .executeTakeFirst()
  if (!row) throw new AppError('NotFoundError', `Pattern ${idOrNumber} not found`)
  return row
}

/** Names by number. */
export async function patternNames(
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await inBatches(numbers, (some) =>
    db
      .selectFrom('patterns')
      .select(['pattern_id', 'name'])
      .where('organization', '=', wholePlatform)
      .where('pattern_id', 'in', some)
      .execute(),
  )
  return new Map(found.map(({ pattern_id, name }) => [pattern_id, name]))
}
