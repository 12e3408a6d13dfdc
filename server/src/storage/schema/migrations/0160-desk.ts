import { sql } from 'kysely'
import { handledAt } from '../../common/handled-alerts.ts'
import type { Migration } from '../migration.ts'

/** When alerts were handled, and what the charts of the desk read. Of earlier alerts it is their last change. */
export const desk: Migration = {
  name: '0160-desk',
  keepsOlder: true,
  up: async (db, { integer }) => {
    await db.schema.alterTable('alerts').addColumn('handled_at', integer).execute()
    for (const index of indexes) await sql.raw(`create index ${index}`).execute(db)
  },
}

// With all columns that an expression is made of: without them each row is read from the table.
const indexes = [
  `alerts_handled on alerts (organization, (${handledAt}), assignee, read, case_id, handled_at, import_date,
    updated_at, created_at)`,
  'alerts_received on alerts (organization, created_at, source, read, case_id)',
  `cases_open on cases (organization, severity, created_at, due_date, assignee) where status = 'Open'`,
  'cases_acknowledged on cases (organization, in_progress_at, created_at) where in_progress_at is not null',
  `cases_closed on cases (organization, (coalesce(closed_at, end_date)), closed_at, end_date, created_at, paused_ms,
    status) where status <> 'Open'`,
  'cases_by_outcome on cases (id, organization, status, resolution_status)',
  `tasks_open on tasks (organization, assignee) where status in ('Waiting', 'InProgress')`,
  'procedures_by_date on procedures (organization, occur_date, pattern_id, case_id, alert_id)',
]
