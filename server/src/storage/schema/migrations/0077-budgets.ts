import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * How often credentials may be used, and jobs that wait for that. An older process knows no budget: it starts the
 * jobs of its callers as before, and claims none that is held.
 */
export const budgets: Migration = {
  name: '0077-budgets',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('budgets'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      // Null is the operator's.
      .addColumn('organization', text, (column) => column.references('organizations.name'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('shared', integer, (column) => column.notNull())
      .addColumn('windows', text, (column) => column.notNull())
      .addColumn('people_share', integer, (column) => column.notNull())
      .addColumn('max_wait_ms', integer, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('until', integer)
      .addColumn('reason', text)
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('failing_since', integer)
      .addColumn('pause_ms', integer)
      .addColumn('openings', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()
    for (const [index, condition] of [
      ['budgets_by_name on budgets (organization, name)', 'organization is not null'],
      ['budgets_of_operator on budgets (name)', 'organization is null'],
    ] as const)
      await sql.raw(`create unique index ${index} where ${condition}`).execute(db)
    await tableOptions(schema.createTable('budget_uses'))
      .addColumn('budget_id', text, (column) =>
        column.notNull().references('budgets.id').onDelete('cascade'),
      )
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('starts', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('budget_uses_key', ['budget_id', 'at'])
      .execute()
    await tableOptions(schema.createTable('held_jobs'))
      // Gone with the job, by whichever way that is removed.
      .addColumn('job_id', text, (column) =>
        column.primaryKey().notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('gate', text, (column) => column.notNull())
      // Null when the budget was deleted: nothing holds it any more.
      .addColumn('budget_id', text, (column) =>
        column.references('budgets.id').onDelete('set null'),
      )
      .addColumn('cost', integer, (column) => column.notNull())
      .addColumn('priority', integer, (column) => column.notNull())
      .addColumn('turn', integer, (column) => column.notNull())
      .addColumn('held_at', integer, (column) => column.notNull())
      .addColumn('opened_at', integer)
      // Runs of the job whose starts are counted.
      .addColumn('runs', integer, (column) => column.notNull())
      // How often the provider's limit sent it back.
      .addColumn('holds', integer, (column) => column.notNull())
      .execute()
    for (const [index, condition] of [
      ['held_jobs_in_line on held_jobs (budget_id, priority, turn)', 'opened_at is null'],
      ['held_jobs_since on held_jobs (budget_id, held_at)', 'opened_at is null'],
      ['held_jobs_opened on held_jobs (budget_id)', 'opened_at is not null'],
    ] as const)
      await sql.raw(`create index ${index} where ${condition}`).execute(db)
    await schema.alterTable('workers').addColumn('budget_id', text).execute()
    await schema.alterTable('workers').addColumn('budget_cost', integer).execute()
    await schema.alterTable('workers').addColumn('when_full', text).execute()
  },
}
