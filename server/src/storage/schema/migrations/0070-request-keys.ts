import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * A request with a name can be repeated: it gets the job, action or analysis that it got the first time.
 */
export const requestKeys: Migration = {
  name: '0070-request-keys',
  keepsOlder: true,
  up: async (db, { tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('job_requests'))
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('request_key', text, (column) => column.notNull())
      // Gone with the job, by whichever way that is removed.
      .addColumn('job_id', text, (column) =>
        column.notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('content_hash', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('job_requests_key', ['organization', 'request_key'])
      .execute()
    await schema.createIndex('job_requests_of_job').on('job_requests').column('job_id').execute()
    for (const table of ['actions', 'observable_jobs']) {
      await schema.alterTable(table).addColumn('request_key', text).execute()
      await sql
        .raw(
          `create unique index ${table}_by_request on ${table} (organization, request_key) where request_key is not null`,
        )
        .execute(db)
    }
  },
}
