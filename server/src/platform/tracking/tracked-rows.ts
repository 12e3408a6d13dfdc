import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import { changedNow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { startedNow } from './started.ts'
import type { TrackedTable } from './store.ts'

type Started = keyof ReturnType<typeof startedNow>
type Progress = 'status' | 'end_date' | 'report' | 'next_poll_at' | 'poll_failures'

/** How actions and analyses are found, made and changed. */
export function trackedRows<T extends TrackedTable>(
  of: T,
  rowColumns: readonly (keyof Tables[T] & string)[],
) {
  type Row = Selectable<Tables[T]>
  // Kysely cannot say "one of these two"; what is used here both of them have.
  const table = of as 'actions'
  const columns = rowColumns as readonly 'id'[]
  return {
    find: async (db: Db, organization: string, id: string) => {
      const query = db.selectFrom(table).select(columns).where(ownedRow(organization, id))
      return (await query.executeTakeFirst()) as Row | undefined
    },
    /** By the name of the request that made it. */
    named: async ({ tx, organization }: Writing, key: string) => {
      const query = tx
        .selectFrom(table)
        .select(columns)
        .where('organization', '=', organization)
        .where('request_key', '=', key)
      return (await query.executeTakeFirst()) as Row | undefined
    },
    insert: async (w: Writing, started: Omit<Insertable<Tables[T]>, Started>) => {
      const values = { ...started, ...startedNow(w) } as unknown as Insertable<Tables['actions']>
      const query = w.tx.insertInto(table).values(values).returning(columns)
      return (await query.executeTakeFirstOrThrow()) as Row
    },
    /**
     * Changes what has not ended. A second caller waits here and then finds nothing to change: what
     * follows happens once.
     */
    changeOpen: async (
      w: Writing,
      id: string,
      change: Partial<Pick<Selectable<Tables['actions']>, Progress>>,
    ) => {
      const query = w.tx
        .updateTable(table)
        .set({ ...change, ...changedNow(w) })
        .where(ownedRow(w.organization, id))
        .where('next_poll_at', 'is not', null)
        .returning(columns)
      return (await query.executeTakeFirst()) as Row | undefined
    },
  }
}
