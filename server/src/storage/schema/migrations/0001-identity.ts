import type { Migration } from '../migration.ts'

export const identity: Migration = {
  name: '0001-identity',

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('meta'))
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute()

    await tableOptions(schema.createTable('organizations'))
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()

    await tableOptions(schema.createTable('users'))
      .addColumn('login', text, (column) => column.primaryKey())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('roles', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('avatar', text)
      .addColumn('preferences', text, (column) => column.notNull())
      .addColumn('password_hash', text)
      .addColumn('key_hash', text)
      .addColumn('key_sealed', text)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()
    await schema.createIndex('users_organization').on('users').column('organization').execute()
    await schema.createIndex('users_key_hash').unique().on('users').column('key_hash').execute()

    await tableOptions(schema.createTable('sessions'))
      .addColumn('token_hash', text, (column) => column.primaryKey())
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .addColumn('address', text, (column) => column.notNull())
      .execute()
    // Ends all sessions of a user; without it the cascade reads the whole table.
    await schema.createIndex('sessions_login').on('sessions').column('login').execute()
    await schema.createIndex('sessions_expires_at').on('sessions').column('expires_at').execute()
  },
}
