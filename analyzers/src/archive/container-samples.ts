import { deflateRawSync } from 'node:zlib'
import { makeCompoundFile } from '../formats/compound-sample.ts'

/** Containers in forms that no library of the tests writes, each as small as can be. */

/** The old binary form, in either order of bytes. */
export function makeCpio(files: Readonly<Record<string, Buffer>>, isSwapped = false): Buffer {
  const entry = (name: string, content: Buffer, mode: number) => {
    const words = [
      0o70707,
      1,
      2,
      mode,
      0,
      0,
      1,
      0,
      0x6000,
      0,
      name.length + 1,
      content.length >> 16,
      content.length & 0xffff,
    ]
    const head = Buffer.alloc(26)
    for (const [at, word] of words.entries())
      if (isSwapped) head.writeUInt16BE(word, at * 2)
      else head.writeUInt16LE(word, at * 2)
    return Buffer.concat([head, even(Buffer.from(`${name}\0`)), even(content)])
  }
  return Buffer.concat([
    ...Object.entries(files).map(([name, content]) => entry(name, content, 0o100644)),
    entry('TRAILER!!!', Buffer.alloc(0), 0),
    Buffer.alloc(512),
  ])
}

const even = (bytes: Buffer) =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(1)])

/** As `compress.exe` wrote it, with nothing that repeats. */
export function makeSzdd(content: Buffer, lastLetter = 'E'): Buffer {
  const head = Buffer.from('SZDD\x88\xf0\x27\x33A\0\0\0\0\0', 'latin1')
  head.write(lastLetter, 9, 'latin1')
  head.writeUInt32LE(content.length, 10)
  const rows: Buffer[] = []
  for (let at = 0; at < content.length; at += 8)
    rows.push(Buffer.from([0xff]), content.subarray(at, at + 8))
  return Buffer.concat([head, ...rows])
}

export function makeKwaj(content: Buffer, stem: string, extension: string): Buffer {
  const names = Buffer.concat([Buffer.alloc(4), Buffer.from(`${stem}\0${extension}\0`)])
  names.writeUInt32LE(content.length)
  const head = Buffer.from('KWAJ\x88\xf0\x27\xd1\0\0\0\0\0\0', 'latin1')
  head.writeUInt16LE(1, 8)
  head.writeUInt16LE(head.length + names.length, 10)
  head.writeUInt16LE(1 | 8 | 16, 12)
  return Buffer.concat([head, names, Buffer.from(content.map((byte) => byte ^ 0xff))])
}

export function makeUu(name: string, content: Buffer): Buffer {
  const sign = (value: number) => String.fromCharCode(value === 0 ? 96 : value + 32)
  const lines: string[] = []
  for (let at = 0; at < content.length; at += 45) {
    const row = content.subarray(at, at + 45)
    let line = sign(row.length)
    for (let n = 0; n < row.length; n += 3) {
      const [a = 0, b = 0, c = 0] = row.subarray(n, n + 3)
      line +=
        sign(a >> 2) +
        sign(((a & 3) << 4) | (b >> 4)) +
        sign(((b & 15) << 2) | (c >> 6)) +
        sign(c & 63)
    }
    lines.push(line)
  }
  return Buffer.from(`begin 644 ${name}\n${lines.join('\n')}\n\`\nend\n`)
}

type Cell = string | number
interface SampleTable {
  /** Column names; those of text columns end with a star. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

export interface SamplePackage {
  readonly tables: Readonly<Record<string, SampleTable>>
  readonly streams?: Readonly<Record<string, Buffer>>
  readonly isSigned?: boolean
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._'

/** Two characters are packed into one, as Windows Installer writes stream names. */
function packedName(name: string, isTable: boolean): string {
  const codes = [...name].map((letter) => letters.indexOf(letter))
  let packed = isTable ? String.fromCharCode(0x4840) : ''
  for (let at = 0; at < codes.length; at += 1) {
    const [first = -1, second = -1] = [codes[at], codes[at + 1]]
    if (first < 0) packed += name[at]
    else if (second < 0) packed += String.fromCharCode(0x4800 + first)
    else {
      packed += String.fromCharCode(0x3800 + first + (second << 6))
      at += 1
    }
  }
  return packed
}

/** A package of Windows Installer. */
export function makeMsi({ tables, streams = {}, isSigned = false }: SamplePackage): Buffer {
  const texts = ['']
  const reference = (text: string) => {
    if (text === '') return 0
    const known = texts.indexOf(text)
    return known > 0 ? known : texts.push(text) - 1
  }
  const number = (value: number, isText: boolean) => {
    const bytes = Buffer.alloc(2)
    bytes.writeUInt16LE(isText ? value : value + 0x8000)
    return bytes
  }
  const cell = (value: Cell, isText: boolean) =>
    number(isText ? reference(String(value)) : Number(value), isText)
  const column = (rows: readonly (readonly Cell[])[], at: number, isText: boolean) =>
    Buffer.concat(rows.map((row) => cell(row[at] ?? '', isText)))
  const isText = (name: string) => name.endsWith('*')
  const plain = (name: string) => name.replace('*', '')
  const listed = Object.entries(tables).flatMap(([table, { columns }]) =>
    columns.map((name, at) => [table, at + 1, plain(name), isText(name) ? 0x0d48 : 0x0502]),
  )
  const columns = Buffer.concat(
    [true, false, true, false].map((text, at) =>
      Buffer.concat(
        listed.map((row) => (at === 3 ? typeOf(Number(row[at])) : cell(row[at] as Cell, text))),
      ),
    ),
  )
  const contents = Object.entries(tables).map(
    ([table, { columns: names, rows }]) =>
      [table, Buffer.concat(names.map((name, at) => column(rows, at, isText(name))))] as const,
  )
  const tableNames = Buffer.concat(Object.keys(tables).map((name) => cell(name, true)))
  const encoded = texts.slice(1).map((text) => Buffer.from(text, 'latin1'))
  const pool = Buffer.concat([
    Buffer.from([0xe4, 4, 0, 0]),
    ...encoded.map(({ length }) => {
      const entry = Buffer.alloc(4)
      entry.writeUInt16LE(length)
      entry.writeUInt16LE(1, 2)
      return entry
    }),
  ])
  const all = [
    ['_StringPool', pool],
    ['_StringData', Buffer.concat(encoded)],
    ['_Tables', tableNames],
    ['_Columns', columns],
    ...contents,
  ] as const
  const file = makeCompoundFile({
    ...Object.fromEntries(all.map(([name, content]) => [packedName(name, true), content])),
    ...Object.fromEntries(
      Object.entries(streams).map(([name, content]) => [packedName(name, false), content]),
    ),
    ...(isSigned ? { '\x05DigitalSignature': Buffer.from('signature') } : {}),
  })
  // The class of its root is how it is known.
  Buffer.from('84100c0000000000c000000000000046', 'hex').copy(
    file,
    file.indexOf(Buffer.from('Root Entry', 'utf16le')) + 80,
  )
  return file
}

const typeOf = (type: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE((type + 0x8000) & 0xffff)
  return bytes
}

/** The data of an NSIS setup program, after its code. */
export function makeNsis(
  files: Readonly<Record<string, Buffer>>,
  texts: readonly string[] = [],
  isSolid = false,
): Buffer {
  const names = Object.keys(files)
  let at = 1
  const places = [...names, ...texts].map((text) => {
    const place = at
    at += text.length + 1
    return place
  })
  const table = Buffer.from(`\0${[...names, ...texts].join('\0')}\0`, 'utf16le')
  const contents = Object.values(files).map((content) => {
    const packed = isSolid ? content : deflateRawSync(content)
    const head = Buffer.alloc(4)
    head.writeUInt32LE(isSolid ? packed.length : (packed.length | 0x8000_0000) >>> 0)
    return Buffer.concat([head, packed])
  })
  let offset = 0
  const entries = contents.map((content, index) => {
    const entry = Buffer.alloc(28)
    entry.writeUInt32LE(20)
    entry.writeUInt32LE(places[index] as number, 8)
    entry.writeUInt32LE(offset, 12)
    offset += content.length
    return entry
  })
  const blocks = Buffer.alloc(4 + 8 * 8)
  const entriesAt = blocks.length
  const textsAt = entriesAt + entries.length * 28
  blocks.writeUInt32LE(entriesAt, 4 + 2 * 8)
  blocks.writeUInt32LE(entries.length, 4 + 2 * 8 + 4)
  blocks.writeUInt32LE(textsAt, 4 + 3 * 8)
  blocks.writeUInt32LE(textsAt + table.length, 4 + 4 * 8)
  const header = Buffer.concat([blocks, ...entries, table])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(header.length)
  const packedHeader = deflateRawSync(header)
  const packedSize = Buffer.alloc(4)
  packedSize.writeUInt32LE((packedHeader.length | 0x8000_0000) >>> 0)
  const data = isSolid
    ? deflateRawSync(Buffer.concat([size, header, ...contents]))
    : Buffer.concat([packedSize, packedHeader, ...contents])
  const first = Buffer.alloc(28)
  first.write('\xef\xbe\xad\xdeNullsoftInst', 4, 'latin1')
  first.writeUInt32LE(header.length, 20)
  first.writeUInt32LE(first.length + data.length + 4, 24)
  return Buffer.concat([first, data, Buffer.alloc(4)])
}

const storage = '::DataSpace/Storage/MSCompressed'

/** LZX that copies: a block of the kind that is not packed. */
function lzxOf(content: Buffer): Buffer {
  const bits = `0011${content.length.toString(2).padStart(24, '0')}0000`
  const head = Buffer.alloc(16)
  head.writeUInt16LE(Number.parseInt(bits.slice(0, 16), 2))
  head.writeUInt16LE(Number.parseInt(bits.slice(16), 2), 2)
  for (const at of [4, 8, 12]) head.writeUInt32LE(1, at)
  return even(Buffer.concat([head, content]))
}

function packedParts(content: Buffer): [path: string, content: Buffer][] {
  const control = Buffer.alloc(28)
  control.write('LZXC', 4)
  control.writeUInt32LE(6)
  for (const [at, value] of [2, 1, 1].entries()) control.writeUInt32LE(value, 8 + at * 4)
  const stream = lzxOf(content)
  const table = Buffer.alloc(0x28 + 8)
  for (const [at, value] of [2, 1, 8, 0x28, content.length, 0, stream.length, 0, 0x8000].entries())
    table.writeUInt32LE(value, at * 4)
  return [
    [`${storage}/Content`, stream],
    [`${storage}/ControlData`, control],
    [`${storage}/Transform/{7FC28940-9D31-11D0-9B27-00A0C91E9C7C}/InstanceData/ResetTable`, table],
  ]
}

/** A compiled help file, its pages packed or as they are; 32 KB of them at most. */
export function makeHelp(pages: Readonly<Record<string, string>>, isPacked = false): Buffer {
  const number = (value: number): number[] =>
    value < 128 ? [value] : [...number(value >> 7).map((byte) => byte | 128), value & 127]
  const listed = (files: readonly (readonly [string, Buffer])[], section: number) => {
    let offset = 0
    return files.map(([name, { length }]) => {
      const path = Buffer.from(name)
      const place = [section, ...number(offset), ...number(length)]
      offset += length
      return Buffer.concat([Buffer.from(number(path.length)), path, Buffer.from(place)])
    })
  }
  const contents = Object.entries(pages).map(
    ([name, page]) => [`/${name}`, Buffer.from(page)] as const,
  )
  const whole = isPacked ? packedParts(Buffer.concat(contents.map(([, page]) => page))) : contents
  const list = Buffer.concat([
    ...listed(contents, isPacked ? 1 : 0),
    ...(isPacked ? listed(whole, 0) : []),
  ])
  const chunk = Buffer.alloc(4096)
  chunk.write('PMGL')
  chunk.writeUInt32LE(4096 - 20 - list.length, 4)
  chunk.writeInt32LE(-1, 12)
  chunk.writeInt32LE(-1, 16)
  list.copy(chunk, 20)
  const directory = Buffer.alloc(0x54)
  directory.write('ITSP')
  directory.writeUInt32LE(1, 4)
  directory.writeUInt32LE(0x54, 8)
  directory.writeUInt32LE(4096, 16)
  directory.writeUInt32LE(1, 0x2c)
  const head = Buffer.alloc(0x60)
  head.write('ITSF\x03')
  head.writeUInt32LE(0x60, 8)
  head.writeBigUInt64LE(0x60n, 0x48)
  head.writeBigUInt64LE(BigInt(directory.length + chunk.length), 0x50)
  head.writeBigUInt64LE(BigInt(head.length + directory.length + chunk.length), 0x58)
  return Buffer.concat([head, directory, chunk, ...whole.map(([, content]) => content)])
}

/** A compiled class with these texts. */
export function makeClass(...texts: readonly string[]): Buffer {
  const head = Buffer.alloc(10)
  head.writeUInt32BE(0xcafebabe)
  head.writeUInt16BE(52, 6)
  head.writeUInt16BE(texts.length + 3, 8)
  const long = Buffer.concat([Buffer.from([5]), Buffer.alloc(8)])
  const constants = texts.map((text) => {
    const start = Buffer.from([1, 0, 0])
    start.writeUInt16BE(Buffer.byteLength(text), 1)
    return Buffer.concat([start, Buffer.from(text)])
  })
  return Buffer.concat([head, long, ...constants, Buffer.alloc(20)])
}
