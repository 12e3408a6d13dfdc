import type { Migration } from '../migration.ts'

export const followedJobs: Migration = {
  name: '0045-followed-jobs',
  keepsOlder: true,
  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('followed_jobs'))
      // Gone with the job, by whichever way that is removed.
      .addColumn('job_id', text, (column) =>
        column.primaryKey().notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('root_id', text, (column) => column.notNull())
      .addColumn('parent_id', text, (column) => column.notNull())
      .addColumn('depth', integer, (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .execute()
    await schema
      .createIndex('followed_jobs_root')
      .on('followed_jobs')
      .columns(['organization', 'root_id', 'sha256'])
      .execute()
  },
}
