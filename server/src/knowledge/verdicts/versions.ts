import { AppError } from '../../domain/errors.ts'
import { silentAfterMs } from '../../domain/node-state.ts'
import { givenMoment, type MomentSource, momentOf } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'

/** The migration from which on a version reads verdicts of analysts. */
const knownFrom = 55

/** An older process would read such a verdict as none, so none is written while one runs. */
export async function requireNewVersions(db: Db, source: MomentSource): Promise<void> {
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
      `${older.name} still runs version ${older.version}, which cannot read verdicts of analysts. Update it first`,
    )
}
