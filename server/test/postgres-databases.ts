import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase } from '../src/storage/database.ts'
import { readFunctions } from '../src/storage/postgres/functions.ts'
import { migrate, migrations } from '../src/storage/schema/migrate.ts'
import { initialObservableTypes } from '../src/storage/schema/migrations/0007-platform.ts'
import { initialPatterns } from '../src/storage/schema/migrations/0029-procedures.ts'
import { initialStatuses } from '../src/storage/schema/migrations/0030-timeline-and-statuses.ts'
import { attackTechniques } from '../src/storage/schema/migrations/attack-techniques.ts'
import type { Place } from './databases.ts'
import { skipTest } from './skip.ts'
import './postgres.ts'

/** Migrated databases of this worker that no test uses at the moment; they go with the server. */
const spare: string[] = []
/**
 * One connection per lent database, to empty it. A new one takes five times as long: the server
 * reloads what it knows of fifty tables.
 */
const keepers = new Map<string, pg.Client>()
/** What `look` says of the tables of a migrated database. */
let migratedSchema: string | undefined

/** A separate database, without tables. */
export async function createPostgres(): Promise<Place> {
  const name = newName('empty')
  await admin((client) => client.query(`create database ${name} template template0`))
  return { at: { url: urlOf(name) }, release: () => admin((client) => drop(client, name)) }
}

/**
 * A separate database with its tables, for servers in separate processes: what a killed one had sent
 * may still be written after the test, so it is not lent again.
 */
export async function copyPostgres(): Promise<Place> {
  const name = await copyTemplate()
  return { at: { url: urlOf(name) }, release: () => admin((client) => drop(client, name)) }
}

/**
 * A migrated database as it was made. To make one costs 130 ms and more, to empty one a few, so it
 * is lent again and again.
 */
export async function lendPostgres(): Promise<Place> {
  const name = spare.pop() ?? (await copyTemplate())
  migratedSchema ??= (await look(await keeperOf(name))).schema
  return { at: { url: urlOf(name) }, release: () => takeBack(name) }
}

async function copyTemplate(): Promise<string> {
  const template = await migratedTemplate()
  const name = newName('lent')
  await admin(async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    // By its files, as before version 15: to copy it by the write-ahead log takes twice the processor time.
    const strategy = (rows[0]?.version ?? 0) >= 150_000 ? 'strategy file_copy' : ''
    await client.query(`create database ${name} template ${template} ${strategy}`)
  })
  return name
}

async function takeBack(name: string) {
  const isClean = await empty(await keeperOf(name)).catch(async () => {
    // The test may have ended all connections, and this one does not know yet.
    keepers.delete(name)
    return empty(await keeperOf(name))
  })
  if (isClean) return void spare.push(name)
  keepers.delete(name)
  await admin((client) => drop(client, name))
}

/** False when it is not what it was. */
async function empty(client: pg.Client): Promise<boolean> {
  const { schema, tables, sequences, largest } = await look(client)
  // A test that made or changed tables would disturb the next one.
  if (schema !== migratedSchema) return false
  await client.query(largest > maxBytesToDelete ? truncate(tables) : deleteRows(tables, sequences))
  // The rows that a migration makes.
  await client.query(initialObservableTypes)
  for (const seed of initialStatuses) await client.query(seed)
  await restorePatterns(client)
  return true
}

/** A few hundred rows that hardly a test changes: to delete and make them each time would take longer. */
async function restorePatterns(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ intact: boolean }>(
    `select count(*) = $1 and count(*) = count(*) filter
      (where created_by = 'init' and updated_at is null) as intact from patterns`,
    [attackTechniques.length],
  )
  if (rows[0]?.intact) return
  await client.query('delete from patterns')
  await client.query(initialPatterns)
}

async function keeperOf(name: string): Promise<pg.Client> {
  const known = keepers.get(name)
  if (known) return known
  const client = new pg.Client({ connectionString: urlOf(name) })
  // A test may end all connections, and a dropped database ends this one.
  client.on('error', () => keepers.delete(name))
  await client.connect()
  keepers.set(name, client)
  return client
}

/**
 * Truncating gives every table and index new files, which takes a hundred times as long as deleting
 * a few rows. But deleted rows keep taking space: a table that is larger than the planner assumes
 * for an empty one (ten pages) might get another plan than a new one.
 */
const maxBytesToDelete = 8 * 8192

const truncate = (tables: readonly string[]) => `truncate ${tables.join(', ')} restart identity`

const deleteRows = (tables: readonly string[], sequences: readonly string[]) =>
  [
    // Without triggers, which are also what keeps foreign keys: the order does not matter.
    'set session_replication_role = replica',
    ...tables.map((table) => `delete from ${table}`),
    ...sequences.map((sequence) => `select setval('${sequence}', 1, false)`),
  ].join(';')

/** `patterns` is looked at apart. */
const keptRows = ['schema_migrations', 'patterns']

async function look(client: pg.Client) {
  const found = await client.query<{ kind: string; name: string; bytes: string }>(
    `select relkind as kind, quote_ident(relname) as name, pg_relation_size(oid) as bytes
       from pg_class where relnamespace = 'public'::regnamespace`,
  )
  // Whatever changes a column, a constraint, a default or a trigger leaves a row with a later xmin.
  const catalogs = [
    'pg_attribute',
    'pg_attrdef',
    'pg_constraint',
    'pg_index',
    'pg_trigger',
    'pg_proc',
  ]
  const changed = catalogs.map((name) => `(select max(xmin::text::bigint) from ${name})`)
  const migrated = `(select string_agg(name, ' ' order by name) from schema_migrations)`
  const state = await client.query({
    text: `select ${[...changed, migrated].join(', ')}`,
    rowMode: 'array',
  })
  const ofKind = (kind: string) => found.rows.filter((row) => row.kind === kind)
  const tables = ofKind('r').filter(({ name }) => !keptRows.includes(name))
  return {
    schema: [found.rows.length, ...(state.rows[0] ?? [])].join(' '),
    tables: tables.map(({ name }) => name),
    sequences: ofKind('S').map(({ name }) => name),
    largest: Math.max(...tables.map(({ bytes }) => Number(bytes))),
  }
}

/**
 * Made once per run. Named after the migrations and functions, so a changed one gets a separate template
 * while a watching run continues.
 */
async function migratedTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, up } of migrations) hash.update(`${name}${up}`)
  for (const { source } of readFunctions()) hash.update(source)
  const template = `template_${hash.digest('hex').slice(0, 16)}`
  await admin(async (client) => {
    // Several workers come here at the same time; the lock ends with the connection.
    await client.query('select pg_advisory_lock(1)')
    const found = await client.query('select 1 from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const unfinished = newName('making')
    await client.query(`create database ${unfinished} template template0`)
    const database = await openDatabase({ url: urlOf(unfinished) })
    await migrate(database, 0)
    await database.close()
    await client.query(`alter database ${unfinished} rename to ${template}`)
  })
  return template
}

async function drop(client: pg.Client, ...names: string[]) {
  for (const name of names) await client.query(`drop database ${name} with (force)`)
}

const newName = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`

const admin = <T>(work: (client: pg.Client) => Promise<T>) => connected(serverUrl(), work)

/** With a separate connection, which ends with the work. */
export async function connected<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Skips the running test, and says why, where no PostgreSQL could be started. */
function serverUrl(): string {
  const postgres = inject('postgres')
  if ('url' in postgres) return postgres.url
  return skipTest(`PostgreSQL cannot be started here: ${postgres.reason}`)
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}
