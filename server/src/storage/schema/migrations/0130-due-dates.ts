import type { Migration } from '../migration.ts'

/** When a case is due and why, and when people worked on it. Of earlier cases only the end is known. */
export const dueDates: Migration = {
  name: '0130-due-dates',
  keepsOlder: true,
  up: async ({ schema }, { integer, text }) => {
    for (const column of ['due_date', 'in_progress_at', 'closed_at', 'detect_ms', 'paused_at'])
      await schema.alterTable('cases').addColumn(column, integer).execute()
    await schema
      .alterTable('cases')
      .addColumn('paused_ms', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await schema.alterTable('cases').addColumn('due_reason', text).execute()
  },
}
