import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** The position of each place that the audit trail is sent to. */
export const auditCursors: Migration = {
  name: '0125-audit-cursors',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { integer, tableOptions, text } = dialect
    await tableOptions(db.schema.createTable('audit_cursors'))
      .addColumn('sink', text, (column) => column.primaryKey().notNull())
      // Together with the id of an entry it names a message: ids may come again after a restore.
      .addColumn('stream', text, (column) => column.notNull())
      // PostgreSQL: the transaction of the last entry that was sent.
      .addColumn('position_tx', text)
      .addColumn('position_id', integer, (column) => column.notNull())
      .addColumn('moved_at', integer, (column) => column.notNull())
      .addColumn('next_at', integer, (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('locked_by', text)
      .addColumn('locked_until', integer)
      .addColumn('told_at', integer)
      .addColumn('error', text)
      .execute()
    // SQLite has one writer, so ids are in the order of commits there. The default does not rewrite the table.
    if (dialect.name !== 'postgres') return
    await sql`alter table audit add column tx xid8 not null default pg_current_xact_id()`.execute(
      db,
    )
    await sql`create index audit_tx on audit (tx, id)`.execute(db)
  },
}
