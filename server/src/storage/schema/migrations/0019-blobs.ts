import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/**
 * Files in rows of PostgreSQL, and where in an object store files are. SQLite keeps no files, but has the
 * tables, so one set of types holds for both.
 */
export const blobs: Migration = {
  name: '0019-blobs',
  async up(db, dialect) {
    await dialect
      .tableOptions(db.schema.createTable('blobs'))
      .addColumn('sha256', dialect.text, (column) => column.primaryKey())
      .addColumn('size', dialect.integer, (column) => column.notNull())
      .addColumn('kept_at', dialect.integer, (column) => column.notNull())
      .execute()
    await dialect
      .tableOptions(db.schema.createTable('blob_objects'))
      .addColumn('store', dialect.text, (column) => column.notNull())
      .addColumn('sha256', dialect.text, (column) => column.notNull())
      .addColumn('object_key', dialect.text, (column) => column.notNull())
      .addColumn('size', dialect.integer, (column) => column.notNull())
      .addColumn('kept_at', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('blob_objects_pk', ['store', 'sha256'])
      .execute()
    await dialect
      .tableOptions(db.schema.createTable('stray_objects'))
      .addColumn('store', dialect.text, (column) => column.notNull())
      .addColumn('object_key', dialect.text, (column) => column.notNull())
      .addColumn('since', dialect.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('stray_objects_pk', ['store', 'object_key'])
      .execute()
    if (dialect.name !== 'postgres') return
    await sql`create table blob_chunks (
      sha256 text collate "C" not null references blobs on delete cascade,
      n integer not null,
      bytes bytea not null,
      primary key (sha256, n)
    )`.execute(db)
    // Samples are packed or encrypted: to try to compress them again costs more than it saves.
    await sql`alter table blob_chunks alter column bytes set storage external`.execute(db)
  },
}
