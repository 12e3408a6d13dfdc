import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Runs of responders that have a policy. An older process starts none that waits for an approval. */
export const responses: Migration = {
  name: '0081-responses',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('guarded_responses'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('worker_id', text, (column) => column.notNull())
      .addColumn('worker_name', text, (column) => column.notNull())
      .addColumn('job_id', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('label', text)
      .addColumn('object_id', text)
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('target_count', integer, (column) => column.notNull())
      .addColumn('requested_by', text, (column) => column.notNull())
      .addColumn('via', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('needs_approval', integer, (column) => column.notNull())
      .addColumn('approvers', text, (column) => column.notNull())
      .addColumn('plan_hash', text, (column) => column.notNull())
      .addColumn('override_reason', text)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer)
      .addColumn('decided_by', text)
      .addColumn('decided_at', integer)
      .addColumn('decision_reason', text)
      .addColumn('message', text)
      .addColumn('ended_at', integer)
      .addColumn('undo_at', integer)
      .addColumn('undo_state', text)
      .addColumn('undo_job_id', text)
      .addColumn('undo_attempts', integer, (column) => column.notNull())
      .addColumn('resolved_by', text)
      .addColumn('resolved_at', integer)
      .addColumn('resolved_reason', text)
      .addColumn('targets', text, (column) => column.notNull())
      .addColumn('overrides', text, (column) => column.notNull())
      .addColumn('plan', text, (column) => column.notNull())
      .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  'unique index guarded_responses_of_job on guarded_responses (job_id)',
  'index guarded_responses_by_time on guarded_responses (organization, created_at)',
  'index guarded_responses_of_worker on guarded_responses (worker_id, created_at)',
  'index guarded_responses_undoing on guarded_responses (undo_job_id) where undo_job_id is not null',
  `index guarded_responses_open on guarded_responses (state, created_at)
    where state in ('asked', 'approved', 'running')`,
  'index guarded_responses_to_undo on guarded_responses (undo_state, undo_at) where undo_state is not null',
]
