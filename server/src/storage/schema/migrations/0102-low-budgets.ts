import type { Migration } from '../migration.ts'

/** Since when a budget is nearly used up: what rules are told once. An older process tells none. */
export const lowBudgets: Migration = {
  name: '0102-low-budgets',
  keepsOlder: true,
  up: async ({ schema }, { integer }) => {
    await schema.alterTable('budgets').addColumn('low_at', integer).execute()
  },
}
