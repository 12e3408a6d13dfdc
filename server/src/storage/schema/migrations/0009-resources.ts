import type { Migration } from '../migration.ts'

export const resources: Migration = {
  name: '0009-resources',

  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('resources'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('attachment_id', text, (column) => column.notNull())
      .addColumn('size', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('resources_key', ['organization', 'name'])
      .execute()
    // Asked for every file that may have lost its last owner.
    await schema
      .createIndex('resources_attachment')
      .on('resources')
      .column('attachment_id')
      .execute()
  },
}
