import type { MomentSource } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { refuseOlderVersions } from '../../storage/rows/older-versions.ts'

/** An older process would read such a verdict as none, so none is written while one runs. */
export const requireNewVersions = (db: Db, source: MomentSource): Promise<void> =>
  refuseOlderVersions(db, source, { knownFrom: 55, cannot: 'read verdicts of analysts' })
