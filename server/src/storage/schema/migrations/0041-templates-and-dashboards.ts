import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** What clients of TheHive keep here and draw themselves: report templates and dashboards. */
export const templatesAndDashboards: Migration = {
  name: '0041-templates-and-dashboards',
  keepsOlder: true,
  up: async (db, dialect) => {
    await makeEntityTable(db, dialect, 'analyzer_templates', {
      analyzer_id: 'text!',
      report_type: 'text!',
      content: 'text!',
    })
    await makeEntityTable(db, dialect, 'dashboards', {
      title: 'text!',
      shared: 'integer!',
      description: 'text!',
      definition: 'text!',
    })
    // A later user with the same login must not find them.
    await db.schema
      .alterTable('dashboards')
      .addColumn('owner', dialect.text, (column) =>
        column.references('users.login').onDelete('set null'),
      )
      .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  'unique index analyzer_templates_by_analyzer on analyzer_templates (organization, analyzer_id, report_type)',
  'index dashboards_of_organization on dashboards (organization, created_at, id)',
  'index dashboards_of_owner on dashboards (owner)',
]
