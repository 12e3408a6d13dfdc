import type { Migration } from '../migration.ts'

export const audit: Migration = {
  name: '0002-audit',

  async up({ schema }, { autoIncrement, integer, tableOptions, text }) {
    await autoIncrement(tableOptions(schema.createTable('audit')), 'id')
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('actor', text, (column) => column.notNull())
      .addColumn('organization', text)
      .addColumn('action', text, (column) => column.notNull())
      .addColumn('object_type', text, (column) => column.notNull())
      .addColumn('object_id', text, (column) => column.notNull())
      .addColumn('details', text, (column) => column.notNull())
      .addColumn('address', text, (column) => column.notNull())
      .addColumn('request_id', text, (column) => column.notNull())
      .execute()
    await schema
      .createIndex('audit_organization')
      .on('audit')
      .columns(['organization', 'id'])
      .execute()
    await schema.createIndex('audit_at').on('audit').column('at').execute()
  },
}
