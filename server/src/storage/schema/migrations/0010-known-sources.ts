import type { Migration } from '../migration.ts'

/** Devices and addresses from which the owner of an account has signed in. */
export const knownSources: Migration = {
  name: '0010-known-sources',

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('known_sources'))
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('source', text, (column) => column.notNull())
      .addColumn('last_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('known_sources_key', ['login', 'source'])
      .execute()
    await schema
      .createIndex('known_sources_last_at')
      .on('known_sources')
      .column('last_at')
      .execute()
  },
}
