import type { Selectable, Updateable } from 'kysely'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import type { Tables } from '../../storage/tables/tables.ts'
import type { Writing } from './write.ts'

type EntityTable =
  | 'alerts'
  | 'analyzer_templates'
  | 'attachments'
  | 'cases'
  | 'comments'
  | 'custom_events'
  | 'dashboards'
  | 'observables'
  | 'page_templates'
  | 'pages'
  | 'procedures'
  | 'report_drafts'
  | 'report_templates'
  | 'task_logs'
  | 'tasks'

/** How rows of an entity are found, changed and removed; those of another organization are not there. */
export function entityRows<T extends EntityTable>(
  of: T,
  rowColumns: readonly (keyof Tables[T] & string)[],
  title: string,
) {
  type Row = Selectable<Tables[T]>
  // Kysely cannot say "one of these tables"; what is used here all of them have.
  const table = of as 'tasks'
  const columns = rowColumns as readonly 'id'[]
  const notFound = () => new AppError('NotFoundError', `${title} not found`)

  const find = async (db: Db, organization: string, id: string) => {
    const query = db.selectFrom(table).select(columns).where(ownedRow(organization, id))
    return (await query.executeTakeFirst()) as Row | undefined
  }

  const set = async (w: Writing, id: string, change: Updateable<Tables[T]>): Promise<Row> => {
    const row = await w.tx
      .updateTable(table)
      .set(change as Updateable<Tables['tasks']>)
      .where(ownedRow(w.organization, id))
      .returning(columns)
      .executeTakeFirst()
    if (!row) throw notFound()
    return row as Row
  }

  return {
    notFound,
    find,
    async require(db: Db, organization: string, id: string): Promise<Row> {
      const row = await find(db, organization, id)
      if (!row) throw notFound()
      return row
    },
    /**
     * Records who and when, and returns the current row: a second writer waits here, and then reads
     * what the first has written instead of overwriting it.
     */
    touch: (w: Writing, id: string, change: Updateable<Tables[T]> = {}) =>
      set(w, id, { ...change, ...changedNow(w) }),
    /** Answers the row as it was when there is nothing to change. */
    change: async (w: Writing, before: Row & { id: string }, change: Updateable<Tables[T]>) =>
      Object.keys(change).length === 0 ? before : await set(w, before.id, change),
    async remove(w: Writing, id: string): Promise<void> {
      const { numDeletedRows } = await w.tx
        .deleteFrom(table)
        .where(ownedRow(w.organization, id))
        .executeTakeFirst()
      if (numDeletedRows === 0n) throw notFound()
    },
  }
}

/** What every new row of the organization has. */
export const newRow = (w: Writing) => ({
  id: w.newId(),
  organization: w.organization,
  created_at: w.now,
  created_by: w.actor.login,
  updated_at: null,
  updated_by: null,
})

export const changedNow = (w: Writing) => ({ updated_at: w.now, updated_by: w.actor.login })
