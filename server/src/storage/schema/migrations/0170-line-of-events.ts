import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Events of one change are due at one moment: without the id in the index, each batch sorts all that wait. */
export const lineOfEvents: Migration = {
  name: '0170-line-of-events',
  keepsOlder: true,
  up: async (db) => {
    await sql`create index rule_events_in_line on rule_events (organization, due_at, id)`.execute(
      db,
    )
    await sql`drop index rule_events_of_organization`.execute(db)
  },
}
