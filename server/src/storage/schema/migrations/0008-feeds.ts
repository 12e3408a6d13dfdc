import type { Migration } from '../migration.ts'

export const feeds: Migration = {
  name: '0008-feeds',

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('feeds'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('token_hash', text, (column) => column.notNull().unique())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('feeds_key', ['organization', 'name'])
      .execute()
    // No reference to the job: its retention may be shorter than the time in the list.
    await tableOptions(schema.createTable('feed_entries'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('feed', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('value', text, (column) => column.notNull())
      .addColumn('added_at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer)
      .addColumn('job_id', text, (column) => column.notNull())
      .addColumn('added_by', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('feed_entries_key', ['organization', 'feed', 'data_type', 'value'])
      .execute()
    await schema
      .createIndex('feed_entries_newest')
      .on('feed_entries')
      .columns(['organization', 'feed', 'added_at'])
      .execute()
  },
}
