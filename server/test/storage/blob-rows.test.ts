import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openRowStore } from '../../src/storage/blobs/row-store.ts'
import type { Db } from '../../src/storage/database.ts'
import { onlyPostgres } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { blobStores } from './blob-stores.ts'

const makeRows = async () => {
  const made = await blobStores.find(({ name }) => name === 'rows')?.open()
  const url = made?.database.url
  if (!made || url === undefined) throw new Error('there are no rows')
  const store = openRowStore({ db: made.db, url, maxConnections: 2 })
  onTestFinished(() => store.close())
  return { ...made, store }
}

/** As an administrator, a fail-over or a restart do. */
const cutConnections = (db: Db) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'assay-blobs' and datname = current_database()`.execute(db)

const busy = async (db: Db) =>
  (
    await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where application_name = 'assay-blobs' and datname = current_database()
        and state <> 'idle'`.execute(db)
  ).rows[0]?.count ?? 0

/** In the middle of it: until its connection is cut it waits for the chunks. */
async function cutWhile<T>(db: Db, begin: () => Promise<T>): Promise<{ ended: Promise<T> }> {
  return await db.transaction().execute(async (tx) => {
    await sql`lock table blob_chunks in access exclusive mode`.execute(tx)
    const ended = begin()
    await vi.waitUntil(() => waitsForLock(db), { timeout: patienceMs })
    await cutConnections(db)
    return { ended }
  })
}

describe.each(onlyPostgres)('$name: files in rows', () => {
  it('fail their reader when the connection is cut in the middle, and no one else', async () => {
    const { blobs, store, db } = await makeRows()
    const content = randomBytes(20_000_000)
    const staged = await blobs.stage(Readable.from([content]))
    await staged.keep()
    const opened = await store.open(staged.sha256)
    if (!opened) throw new Error('it is not there')
    // Read a little, then nothing: the server has to wait with the rest.
    await once(opened.stream, 'readable')
    opened.stream.read(1)

    await cutConnections(db)

    await expect(buffer(opened.stream)).rejects.toThrow(/terminat|connection/i)
    const again = await store.open(staged.sha256)
    expect(again && (await buffer(again.stream)).equals(content)).toBe(true)
  })

  it('are read although the connection is cut now and then, through the cache', async () => {
    const { blobs, another, db } = await makeRows()
    const content = randomBytes(600_000)
    const staged = await blobs.stage(Readable.from([content]))
    await staged.keep()
    const other = await another()

    const opening = await cutWhile(db, () => other.open(staged.sha256))
    const opened = await opening.ended

    expect(opened && (await buffer(opened.stream)).equals(content)).toBe(true)
  })

  it('give their connection back when they are not read to the end', async () => {
    const { blobs, store, db } = await makeRows()
    const staged = await blobs.stage(Readable.from([randomBytes(10_000_000)]))
    await staged.keep()

    for (let round = 0; round < 6; round += 1) {
      const opened = await store.open(staged.sha256)
      opened?.stream.destroy()
    }

    const last = await store.open(staged.sha256)
    expect(last && (await buffer(last.stream)).length).toBe(10_000_000)
    await vi.waitUntil(async () => (await busy(db)) === 0, { timeout: patienceMs })
  })

  it('are there whole or not at all when the connection is cut while they are kept', async () => {
    const { blobs, another, db } = await makeRows()
    const content = randomBytes(600_000)
    const staged = await blobs.stage(Readable.from([content]))

    const keeping = await cutWhile(db, () => staged.keep().catch((error: unknown) => error))
    const error = await keeping.ended

    expect(error).toMatchObject({ type: 'ServiceUnavailable' })
    expect(await blobs.has(staged.sha256)).toBe(false)
    expect((await sql`select 1 from blob_chunks limit 1`.execute(db)).rows).toEqual([])
    // The upload is still staged: the next try takes it.
    await staged.keep()
    const opened = await (await another()).open(staged.sha256)
    expect(opened && (await buffer(opened.stream)).equals(content)).toBe(true)
  })

  it('that are damaged in the database are distinguished from right ones', async () => {
    const { blobs, another, db } = await makeRows()
    const staged = await blobs.stage(Readable.from([randomBytes(600_000)]))
    await staged.keep()
    await sql`delete from blob_chunks where n = 1`.execute(db)

    await expect((await another()).open(staged.sha256)).rejects.toThrow('is corrupt')
  })

  it('go with all their chunks, and are stored as they are', async () => {
    const { blobs, db } = await makeRows()
    const staged = await blobs.stage(Readable.from([Buffer.alloc(600_000)]))
    await staged.keep()
    const { rows } = await sql<{ n: number; length: number; compressed: string | null }>`
      select n, length(bytes) as length, pg_column_compression(bytes) as compressed
        from blob_chunks order by n`.execute(db)
    expect(rows).toEqual([
      { n: 0, length: 262_144, compressed: null },
      { n: 1, length: 262_144, compressed: null },
      { n: 2, length: 75_712, compressed: null },
    ])

    expect(await blobs.remove(staged.sha256, -60_000)).toBe(true)

    expect((await sql`select 1 from blob_chunks`.execute(db)).rows).toEqual([])
  })

  it('wait for a row that is about to name them before they go', async () => {
    const { blobs, db, age } = await makeRows()
    const staged = await blobs.stage(Readable.from(['held']))
    await staged.keep()
    await age(staged.sha256, 7_200_000)
    let removing: Promise<boolean> | undefined

    await db.transaction().execute(async (tx) => {
      await blobs.touch(tx, staged.sha256)
      removing = blobs.remove(staged.sha256, 3_600_000)
      await vi.waitUntil(() => waitsForLock(db), { timeout: patienceMs })
    })

    expect(await removing).toBe(false)
    expect(await blobs.has(staged.sha256)).toBe(true)
  })
})

const waitsForLock = async (db: Db) =>
  (
    await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and datname = current_database()`.execute(db)
  ).rows.length > 0
