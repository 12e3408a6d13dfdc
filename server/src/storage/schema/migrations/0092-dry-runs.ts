import type { Migration } from '../migration.ts'

/** Responses that change nothing. Earlier ones were checked as real ones. */
export const dryRuns: Migration = {
  name: '0092-dry-runs',
  keepsOlder: true,
  up: async ({ schema }, { integer }) => {
    await schema
      .alterTable('guarded_responses')
      .addColumn('dry', integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
