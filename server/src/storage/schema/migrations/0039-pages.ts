import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** Pages of cases and of organizations, and what they begin with; files of task logs. */
export const pages: Migration = {
  name: '0039-pages',
  keepsOlder: true,
  up: async (db, dialect) => {
    const text = {
      title: 'text!',
      slug: 'text!',
      category: 'text!',
      position: 'integer!',
      content: 'text!',
    } as const
    await makeEntityTable(db, dialect, 'pages', { case_id: 'text', ...text }, { case_id: 'cases' })
    await makeEntityTable(db, dialect, 'page_templates', text)
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
    await db.schema
      .alterTable('attachments')
      .addColumn('log_id', dialect.text, (column) =>
        column.references('task_logs.id').onDelete('cascade'),
      )
      .execute()
    await sql
      .raw('create index attachments_of_log on attachments (log_id) where log_id is not null')
      .execute(db)
  },
}

const indexes = [
  'index pages_of_case on pages (case_id) where case_id is not null',
  'index pages_of_organization on pages (organization, created_at, id)',
  'index page_templates_of_organization on page_templates (organization, created_at, id)',
]
