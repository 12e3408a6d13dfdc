import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { Blobs } from '../../src/storage/blobs/blobs.ts'
import { markOrphaned, removeOrphanedBlobs } from '../../src/storage/blobs/orphaned-blobs.ts'
import type { Db } from '../../src/storage/database.ts'
import { blobStores, type TestBlobs } from './blob-stores.ts'

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function keep(blobs: Blobs, content: Buffer): Promise<string> {
  const staged = await blobs.stage(Readable.from([content]))
  await staged.keep()
  return staged.sha256
}

async function read(blobs: Blobs, sha256: string): Promise<Buffer | undefined> {
  const opened = await blobs.open(sha256)
  return opened && (await buffer(opened.stream))
}

/** A row that holds the file. */
async function reference(db: Db, sha256: string) {
  const created = { created_at: 0, created_by: 'ada' }
  await db
    .insertInto('organizations')
    .values({ name: 'alpha', description: '', status: 'Active', ...created })
    .execute()
  await db
    .insertInto('resources')
    .values({
      organization: 'alpha',
      name: sha256,
      attachment_id: sha256,
      size: 1,
      ...created,
    })
    .execute()
}

const hour = 3_600_000

describe.each(blobStores)('files in $name', ({ open }) => {
  it.each([0, 1, 262_143, 262_144, 262_145, 3_000_001])(
    'of %i bytes are read on another machine as they were kept',
    async (size) => {
      const { blobs, another } = await open()
      const content = randomBytes(size)

      const sha256 = await keep(blobs, content)

      expect(sha256).toBe(sha256Of(content))
      for (const reader of [blobs, await another()]) {
        const opened = await reader.open(sha256)
        expect(opened?.size).toBe(size)
        expect(opened && (await buffer(opened.stream)).equals(content)).toBe(true)
      }
    },
  )

  it('are not there before they are kept, nor after they were discarded', async () => {
    const { blobs, another, directory } = await open()
    const staged = await blobs.stage(Readable.from(['unwanted']))

    expect(await blobs.has(staged.sha256)).toBe(false)
    await staged.discard()

    expect(await (await another()).open(staged.sha256)).toBeUndefined()
    expect(await staged.keep().catch((error: Error) => error.message)).toContain('discarded')
    expect(await readdir(join(directory, 'staging')).catch(() => [])).toEqual([])
  })

  it('that are equal are kept once, also when they come at the same moment from two machines', async () => {
    const test = await open()
    const { blobs, another } = test
    const other = await another()
    const content = randomBytes(600_000)
    const staged = await Promise.all(
      [blobs, other, blobs, other].map((each) => each.stage(Readable.from([content]))),
    )

    await Promise.all(staged.map((each) => each.keep()))
    await keep(blobs, content)

    expect(await copiesOf(test)).toBe(1)
    expect((await read(await another(), sha256Of(content)))?.equals(content)).toBe(true)
  })

  it('are counted, with their bytes, and equal ones once', async () => {
    const { blobs, another } = await open()
    for (const size of [10, 300_000, 10]) await keep(blobs, Buffer.alloc(size, 1))
    await (await blobs.stage(Readable.from(['not kept']))).discard()

    for (const each of [blobs, await another()])
      expect(await each.count()).toEqual([{ store: blobs.store, files: 2, bytes: 300_010 }])
  })

  it.each(['', '../../secret', 'A'.repeat(64), `${'a'.repeat(64)}'`, `${'a'.repeat(64)}\n`])(
    'are not looked for under the name %j',
    async (id) => {
      const { blobs, db } = await open()

      expect(await blobs.open(id)).toBeUndefined()
      expect(await blobs.has(id)).toBe(false)
      expect(await blobs.touch(db, id)).toBe(false)
      expect(await blobs.remove(id, -hour)).toBe(true)
    },
  )

  it('are removed when they were not kept for long, everywhere', async () => {
    const { blobs, another, age } = await open()
    const sha256 = await keep(blobs, randomBytes(300_000))
    await age(sha256, 2 * hour)

    expect(await blobs.remove(sha256, hour)).toBe(true)
    expect(await blobs.remove(sha256, hour)).toBe(true)

    expect(await blobs.open(sha256)).toBeUndefined()
    expect(await (await another()).open(sha256)).toBeUndefined()
  })

  it('are spared when they were kept or touched since', async () => {
    const { blobs, another, age, db } = await open()
    const content = randomBytes(1000)
    const sha256 = await keep(blobs, content)
    expect(await blobs.remove(sha256, hour)).toBe(false)
    await age(sha256, 2 * hour)
    await keep(await another(), content)
    expect(await blobs.remove(sha256, hour)).toBe(false)
    await age(sha256, 2 * hour)
    expect(await db.transaction().execute((tx) => blobs.touch(tx, sha256))).toBe(true)

    expect(await blobs.remove(sha256, hour)).toBe(false)
    expect((await read(blobs, sha256))?.equals(content)).toBe(true)
  })

  it('that a row holds stay, however old they are', async () => {
    const { blobs, db, age } = await open()
    const content = randomBytes(1000)
    const sha256 = await keep(blobs, content)
    await age(sha256, 2 * hour)
    await reference(db, sha256)
    await markOrphaned(db, [sha256])
    // The folder relies on the look before it; the others ask in the very statement.
    if (!blobs.store.startsWith('file:')) expect(await blobs.remove(sha256, hour)).toBe(true)

    await removeOrphanedBlobs({ db, blobs, stopping: new AbortController().signal })

    expect((await read(blobs, sha256))?.equals(content)).toBe(true)
    expect(await db.selectFrom('orphaned_blobs').selectAll().execute()).toEqual([])
  })

  it('that a killed process left unreferenced are found and removed when they are old', async () => {
    const { blobs, db, age } = await open()
    // What a folder keeps is not written down anywhere.
    if (blobs.store.startsWith('file:')) return
    const sha256 = await keep(blobs, randomBytes(1000))
    const sweep = () => removeOrphanedBlobs({ db, blobs, stopping: new AbortController().signal })

    await sweep()
    expect(await blobs.has(sha256)).toBe(true)
    await age(sha256, 2 * hour)
    await sweep()

    expect(await blobs.has(sha256)).toBe(false)
    expect(await db.selectFrom('orphaned_blobs').selectAll().execute()).toEqual([])
  })

  it('that are kept in the instant of their removal are there afterwards', async () => {
    const { blobs, another, age } = await open()
    const other = await another()
    for (let round = 0; round < 25; round += 1) {
      const content = Buffer.from(`content of round ${round % 5}`)
      const sha256 = await keep(blobs, content)
      await age(sha256, 2 * hour)
      const second = await other.stage(Readable.from([content]))

      await Promise.all([
        turns(round % 7).then(() => blobs.remove(sha256, hour)),
        turns(round % 3).then(() => second.keep()),
      ])

      expect((await read(await another(), sha256))?.equals(content)).toBe(true)
    }
  })

  it('answer whether the store answers', async () => {
    const { blobs } = await open()

    await blobs.check()
  })
})

/** Lets the other one get further ahead, so they meet at different steps. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await readdir('.')
}

async function copiesOf({ blobs, db, s3 }: TestBlobs): Promise<number> {
  if (s3) return s3.objects.size
  if (blobs.store === 'postgres:')
    return (await db.selectFrom('blobs').selectAll().execute()).length
  const folder = blobs.store.slice('file:'.length)
  const folders = (await readdir(folder)).filter((name) => name.length === 2)
  const names = await Promise.all(folders.map((name) => readdir(join(folder, name))))
  return names.flat().length
}
