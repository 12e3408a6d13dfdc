import type { Migration } from '../migration.ts'

/** Page templates that a case template brings along. */
export const pagesOfTemplates: Migration = {
  name: '0087-pages-of-templates',
  keepsOlder: true,
  up: async (db, { integer, tableOptions, text }) => {
    await tableOptions(db.schema.createTable('case_template_pages'))
      .addColumn('case_template_id', text, (column) =>
        column.notNull().references('case_templates.id').onDelete('cascade'),
      )
      .addColumn('page_template_id', text, (column) =>
        column.notNull().references('page_templates.id').onDelete('cascade'),
      )
      .addColumn('position', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('case_template_pages_key', ['case_template_id', 'page_template_id'])
      .execute()
    await db.schema
      .createIndex('case_template_pages_of_page')
      .on('case_template_pages')
      .column('page_template_id')
      .execute()
  },
}
