import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** When the author of a decision, and those who work on its cases, were told that an analyzer says worse. */
export const contradictionsTold: Migration = {
  name: '0073-told-of-contradictions',
  keepsOlder: true,
  up: async (db, { integer }) => {
    await db.schema.alterTable('analyst_verdicts').addColumn('told_at', integer).execute()
    await sql`create index analyst_verdicts_untold on analyst_verdicts (at)
      where ended_at is null and told_at is null`.execute(db)
  },
}
