import type { Migration } from '../migration.ts'

export const orphanedBlobs: Migration = {
  name: '0015-orphaned-blobs',
  up: (db) => db.schema.alterTable('loose_files').renameTo('orphaned_blobs').execute(),
}
