import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What analysts decide about values, everywhere or in one case. */
export const analystVerdicts: Migration = {
  name: '0055-analyst-verdicts',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('analyst_verdicts'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('text_hash', text, (column) => column.notNull())
      .addColumn('is_file', integer, (column) => column.notNull())
      .addColumn('data', text)
      .addColumn('file_name', text)
      .addColumn('case_id', text, (column) => column.references('cases.id').onDelete('cascade'))
      .addColumn('level', integer, (column) => column.notNull())
      .addColumn('cause', text, (column) => column.notNull())
      .addColumn('reason', text, (column) => column.notNull())
      .addColumn('login', text, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('expires_at', integer)
      .addColumn('ended_at', integer)
      .addColumn('ended_by', text)
      .addColumn('contradicted_at', integer)
      .execute()
    for (const index of indexes) await sql.raw(`create ${index}`).execute(db)
  },
}

const indexes = [
  // At most one in effect for a value and scope, also of two at once.
  `unique index analyst_verdicts_open on analyst_verdicts
    (organization, value_hash, coalesce(case_id, '')) where ended_at is null`,
  'index analyst_verdicts_of_value on analyst_verdicts (organization, value_hash, at)',
  'index analyst_verdicts_by_time on analyst_verdicts (organization, at)',
  `index analyst_verdicts_due on analyst_verdicts (expires_at)
    where ended_at is null and expires_at is not null`,
  'index analyst_verdicts_of_case on analyst_verdicts (case_id) where case_id is not null',
]
