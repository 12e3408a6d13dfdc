import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, dialectOf } from '../database.ts'
import { notReferenced } from './attachments.ts'
import { countRows } from './count-rows.ts'
import { makeS3Client, type S3Options } from './s3-client.ts'
import { type BlobStore, isSha256, type LocalFile } from './store.ts'

export interface S3StoreOptions extends S3Options {
  readonly db: Db
  /** Before the name of every object; empty, or with a `/` at its end. */
  readonly prefix: string
}

/** Longer than any upload takes: what is still marked as a stray after this was left by a crash. */
const strayMs = 24 * 60 * 60_000

/**
 * Objects of an S3-compatible store. A database row says which object holds a file, and every copy has
 * its own name: so a file is removed by one statement, and a late deletion of an object never hits one
 * that was kept since. Objects that no row names, or not yet, are strays: marked before they exist, so
 * a crash loses none of them.
 */
export function openS3Store({ db, prefix, ...options }: S3StoreOptions): BlobStore {
  const client = makeS3Client(options)
  const store = `s3://${options.bucket}/${prefix}`
  const now = nowMs(db)
  const rowOf = (sha256: string) => ({ store, sha256 })

  const findKey = async (sha256: string) =>
    (
      await db
        .selectFrom('blob_objects')
        .select('object_key')
        .where((eb) => eb.and(rowOf(sha256)))
        .executeTakeFirst()
    )?.object_key
  const touch = async (tx: Db, sha256: string) =>
    (
      await tx
        .updateTable('blob_objects')
        .set({ kept_at: now })
        .where((eb) => eb.and(rowOf(sha256)))
        .returning('object_key')
        .executeTakeFirst()
    )?.object_key

  const markStray = (tx: Db, key: string) =>
    tx.insertInto('stray_objects').values({ store, object_key: key, since: now }).execute()
  const unmarkStray = (tx: Db, key: string) =>
    tx
      .deleteFrom('stray_objects')
      .where((eb) => eb.and({ store, object_key: key }))
      .execute()
  const deleteStray = async (key: string) => {
    await client.delete(key)
    await unmarkStray(db, key)
  }

  const upload = async (file: LocalFile, lost: string | undefined) => {
    const { sha256, size } = file
    const name = `${sha256.slice(0, 2)}/${sha256.slice(2)}`
    const key = `${prefix}${name}-${randomBytes(6).toString('hex')}`
    await markStray(db, key)
    await client.put(key, file)
    const isOurs = await db.transaction().execute(async (tx) => {
      const { object_key: kept } = await tx
        .insertInto('blob_objects')
        .values({ ...rowOf(sha256), object_key: key, size, kept_at: now })
        .onConflict((conflict) =>
          conflict.columns(['store', 'sha256']).doUpdateSet({
            kept_at: now,
            // A concurrent copy is as good as ours, unless it is the lost one.
            object_key: sql`case when blob_objects.object_key = ${lost ?? ''}
              then excluded.object_key else blob_objects.object_key end`,
          }),
        )
        .returning('object_key')
        .executeTakeFirstOrThrow()
      if (kept === key) await unmarkStray(tx, key)
      // Unowned until the owner is recorded; a killed process never does.
      await tx
        .insertInto('orphaned_blobs')
        .values({ sha256 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return kept === key
    })
    if (!isOurs) await deleteStray(key)
  }

  return {
    name: store,

    async put(file) {
      const known = await touch(db, file.sha256)
      if (known !== undefined && (await client.head(known))?.size === file.size) return
      await upload(file, known)
    },

    async open(sha256) {
      if (!isSha256(sha256)) return undefined
      const key = await findKey(sha256)
      const found = key === undefined ? undefined : await client.get(key)
      if (found || key === undefined) return found
      // Removed and kept again between the two looks.
      const other = await findKey(sha256)
      return other === undefined || other === key ? undefined : await client.get(other)
    },

    async has(sha256) {
      const key = await findKey(sha256)
      return key !== undefined && (await client.head(key)) !== undefined
    },

    touch: async (tx, sha256) => (await touch(tx, sha256)) !== undefined,

    async remove(sha256, graceMs) {
      const keptBefore = sql<number>`${now} - ${sql.lit(Math.round(graceMs))}`
      const removed = await db.transaction().execute(async (tx) => {
        const row = await tx
          .deleteFrom('blob_objects')
          .where((eb) => eb.and(rowOf(sha256)))
          .where('kept_at', '<', keptBefore)
          .where((eb) => notReferenced(eb.ref('blob_objects.sha256')))
          .returning('object_key')
          .executeTakeFirst()
        if (row) await markStray(tx, row.object_key)
        return row
      })
      if (removed) {
        await deleteStray(removed.object_key)
        return true
      }
      const fresh = db
        .selectFrom('blob_objects')
        .select('sha256')
        .where((eb) => eb.and(rowOf(sha256)))
        .where('kept_at', '>=', keptBefore)
      return (await fresh.execute()).length === 0
    },

    count: async () => [await countRows(db, store, 'blob_objects')],

    async check() {
      await client.list(prefix, 1)
    },

    async sweep() {
      const strays = await db
        .selectFrom('stray_objects')
        .select('object_key')
        .where('store', '=', store)
        .where('since', '<', sql<number>`${now} - ${sql.lit(strayMs)}`)
        .limit(1000)
        .execute()
      for (const { object_key } of strays) await deleteStray(object_key)
      return strays.length
    },

    close: async () => undefined,
  }
}

/** The clock of the database, which all processes share. */
const nowMs = (db: Db) =>
  dialectOf(db).name === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
