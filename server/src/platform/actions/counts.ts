import { countOwnedBy } from '../../storage/count-owned.ts'
import type { Db } from '../../storage/database.ts'

export const actionCounts = (db: Db, organization: string, objectIds: readonly string[]) =>
  countOwnedBy(db, 'actions', 'object_id', organization, objectIds)
