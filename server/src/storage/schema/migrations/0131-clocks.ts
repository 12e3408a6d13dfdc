import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** How long cases may take, the clocks that measure it, and statuses that pause them. */
export const clocks: Migration = {
  name: '0131-clocks',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('clock_policies'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('severities', text, (column) => column.notNull())
      .addColumn('template_id', text)
      .addColumn('minutes', integer, (column) => column.notNull())
      .addColumn('warn_at', integer, (column) => column.notNull())
      .addColumn('escalate_to', text)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()
    await tableOptions(schema.createTable('case_clocks'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('case_id', text, (column) =>
        column.notNull().references('cases.id').onDelete('cascade'),
      )
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('minutes', integer)
      .addColumn('warn_at', integer, (column) => column.notNull())
      .addColumn('escalate_to', text)
      .addColumn('by_person', integer, (column) => column.notNull())
      .addColumn('started_at', integer, (column) => column.notNull())
      .addColumn('soon_at', integer, (column) => column.notNull())
      .addColumn('due_at', integer, (column) => column.notNull())
      .addColumn('paused_at', integer)
      .addColumn('paused_ms', integer, (column) => column.notNull())
      .addColumn('ended_at', integer)
      .addColumn('warned_at', integer)
      .addColumn('breached_at', integer)
      .addColumn('next_at', integer)
      .execute()
    for (const table of ['case_statuses', 'alert_statuses'])
      await schema
        .alterTable(table)
        .addColumn('pauses', integer, (column) => column.notNull().defaultTo(0))
        .execute()
    await schema.alterTable('cases').addColumn('template_id', text).execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  'index clock_policies_in_order on clock_policies (organization, position)',
  'index clock_policies_of_template on clock_policies (template_id) where template_id is not null',
  'index case_clocks_of_case on case_clocks (case_id)',
  'index case_clocks_next on case_clocks (next_at) where next_at is not null',
  'index case_clocks_due on case_clocks (organization, next_at) where next_at is not null',
]
