import { sql } from 'kysely'
import { attachmentOfEntity, makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** Comments and files of cases and alerts; tasks that are required, and tasks that need an action. */
export const commentsAndAttachments: Migration = {
  name: '0028-comments-and-attachments',
  keepsOlder: true,
  up: async (db, dialect) => {
    const ofBoth = { case_id: 'text', alert_id: 'text' } as const
    const owners = { case_id: 'cases', alert_id: 'alerts' }
    await makeEntityTable(db, dialect, 'comments', { ...ofBoth, message: 'text!' }, owners)
    await makeEntityTable(db, dialect, 'attachments', { ...ofBoth, ...attachmentOfEntity }, owners)
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
    await db.schema
      .alterTable('tasks')
      .addColumn('mandatory', dialect.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('tasks').addColumn('action_required', dialect.integer).execute()
  },
}

const indexes = ['comments', 'attachments'].flatMap((table) => [
  `index ${table}_of_case on ${table} (case_id) where case_id is not null`,
  `index ${table}_of_alert on ${table} (alert_id) where alert_id is not null`,
  `index ${table}_of_organization on ${table} (organization, created_at, id)`,
])
indexes.push('index attachments_by_file on attachments (attachment_id)')
