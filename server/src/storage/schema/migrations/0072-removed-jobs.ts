import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * What the history of a verdict needs of a job that retention removed: that it ran, who asked, and on which lists the
 * observable was. An older process removes jobs without a trace, as before. And who changed a list.
 */
export const removedJobs: Migration = {
  name: '0072-removed-jobs',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('removed_jobs'))
      .addColumn('job_id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('text_hash', text, (column) => column.notNull())
      .addColumn('worker_id', text, (column) => column.notNull())
      .addColumn('worker_name', text, (column) => column.notNull())
      .addColumn('worker_definition_id', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('ended_at', integer, (column) => column.notNull())
      .addColumn('asked_by', text, (column) => column.notNull())
      .addColumn('asked_kind', text)
      .addColumn('cause', text)
      .addColumn('hits', text)
      .execute()
    await schema
      .createIndex('removed_jobs_by_text')
      .on('removed_jobs')
      .columns(['organization', 'text_hash', 'created_at'])
      .execute()
    await schema.createIndex('removed_jobs_by_end').on('removed_jobs').column('ended_at').execute()
    await sql`create index audit_of_resources on audit (organization, at)
      where object_type = 'resource'`.execute(db)
  },
}
