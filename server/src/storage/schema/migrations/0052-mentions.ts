import type { Migration } from '../migration.ts'

/** Who is named in a comment, and has read so. */
export const mentions: Migration = {
  name: '0052-mentions',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('mentions'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('comment_id', text, (column) =>
        column.notNull().references('comments.id').onDelete('cascade'),
      )
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('read_at', integer)
      .execute()
    await schema
      .createIndex('mentions_in_comment')
      .unique()
      .on('mentions')
      .columns(['comment_id', 'login'])
      .execute()
    await schema.createIndex('mentions_of_user').on('mentions').columns(['login', 'at']).execute()
  },
}
