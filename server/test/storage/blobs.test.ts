import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFolderBlobs } from '../../src/storage/blobs/open.ts'

async function makeBlobs(maxBytes = 10_000_000) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const directory = join(folder, 'blobs')
  const blobs = openFolderBlobs(directory, { maxBytes })
  const staged = () => readdir(join(directory, 'staging'))
  return { folder, directory, blobs, staged }
}

const digest = (algorithm: string, content: Buffer) =>
  createHash(algorithm).update(content).digest('hex')

function inChunks(content: Buffer, size: number): Readable {
  const chunks: Buffer[] = []
  for (let at = 0; at < content.length; at += size) chunks.push(content.subarray(at, at + size))
  return Readable.from(chunks)
}

describe('blobs', () => {
  it.each([
    [0, 1],
    [1, 1],
    [1000, 7],
    [65_536, 65_536],
    [300_001, 65_536],
    [1_000_000, 999_999],
  ])('hash %i bytes that come in chunks of %i', async (length, chunk) => {
    const { blobs } = await makeBlobs()
    const content = randomBytes(length)

    const staged = await blobs.stage(inChunks(content, chunk))
    await staged.keep()

    expect(staged).toMatchObject({
      size: length,
      sha256: digest('sha256', content),
      sha1: digest('sha1', content),
      md5: digest('md5', content),
    })
    const opened = await blobs.open(staged.sha256)
    expect(opened?.size).toBe(length)
    expect(opened && (await buffer(opened.stream)).equals(content)).toBe(true)
  })

  it('are found again after a restart, under the folder of their first byte', async () => {
    const { blobs, directory, staged } = await makeBlobs()
    const blob = await blobs.stage(Readable.from(['hello']))
    await blob.keep()

    const reopened = openFolderBlobs(directory, { maxBytes: 1 })

    const opened = await reopened.open(blob.sha256)
    expect(opened && (await buffer(opened.stream)).toString()).toBe('hello')
    const file = join(directory, blob.sha256.slice(0, 2), blob.sha256.slice(2))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await staged()).toEqual([])
  })

  it('are kept once when the same content comes twice', async () => {
    const { blobs, directory, staged } = await makeBlobs()
    const [first, second] = await Promise.all([
      blobs.stage(Readable.from(['same'])),
      blobs.stage(Readable.from(['same'])),
    ])

    await Promise.all([first.keep(), second.keep()])
    await first.keep()
    await first.discard()
    await second.discard()

    expect(await readdir(join(directory, first.sha256.slice(0, 2)))).toHaveLength(1)
    expect(await staged()).toEqual([])
    const opened = await blobs.open(first.sha256)
    expect(opened && (await buffer(opened.stream)).toString()).toBe('same')
  })

  it('leave nothing when they are discarded', async () => {
    const { blobs, staged } = await makeBlobs()
    const blob = await blobs.stage(Readable.from(['unwanted']))

    await blob.discard()
    await blob.discard()

    expect(await staged()).toEqual([])
    expect(await blobs.open(blob.sha256)).toBeUndefined()
    await expect(blob.keep()).rejects.toThrow('discarded')
  })

  it('are refused over the limit, whichever is smaller', async () => {
    const { blobs, staged } = await makeBlobs(100)
    const tooLarge = { type: 'Unknown', message: expect.stringContaining('100 bytes') }

    await expect(blobs.stage(inChunks(randomBytes(101), 10))).rejects.toMatchObject(tooLarge)
    await expect(blobs.stage(inChunks(randomBytes(101), 10), 9999)).rejects.toMatchObject(tooLarge)
    await expect(blobs.stage(inChunks(randomBytes(11), 11), 10)).rejects.toThrow('10 bytes')
    expect((await blobs.stage(inChunks(randomBytes(100), 10))).size).toBe(100)
    expect(await staged()).toHaveLength(1)
  })

  it('read no further once the limit is passed', async () => {
    const { blobs } = await makeBlobs(1000)
    let produced = 0
    const endless = new Readable({
      read() {
        produced += 1000
        this.push(Buffer.alloc(1000))
      },
    })

    await expect(blobs.stage(endless)).rejects.toThrow('1000 bytes')

    expect(endless.destroyed).toBe(true)
    expect(produced).toBeLessThan(1_000_000)
  })

  it.each([
    ['fails', (stream: PassThrough) => stream.destroy(new Error('line cut')), 'line cut'],
    ['ends early', (stream: PassThrough) => stream.destroy(), 'Premature close'],
  ])('leave nothing when the stream %s', async (_, cut, message) => {
    const { blobs, staged } = await makeBlobs()
    const stream = new PassThrough()
    stream.write(Buffer.alloc(50_000))

    const staging = blobs.stage(stream)
    cut(stream)

    await expect(staging).rejects.toThrow(message)
    expect(await staged()).toEqual([])
  })

  it.each([
    '',
    '..',
    '../../secret',
    `${'a'.repeat(62)}/x`,
    'A'.repeat(64),
    'a'.repeat(63),
    'a'.repeat(65),
    `${'a'.repeat(64)}\n`,
    `${'a'.repeat(60)}\0\0\0\0`,
  ])('are not looked for under the name %j', async (id) => {
    const { blobs, folder } = await makeBlobs()
    await writeFile(join(folder, 'secret'), 'secret')

    expect(await blobs.open(id)).toBeUndefined()
    await blobs.remove(id, -60_000)

    expect(existsSync(join(folder, 'secret'))).toBe(true)
  })

  it('are gone after removal, and removing twice is not an error', async () => {
    const { blobs } = await makeBlobs()
    const blob = await blobs.stage(Readable.from(['short-lived']))
    await blob.keep()

    await blobs.remove(blob.sha256, -60_000)
    await blobs.remove(blob.sha256, -60_000)

    expect(await blobs.open(blob.sha256)).toBeUndefined()
  })

  it('are spared when they were kept since, and answer so', async () => {
    const { blobs } = await makeBlobs()
    const blob = await blobs.stage(Readable.from(['young']))
    await blob.keep()

    expect(await blobs.remove(blob.sha256, 60_000)).toBe(false)
    const found = await blobs.open(blob.sha256)
    found?.stream.destroy()
    expect(found).toBeDefined()
    expect(await blobs.remove(blob.sha256, -60_000)).toBe(true)
    expect(await blobs.open(blob.sha256)).toBeUndefined()
  })

  it('are there after an equal one was kept in the instant of their removal', async () => {
    const { blobs, directory, staged } = await makeBlobs()
    const old = new Date(Date.now() - 7_200_000)
    for (let round = 0; round < 60; round += 1) {
      const first = await blobs.stage(Readable.from(['again']))
      await first.keep()
      const path = join(directory, first.sha256.slice(0, 2), first.sha256.slice(2))
      await utimes(path, old, old)
      const second = await blobs.stage(Readable.from(['again']))

      const removing = turns(round % 12).then(() => blobs.remove(first.sha256, 3_600_000))
      await Promise.all([removing, second.keep()])

      const found = await blobs.open(first.sha256)
      found?.stream.destroy()
      expect(found).toBeDefined()
    }
    expect(await staged()).toEqual([])
  })

  it('lose what a crash left behind, but not what is on its way', async () => {
    const { blobs, directory, staged } = await makeBlobs()
    const now = Date.now()
    await blobs.stage(Readable.from(['on its way']))
    const left = join(directory, 'staging', 'left-behind')
    await writeFile(left, 'x')
    await utimes(left, new Date(now - 7_200_000), new Date(now - 7_200_000))

    expect(await blobs.sweepStaged(3_600_000, now)).toBe(1)
    expect(await staged()).toHaveLength(1)
  })
})

/** Lets the other one get further ahead, so they meet at different steps. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await stat('.')
}
