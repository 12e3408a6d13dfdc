import type { Migration } from '../migration.ts'

/** In which language mails are, what they begin and end with, and which of them came back. */
export const mailTexts: Migration = {
  name: '0121-mail-texts',
  keepsOlder: true,
  up: async ({ schema }, { integer, tableOptions, text }) => {
    await schema.alterTable('users').addColumn('language', text).execute()
    await schema.alterTable('outbox').addColumn('returned_at', integer).execute()
    await tableOptions(schema.createTable('mail_texts'))
      .addColumn('organization', text, (column) =>
        column.primaryKey().notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('prefix', text, (column) => column.notNull())
      .addColumn('footer', text, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addColumn('updated_by', text, (column) => column.notNull())
      .execute()
  },
}
