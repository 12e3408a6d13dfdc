import type { CreateTableBuilder } from 'kysely'
import type { Migration } from '../migration.ts'

export const investigations: Migration = {
  name: '0048-investigations',
  keepsOlder: true,
  async up({ schema }, { integer, tableOptions, text }) {
    await tableOptions(schema.createTable('investigations'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('tlp', integer, (column) => column.notNull())
      .addColumn('pap', integer, (column) => column.notNull())
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()
    await schema
      .createIndex('investigations_of_organization')
      .on('investigations')
      .columns(['organization', 'created_at', 'id'])
      .execute()

    const part = (name: string): CreateTableBuilder<string, string> =>
      tableOptions(schema.createTable(name))
        .addColumn('investigation_id', text, (column) =>
          column.notNull().references('investigations.id').onDelete('cascade'),
        )
        .addColumn('organization', text, (column) => column.notNull())
    await part('investigation_values')
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('position', integer, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('text_hash', text, (column) => column.notNull())
      .addColumn('is_file', integer, (column) => column.notNull())
      .addColumn('file_name', text)
      .addColumn('data', text)
      .addPrimaryKeyConstraint('investigation_values_key', ['investigation_id', 'value_hash'])
      .execute()
    await schema
      .createIndex('investigation_values_by_value')
      .on('investigation_values')
      .columns(['organization', 'value_hash'])
      .execute()
    // No reference to the job: it may be removed for its age, and what it said is still known.
    await part('investigation_jobs')
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('worker_id', text, (column) => column.notNull())
      .addColumn('job_id', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('investigation_jobs_key', [
        'investigation_id',
        'value_hash',
        'worker_id',
      ])
      .execute()
    await part('investigation_cases')
      .addColumn('case_id', text, (column) =>
        column.notNull().references('cases.id').onDelete('cascade'),
      )
      .addColumn('added_at', integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('investigation_cases_key', ['investigation_id', 'case_id'])
      .execute()
    await schema
      .createIndex('investigation_cases_by_case')
      .on('investigation_cases')
      .columns(['case_id'])
      .execute()
  },
}
