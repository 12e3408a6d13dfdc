import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Mailboxes that are read, and the mails that came. */
export const mailboxes: Migration = {
  name: '0120-mailboxes',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('mailboxes'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull())
      .addColumn('port', integer, (column) => column.notNull())
      .addColumn('security', text, (column) => column.notNull())
      .addColumn('auth', text, (column) => column.notNull())
      .addColumn('username', text, (column) => column.notNull())
      .addColumn('tenant', text)
      .addColumn('client_id', text)
      .addColumn('folder', text, (column) => column.notNull())
      .addColumn('done_folder', text, (column) => column.notNull())
      .addColumn('failed_folder', text, (column) => column.notNull())
      .addColumn('take', text, (column) => column.notNull())
      .addColumn('per_hour', integer, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('waiting', integer)
      .addColumn('checked_at', integer)
      .addColumn('uid_validity', text)
      .addColumn('last_uid', integer)
      .addColumn('next_at', integer)
      .addColumn('locked_by', text)
      .addColumn('locked_until', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .addColumn('reason', text)
      .addColumn('allow', text, (column) => column.notNull())
      .addColumn('deny', text, (column) => column.notNull())
      .addColumn('alert', text, (column) => column.notNull())
      .addColumn('secret_sealed', text, (column) => column.notNull())
      .addUniqueConstraint('mailboxes_name', ['organization', 'name'])
      .execute()
    await tableOptions(schema.createTable('mail_messages'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      // No reference: what became of a mail is known when its mailbox is gone.
      .addColumn('mailbox_id', text)
      .addColumn('content_hash', text, (column) => column.notNull())
      .addColumn('uploaded_by', text, (column) => column.notNull())
      .addColumn('part', integer, (column) => column.notNull())
      .addColumn('message_key', text)
      .addColumn('reporter', text)
      .addColumn('received_at', integer, (column) => column.notNull())
      .addColumn('size', integer, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('alert_id', text)
      .addColumn('comment_id', text)
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('next_at', integer)
      .addColumn('attachment_id', text)
      .addColumn('attachment_name', text)
      .addColumn('attachment_type', text)
      .addColumn('attachment_size', integer)
      .addColumn('attachment_sha1', text)
      .addColumn('attachment_md5', text)
      .addColumn('reason', text)
      .addColumn('subject', text)
      .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  'index mailboxes_due on mailboxes (organization, next_at)',
  'index mailboxes_next on mailboxes (next_at) where next_at is not null',
  `unique index mail_messages_once
    on mail_messages (organization, content_hash, uploaded_by, part)`,
  `index mail_messages_of_mail on mail_messages (organization, message_key, received_at)
    where message_key is not null`,
  'index mail_messages_of_mailbox on mail_messages (mailbox_id, received_at)',
  'index mail_messages_of_alert on mail_messages (alert_id) where alert_id is not null',
  'index mail_messages_due on mail_messages (organization, next_at) where next_at is not null',
  'index mail_messages_next on mail_messages (next_at) where next_at is not null',
  'index mail_messages_file on mail_messages (attachment_id) where attachment_id is not null',
  'index mail_messages_by_time on mail_messages (received_at)',
]
