import { AppError } from '../../domain/errors.ts'
import { silentAfterMs } from '../../domain/node-state.ts'
import { givenMoment, type MomentSource, momentOf } from '../common/moment.ts'
import type { Db } from '../database.ts'

/** Refuses to write what a process that runs would read wrongly: one that knows less than this migration. */
export async function refuseOlderVersions(
  db: Db,
  source: MomentSource,
  { knownFrom, cannot }: { readonly knownFrom: number; readonly cannot: string },
): Promise<void> {
  const now = momentOf(source.dialect, givenMoment(source))
  const older = await db
    .selectFrom('nodes')
    .select(['name', 'version'])
    .where('schema_max', '<', knownFrom)
    .where((eb) => eb(eb('seen_at', '+', silentAfterMs), '>', now))
    .limit(1)
    .executeTakeFirst()
  // guard: server/test/values/decisions.test.ts
  if (older)
    throw new AppError(
      'ServiceUnavailable',
      `${older.name} still runs version ${older.version}, which cannot ${cannot}. Update it first`,
    )
}
