import type { Migration } from '../migration.ts'

/** Streams of events that any process can be asked for, and what happened in the last minutes. */
export const streams: Migration = {
  name: '0020-streams',
  keepsOlder: true,

  async up({ schema }, { autoIncrement, integer, tableOptions, text }) {
    await tableOptions(schema.createTable('streams'))
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('polled_at', integer, (column) => column.notNull())
      .execute()
    await tableOptions(autoIncrement(schema.createTable('stream_events'), 'number'))
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('job_id', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .execute()
    await schema
      .createIndex('stream_events_of_organization')
      .on('stream_events')
      .columns(['organization', 'number'])
      .execute()
    await schema.createIndex('stream_events_at').on('stream_events').column('at').execute()
  },
}
