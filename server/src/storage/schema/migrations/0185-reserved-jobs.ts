import type { Migration } from '../migration.ts'

/** Jobs that a step is about to start: steps of other processes must count them before they are there. */
export const reservedJobs: Migration = {
  name: '0185-reserved-jobs',
  keepsOlder: true,
  up: async ({ schema }, { integer }) => {
    await schema.alterTable('rule_steps').addColumn('reserved', integer).execute()
  },
}
