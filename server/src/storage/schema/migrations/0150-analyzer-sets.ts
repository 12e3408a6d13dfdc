import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Analyzers under one name, for runs by people and by rules. */
export const analyzerSets: Migration = {
  name: '0150-analyzer-sets',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    await tableOptions(db.schema.createTable('analyzer_sets'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('analyzers', text, (column) => column.notNull())
      .addColumn('data_types', text, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()
    await sql
      .raw('create unique index analyzer_sets_once on analyzer_sets (organization, name)')
      .execute(db)
  },
}
