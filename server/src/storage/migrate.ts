import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import { erasing } from './erase.ts'
import type { Migration } from './migration.ts'
import { identity } from './migrations/0001-identity.ts'
import { audit } from './migrations/0002-audit.ts'
import { loginFailures } from './migrations/0003-login-failures.ts'
import { engine } from './migrations/0004-engine.ts'
import { growth } from './migrations/0005-growth.ts'
import { platform } from './migrations/0007-platform.ts'
import { feeds } from './migrations/0008-feeds.ts'
import { resources } from './migrations/0009-resources.ts'
import { knownSources } from './migrations/0010-known-sources.ts'
import { sealedWebhooks } from './migrations/0011-sealed-webhooks.ts'
import { longTextsLast } from './migrations/0012-long-texts-last.ts'
import { redactedInput } from './migrations/0014-redacted-input.ts'
import { orphanedBlobs } from './migrations/0015-orphaned-blobs.ts'
import { redactedMessages } from './migrations/0016-redacted-messages.ts'
import { runsAndNeeds } from './migrations/0017-runs-and-needs.ts'
import { submitJobs } from './migrations/0017-submit-jobs.ts'
import { nodes } from './migrations/0018-nodes.ts'
import { blobs } from './migrations/0019-blobs.ts'
import { streams } from './migrations/0020-streams.ts'

/** Forward only, in this order. A migration that was released is never changed. */
export const migrations: readonly Migration[] = [
  identity,
  audit,
  loginFailures,
  engine,
  growth,
  platform,
  feeds,
  resources,
  knownSources,
  sealedWebhooks,
  longTextsLast,
  redactedInput,
  orphanedBlobs,
  redactedMessages,
  runsAndNeeds,
  submitJobs,
  nodes,
  blobs,
  streams,
]

const numberOf = ({ name }: Migration) => Number(name.slice(0, 4))

/** The schemas that this version works with, by the number of their last migration. */
export const schemaRange = {
  min: Math.max(...migrations.map(numberOf)),
  max: Math.max(...migrations.map(numberOf)),
}

type MigrationTables = { schema_migrations: { name: string; applied_at: number } }

/** Names of those that `migrate` would run. */
export async function pendingMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const own = db.$pickTables<never>().withTables<MigrationTables>()
  const known = await appliedNames(own).catch(() => [])
  return missing(migrations, known).map(({ name }) => name)
}

/** Runs the missing migrations, all or none, and answers their names. */
export async function migrate(
  { patient: db, dialect }: Pick<Database, 'patient' | 'dialect'>,
  now: number,
  wanted: readonly Migration[] = migrations,
): Promise<string[]> {
  const own = db.$pickTables<never>().withTables<MigrationTables>()
  // One read when nothing is missing. It fails on an empty database; a real trouble shows below.
  const known = await appliedNames(own).catch(() => undefined)
  if (known && missing(wanted, known).length === 0) return []

  const run = () =>
    own.transaction().execute(async (tx) => {
      await dialect.lockMigrations(tx)
      await dialect
        .tableOptions(tx.schema.createTable('schema_migrations').ifNotExists())
        .addColumn('name', dialect.text, (column) => column.primaryKey())
        .addColumn('applied_at', dialect.integer, (column) => column.notNull())
        .execute()
      // Read again under the lock: another process may have done the work meanwhile.
      const pending = missing(wanted, await appliedNames(tx))
      for (const { name, up } of pending) {
        await up(tx, dialect)
        await tx.insertInto('schema_migrations').values({ name, applied_at: now }).execute()
      }
      return pending.map(({ name }) => name)
    })
  // Some take secrets out of what earlier versions stored.
  return await (known ? erasing({ db, dialect }, run) : run())
}

const appliedNames = async (db: Kysely<MigrationTables>): Promise<string[]> => {
  const rows = await db.selectFrom('schema_migrations').select('name').execute()
  return rows.map(({ name }) => name)
}

function missing(wanted: readonly Migration[], applied: string[]): Migration[] {
  const stranger = applied.find((name) => !wanted.some((migration) => migration.name === name))
  if (stranger !== undefined) {
    throw new Error(
      `The database was written by a newer version of Assay (it holds migration ${stranger}). ` +
        'Start that version, or restore a backup made before the upgrade.',
    )
  }
  return wanted.filter(({ name }) => !applied.includes(name))
}
