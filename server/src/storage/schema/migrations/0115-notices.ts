import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What people are told of, each in one row per person, kind and object until it is read. */
export const notices: Migration = {
  name: '0115-notices',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    await tableOptions(db.schema.createTable('notices'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('object_type', text, (column) => column.notNull())
      .addColumn('object_id', text, (column) => column.notNull())
      .addColumn('parameters', text, (column) => column.notNull())
      .addColumn('read_at', integer)
      .execute()
    await sql`create unique index notices_unread on notices
      (login, kind, object_type, object_id) where read_at is null`.execute(db)
    await sql`create index notices_of_user on notices (login, at)`.execute(db)
    await sql`create index notices_about on notices (organization, object_type, object_id)`.execute(
      db,
    )
  },
}
