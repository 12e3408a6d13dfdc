import { crc32 } from 'node:zlib'

/** Archives of one member, stored as it is, in the forms that no library of the tests writes. */
export function makeCab(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(36)
  const folder = Buffer.alloc(8)
  const file = Buffer.concat([Buffer.alloc(16), Buffer.from(`${name}\0`)])
  const data = Buffer.alloc(8)
  const start = header.length + folder.length + file.length
  header.write('MSCF')
  header.writeUInt32LE(start + data.length + content.length, 8)
  header.writeUInt32LE(header.length + folder.length, 16)
  header.writeUInt16LE(0x0103, 24)
  header.writeUInt16LE(1, 26)
  header.writeUInt16LE(1, 28)
  folder.writeUInt32LE(start)
  folder.writeUInt16LE(1, 4)
  file.writeUInt32LE(content.length)
  file.writeUInt16LE(0x5b21, 10)
  data.writeUInt16LE(content.length, 4)
  data.writeUInt16LE(content.length, 6)
  return Buffer.concat([header, folder, file, data, content])
}

export function makeRar(
  name: string,
  content: Buffer,
  isEncrypted = false,
  hidesNames = false,
): Buffer {
  const block = (type: number, flags: number, fields: Buffer) => {
    const block = Buffer.concat([Buffer.alloc(7), fields])
    block.writeUInt8(type, 2)
    block.writeUInt16LE(flags, 3)
    block.writeUInt16LE(block.length, 5)
    block.writeUInt16LE(crc32(block.subarray(2)) & 0xffff)
    return block
  }
  const fields = Buffer.alloc(25)
  fields.writeUInt32LE(content.length, 0)
  fields.writeUInt32LE(content.length, 4)
  fields.writeUInt8(2, 8)
  fields.writeUInt32LE(crc32(content), 9)
  fields.writeUInt32LE(0x5b210000, 13)
  fields.writeUInt8(29, 17)
  fields.writeUInt8(0x30, 18)
  fields.writeUInt16LE(name.length, 19)
  fields.writeUInt32LE(0x20, 21)
  return Buffer.concat([
    Buffer.from('526172211a0700', 'hex'),
    block(0x73, hidesNames ? 0x80 : 0, Buffer.alloc(6)),
    block(0x74, isEncrypted ? 0x8004 : 0x8000, Buffer.concat([fields, Buffer.from(name)])),
    content,
    block(0x7b, 0x4000, Buffer.alloc(0)),
  ])
}

export function make7z(name: string, content: Buffer): Buffer {
  const utf16 = Buffer.from(`${name}\0`, 'utf16le')
  const number = (value: number) =>
    Buffer.from([0xc0 | (value >> 16), value & 255, (value >> 8) & 255])
  const header = Buffer.concat([
    // Header, streams: where the packed bytes are, one folder with the coder "copy", its size.
    Buffer.from('010406000109', 'hex'),
    number(content.length),
    Buffer.from('00070b01000101000c', 'hex'),
    number(content.length),
    Buffer.from('0a01', 'hex'),
    sum(content),
    Buffer.from('00080000', 'hex'),
    // One file, and its name.
    Buffer.from('050111', 'hex'),
    number(utf16.length + 1),
    Buffer.from([0]),
    utf16,
    Buffer.from('0000', 'hex'),
  ])
  const start = Buffer.alloc(20)
  start.writeUInt32LE(content.length, 0)
  start.writeUInt32LE(header.length, 8)
  sum(header).copy(start, 16)
  return Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), sum(start), start, content, header])
}

function sum(bytes: Buffer): Buffer {
  const four = Buffer.alloc(4)
  four.writeUInt32LE(crc32(bytes))
  return four
}

/** ISO 9660 without extensions: uppercase names, followed by a version. */
export function makeIso(name: string, content: Buffer): Buffer {
  const sector = (at: number, ...parts: Buffer[]) => [at, Buffer.concat(parts)] as const
  const both = (value: number) => {
    const eight = Buffer.alloc(8)
    eight.writeUInt32LE(value)
    eight.writeUInt32BE(value, 4)
    return eight
  }
  const record = (id: Buffer, at: number, size: number, flags: number) => {
    const length = 33 + id.length + (id.length % 2 === 0 ? 1 : 0)
    const entry = Buffer.alloc(length)
    entry.writeUInt8(length)
    both(at).copy(entry, 2)
    both(size).copy(entry, 10)
    entry.writeUInt8(flags, 25)
    Buffer.from('01000001', 'hex').copy(entry, 28)
    entry.writeUInt8(id.length, 32)
    id.copy(entry, 33)
    return entry
  }
  const root = record(Buffer.from([0]), 18, 2048, 2)
  const volume = Buffer.alloc(2048)
  volume.write('\x01CD001\x01', 'latin1')
  volume.fill(' ', 8, 72)
  both(20 + Math.ceil(content.length / 2048)).copy(volume, 80)
  Buffer.from('01000001', 'hex').copy(volume, 120)
  Buffer.from('01000001', 'hex').copy(volume, 124)
  Buffer.from('00080800', 'hex').copy(volume, 128)
  both(10).copy(volume, 132)
  volume.writeUInt32LE(19, 140)
  root.copy(volume, 156)
  volume.writeUInt8(1, 881)
  const image = Buffer.alloc(2048 * 50 + Math.ceil(content.length / 2048) * 2048)
  for (const [at, bytes] of [
    sector(16, volume),
    sector(17, Buffer.from('\xffCD001\x01', 'latin1')),
    sector(
      18,
      root,
      record(Buffer.from([1]), 18, 2048, 2),
      record(Buffer.from(`${name};1`), 20, content.length, 0),
    ),
    sector(19, Buffer.from('01001200000001000000', 'hex')),
    sector(20, content),
  ])
    bytes.copy(image, at * 2048)
  return image
}

/** `hello world`, written by Python: neither Node nor a library of the tests packs so. */
export const packedSamples = {
  bzip2: Buffer.from('QlpoOTFBWSZTWUT3E3gAAAGRgEAABkSQgCAAIgM0hDAhtoFUJ4u5IpwoSCJ7ibwA', 'base64'),
  xz: Buffer.from(
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAKaGVsbG8gd29ybGQAANpSI+/NfgNTAAEjC8Ib/QkftvN9AQAAAAAEWVo=',
    'base64',
  ),
  xzInTwo: Buffer.from(
    '/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAFaGVsbG8gAAAACrCvBLoF7xgAAR4GwS+kHR+2830BAAAAAARZWv03elhaAAAE5ta0RgIAIQEWAAAAdC/lowEABHdvcmxkAAAAAPhY4VT6/BA+AAEdBbgtgK8ftvN9AQAAAAAEWVo=',
    'base64',
  ),
  tarBzip2: Buffer.from(
    'QlpoOTFBWSZTWcCQO1sAAG57gMqAAIBAAX2AAAhmRJ7ACAggAFQ0p6hoNNA8pp6h5QSSjIMmmgDQH3V5UhBq5CEV0naTg+xAhgYpvi7NkPYQpkD2VKLKRmERmhfLg/KPEPDa7kRAfi7kinChIYEgdrY=',
    'base64',
  ),
  zipWithLzma: Buffer.from(
    'UEsDBD8AAgAOAPeVcF2FEUoNHgAAAAsAAAAFAAAAYS50eHQJBAUAXQAAgAAANBlJ7o3pF4k6M2AF989k//t4IABQSwECPwM/AAIADgD3lXBdhRFKDR4AAAALAAAABQAAAAAAAAAAAAAAgAEAAAAAYS50eHRQSwUGAAAAAAEAAQAzAAAAQQAAAAAA',
    'base64',
  ),
} as const
