import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Answers to who reported an email: which mailboxes send them, and what is needed to decide. */
export const mailReplies: Migration = {
  name: '0165-mail-replies',
  keepsOlder: true,
  up: async (db, { integer, text }) => {
    const { schema } = db
    await schema
      .alterTable('mailboxes')
      .addColumn('reply', text, (column) => column.notNull().defaultTo('off'))
      .execute()
    await schema.alterTable('mailboxes').addColumn('trusted_server', text).execute()
    await schema
      .alterTable('mailboxes')
      .addColumn('reply_language', text, (column) => column.notNull().defaultTo('en'))
      .execute()
    // JSON array of domains.
    await schema
      .alterTable('mailboxes')
      .addColumn('reply_domains', text, (column) => column.notNull().defaultTo('[]'))
      .execute()
    await schema.alterTable('mail_messages').addColumn('replied_at', integer).execute()
    // JSON object; null for mails that an earlier version took.
    await schema.alterTable('mail_messages').addColumn('reply_facts', text).execute()
    await schema.alterTable('mail_messages').addColumn('reply_note', text).execute()
    await sql
      .raw(
        `create index outbox_replies on outbox (organization, target, created_at) where channel = 'reply'`,
      )
      .execute(db)
  },
}
