import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

export const jobCounts: Migration = {
  name: '0005-job-counts',
  up: async (db, dialect) => {
    // The totals of lists, which would else be counted anew for every page.
    await dialect.rowCounts.install(db, {
      table: 'jobs',
      counts: 'job_counts',
      columns: ['organization', 'status', 'data_type', 'type', 'worker_id', 'worker_name'],
    })
    const { schema } = db
    // The organization first: pages and counts of one worker come from it too, not only its rate.
    await schema.dropIndex('jobs_of_worker').execute()
    await schema
      .createIndex('jobs_of_worker')
      .on('jobs')
      .columns(['organization', 'worker_id', 'created_at', 'id'])
      .execute()
    // By the file alone, because one file may be everybody's; and most jobs have none.
    await schema.dropIndex('jobs_by_attachment').execute()
    await schema.dropIndex('artifacts_by_attachment').execute()
    await sql`create index jobs_by_attachment on jobs (attachment_id)
      where attachment_id is not null`.execute(db)
    await sql`create index artifacts_by_attachment on artifacts (attachment_id)
      where attachment_id is not null`.execute(db)
  },
}
