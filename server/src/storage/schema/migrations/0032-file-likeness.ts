import type { Migration } from '../migration.ts'

/** The hashes of likeness of files that were analyzed, for the search for similar files. */
export const fileLikeness: Migration = {
  name: '0032-file-likeness',
  keepsOlder: true,

  async up({ schema }, { integer, tableOptions, text }) {
    // With the job it goes: what its retention removes is no longer to be found here.
    await tableOptions(schema.createTable('file_likeness'))
      .addColumn('job_id', text, (column) =>
        column.primaryKey().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('seen_at', integer, (column) => column.notNull())
      .addColumn('sha256', text, (column) => column.notNull())
      .addColumn('size', integer, (column) => column.notNull())
      .addColumn('filename', text, (column) => column.notNull())
      .addColumn('block_size', integer)
      .addColumn('ssdeep', text)
      .addColumn('tlsh_length', integer)
      .addColumn('tlsh', text)
      .execute()
    for (const column of ['block_size', 'tlsh_length'])
      await schema
        .createIndex(`file_likeness_by_${column}`)
        .on('file_likeness')
        .columns(['organization', column, 'seen_at'])
        .execute()
  },
}
