import type { Migration } from '../migration.ts'

/** What was brought along from other systems, and how far an import has come. */
export const imports: Migration = {
  name: '0036-imports',
  keepsOlder: true,

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('imported_objects'))
      .addColumn('source', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('source_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('imported_objects_key', ['source', 'type', 'source_id'])
      .execute()
    await tableOptions(schema.createTable('import_positions'))
      .addColumn('source', text, (column) => column.notNull())
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('step', text, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('import_positions_key', ['source', 'organization', 'step'])
      .execute()
  },
}
