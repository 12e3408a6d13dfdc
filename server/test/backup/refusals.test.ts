import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeBackup } from '../../src/commands/backup/backup.ts'
import { verifyBackup } from '../../src/commands/backup/restore.ts'
import { loadConfig } from '../../src/settings/config.ts'
import { openFolderStore } from '../../src/storage/blobs/folder-store.ts'
import { areBlobsKept } from '../../src/storage/blobs/keep-blobs.ts'
import { openFolderBlobs } from '../../src/storage/blobs/open.ts'
import { markOrphaned, removeOrphanedBlobs } from '../../src/storage/blobs/orphaned-blobs.ts'
import type { BlobStore } from '../../src/storage/blobs/store.ts'
import { databases, sqlite, type TestDatabase } from '../databases.ts'

async function folderOfTest() {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Of the store of files: after its first one is kept, years go by. */
const clock = { now: 0 }

async function withFile(database: TestDatabase, folder: string) {
  const { db } = database
  clock.now = 0
  const blobs = openFolderBlobs(join(folder, 'blobs'), { maxBytes: 1e6, now: () => clock.now })
  const staged = await blobs.stage(Readable.from([Buffer.from('a sample')]))
  await staged.keep()
  clock.now = 1e11
  const created = { created_at: 1, created_by: 'test' }
  await db
    .insertInto('organizations')
    .values({ name: 'alpha', description: '', status: 'Active', ...created })
    .execute()
  const resource = { organization: 'alpha', name: 'list', size: 8, ...created }
  await db
    .insertInto('resources')
    .values({ ...resource, attachment_id: staged.sha256 })
    .execute()
  return { blobs, sha256: staged.sha256, store: openFolderStore(join(folder, 'blobs')) }
}

const backupOf = (database: TestDatabase, store: BlobStore, folder: string, path: string) =>
  makeBackup({
    config: loadConfig({ environment: { ASSAY_DATA_DIR: folder } }),
    database,
    store,
    path,
    now: 1,
  })

describe.each(databases)('$name: a backup', ({ open }) => {
  it('has a file that loses its last row and is swept while the backup is made', async () => {
    const database = await open()
    const folder = await folderOfTest()
    const { blobs, sha256, store } = await withFile(database, folder)
    const { db } = database
    const sweep = () => removeOrphanedBlobs({ db, blobs, stopping: new AbortController().signal })
    const meddling: BlobStore = {
      ...store,
      async open(hash) {
        await db.deleteFrom('resources').execute()
        await markOrphaned(db, [hash])
        await sweep()
        return store.open(hash)
      },
    }

    const path = join(folder, 'a.backup')
    const manifest = await backupOf(database, meddling, folder, path)

    expect(manifest).toMatchObject({ files: { count: 1, bytes: 8 }, missing: [] })
    expect(manifest.tables.resources?.rows).toBe(1)
    expect((await verifyBackup(path)).manifest).toEqual(manifest)
    // Afterwards it goes as ever.
    expect(await areBlobsKept(db)).toBe(false)
    await sweep()
    expect(await store.has(sha256)).toBe(false)
  })
})

describe('a backup', () => {
  it('reports files that the store lost or damaged, and is whole without them', async () => {
    const database = await sqlite.open()
    const folder = await folderOfTest()
    const { sha256, store } = await withFile(database, folder)
    const path = join(folder, 'blobs', sha256.slice(0, 2), sha256.slice(2))
    await writeFile(path, 'other bytes')
    const damaged = join(folder, 'damaged.backup')
    expect(await backupOf(database, store, folder, damaged)).toMatchObject({ damaged: [sha256] })
    await rm(path)
    const missing = join(folder, 'missing.backup')
    expect(await backupOf(database, store, folder, missing)).toMatchObject({ missing: [sha256] })
    await verifyBackup(damaged)
    await verifyBackup(missing)
  })

  it('leaves nothing when the store is unavailable', async () => {
    const database = await sqlite.open()
    const folder = await folderOfTest()
    const { store } = await withFile(database, folder)
    const away = { ...store, open: () => Promise.reject(new Error('away')) }
    await expect(backupOf(database, away, folder, join(folder, 'b'))).rejects.toThrow('away')
    expect((await readdir(folder)).toSorted()).toEqual(['blobs'])
  })
})

describe('a file that is not a whole backup', () => {
  it('is refused with a sentence, wherever it is cut or changed', async () => {
    const database = await sqlite.open()
    const folder = await folderOfTest()
    const { store } = await withFile(database, folder)
    const path = join(folder, 'a.backup')
    await backupOf(database, store, folder, path)
    const whole = await readFile(path)
    const plain = gunzipSync(whole)
    const changed = Buffer.from(plain)
    const at = plain.indexOf('"alpha"')
    changed.write('"alphb"', at)
    const lines = plain.toString('latin1').split('\n')
    const text = (bytes: string) => gzipSync(Buffer.from(bytes, 'latin1'))
    const unusable: readonly (readonly [Buffer, RegExp])[] = [
      [whole.subarray(0, whole.length - 10), /Corrupt backup/],
      [whole.subarray(0, Math.floor(whole.length / 2)), /Corrupt backup/],
      [whole.subarray(0, 5), /Corrupt backup/],
      [Buffer.alloc(0), /Corrupt backup|not an Assay backup/i],
      [gzipSync(changed), /checksum mismatch in the rows/],
      [text(lines.slice(0, -2).join('\n')), /the end of the file is missing|unreadable line/],
      [text(`${lines.join('\n')}["more"]\n`), /data after the end/],
      [text(lines.join('\n').replace('"format":1', '"format":9')), /Unsupported backup format/],
      [text('{"hello":"world"}\n'), /not an Assay backup/i],
      [randomBytes(1000), /not an Assay backup/i],
      [Buffer.from('PK\u0003\u0004 something else'), /not an Assay backup/i],
    ]
    for (const [bytes, reason] of unusable) {
      const file = join(folder, 'unusable')
      await writeFile(file, bytes)
      await expect(verifyBackup(file), String(reason)).rejects.toThrow(reason)
    }
    // One bit anywhere.
    for (let n = 0; n < 40; n += 1) {
      const flipped = Buffer.from(whole)
      const place = 12 + Math.floor((n * (whole.length - 20)) / 40)
      flipped[place] = (flipped[place] ?? 0) ^ 4
      const file = join(folder, 'flipped')
      await writeFile(file, flipped)
      await expect(verifyBackup(file), `byte ${place}`).rejects.toThrow(/backup/)
    }
    await expect(verifyBackup(join(folder, 'none'))).rejects.toThrow('No such file')
  })
})
