import { createHash, randomBytes } from 'node:crypto'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { openCache } from '../../src/storage/blobs/cache.ts'
import { temporaryFolder } from './blob-stores.ts'

/** A store of these contents that counts how often each is fetched. */
async function makeCache(limitBytes: number, sizes: readonly number[]) {
  const folder = await temporaryFolder()
  const contents = sizes.map((size) => randomBytes(size))
  const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'))
  const fetched: number[] = []
  const store = {
    name: 'test:',
    open: async (sha256: string) => {
      const index = hashes.indexOf(sha256)
      const content = contents[index]
      if (!content) return undefined
      fetched.push(index)
      return { stream: Readable.from([content]), size: content.length }
    },
  }
  const open = () => openCache(folder, store, { limitBytes, pausesMs: [1] })
  const cache = await open()
  const read = async (index: number, from = cache) => {
    const file = await from.openFile(hashes[index] ?? '')
    const content = await file?.readFile()
    await file?.close()
    return content?.equals(contents[index] ?? Buffer.alloc(0))
  }
  const cached = async () =>
    (await readdir(folder)).map((name) => hashes.indexOf(name)).sort((a, b) => a - b)
  return { folder, hashes, fetched, cache, open, read, cached }
}

describe('copies of files on the local disk', () => {
  it('are fetched once, however many ask at the same time', async () => {
    const { read, fetched, cached } = await makeCache(1000, [500])

    expect(await Promise.all([read(0), read(0), read(0)])).toEqual([true, true, true])
    expect(await read(0)).toBe(true)

    expect(fetched).toEqual([0])
    expect(await cached()).toEqual([0])
  })

  it('take no more space than they may; the least recently used go first', async () => {
    const { read, fetched, cached } = await makeCache(1000, [400, 400, 400, 100])
    await read(0)
    await read(1)
    await read(0)

    await read(2)
    await read(3)

    expect(await cached()).toEqual([0, 2, 3])
    expect(fetched).toEqual([0, 1, 2, 3])
    expect(await read(1)).toBe(true)
    expect(await cached()).toEqual([1, 2, 3])
  })

  it('of a file above the limit are read and not kept, fetched once for all who wait', async () => {
    const { read, fetched, cached } = await makeCache(100, [500])

    expect(await Promise.all([read(0), read(0)])).toEqual([true, true])

    expect(fetched).toEqual([0])
    expect(await cached()).toEqual([])
  })

  it('that are being read are read to the end although they are removed', async () => {
    const { cache, read, hashes, cached } = await makeCache(500, [500, 500])
    const file = await cache.openFile(hashes[0] ?? '')

    await read(1)

    expect(await cached()).toEqual([1])
    expect((await file?.readFile())?.length).toBe(500)
    await file?.close()
  })

  it('are known after a restart in their order, without what a crash left half', async () => {
    const { folder, hashes, open, read, cached, fetched } = await makeCache(1000, [400, 400, 400])
    await read(0)
    await read(1)
    const longAgo = new Date(Date.now() - 7_200_000)
    await utimes(join(folder, hashes[1] ?? ''), longAgo, longAgo)
    await writeFile(join(folder, `${hashes[2]}.half`), 'x')
    await utimes(join(folder, `${hashes[2]}.half`), longAgo, longAgo)

    const after = await open()
    expect(await read(2, after)).toBe(true)

    expect(await cached()).toEqual([0, 2])
    expect(fetched).toEqual([0, 1, 2])
  })

  it('that another process removed are fetched again', async () => {
    const { cache, read, hashes, fetched } = await makeCache(1000, [10])
    await read(0)
    await cache.drop(hashes[0] ?? '')

    expect(await read(0)).toBe(true)
    expect(fetched).toEqual([0, 0])
  })

  it('of a file that is not there are none', async () => {
    const { cache, cached } = await makeCache(1000, [])

    expect(await cache.openFile('a'.repeat(64))).toBeUndefined()
    expect(await cache.openFile('../secret')).toBeUndefined()
    expect(await cached()).toEqual([])
  })
})
