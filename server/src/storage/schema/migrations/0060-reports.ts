import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** Templates of reports, the draft of a case, and the copies that were handed out. */
export const reports: Migration = {
  name: '0060-reports',
  keepsOlder: true,
  up: async (db, dialect) => {
    await makeEntityTable(db, dialect, 'report_templates', {
      name: 'text!',
      language: 'text!',
      body: 'text!',
      logo: 'text',
    })
    const ofCase = { case_id: 'cases' }
    await makeEntityTable(
      db,
      dialect,
      'report_drafts',
      {
        case_id: 'text!',
        template: 'text!',
        template_name: 'text!',
        language: 'text!',
        logo: 'text',
        sections: 'text!',
      },
      ofCase,
    )
    await makeEntityTable(
      db,
      dialect,
      'case_reports',
      {
        case_id: 'text!',
        version: 'integer!',
        template: 'text!',
        tlp: 'integer!',
        size: 'integer!',
        attachment_id: 'text!',
      },
      ofCase,
    )
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  'unique index report_templates_by_name on report_templates (organization, name)',
  'unique index report_drafts_of_case on report_drafts (case_id)',
  'index case_reports_of_case on case_reports (case_id, created_at)',
  'index case_reports_by_file on case_reports (attachment_id)',
]
