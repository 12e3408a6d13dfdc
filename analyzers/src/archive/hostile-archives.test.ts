import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeZip } from '../formats/zip-sample.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { make7z, makeCab, makeIso, makeRar, packedSamples } from './archive-samples.ts'

const open = (file: Buffer, config = {}) =>
  reportOf(analyzer, { dataType: 'file', file, filename: 'sample.bin', config })

const badges = ({ taxonomies }: Awaited<ReturnType<typeof open>>) =>
  taxonomies.map(({ level, predicate, value }) => `${level} ${predicate} ${value}`)

const incompleteOf = ({ full }: { full: Record<string, unknown> }) => full.incomplete

describe('limits', () => {
  it('a zip that claims to be huge is a bomb', async () => {
    const report = await open(makeZip({ a: { content: 'x', claimedSize: 4_000_000_000 } }))
    expect(badges(report)).toContain('suspicious Bomb bomb')
    expect(report.artifacts).toEqual([])
  })

  it('a gzip that is huge is a bomb, without more than 64 MB of it being unpacked', async () => {
    const report = await open(gzipSync(Buffer.alloc(80_000_000)))
    expect(badges(report)).toContain('suspicious Bomb bomb')
    expect(incompleteOf(report)).toContainEqual(expect.stringContaining('decompression bomb'))
  })

  it('many members that grow are a bomb when they are together', async () => {
    const zeros = Buffer.alloc(17_000_000)
    const report = await open(makeZip({ a: zeros, b: zeros, c: zeros, d: zeros, e: zeros }))
    expect(badges(report)).toContain('suspicious Bomb bomb')
    expect(report.artifacts.length).toBeLessThan(5)
  })

  it('members that overlap are a bomb', async () => {
    const zip = makeZip({ a: 'x'.repeat(100), b: 'y'.repeat(100) })
    // Both records of the directory claim the packed bytes of the whole file.
    for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1))
      zip.writeUInt32LE(zip.length - 10, at + 20)
    expect(badges(await open(zip))).toContain('suspicious Bomb bomb')
  })

  it('30,000 members are not all unpacked, and that is said', async () => {
    const report = await open(manyMembers(30_000))
    expect(report.artifacts).toHaveLength(1000)
    expect(badges(report)).toContain('info Limit members')
    expect(incompleteOf(report)).toContain('only the first 1000 files were unpacked')
  })

  it('of members and bytes can be set', async () => {
    const zip = makeZip({ a: 'x', b: Buffer.alloc(1_500_000, 'some words '), c: 'z', d: 'w' })
    expect((await open(zip, { max_members: 2 })).artifacts).toHaveLength(2)
    const report = await open(zip, { max_megabytes: 1 })
    expect(Object.keys(report.files)).toEqual(['a'])
    expect(badges(report)).toContain('info Limit bytes')
  })

  it('a dictionary of a gigabyte is refused', async () => {
    const report = await open(withDictionary(0x24))
    expect(report.artifacts).toEqual([])
    expect(incompleteOf(report)).toHaveLength(1)
  })
})

/** One content that the directory names again and again, to be quick to make. */
function manyMembers(count: number): Buffer {
  const zip = makeZip({ member: 'x' })
  const [directory, end] = [zip.indexOf('PK\x01\x02'), zip.indexOf('PK\x05\x06')]
  const record = zip.subarray(directory, end)
  const last = Buffer.from(zip.subarray(end))
  last.writeUInt16LE(0xffff, 10)
  last.writeUInt32LE(record.length * count, 12)
  return Buffer.concat([
    zip.subarray(0, directory),
    Buffer.alloc(record.length * count, record),
    last,
  ])
}

/** One byte of the block header holds the dictionary size, followed by a checksum. */
function withDictionary(code: number): Buffer {
  const file = Buffer.from(packedSamples.xz)
  file.writeUInt8(code, 16)
  const block = file.subarray(12, 20)
  file.writeUInt32LE(crcOf(block), 20)
  return file
}

function crcOf(bytes: Buffer): number {
  return gzipSync(bytes).readUInt32LE(gzipSync(bytes).length - 8)
}

describe('damage', () => {
  const text = Buffer.from('hello world, this is a member of some length. '.repeat(20))
  it.each([
    [
      'zip',
      makeZip({ 'a.txt': text, 'b/c.txt': 'x', 'd.js': { content: 'x', isEncrypted: true } }),
    ],
    ['zip with LZMA', packedSamples.zipWithLzma],
    ['cab', makeCab('A.TXT', text)],
    ['rar', makeRar('A.TXT', text)],
    ['7z', make7z('a.txt', text)],
    ['gzip', gzipSync(text)],
    ['xz', packedSamples.xz],
    ['bzip2', packedSamples.bzip2],
    ['tar.bz2', packedSamples.tarBzip2],
  ])('to a %s gives a report, wherever it is', async (_, sound) => {
    await fc.assert(
      fc.asyncProperty(damagedFile(sound, { isOftenWhole: true }), async (file) => {
        const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })
        expect(report).toMatchObject({ success: true })
      }),
      { numRuns: 25 },
    )
  })

  it('to an ISO gives a report, wherever it is', async () => {
    const iso = makeIso('A.TXT', text)
    const at = fc.integer({ min: 32_768, max: iso.length - 1 })
    await fc.assert(
      fc.asyncProperty(damagedFile(iso, { at, isOftenWhole: true }), async (file) => {
        const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })
        expect(report).toMatchObject({ success: true })
      }),
      { numRuns: 25 },
    )
  })

  it('is never silent: what cannot be read is reported', async () => {
    const forms = [
      makeCab('A', text),
      makeRar('A', text),
      make7z('a', text),
      makeIso('A', text).subarray(0, 20 * 2048 + 750),
      gzipSync(text),
      packedSamples.xz,
      packedSamples.bzip2,
    ]
    for (const sound of forms) {
      const report = await open(sound.subarray(0, -Math.min(700, sound.length >> 1)))
      expect(incompleteOf(report)).toContainEqual(expect.any(String))
    }
  })
})
