import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** A failure that is none, because the observable is not for the analyzer. Few jobs are: their index holds no others. */
export const notApplicable: Migration = {
  name: '0057-not-applicable',
  keepsOlder: true,
  up: async (db, { text }) => {
    await db.schema.alterTable('jobs').addColumn('not_applicable', text).execute()
    await db.schema.alterTable('value_answers').addColumn('not_applicable', text).execute()
    await sql
      .raw(
        'create index jobs_not_applicable on jobs (organization, created_at) where not_applicable is not null',
      )
      .execute(db)
  },
}
