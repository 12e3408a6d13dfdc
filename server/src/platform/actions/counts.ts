import type { Db } from '../../storage/database.ts'
import { countOwnedBy } from '../../storage/rows/count-owned.ts'

export const actionCounts = (db: Db, organization: string, objectIds: readonly string[]) =>
  countOwnedBy(db, 'actions', 'object_id', organization, objectIds)
