import type { Selectable } from 'kysely'
import type { Caller } from '../../domain/caller.ts'
import type { Db } from '../../storage/database.ts'
import type { ValueWatchTable } from '../../storage/tables/watches.ts'

export type WatchRow = Selectable<ValueWatchTable>
export type Watcher = Pick<Caller, 'login' | 'organization'>

/** The caller's own watch of a value. */
export const findWatch = (
  db: Db,
  { login, organization }: Watcher,
  key: string,
): Promise<WatchRow | undefined> =>
  db
    .selectFrom('value_watches')
    .selectAll()
    .where('organization', '=', organization)
    .where('value_hash', '=', key)
    .where('login', '=', login)
    .executeTakeFirst()
