import type { Migration } from '../migration.ts'

/** What a provider said at sign-in, for its own sign-out. */
export const idTokens: Migration = {
  name: '0038-id-tokens',
  keepsOlder: true,

  async up({ schema }, { text }) {
    await schema.alterTable('sessions').addColumn('id_token_sealed', text).execute()
  },
}
