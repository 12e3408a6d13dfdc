import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { makePhoto, makeTar } from './file-samples.ts'
import { createSsdeep } from './ssdeep.ts'

const look = (file: Buffer | string, filename = 'sample.bin') =>
  reportOf(analyzer, { dataType: 'file', file: Buffer.from(file), filename })

const suspicions = async (file: Buffer | string, filename?: string) =>
  (await look(file, filename)).taxonomies
    .filter(({ level }) => level === 'suspicious')
    .map(({ predicate, value }) => `${predicate} ${value}`)

const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(510, 1)])
const unix =
  'The best documentation is the UNIX source. After all, this is what the system uses for documentation when it decides what to do next! The manuals paraphrase the source code, often having been written at different times and by different people than who wrote the code. Think of them as guidelines. Sometimes they are more like wishes... Nonetheless, it is all too common to turn to the source and find options and behaviors that are not documented in the manual. Sometimes you find options described in the manual that are unimplemented and ignored by the source.'

describe('hashes', () => {
  it('are the usual ones, and are handed on', async () => {
    const { full, artifacts } = await look(unix, 'a.txt')

    expect(full.hashes).toMatchObject({
      tlsh: 'T16FF02BEF718027B0160B4391212923ED7F1A463D563B1549B86CF62973B197AD2731F8',
    })
    expect((await look('abc')).full.hashes).toMatchObject({
      md5: '900150983cd24fb0d6963f7d28e17f72',
      sha1: 'a9993e364706816aba3e25717850c26c9cd0d89d',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      tlsh: null,
    })
    expect(artifacts.map(({ dataType }) => dataType)).toEqual(['hash', 'hash', 'hash'])
  })

  it('of an empty file are there too', async () => {
    expect((await look('')).full).toMatchObject({
      size: 0,
      type: null,
      hashes: { md5: 'd41d8cd98f00b204e9800998ecf8427e' },
      entropy: { whole: 0, blocks: [] },
    })
  })
})

it.each([
  ['a PDF', '%PDF-1.7\n', 'pdf'],
  ['a PDF after rubbish', `${' '.repeat(100)}\n%PDF-1.7\n`, 'pdf'],
  ['a program', program, 'exe'],
  ['a page', '<!DOCTYPE html><p>Hello', 'html'],
  ['a page that begins with a comment', '<!-- saved -->\n<script>1</script>', 'html'],
  ['a page without its head', '<p class="a">Hello', 'html'],
  ['a text with an arrow', '<points> of view', 'txt'],
  ['a text', 'Hello, this is text', 'txt'],
  ['a mail', 'Received: from a by b\r\nSubject: x\r\n\r\n', 'eml'],
  ['noise', Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 200, 201]), 'unknown'],
])('tells %s by its content', async (_, content, type) => {
  const { taxonomies } = await look(content)
  expect(taxonomies[0]).toMatchObject({ predicate: 'Type', value: type, level: 'info' })
})

it.each([
  ['a program named as a document', program, 'invoice.pdf', ['Extension named pdf, is exe']],
  ['a page named as a PDF', '<html><p>Hello', 'invoice.pdf', ['Extension named pdf, is html']],
  ['two extensions', program, 'invoice.pdf.exe', ['Name double extension']],
  ['a name written backwards', program, 'invoice\u202efdp.exe', ['Name written backwards']],
])('%s is suspicious', async (_, content, filename, expected) => {
  expect(await suspicions(content, filename)).toEqual(expected)
})

it.each([
  ['a program', program, 'setup.exe'],
  ['a library', program, 'zlib.dll'],
  ['a table of a web site', '<html><table>', 'report.xls'],
  ['a Java archive', makeZip({ 'META-INF/MANIFEST.MF': 'x', 'A.class': 'x' }), 'a.jar'],
  ['an unknown extension', program, 'sample.bin'],
  ['a photo', makePhoto(), 'photo.jpeg'],
])('%s under an honest name is not', async (_, content, filename) => {
  expect(await suspicions(content, filename)).toEqual([])
})

it('measures entropy as a whole and in blocks', async () => {
  const noise = Buffer.from({ length: 65_536 } as ArrayLike<number>)
  for (let at = 0; at < noise.length; at += 1) noise[at] = at & 255
  const { full } = await look(Buffer.concat([Buffer.alloc(65_536), noise]))

  const { whole, blocks } = full.entropy as { whole: number; blocks: number[] }
  expect(blocks.slice(0, 16)).toEqual(Array(16).fill(0))
  expect(blocks.slice(16)).toEqual(Array(16).fill(8))
  expect(whole).toBeGreaterThan(4)
  expect(whole).toBeLessThan(6)
})

it('summarizes strings of both widths and shows those worth a look', async () => {
  const { full } = await look(
    Buffer.concat([
      Buffer.from('\0\x01http://evil.example/x\0\x02ab\0'),
      Buffer.from('powershell -enc AAAA', 'utf16le'),
      Buffer.from('\x01\x02C:\\build\\secret\\loader.pdb\0'),
    ]),
  )

  expect(full.strings).toMatchObject({
    ascii: 2,
    utf16: 1,
    interesting: [
      { kind: 'url', text: 'http://evil.example/x' },
      { kind: 'debug symbols', text: 'C:\\build\\secret\\loader.pdb' },
      { kind: 'command', text: 'powershell -enc AAAA' },
    ],
  })
})

it('finds a string that lies across two pieces of the file once', async () => {
  const content = Buffer.alloc(300_000)
  content.write('http://evil.example/across', 262_144 - 10)

  expect((await look(content)).full.strings).toMatchObject({
    ascii: 1,
    interesting: [{ text: 'http://evil.example/across' }],
  })
})

describe('ssdeep', () => {
  it.each([
    [
      'Also called fuzzy hashes, Ctph can match inputs that have homologies.',
      '3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C',
    ],
    ['', '3::'],
    ['\0'.repeat(5_000), '3::'],
  ])('of a text is that of the reference program', async (text, expected) => {
    const { full } = await look(Buffer.from(text))
    expect(full.hashes).toMatchObject({ ssdeep: expected })
  })

  it('is the same however the file is cut', () => {
    const bytes = Buffer.from(Array.from({ length: 90_000 }, (_, at) => (at * at) >> 7))
    const hashOf = (piece: number) => {
      const hash = createSsdeep(bytes.length)
      for (let at = 0; at < bytes.length; at += piece) hash.add(bytes.subarray(at, at + piece))
      return hash.digest()
    }
    expect(hashOf(90_000)).toBe('1536:al1fEQEQl1fEQEQl1fEQEQl1fEQEQl1fEQEQl1f4:iZpZpZpZpZpZ4')
    expect(hashOf(1)).toBe(hashOf(90_000))
    expect(hashOf(777)).toBe(hashOf(90_000))
  })

  it('is the same by a guess, or the guess says that it is wrong', () => {
    const made = (size: number, next: (at: number) => number) =>
      Buffer.from(Array.from({ length: size }, (_, at) => next(at)))
    const even = (at: number) => Math.imul(at ^ 0x5bd1e995, 0x9e3779b1) >>> 24
    const files = [
      ...[10, 500, 3_000, 40_000, 300_000].map((size) => made(size, even)),
      made(100_000, () => 7),
      made(100_000, (at) => (at % 9_000 < 40 ? even(at) : 0)),
    ]
    for (const bytes of files) {
      const [whole, guessed] = [createSsdeep(bytes.length), createSsdeep(bytes.length, true)]
      whole.add(bytes)
      guessed.add(bytes)
      expect(whole.digest()).toBeDefined()
      expect(guessed.digest() ?? whole.digest()).toBe(whole.digest())
    }
  })
})

describe('archives', () => {
  it('are listed, with archives inside of them', async () => {
    const inner = makeZip({ 'run.exe': program, 'deep.tgz': gzipSync(makeTar({ 'a/b.txt': 'x' })) })
    const zip = makeZip({ 'readme.txt': 'hello', 'inner.zip': inner })
    const { full } = await look(zip, 'a.zip')

    expect(full.archive).toMatchObject({
      form: 'zip',
      count: 5,
      members: [
        { path: 'readme.txt', size: 5 },
        { path: 'inner.zip' },
        { path: 'inner.zip/run.exe', size: 512 },
        { path: 'inner.zip/deep.tgz' },
        { path: 'inner.zip/deep.tgz/a/b.txt', size: 1 },
      ],
      problems: [],
    })
    // The analyzer of archives says so, once.
    expect(await suspicions(zip, 'a.zip')).toEqual([])
  })

  it('that are tar, plain and packed, are listed', async () => {
    const long = `${'folder/'.repeat(30)}file.txt`
    const tar = makeTar({ 'a.txt': 'hello', [long]: 'x'.repeat(2_000) })
    const members = [
      { path: 'a.txt', size: 5 },
      { path: long, size: 2_000 },
    ]

    expect((await look(tar)).full.archive).toMatchObject({ form: 'tar', members })
    expect((await look(gzipSync(tar))).full.archive).toMatchObject({ form: 'tar.gz', members })
    expect((await look(gzipSync('hello'), 'a.txt.gz')).full.archive).toMatchObject({
      form: 'gzip',
      members: [{ path: 'a.txt', size: 5 }],
    })
  })

  it('with a password say so', async () => {
    const zip = makeZip({ 'a.doc': { content: 'x', isEncrypted: true } })
    const { taxonomies } = await look(zip, 'a.zip')

    expect(taxonomies).toContainEqual(
      expect.objectContaining({ level: 'info', predicate: 'Archive', value: 'encrypted' }),
    )
  })

  it('that are bombs are refused with numbers, and hashed all the same', async () => {
    const claimed = makeZip({ a: { content: 'x', claimedSize: 4_000_000_000 } })
    const packed = Buffer.concat([
      ...Array<Buffer>(27).fill(gzipSync(Buffer.alloc(10_000_000), { level: 1 })),
      Buffer.alloc(5_000_000, 'x'),
    ])

    const zip = await look(claimed, 'a.zip')
    expect(zip.full).toMatchObject({
      archive: { bomb: expect.stringContaining('4000000000') },
      hashes: { md5: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    const gzip = await look(packed, 'a.gz')
    expect(gzip.full).toMatchObject({
      archive: { bomb: expect.stringContaining('bytes unpack from') },
    })
  })

  it('inside of archives without end are opened three deep', async () => {
    let zip = makeZip({ 'bottom.txt': 'x' })
    for (let depth = 0; depth < 50; depth += 1) zip = makeZip({ 'next.zip': zip })
    const { full } = await look(zip, 'a.zip')

    expect(full.archive).toMatchObject({
      count: 3,
      problems: [expect.stringContaining('deeper than 3 archives')],
    })
  })

  it('with many bombs inside are opened until 50 MB have come out', async () => {
    const refused = makeZip({ 'a.txt': 'x', filling: Buffer.alloc(1) })
    const large = Buffer.concat([refused, Buffer.alloc(11_000_000)])
    const zip = makeZip(
      Object.fromEntries(
        Array.from({ length: 200 }, (_, n) => [`${n}.zip`, n < 6 ? large : refused]),
      ),
    )
    const { full } = await look(zip, 'a.zip')

    expect(full.archive).toMatchObject({
      count: 200,
      problems: expect.arrayContaining([
        '0.zip is larger than 10485760 bytes',
        '199.zip was not opened: unpacking limit of 52428800 bytes',
      ]),
    })
  })
})

describe('photos', () => {
  it('report camera and place, as facts', async () => {
    const { full, taxonomies } = await look(makePhoto(), 'a.jpg')

    expect(full.image).toMatchObject({
      fields: { make: 'Maker', model: 'Camera 7' },
      position: { latitude: 48.13667, longitude: -11.57556 },
      comments: ['made in the test'],
    })
    expect(taxonomies).toContainEqual({
      level: 'info',
      namespace: 'File',
      predicate: 'GPS',
      value: '48.13667, -11.57556',
    })
  })
})

describe('hostile files', () => {
  it.each([
    ['zip', makeZip({ 'a.txt': 'hello', 'b.zip': makeZip({ 'c.exe': program }) })],
    ['tar', makeTar({ 'a.txt': 'hello', 'b.txt': 'x' })],
    ['tgz', gzipSync(makeTar({ 'a.txt': 'hello', 'b.txt': 'x' }))],
    ['jpg', makePhoto()],
  ])('that are a damaged %s give a report, wherever the damage is', async (form, sound) => {
    await fc.assert(
      fc.asyncProperty(damagedFile(sound), async (file) => {
        const filename = `a.${form}`
        const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename })
        expect(report).toMatchObject({ success: true })
      }),
      { numRuns: 30 },
    )
  })

  it('of 12 MB stream', async () => {
    const line = Buffer.from('http://example.com/some/path?x=1 and a few more words\n\0\x01')
    const large = Buffer.alloc(12 * 1024 * 1024, line)
    const before = process.memoryUsage().rss
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss)
    }, 20)
    const { full } = await look(large).finally(() => clearInterval(watch))

    expect(full.size).toBe(large.length)
    expect(most - before).toBeLessThan(80 * 1024 * 1024)
  })
})

it.each([
  ['doc', makeCompoundFile({ WordDocument: Buffer.from('x') })],
  ['xls', makeCompoundFile({ Workbook: Buffer.from('x') })],
  ['wk1', Buffer.concat([Buffer.from('000002000604', 'hex'), Buffer.alloc(50)])],
])('calls a .%s by its name', async (extension, file) => {
  const { full } = await reportOf(analyzer, { dataType: 'file', file, filename: `a.${extension}` })
  expect(full).toMatchObject({ type: { extension }, mismatch: null })
})
