import { sql } from 'kysely'
import { migrations } from '../../src/storage/schema/migrate.ts'
import type { Migration } from '../../src/storage/schema/migration.ts'

/** The program with one migration more, as the next version will be: `expand` or `contract`. */
const extra: Record<string, Migration> = {
  expand: {
    name: '9998-expand',
    keepsOlder: true,
    up: async (db) => {
      await sql`alter table organizations add column colour text`.execute(db)
    },
  },
  contract: {
    name: '9999-contract',
    up: async (db) => {
      await sql`alter table organizations add column shape text`.execute(db)
    },
  },
}
for (const name of (process.env.NEWER ?? '').split(',')) {
  const migration = extra[name]
  if (migration) (migrations as Migration[]).push(migration)
}
await import('../../src/main.ts')
