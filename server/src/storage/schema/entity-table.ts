import type { CreateTableBuilder } from 'kysely'
import type { Dialect } from '../common/dialect.ts'
import type { MigrationDb } from './migration.ts'

/** `text!` must have a value, `text` may be null. Long texts last: SQLite reads a row from its start. */
export type NewColumns = Readonly<Record<string, 'text' | 'text!' | 'integer' | 'integer!'>>

export const attachmentOfEntity = {
  attachment_id: 'text',
  attachment_name: 'text',
  attachment_type: 'text',
  attachment_size: 'integer',
  attachment_sha1: 'text',
  attachment_md5: 'text',
} as const satisfies NewColumns

/** For migrations: a table of the platform. A row goes with the row that one of its owners names. */
export async function makeEntityTable(
  db: MigrationDb,
  dialect: Dialect,
  name: string,
  columns: NewColumns,
  owners: Readonly<Record<string, string>> = {},
): Promise<void> {
  const origin: NewColumns = {
    organization: 'text!',
    created_at: 'integer!',
    created_by: 'text!',
    updated_at: 'integer',
    updated_by: 'text',
  }
  let table: CreateTableBuilder<string, string> = dialect
    .tableOptions(db.schema.createTable(name))
    .addColumn('id', dialect.text, (column) => column.primaryKey())
  for (const [column, kind] of Object.entries({ ...origin, ...columns })) {
    const type = kind.startsWith('text') ? dialect.text : dialect.integer
    table = table.addColumn(column, type, (built) => (kind.endsWith('!') ? built.notNull() : built))
  }
  for (const [column, owner] of Object.entries(owners)) {
    table = table.addForeignKeyConstraint(`${name}_${column}`, [column], owner, ['id'], (key) =>
      key.onDelete('cascade'),
    )
  }
  await table.execute()
}
