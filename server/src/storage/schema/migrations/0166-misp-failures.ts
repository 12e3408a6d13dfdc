import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Why an event of MISP could not be stored as an alert, and since when. */
export const mispFailures: Migration = {
  name: '0166-misp-failures',
  keepsOlder: true,
  up: async (db, { integer, text }) => {
    const { schema } = db
    await schema.alterTable('misp_events').addColumn('failed_at', integer).execute()
    await schema.alterTable('misp_events').addColumn('reason', text).execute()
    await sql
      .raw(
        `create index misp_events_failed on misp_events (organization, server, failed_at) where state = 'failed'`,
      )
      .execute(db)
  },
}
