import type { Migration } from '../migration.ts'

/** Named filters of a list, own or shared in the organization. */
export const listViews: Migration = {
  name: '0059-list-views',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    await tableOptions(db.schema.createTable('list_views'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('list', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('search', text, (column) => column.notNull())
      .addColumn('shared', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('list_views_of_list')
      .on('list_views')
      .columns(['organization', 'list', 'created_at'])
      .execute()
    await db.schema.createIndex('list_views_of_user').on('list_views').columns(['login']).execute()
  },
}
