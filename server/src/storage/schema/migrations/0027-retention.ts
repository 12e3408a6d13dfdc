import type { Migration } from '../migration.ts'

/** How long an organization keeps its jobs, where it chose. */
export const retention: Migration = {
  name: '0027-retention',
  keepsOlder: true,

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('retention'))
      .addColumn('organization', text, (column) =>
        column.primaryKey().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('job_days', integer, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addColumn('updated_by', text, (column) => column.notNull())
      .execute()
  },
}
