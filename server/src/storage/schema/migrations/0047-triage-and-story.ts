import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Who looks at an alert; and how the story of a case finds what was changed in it. */
export const triageAndStory: Migration = {
  name: '0047-triage-and-story',
  keepsOlder: true,
  up: async (db, { text }) => {
    await db.schema.alterTable('alerts').addColumn('assignee', text).execute()
    await sql`create index audit_of_case on audit (object_id, id) where object_type = 'case'`.execute(
      db,
    )
  },
}
