import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Which run of a job it is, what equal submissions merge by, and what a node must offer to run it. Only
 * adds, with defaults: a process of the version before continues working on the same tables.
 */
export const runsAndNeeds: Migration = {
  name: '0017-runs-and-needs',
  up: async (db, { text, integer }) => {
    const jobs = db.schema.alterTable('jobs')
    await jobs.addColumn('run', integer, (column) => column.notNull().defaultTo(0)).execute()
    await jobs.addColumn('merge_key', text).execute()
    await jobs
      .addColumn('needs', text, (column) => column.notNull().defaultTo('default/any'))
      .execute()
    await sql`create unique index jobs_in_flight on jobs (organization, merge_key)
      where merge_key is not null and status in ('Waiting', 'InProgress')`.execute(db)
    await sql`create index jobs_waiting_needs on jobs (needs, priority desc, turn, created_at, id)
      where status = 'Waiting'`.execute(db)
    await sql`create index jobs_waiting_needs_of_organization
      on jobs (organization, needs, priority desc, turn) where status = 'Waiting'`.execute(db)
  },
}
