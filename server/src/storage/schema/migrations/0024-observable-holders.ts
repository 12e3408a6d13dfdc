import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Who holds a value, without a look at a row: the search for similar cases read as many rows from all
 * over the table as there were matches. Owners have an order in it, so it can end with the newest.
 */
export const observableHolders: Migration = {
  name: '0024-observable-holders',
  keepsOlder: true,
  up: async (db) => {
    await sql`create index observables_by_holder on observables
      (organization, value_hash, case_id, alert_id, ignore_similarity, ioc)`.execute(db)
    // It begins with the same columns.
    await sql`drop index observables_by_value`.execute(db)
  },
}
