import type { Migration } from '../migration.ts'

/** Mail addresses of users, and whether they may be written to; an older process shows and changes none. */
export const addresses: Migration = {
  name: '0117-addresses',
  keepsOlder: true,
  up: async ({ schema }, { text }) => {
    for (const column of ['email', 'email_state', 'time_zone'])
      await schema.alterTable('users').addColumn(column, text).execute()
  },
}
