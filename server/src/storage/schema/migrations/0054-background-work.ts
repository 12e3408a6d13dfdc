import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Background work goes from organization to organization: each index begins with it, so a thousand due rows of
 * one are passed over in one step. And what a webhook has become known for.
 */
export const backgroundWork: Migration = {
  name: '0054-background-work',
  keepsOlder: true,
  up: async (db, { integer }) => {
    await db.schema
      .alterTable('webhooks')
      .addColumn('timeouts', integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('webhooks').addColumn('paused_until', integer).execute()
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db)
  },
}

const indexes = [
  'deliveries_due on webhook_deliveries (organization, next_attempt_at) where next_attempt_at is not null',
  'deliveries_due_of_webhook on webhook_deliveries (webhook_id, next_attempt_at) where next_attempt_at is not null',
  'actions_due on actions (organization, next_poll_at) where next_poll_at is not null',
  'observable_jobs_due on observable_jobs (organization, next_poll_at) where next_poll_at is not null',
  'value_watches_due_of_organization on value_watches (organization, next_at) where next_at is not null',
  'files_to_follow_due on files_to_follow (organization, taken_until)',
  'threat_feeds_due on threat_feeds (organization, next_at)',
]
