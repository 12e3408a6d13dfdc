import { gzipSync } from 'node:zlib'
import { makeCompoundFile } from '../../../analyzers/src/formats/compound-sample.ts'

type Members = Readonly<Record<string, Buffer | string>>
const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`

/** As GNU tar writes it. */
export function tar(members: Members): Buffer {
  const parts = Object.entries(members).flatMap(([path, given]) => {
    const content = Buffer.from(given)
    const head = Buffer.alloc(512)
    head.write(path.slice(0, 100))
    head.write(octal(0o644, 8) + octal(0, 8) + octal(0, 8), 100)
    head.write(octal(content.length, 12) + octal(1_780_000_000, 12), 124)
    head.write('        0', 148)
    head.write('ustar  \0root', 257)
    head.write(
      `${octal(
        head.reduce((sum, byte) => sum + byte, 0),
        7,
      )} `,
      148,
    )
    return [head, content, Buffer.alloc(-content.length & 511)]
  })
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}

/** `newc`, or the old binary form with numbers of 16 bits. */
export function cpio(members: Members, isBinary: boolean): Buffer {
  const one = (path: string, content: Buffer) => {
    const name = Buffer.from(`${path}\0`)
    if (!isBinary) {
      const hex = (value: number) => value.toString(16).padStart(8, '0')
      const numbers = [1, 0o100644, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0]
      const head = Buffer.from(`070701${numbers.map(hex).join('')}`)
      const start = Buffer.concat([head, name])
      return Buffer.concat([
        start,
        Buffer.alloc(-start.length & 3),
        content,
        Buffer.alloc(-content.length & 3),
      ])
    }
    const head = Buffer.alloc(26)
    for (const [at, value] of [
      0o70707,
      0,
      1,
      0o100644,
      0,
      0,
      1,
      0,
      0,
      0,
      name.length,
      content.length >>> 16,
      content.length & 0xffff,
    ].entries())
      head.writeUInt16LE(value, at * 2)
    return Buffer.concat([
      head,
      name,
      Buffer.alloc(name.length & 1),
      content,
      Buffer.alloc(content.length & 1),
    ])
  }
  const all = [...Object.entries(members), ['TRAILER!!!', ''] as const]
  return Buffer.concat(all.map(([path, content]) => one(path, Buffer.from(content))))
}

/** `compress.exe` of old Windows: every byte as itself. */
export function szdd(content: Buffer): Buffer {
  const head = Buffer.from('535a444488f027334100000000', 'hex').subarray(0, 14)
  const start = Buffer.concat([head, Buffer.alloc(14 - head.length)])
  start.writeUInt32LE(content.length, 10)
  const parts: Buffer[] = []
  for (let at = 0; at < content.length; at += 8)
    parts.push(Buffer.from([0xff]), content.subarray(at, at + 8))
  return Buffer.concat([start, ...parts])
}

/** As `ar` writes packages of Debian. */
export function deb(control: Members, data: Members): Buffer {
  const member = (name: string, content: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `${name.padEnd(16)}${'1780000000'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`,
      ),
      content,
      Buffer.alloc(content.length & 1, '\n'),
    ])
  return Buffer.concat([
    Buffer.from('!<arch>\n'),
    member('debian-binary', Buffer.from('2.0\n')),
    member('control.tar.gz', gzipSync(tar(control))),
    member('data.tar.gz', gzipSync(tar(data))),
  ])
}

/** Stream names in an installer are packed, two characters in one. */
function msiName(name: string, isTable: boolean): string {
  const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._'
  let packed = isTable ? '\u4840' : ''
  for (let at = 0; at < name.length; at += 2) {
    const [first, second] = [letters.indexOf(name[at] ?? ''), letters.indexOf(name[at + 1] ?? '\0')]
    if (first < 0) packed += name[at]
    else if (at + 1 < name.length && second >= 0)
      packed += String.fromCharCode(0x3800 + first + (second << 6))
    else packed += String.fromCharCode(0x4800 + first)
  }
  return packed
}

/** An installer with one table, `CustomAction`: name, kind, source, target. */
export function msi(
  actions: readonly (readonly [name: string, kind: number, source: string, target: string])[],
): Buffer {
  const texts = [
    'CustomAction',
    'Action',
    'Type',
    'Source',
    'Target',
    ...actions.flatMap(([name, , source, target]) => [name, source, target]),
  ]
  const known = [...new Set(texts)]
  const id = (text: string) => (text === '' ? 0 : known.indexOf(text) + 1)
  const pool = Buffer.alloc(4 + known.length * 4)
  pool.writeUInt16LE(1252, 0)
  for (const [at, text] of known.entries()) {
    pool.writeUInt16LE(Buffer.byteLength(text, 'latin1'), 4 + at * 4)
    pool.writeUInt16LE(1, 6 + at * 4)
  }
  const words = (values: readonly number[]) => {
    const bytes = Buffer.alloc(values.length * 2)
    for (const [at, value] of values.entries()) bytes.writeUInt16LE(value & 0xffff, at * 2)
    return bytes
  }
  const columns = ['Action', 'Type', 'Source', 'Target']
  return makeCompoundFile({
    [msiName('_StringPool', true)]: pool,
    [msiName('_StringData', true)]: Buffer.from(known.join(''), 'latin1'),
    [msiName('_Tables', true)]: words([id('CustomAction')]),
    [msiName('_Columns', true)]: words([
      ...columns.map(() => id('CustomAction')),
      ...columns.map((_, at) => 0x8001 + at),
      ...columns.map(id),
      ...[0xad48, 0x8502, 0x9d48, 0x9dff],
    ]),
    [msiName('CustomAction', true)]: words([
      ...actions.map(([name]) => id(name)),
      ...actions.map(([, kind]) => kind + 0x8000),
      ...actions.map(([, , source]) => id(source)),
      ...actions.map(([, , , target]) => id(target)),
    ]),
    '\x05SummaryInformation': Buffer.concat([
      Buffer.from(
        'feff00000a0002000000000000000000000000000000000001000000e0859ff2f94f6810ab9108002b27b3d930000000',
        'hex',
      ),
      Buffer.alloc(60),
    ]),
  })
}
