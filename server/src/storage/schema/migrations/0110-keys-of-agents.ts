import type { Migration } from '../migration.ts'

/**
 * Limits of API keys for agents, and what they have used today. Older programs know neither scope and refuse such
 * keys.
 */
export const keysOfAgents: Migration = {
  name: '0110-keys-of-agents',
  keepsOlder: true,
  up: async ({ schema }, { integer, text }) => {
    for (const column of ['max_tlp', 'max_pap', 'jobs_per_day', 'jobs_day', 'jobs_used'])
      await schema.alterTable('api_keys').addColumn(column, integer).execute()
    await schema.alterTable('api_keys').addColumn('workers', text).execute()
  },
}
