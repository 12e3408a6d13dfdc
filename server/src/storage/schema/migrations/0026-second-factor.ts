import type { Migration } from '../migration.ts'

/** Authenticator apps, passkeys and recovery codes of users, and which organizations ask for one. */
export const secondFactor: Migration = {
  name: '0026-second-factor',
  keepsOlder: true,

  async up({ schema }, { integer, tableOptions, text }) {
    await schema.alterTable('organizations').addColumn('second_factor', text).execute()
    await schema.alterTable('users').addColumn('second_factors', text).execute()

    await tableOptions(schema.createTable('totp_secrets'))
      .addColumn('login', text, (column) =>
        column.primaryKey().references('users.login').onDelete('cascade'),
      )
      .addColumn('secret_sealed', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('confirmed_at', integer)
      .addColumn('last_step', integer, (column) => column.notNull())
      .execute()

    await tableOptions(schema.createTable('passkeys'))
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('credential_id', text, (column) => column.notNull())
      .addColumn('public_key', text, (column) => column.notNull())
      .addColumn('counter', integer, (column) => column.notNull())
      .addColumn('transports', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('used_at', integer)
      .execute()
    await schema
      .createIndex('passkeys_credential')
      .unique()
      .on('passkeys')
      .column('credential_id')
      .execute()
    await schema
      .createIndex('passkeys_login')
      .unique()
      .on('passkeys')
      .columns(['login', 'name'])
      .execute()

    await tableOptions(schema.createTable('recovery_codes'))
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('code_hash', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('recovery_codes_key', ['login', 'code_hash'])
      .execute()

    await tableOptions(schema.createTable('used_challenges'))
      .addColumn('challenge', text, (column) => column.primaryKey())
      .addColumn('expires_at', integer, (column) => column.notNull())
      .execute()
  },
}
