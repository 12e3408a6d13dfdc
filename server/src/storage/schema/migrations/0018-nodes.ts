import type { Migration } from '../migration.ts'

/** Which processes there are and what they can run; and what a worker asks of the one that runs it. */
export const nodes: Migration = {
  name: '0018-nodes',
  up: async ({ schema }, dialect) => {
    await dialect
      .tableOptions(schema.createTable('nodes'))
      .addColumn('id', dialect.text, (column) => column.primaryKey())
      .addColumn('name', dialect.text, (column) => column.notNull())
      .addColumn('machine', dialect.text, (column) => column.notNull())
      .addColumn('pid', dialect.integer, (column) => column.notNull())
      .addColumn('started_at', dialect.integer, (column) => column.notNull())
      .addColumn('seen_at', dialect.integer, (column) => column.notNull())
      .addColumn('version', dialect.text, (column) => column.notNull())
      .addColumn('schema_min', dialect.integer, (column) => column.notNull())
      .addColumn('schema_max', dialect.integer, (column) => column.notNull())
      .addColumn('roles', dialect.text, (column) => column.notNull())
      .addColumn('slots', dialect.integer, (column) => column.notNull())
      .addColumn('running', dialect.integer, (column) => column.notNull())
      .addColumn('runners', dialect.text, (column) => column.notNull())
      .addColumn('accepts', dialect.text, (column) => column.notNull())
      .addColumn('labels', dialect.text, (column) => column.notNull())
      .addColumn('draining', dialect.integer, (column) => column.notNull().defaultTo(0))
      .addColumn('stopping', dialect.integer, (column) => column.notNull().defaultTo(0))
      .execute()
    await dialect
      .tableOptions(schema.createTable('missing_offers'))
      .addColumn('needs', dialect.text, (column) => column.primaryKey())
      .addColumn('since', dialect.integer, (column) => column.notNull())
      .execute()
    await schema.alterTable('workers').addColumn('pool', dialect.text).execute()
    await schema.alterTable('workers').addColumn('max_concurrent', dialect.integer).execute()
  },
}
