import type { Migration } from '../migration.ts'

export const filesToFollow: Migration = {
  name: '0043-files-to-follow',
  keepsOlder: true,
  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('files_to_follow'))
      .addColumn('job_id', text, (column) =>
        column.primaryKey().notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('taken_until', integer, (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .execute()
    await schema
      .createIndex('files_to_follow_next')
      .on('files_to_follow')
      .column('taken_until')
      .execute()
  },
}
