import type { Migration } from '../migration.ts'

/** Who wrote the rule that asked for a response, and so may not approve it. Of earlier ones it is not known. */
export const authorsOfRules: Migration = {
  name: '0091-authors-of-rules',
  keepsOlder: true,
  up: async ({ schema }, { text }) => {
    await schema.alterTable('guarded_responses').addColumn('rule_author', text).execute()
  },
}
