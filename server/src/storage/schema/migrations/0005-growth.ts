import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What a table of a million jobs needs. */
export const growth: Migration = {
  name: '0005-growth',
  up: async (db, dialect) => {
    // The totals of lists, which would otherwise be counted for every page.
    await dialect.rowCounts.install(db, {
      table: 'jobs',
      counts: 'job_counts',
      columns: ['organization', 'status', 'data_type', 'type', 'worker_id', 'worker_name'],
    })
    const { schema } = db
    // Moment and id end each of them: without, SQLite prefers to walk all jobs of the organization in
    // the order of the page, even to find none (600 ms of a million).
    await schema.dropIndex('jobs_of_worker').execute()
    await schema
      .createIndex('jobs_of_worker')
      .on('jobs')
      .columns(['organization', 'worker_id', 'created_at', 'id'])
      .execute()
    await schema.dropIndex('jobs_by_data').execute()
    await schema
      .createIndex('jobs_by_data')
      .on('jobs')
      .columns(['organization', 'data_hash', 'created_at', 'id'])
      .execute()
    // The file first, because one file may be common to all; and most jobs have none.
    await schema.dropIndex('jobs_by_attachment').execute()
    await schema.dropIndex('artifacts_by_attachment').execute()
    await sql`create index jobs_by_attachment on jobs (attachment_id, organization, created_at, id)
      where attachment_id is not null`.execute(db)
    await sql`create index artifacts_by_attachment on artifacts (attachment_id, organization)
      where attachment_id is not null`.execute(db)
    // Files that may have lost their last owner.
    await dialect
      .tableOptions(schema.createTable('loose_files'))
      .addColumn('sha256', dialect.text, (column) => column.primaryKey())
      .execute()
  },
}
