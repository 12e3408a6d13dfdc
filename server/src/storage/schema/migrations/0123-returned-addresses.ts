import type { Migration } from '../migration.ts'

/** When a mail to an address came back for good. Its state is `open` then, so an older process writes to it no more. */
export const returnedAddresses: Migration = {
  name: '0123-returned-addresses',
  keepsOlder: true,
  up: async ({ schema }, { integer }) => {
    await schema.alterTable('users').addColumn('email_returned_at', integer).execute()
  },
}
