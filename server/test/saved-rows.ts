import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'
import type { TestDatabase } from './databases.ts'
import { atEnd } from './lifetime.ts'
import { patienceMs } from './patience.ts'

/**
 * Keeps a copy of all rows as they are now. Answers a function that makes them the only ones again,
 * in a few milliseconds: many tests can change one server that takes long to make. What the server
 * itself remembers of the rows is not put back.
 */
export async function saveRows({ file, url }: TestDatabase): Promise<() => Promise<void>> {
  if (url !== undefined) return savePostgres(url)
  if (file !== undefined) return saveSqlite(file)
  throw new Error('A database without a place')
}

function saveSqlite(file: string): () => Promise<void> {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false, timeout: 0 })
  atEnd(() => database.close())
  const named = (what: string) =>
    database
      .prepare(`select ${what}`)
      .all()
      .map(({ name }) => String(name))
  const all = named(
    `name from sqlite_master where type = 'table'
      and (name not like 'sqlite\\_%' escape '\\' or name = 'sqlite_sequence')`,
  )
  const counted = named(`tbl_name as name from sqlite_master where type = 'trigger'`)
  // What triggers write comes after what they watch.
  const tables = [...new Set([...counted, ...all])]
  const isFilled = (table: string) => database.prepare(`select 1 from main."${table}"`).get()
  database.exec("attach ':memory:' as saved")
  const restore = ['begin immediate']
  for (const table of tables) {
    restore.push(`delete from main."${table}"`)
    if (!isFilled(table)) continue
    database.exec(`create table saved."of ${table}" as select * from main."${table}"`)
    restore.push(`insert into main."${table}" select * from saved."of ${table}"`)
  }
  const text = [...restore, 'commit'].join(';')
  const putBack = (): unknown => {
    try {
      database.exec(text)
    } catch (error) {
      if (database.isTransaction) database.exec('rollback')
      if (((error as { errcode?: number }).errcode ?? 0) % 256 === busy) throw error
      return error
    }
  }
  // The writer may be the server of this very process, which ends its transaction only while this waits.
  return async () => {
    const problem = await vi.waitFor(putBack, { timeout: patienceMs, interval: 5 })
    if (problem !== undefined) throw problem
  }
}

/** What SQLite says while another connection writes; the higher bits say more. */
const busy = 5

async function savePostgres(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  atEnd(() => client.end())
  const tables = await namesOf(client, 'r')
  const counts = await read(
    client,
    tables.map((table) => `exists (select 1 from ${table})`),
  )
  const saved = new Map<string, string>()
  for (const table of tables.filter((_, at) => counts[at]))
    saved.set(table, await rowsOf(client, table))
  const sequences = await namesOf(client, 'S')
  const positions = await read(
    client,
    sequences.map((name) => `(select last_value || ', ' || is_called from ${name})`),
  )
  return async () => {
    const unchanged = new Set<string>()
    // Deleted rows keep taking space: large tables are replaced only if they were changed.
    for (const [table, rows] of saved)
      if (rows.length > manyBytes && (await rowsOf(client, table)) === rows) unchanged.add(table)
    const isChanged = (table: string) => !unchanged.has(table)
    const restore = [
      'begin',
      // Without triggers, which are also what keeps foreign keys: the order does not matter.
      'set local session_replication_role = replica',
      ...tables.filter(isChanged).map((table) => `delete from ${table}`),
      ...[...saved.keys()].filter(isChanged).map((table) => inserted(table, saved.get(table))),
      ...sequences.map((name, at) => `select setval('${name}', ${positions[at]})`),
      'commit',
    ]
    await client.query(restore.join(';'))
  }
}

const manyBytes = 32_768

const inserted = (table: string, rows = '[]') =>
  `insert into ${table}
    select * from json_populate_recordset(null::${table}, ${pg.escapeLiteral(rows)})`

const rowsOf = async (client: pg.Client, table: string) =>
  String((await read(client, [`(select json_agg(one)::text from ${table} one)`]))[0])

async function read(client: pg.Client, values: readonly string[]): Promise<unknown[]> {
  if (values.length === 0) return []
  const query = { text: `select ${values.join(', ')}`, rowMode: 'array' as const }
  return (await client.query(query)).rows[0] ?? []
}

async function namesOf(client: pg.Client, kind: 'r' | 'S'): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
      where relkind = $1 and relnamespace = 'public'::regnamespace`,
    [kind],
  )
  return rows.map(({ name }) => name)
}
