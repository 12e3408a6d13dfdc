import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** What responders must not be run on, and what holds for each of their runs. */
export const protection: Migration = {
  name: '0080-protection',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('protected_values'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.references('organizations.name').onDelete('cascade'),
      )
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('value', text, (column) => column.notNull())
      .addColumn('note', text, (column) => column.notNull())
      .addColumn('disables', text)
      .addColumn('expires_at', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .execute()
    await sql
      .raw(
        `create unique index protected_values_once on protected_values
          (coalesce(organization, ''), kind, value, coalesce(disables, ''))`,
      )
      .execute(db)
    await sql.raw('create index protected_values_of on protected_values (organization)').execute(db)
    await tableOptions(schema.createTable('responder_policies'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('worker_id', text, (column) => column.notNull())
      .addColumn('effect', text, (column) => column.notNull())
      .addColumn('approval', text, (column) => column.notNull())
      .addColumn('approvers', text, (column) => column.notNull())
      .addColumn('approval_hours', integer, (column) => column.notNull())
      .addColumn('per_hour', integer)
      .addColumn('max_targets', integer, (column) => column.notNull())
      .addColumn('inverse', text)
      .addColumn('undo_after_minutes', integer)
      .addColumn('dry_run', text)
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addColumn('updated_by', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('responder_policies_key', ['organization', 'worker_id'])
      .execute()
  },
}
