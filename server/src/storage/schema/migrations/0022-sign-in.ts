import type { Migration } from '../migration.ts'

/** The identity of a user at a single sign-on provider, and further API keys of a user. */
export const signIn: Migration = {
  name: '0022-sign-in',
  keepsOlder: true,

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('user_identities'))
      .addColumn('issuer', text, (column) => column.notNull())
      .addColumn('subject', text, (column) => column.notNull())
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('created_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('user_identities_key', ['issuer', 'subject'])
      .execute()
    // One person of an issuer for each user: a second one would share the account.
    await schema
      .createIndex('user_identities_login')
      .unique()
      .on('user_identities')
      .columns(['login', 'issuer'])
      .execute()
    await schema.alterTable('sessions').addColumn('provider', text).execute()

    await tableOptions(schema.createTable('api_keys'))
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('key_hash', text, (column) => column.notNull())
      .addColumn('scope', text, (column) => column.notNull())
      .addColumn('worker_id', text)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('expires_at', integer)
      .addColumn('used_at', integer)
      .execute()
    await schema.createIndex('api_keys_hash').unique().on('api_keys').column('key_hash').execute()
    await schema
      .createIndex('api_keys_login')
      .unique()
      .on('api_keys')
      .columns(['login', 'name'])
      .execute()
  },
}
