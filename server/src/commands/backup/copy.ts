import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { readKeyFile, writeKeyFile } from '../../identity/master-key.ts'
import { metaNames } from '../../identity/setup/installation.ts'
import type { Config } from '../../settings/config.ts'
import type { Moved } from '../../storage/blobs/move.ts'
import { type HeldLock, lockData } from '../../storage/common/data-lock.ts'
import type { Database, Db } from '../../storage/database.ts'
import { type PortableTable, portableTables } from '../../storage/rows/portable-tables.ts'
import { inSnapshot } from '../../storage/rows/snapshot.ts'
import {
  countOn,
  insertRows,
  keyOf,
  type Row,
  readRows,
  sumOf,
} from '../../storage/rows/table-rows.ts'
import { appliedMigrations, migrate } from '../../storage/schema/migrate.ts'
import { refuseFilled, refuseServers, removeSeeds, serverRunning } from './empty-target.ts'

interface Place {
  readonly config: Config
  readonly database: Database
}

export interface CopyRequest {
  readonly from: Place
  readonly to: Place
  copyFiles(): Promise<Moved>
  readonly now: number
  onProgress(line: string): void
}

export interface Copied extends Pick<Moved, 'missing' | 'damaged'> {
  readonly rows: number
  readonly files: number
  readonly advice: string
}

/**
 * Table by table in key order, so the last key in the target tells where an interrupted copy continues. A
 * mark in the target names the source installation; it is removed in the last transaction, when both sides
 * have been compared. Until then no server starts on it.
 */
export async function copyInstallation(request: CopyRequest): Promise<Copied> {
  const { from, to, now } = request
  const locks = lockBoth(from.config, to.config)
  try {
    await refuseServers(from.database)
    await refuseServers(to.database)
    const instance = await metaValue(from.database.db, 'instance')
    if (instance === undefined) throw new Error('Nothing to copy: the source database is empty')
    await prepareTarget(to.database, instance, now)
    return await inSnapshot(from.database, (source) => copyAll(request, source))
  } finally {
    for (const lock of locks) lock.release()
  }
}

async function copyAll(
  { from, to, copyFiles, onProgress }: CopyRequest,
  source: Db,
): Promise<Copied> {
  const { dialect } = to.database
  const tables = portableTables.filter(({ name }) => name !== 'meta')
  let rows = 0
  for (const table of tables) {
    const copied = await copyTable(source, to.database, table)
    if (copied > 0) onProgress(`${table.name}: ${copied} rows`)
  }
  const moved = await copyFiles()
  for (const table of tables) rows += await compare(source, to.database.patient, table)
  await copyKey(from.config, to.config)
  await holdingMark(to.database, async (tx) => {
    const meta = portableTables.filter(({ name }) => name === 'meta')
    for (const table of meta)
      for await (const some of readRows(source, table)) await insertRows(tx, 'meta', some)
    await countOn(tx, dialect)
    await tx.deleteFrom('meta').where('name', '=', metaNames.copying).execute()
    for (const table of meta) rows += await compare(source, tx, table)
  })
  const { missing, damaged } = moved
  const files = moved.copied + moved.there
  return { rows, files, missing, damaged, advice: adviceFor(to.config) }
}

const adviceFor = ({ database, data }: Config): string =>
  database.url === undefined
    ? `Set data.dir to ${resolve(data.dir)}, remove database.url, then start the server.`
    : 'Set database.url to the target on every node, then start them. The source database is unchanged.'

function lockBoth(from: Config, to: Config): HeldLock[] {
  const locks: HeldLock[] = []
  for (const folder of new Set([resolve(from.data.dir), resolve(to.data.dir)])) {
    const lock = lockData(folder, 'alone')
    if (lock) locks.push(lock)
    else {
      for (const held of locks) held.release()
      throw new Error(serverRunning)
    }
  }
  return locks
}

async function prepareTarget(database: Database, instance: string, now: number): Promise<void> {
  const { db, patient } = database
  if ((await appliedMigrations(database)).length > 0) {
    const mark = await metaValue(db, metaNames.copying)
    if (mark === instance) return void (await migrate(database, now))
    if (mark !== undefined)
      throw new Error('The target contains data of another installation. Choose an empty database')
    if ((await metaValue(db, 'instance')) === instance) throw new Error(isCopied)
    await refuseFilled(db)
  }
  await migrate(database, now)
  await patient.transaction().execute(async (tx) => {
    await removeSeeds(tx)
    await tx.insertInto('meta').values({ name: metaNames.copying, value: instance }).execute()
  })
}

const isCopied =
  'The target already holds a complete copy of this installation. Start it, or choose an empty database.'

/**
 * A copy that was killed may have sent a commit that the database still works on. Locking the mark waits for
 * its end, and then sees its rows.
 */
const holdingMark = <T>(
  { patient, dialect }: Pick<Database, 'patient' | 'dialect'>,
  work: (tx: Db) => Promise<T>,
): Promise<T> =>
  patient.transaction().execute(async (tx) => {
    const mark = await tx
      .selectFrom('meta')
      .select('name')
      .where('name', '=', metaNames.copying)
      .$if(dialect.name === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst()
    if (!mark) throw new Error(isCopied)
    return work(tx)
  })

const metaValue = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('meta').select('value').where('name', '=', name).executeTakeFirst())?.value

async function copyTable(source: Db, target: Database, table: PortableTable): Promise<number> {
  const columns = sql.join(table.key.map((column) => sql`${sql.ref(column)} desc`))
  const key = sql.join(table.key.map((column) => sql.ref(column)))
  const { rows } = await holdingMark(target, (tx) =>
    sql<Row>`select ${key} from ${sql.table(table.name)} order by ${columns} limit 1`.execute(tx),
  )
  const last = rows[0]
  let copied = 0
  for await (const some of readRows(source, table, last && keyOf(table, last))) {
    await holdingMark(target, (tx) => insertRows(tx, table.name, some))
    copied += some.length
  }
  return copied
}

async function compare(source: Db, target: Db, table: PortableTable): Promise<number> {
  const [expected, found] = [await sumOf(source, table), await sumOf(target, table)]
  if (expected.rows !== found.rows || expected.sha256 !== found.sha256)
    throw new Error(
      `${table.name} differs: the source changed during the copy. Delete the target and copy again.`,
    )
  return found.rows
}

/** The same key opens the copy: into another data folder it goes along. */
async function copyKey(from: Config, to: Config): Promise<void> {
  const [source, target] = [resolve(from.data.dir), resolve(to.data.dir)]
  if (from.secret.key !== undefined || source === target) return
  const key = await readKeyFile(join(source, 'master.key'))
  if (key !== undefined) await writeKeyFile(join(target, 'master.key'), key)
}
