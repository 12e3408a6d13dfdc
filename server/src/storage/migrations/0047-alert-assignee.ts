import type { Migration } from '../migration.ts'

/** Who looks at an alert; null is nobody. */
export const alertAssignee: Migration = {
  name: '0047-alert-assignee',
  keepsOlder: true,
  up: async ({ schema }, { text }) => {
    await schema.alterTable('alerts').addColumn('assignee', text).execute()
  },
}
