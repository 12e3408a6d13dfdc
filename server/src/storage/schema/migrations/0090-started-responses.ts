import type { Migration } from '../migration.ts'

/** When a response was started: the hourly limit counts that as well. Of earlier ones it is not known. */
export const startedResponses: Migration = {
  name: '0090-started-responses',
  keepsOlder: true,
  up: async ({ schema }, { integer }) => {
    await schema.alterTable('guarded_responses').addColumn('started_at', integer).execute()
  },
}
