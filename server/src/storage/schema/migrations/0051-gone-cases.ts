import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What became of a case that is gone: the audit knows it, and it is asked by number as well. */
export const goneCases: Migration = {
  name: '0051-gone-cases',
  keepsOlder: true,
  up: async (db) => {
    await sql`create index audit_of_gone_cases on audit (organization, id)
      where action = 'case.delete'`.execute(db)
  },
}
