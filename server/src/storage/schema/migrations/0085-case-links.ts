import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** Links of cases to each other and to addresses. */
export const caseLinks: Migration = {
  name: '0085-case-links',
  keepsOlder: true,
  up: async (db, dialect) => {
    await makeEntityTable(
      db,
      dialect,
      'case_links',
      { case_id: 'text!', linked_id: 'text', type: 'text!', url: 'text' },
      { case_id: 'cases', linked_id: 'cases' },
    )
    for (const index of [
      'case_links_of_case on case_links (case_id)',
      'case_links_to_case on case_links (linked_id)',
      'case_links_by_type on case_links (organization, type)',
    ])
      await sql.raw(`create index ${index}`).execute(db)
  },
}
