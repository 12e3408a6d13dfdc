import type { Migration } from '../migration.ts'

/** Why an alert was dismissed. An older process writes none, which is what it knows. */
export const dismissals: Migration = {
  name: '0064-dismissals',
  keepsOlder: true,
  up: async (db, { text }) => {
    await db.schema.alterTable('alerts').addColumn('dismissal', text).execute()
  },
}
