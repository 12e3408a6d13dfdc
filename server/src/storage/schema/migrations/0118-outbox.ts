import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Mails that are to be sent, what people chose of them, and addresses that wait for their confirmation. */
export const outbox: Migration = {
  name: '0118-outbox',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('outbox'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('channel', text, (column) => column.notNull())
      // A login.
      .addColumn('target', text, (column) => column.notNull())
      // JSON object.
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      // Null: it was sent, or is given up.
      .addColumn('next_attempt_at', integer)
      .addColumn('message_id', text)
      .addColumn('sent_at', integer)
      .addColumn('last_error', text)
      .execute()
    for (const index of [
      'outbox_due on outbox (organization, next_attempt_at) where next_attempt_at is not null',
      'outbox_waiting on outbox (next_attempt_at) where next_attempt_at is not null',
      'outbox_of_target on outbox (organization, target, created_at)',
      'outbox_sent on outbox (organization, sent_at) where sent_at is not null',
    ])
      await sql.raw(`create index ${index}`).execute(db)
    await tableOptions(schema.createTable('notice_settings'))
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('page', integer, (column) => column.notNull())
      .addColumn('mail', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('notice_settings_key', ['login', 'kind'])
      .execute()
    await tableOptions(schema.createTable('address_confirmations'))
      .addColumn('login', text, (column) =>
        column.primaryKey().notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('token_hash', text, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('asked_at', integer, (column) => column.notNull())
      // Since `first_at`, which begins a day.
      .addColumn('asked', integer, (column) => column.notNull())
      .addColumn('first_at', integer, (column) => column.notNull())
      .execute()
  },
}
