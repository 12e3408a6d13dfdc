import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Events of MISP that become alerts: how far each server was read, and which events are known. */
export const mispEvents: Migration = {
  name: '0122-misp-events',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    const { schema } = db
    await tableOptions(schema.createTable('misp_pulls'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('server', text, (column) => column.notNull())
      // Seconds, as MISP says when an event was published.
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('next_at', integer)
      .addColumn('failures', integer, (column) => column.notNull())
      .addColumn('checked_at', integer)
      .addColumn('locked_by', text)
      .addColumn('locked_until', integer)
      .addColumn('problem', text)
      .addPrimaryKeyConstraint('misp_pulls_key', ['organization', 'server'])
      .execute()
    await tableOptions(schema.createTable('misp_events'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('server', text, (column) => column.notNull())
      .addColumn('event', text, (column) => column.notNull())
      .addColumn('published', integer, (column) => column.notNull())
      // Null: sent by us, or not readable.
      .addColumn('alert_id', text)
      .addColumn('content_hash', text)
      .addColumn('state', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('misp_events_key', ['organization', 'server', 'event'])
      .execute()
    for (const index of [
      'misp_pulls_due on misp_pulls (organization, next_at)',
      'misp_pulls_next on misp_pulls (next_at) where next_at is not null',
      'misp_events_published on misp_events (organization, server, published)',
    ])
      await sql.raw(`create index ${index}`).execute(db)
  },
}
