import type { Migration } from '../migration.ts'

export const loginFailures: Migration = {
  name: '0003-login-failures',

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('login_failures'))
      .addColumn('subject', text, (column) => column.primaryKey())
      .addColumn('count', integer, (column) => column.notNull())
      .addColumn('last_at', integer, (column) => column.notNull())
      .execute()
    await schema
      .createIndex('login_failures_last_at')
      .on('login_failures')
      .column('last_at')
      .execute()
  },
}
