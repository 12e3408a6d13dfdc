import type { Migration } from '../migration.ts'

/** Who wanted a job, wherever the call passed through. */
export const askers: Migration = {
  name: '0071-askers',
  keepsOlder: true,
  up: async ({ schema }, { text }) => {
    for (const column of ['asked_by', 'asked_kind', 'cause'])
      await schema.alterTable('jobs').addColumn(column, text).execute()
  },
}
