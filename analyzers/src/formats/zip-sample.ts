import { crc32, deflateRawSync } from 'node:zlib'

export interface SampleEntry {
  readonly content: Buffer | string
  readonly isEncrypted?: boolean
  /** Its packed bytes, where they are not deflated. */
  readonly packed?: Buffer
  /** What the directory says instead of the truth. */
  readonly claimedSize?: number
}

/** Writes a zip file for tests. */
export function makeZip(files: Readonly<Record<string, SampleEntry | Buffer | string>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, given] of Object.entries(files)) {
    const entry = typeof given === 'string' || Buffer.isBuffer(given) ? { content: given } : given
    const content = Buffer.from(entry.content)
    const packed = entry.packed ?? deflateRawSync(content)
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800 | (entry.isEncrypted ? 1 : 0), 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(entry.claimedSize ?? content.length, 18)
    common.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('504b0304', 'hex'), common, name, packed)
    const record = Buffer.alloc(46)
    Buffer.from('504b01021400', 'hex').copy(record)
    common.copy(record, 6)
    record.writeUInt32LE(offset, 42)
    directory.push(record, name)
    offset += 30 + name.length + packed.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  Buffer.from('504b0506', 'hex').copy(end)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}
