import type { Migration } from '../migration.ts'

export const threatFeeds: Migration = {
  name: '0044-threat-feeds',
  keepsOlder: true,
  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('threat_feeds'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      // Null is the operator's.
      .addColumn('organization', text, (column) => column.references('organizations.name'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('resource', text)
      .addColumn('address_sealed', text)
      .addColumn('format', text, (column) => column.notNull())
      .addColumn('level', text, (column) => column.notNull())
      .addColumn('refresh_minutes', integer, (column) => column.notNull())
      .addColumn('load_id', text)
      .addColumn('entries', integer, (column) => column.notNull())
      .addColumn('bad_lines', integer, (column) => column.notNull())
      .addColumn('skipped', integer, (column) => column.notNull())
      .addColumn('prefixes', text, (column) => column.notNull())
      .addColumn('content_stamp', text)
      .addColumn('loaded_at', integer)
      .addColumn('checked_at', integer)
      .addColumn('problem', text)
      .addColumn('next_at', integer, (column) => column.notNull())
      .addColumn('locked_by', text)
      .addColumn('locked_until', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addColumn('updated_by', text, (column) => column.notNull())
      .addUniqueConstraint('threat_feeds_name', ['organization', 'name'])
      .execute()
    await tableOptions(schema.createTable('threat_loads'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('feed_id', text, (column) => column.notNull())
      .addColumn('state', text, (column) => column.notNull())
      .addColumn('started_at', integer, (column) => column.notNull())
      .execute()
    // No reference to the load: a million rows go in and out in small steps.
    await tableOptions(schema.createTable('threat_entries'))
      .addColumn('load_id', text, (column) => column.notNull())
      .addColumn('key', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('value', text, (column) => column.notNull())
      .addColumn('details', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('threat_entries_key', ['load_id', 'key'])
      .execute()
  },
}
