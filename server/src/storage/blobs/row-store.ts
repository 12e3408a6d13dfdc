import { open } from 'node:fs/promises'
import { finished } from 'node:stream'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../database.ts'
import { connectionOf } from '../postgres/address.ts'
import { notReferenced } from './attachments.ts'
import { copyOut } from './copy-out.ts'
import { countRows } from './count-rows.ts'
import { type BlobStore, BlobsUnavailable, isSha256, type LocalFile } from './store.ts'

const chunkBytes = 262_144
/** Writing or reading one piece takes milliseconds; a database that hangs must not hold its callers. */
const stallMs = 15_000

const nowMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

export interface RowStoreOptions {
  readonly db: Db
  /** For connections of its own: files must not keep requests from theirs. */
  readonly url: string
  readonly maxConnections?: number
}

/** Files in the PostgreSQL database: nothing else to run, and in its backups and replicas. */
export function openRowStore({ db, url, maxConnections = 4 }: RowStoreOptions): BlobStore {
  const pool = new pg.Pool({
    ...connectionOf(url),
    connectionTimeoutMillis: stallMs,
    application_name: 'assay-blobs',
    keepAlive: true,
    max: maxConnections,
  })
  // Without a listener a connection that breaks, at rest or between two statements, ends the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  return {
    name: 'postgres:',

    put: (file) =>
      answered(async () => {
        const client = await pool.connect()
        let failed: Error | undefined
        try {
          await insert(client, file)
        } catch (error) {
          failed = error as Error
          throw error
        } finally {
          // A broken transaction ends with its connection.
          client.release(failed)
        }
      }),

    open: (sha256) =>
      answered(async () => {
        if (!isSha256(sha256)) return undefined
        const found = await db
          .selectFrom('blobs')
          .select('size')
          .where('sha256', '=', sha256)
          .executeTakeFirst()
        if (!found) return undefined
        const client = await pool.connect()
        const select = `select bytes from blob_chunks where sha256 = '${sha256}' order by n`
        const stream = copyOut(client, select, stallMs)
        // Released only when the server has said that it is ready for the next statement.
        finished(stream, (error) => client.release(error ?? undefined))
        return { stream, size: found.size }
      }),

    has: (sha256) =>
      answered(async () => {
        const found = db.selectFrom('blobs').select('sha256').where('sha256', '=', sha256)
        return (await found.execute()).length > 0
      }),

    async touch(tx, sha256) {
      const { numUpdatedRows } = await tx
        .updateTable('blobs')
        .set({ kept_at: nowMs })
        .where('sha256', '=', sha256)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    // One statement: it waits for concurrent writers of the row, and then checks it again.
    remove: (sha256, graceMs) =>
      answered(async () => {
        const keptBefore = sql<number>`${nowMs} - ${sql.lit(Math.round(graceMs))}`
        await db
          .deleteFrom('blobs')
          .where('sha256', '=', sha256)
          .where('kept_at', '<', keptBefore)
          .where((eb) => notReferenced(eb.ref('blobs.sha256')))
          .execute()
        const fresh = await db
          .selectFrom('blobs')
          .select('sha256')
          .where('sha256', '=', sha256)
          .where('kept_at', '>=', keptBefore)
          .execute()
        return fresh.length === 0
      }),

    count: () => answered(async () => [await countRows(db, 'postgres:', 'blobs')]),

    check: () => answered(async () => void (await sql`select 1 from blobs limit 1`.execute(db))),
    close: () => pool.end(),
  }
}

/** All or nothing, in one transaction. An equal file that comes at the same moment waits for the end of this one. */
async function insert(client: pg.PoolClient, { path, sha256, size }: LocalFile): Promise<void> {
  // A node that hangs in the middle of an upload must not hold the row for others.
  await send(client, "begin; set local idle_in_transaction_session_timeout = '60s'")
  const { rows } = await send<{ is_new: boolean }>(
    client,
    `insert into blobs (sha256, size, kept_at)
     values ($1, $2, (extract(epoch from clock_timestamp()) * 1000)::bigint)
     on conflict (sha256) do update set kept_at = excluded.kept_at
     returning xmax = 0 as is_new`,
    [sha256, size],
  )
  if (rows[0]?.is_new) {
    await insertChunks(client, path, sha256)
    // Unowned yet: a process that is killed before it has recorded the owner must not leave it forever.
    await send(
      client,
      'insert into orphaned_blobs (sha256) values ($1) on conflict (sha256) do nothing',
      [sha256],
    )
  }
  await send(client, 'commit')
}

/** With a limit on our side: a server that is stopped does not keep its own. */
const send = <R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values?: unknown[],
) => client.query<R>({ text, ...(values && { values }), query_timeout: stallMs } as pg.QueryConfig)

async function insertChunks(client: pg.PoolClient, path: string, sha256: string): Promise<void> {
  const file = await open(path)
  try {
    let inFlight: Promise<unknown> = Promise.resolve()
    for (let n = 0; ; n += 1) {
      const { buffer, bytesRead } = await file.read(
        Buffer.allocUnsafeSlow(chunkBytes),
        0,
        chunkBytes,
        n * chunkBytes,
      )
      // One ahead: the next is read while the database stores this one.
      await inFlight
      if (bytesRead === 0) return
      const values = [sha256, n, buffer.subarray(0, bytesRead)]
      inFlight = send(client, 'insert into blob_chunks values ($1, $2, $3)', values)
      inFlight.catch(() => undefined)
    }
  } finally {
    await file.close()
  }
}

/** Errors of connections and of a server that starts, stops or refuses writes; others are bugs. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code = '', syscall } = error as NodeJS.ErrnoException
    // Classes 22, 23 and 42 speak of the statement; local files have names of system errors.
    const isStatement = /^(22|23|42)/.test(code)
    const isLocalFile =
      syscall !== 'connect' && ['ENOENT', 'ENOSPC', 'EIO', 'EACCES', 'EMFILE'].includes(code)
    if (isStatement || isLocalFile || error instanceof TypeError) throw error
    throw new BlobsUnavailable('postgres:', error)
  }
}
