import type { Migration } from '../migration.ts'

/**
 * Secret inputs of responders, until their jobs have ended. A row is stored before its job: a job without it would run
 * with what stands for the secrets.
 */
export const secretInputs: Migration = {
  name: '0141-secret-inputs',
  keepsOlder: true,
  up: async ({ schema }, { integer, tableOptions, text }) => {
    await tableOptions(schema.createTable('secret_inputs'))
      .addColumn('job_id', text, (column) => column.primaryKey())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('for_undo', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('values_sealed', text, (column) => column.notNull())
      .execute()
  },
}
