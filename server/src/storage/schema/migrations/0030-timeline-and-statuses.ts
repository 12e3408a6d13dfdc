import { sql } from 'kysely'
import { makeEntityTable } from '../entity-table.ts'
import type { Migration } from '../migration.ts'

/** Custom events of timelines; statuses that mean one of the fixed stages. */
export const timelineAndStatuses: Migration = {
  name: '0030-timeline-and-statuses',
  keepsOlder: true,
  up: async (db, dialect) => {
    await makeEntityTable(
      db,
      dialect,
      'custom_events',
      {
        case_id: 'text!',
        date: 'integer!',
        end_date: 'integer',
        title: 'text!',
        description: 'text',
      },
      { case_id: 'cases' },
    )
    const status = { value: 'text!', stage: 'text!', position: 'integer!' } as const
    for (const table of ['case_statuses', 'alert_statuses']) {
      await makeEntityTable(db, dialect, table, status)
      await sql
        .raw(`create unique index ${table}_by_value on ${table} (organization, value)`)
        .execute(db)
    }
    await sql.raw('create index custom_events_of_case on custom_events (case_id)').execute(db)
    for (const table of ['cases', 'alerts']) {
      for (const column of ['extended_status', 'stage'])
        await db.schema.alterTable(table).addColumn(column, dialect.text).execute()
    }
    for (const seed of initialStatuses) await sql.raw(seed).execute(db)
  },
}

const ofCases = {
  New: 'New',
  InProgress: 'InProgress',
  Indeterminate: 'Closed',
  FalsePositive: 'Closed',
  TruePositive: 'Closed',
  Other: 'Closed',
  Duplicated: 'Closed',
}
const ofAlerts = {
  New: 'New',
  InProgress: 'InProgress',
  Ignored: 'Closed',
  FalsePositive: 'Closed',
  Duplicate: 'Closed',
  Imported: 'Imported',
}

const seedOf = (table: string, statuses: Readonly<Record<string, string>>) =>
  `insert into ${table} (id, organization, created_at, created_by, value, stage, position) values
  ${Object.entries(statuses)
    .map(
      ([value, stage], index) =>
        `('~${index + 1}', '', 0, 'init', '${value}', '${stage}', ${index})`,
    )
    .join(', ')}`

/** Of the whole platform. Constants only; ids this small are never given out. */
export const initialStatuses = [
  seedOf('case_statuses', ofCases),
  seedOf('alert_statuses', ofAlerts),
]
