import type { Migration } from '../migration.ts'

/** How far running jobs are, in the words of their programs. */
export const jobProgress: Migration = {
  name: '0151-job-progress',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    await tableOptions(db.schema.createTable('job_progress'))
      .addColumn('job_id', text, (column) =>
        column.primaryKey().notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .execute()
  },
}
