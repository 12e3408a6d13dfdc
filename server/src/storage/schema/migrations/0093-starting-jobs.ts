import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What an engine is about to be asked to run: stored before the call, and an action or analysis after the answer. */
export const startingJobs: Migration = {
  name: '0093-starting-jobs',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('starting_jobs'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('request_key', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('engine_id', text, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      // Of a rule, which repeats its steps itself.
      .addColumn('cause_run', text)
      // When the start counts as interrupted; null for those of rules.
      .addColumn('due_at', integer)
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('failures', integer, (column) => column.notNull())
      // JSON object, sealed: parameters may be secret.
      .addColumn('request_sealed', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('starting_jobs_key', ['organization', 'request_key'])
      .execute()
    for (const index of [
      'starting_jobs_due on starting_jobs (organization, due_at) where due_at is not null',
      'starting_jobs_waiting on starting_jobs (due_at) where due_at is not null',
      'starting_jobs_of_run on starting_jobs (cause_run) where cause_run is not null',
    ])
      await sql.raw(`create index ${index}`).execute(db)
  },
}
