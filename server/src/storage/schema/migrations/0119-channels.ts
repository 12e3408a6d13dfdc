import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Chat rooms that are told of alerts and cases, and what waits for them. */
export const channels: Migration = {
  name: '0119-channels',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('channels'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('form', text, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull())
      .addColumn('min_severity', integer, (column) => column.notNull())
      .addColumn('max_tlp', integer, (column) => column.notNull())
      .addColumn('language', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('busy_until', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .addColumn('kinds', text, (column) => column.notNull())
      .addColumn('url_sealed', text, (column) => column.notNull())
      .addColumn('secret_sealed', text)
      .addUniqueConstraint('channels_name', ['organization', 'name'])
      .execute()
    await schema.alterTable('outbox').addColumn('chat_at', integer).execute()
    for (const index of [
      'outbox_chat_due on outbox (organization, chat_at) where chat_at is not null',
      'outbox_chat_waiting on outbox (chat_at) where chat_at is not null',
    ])
      await sql.raw(`create index ${index}`).execute(db)
  },
}
