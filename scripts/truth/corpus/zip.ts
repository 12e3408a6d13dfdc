import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipOptions {
  /** With the cipher of PKWARE. */
  readonly password?: string
  /** Sizes after the content, as streaming writers do. */
  readonly isStreamed?: boolean
  /** Without packing these; the first one of a book or an OpenDocument must be so. */
  readonly stored?: RegExp
  readonly comment?: string
}

type Content = Buffer | string

/** Written here and not by the builder of the analyzers' tests: dates, flags and layouts differ as programs differ. */
export function zip(files: Readonly<Record<string, Content>>, options: ZipOptions = {}): Buffer {
  const { password, isStreamed = false, stored, comment = '' } = options
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, given] of Object.entries(files)) {
    const content = Buffer.from(given)
    const isStored = path.endsWith('/') || stored?.test(path) === true || content.length < 8
    const sum = crc32(content)
    const packed = isStored ? content : deflateRawSync(content, { level: 6 })
    const kept = password === undefined ? packed : encrypt(packed, password, (sum >>> 24) & 255)
    const name = Buffer.from(path)
    const flags =
      (password === undefined ? 0 : 1) | (isStreamed ? 8 : 0) | (/[^ -~]/.test(path) ? 0x800 : 0)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(isStored ? 0 : 8, 4)
    common.writeUInt16LE(0x5123, 6)
    common.writeUInt16LE(0x5cc1, 8)
    common.writeUInt32LE(sum, 10)
    common.writeUInt32LE(kept.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.from(common)
    const trailer = Buffer.alloc(isStreamed ? 16 : 0)
    if (isStreamed) {
      trailer.writeUInt32LE(0x08074b50, 0)
      common.copy(trailer, 4, 10, 22)
      local.fill(0, 10, 22)
    }
    parts.push(Buffer.from('504b0304', 'hex'), local, name, kept, trailer)
    const record = Buffer.alloc(46)
    Buffer.from('504b01021e03', 'hex').copy(record)
    common.copy(record, 6)
    record.writeUInt32LE((path.endsWith('/') ? 0o40755 : 0o100644) * 65_536, 38)
    record.writeUInt32LE(offset, 42)
    directory.push(record, name)
    offset += 30 + name.length + kept.length + trailer.length
  }
  const list = Buffer.concat(directory)
  const count = Object.keys(files).length
  const end = Buffer.alloc(22)
  Buffer.from('504b0506', 'hex').copy(end)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...parts, list, end, Buffer.from(comment)])
}

function encrypt(plain: Buffer, password: string, check: number): Buffer {
  let [key0, key1, key2] = [0x12345678, 0x23456789, 0x34567890]
  const step = (sum: number, byte: number) => crcTable(sum ^ byte) ^ (sum >>> 8)
  const update = (byte: number) => {
    key0 = step(key0, byte)
    key1 = (Math.imul((key1 + (key0 & 255)) | 0, 134_775_813) + 1) | 0
    key2 = step(key2, key1 >>> 24)
  }
  for (const byte of Buffer.from(password)) update(byte)
  const head = Buffer.from([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, check])
  return Buffer.from(
    Array.from(Buffer.concat([head, plain]), (byte) => {
      const temp = (key2 | 2) & 0xffff
      const mask = (Math.imul(temp, temp ^ 1) >>> 8) & 255
      update(byte)
      return byte ^ mask
    }),
  )
}

function crcTable(index: number): number {
  let value = index & 255
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
}
