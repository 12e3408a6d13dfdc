/** Small disk images for tests, made byte by byte. */
const sector = 512

/** A FAT16 volume; names are at most eight characters and an extension, or long ones in `long`. */
export function fatVolume(files: Readonly<Record<string, Buffer>>, folder?: string): Buffer {
  const clusters = 5_000
  const tableSectors = Math.ceil(((clusters + 2) * 2) / sector)
  const rootSectors = 32
  const dataAt = (1 + tableSectors + rootSectors) * sector
  const image = Buffer.alloc(dataAt + 200 * sector)
  image.set([0xeb, 0x3c, 0x90])
  image.write('MSDOS5.0', 3)
  image.writeUInt16LE(sector, 11)
  image[13] = 1
  image.writeUInt16LE(1, 14)
  image[16] = 1
  image.writeUInt16LE(512, 17)
  image.writeUInt16LE(1 + tableSectors + rootSectors + clusters, 19)
  image.writeUInt16LE(tableSectors, 22)
  image.write('FAT16   ', 54)
  image.writeUInt16LE(0xaa55, 510)
  let cluster = 2
  const store = (content: Buffer): number => {
    const first = cluster
    const count = Math.max(1, Math.ceil(content.length / sector))
    content.copy(image, dataAt + (first - 2) * sector)
    for (let index = 0; index < count; index += 1)
      image.writeUInt16LE(
        index === count - 1 ? 0xffff : first + index + 1,
        sector + (first + index) * 2,
      )
    cluster += count
    return first
  }
  const entries = Object.entries(files).flatMap(([name, content]) => [
    ...longEntries(name),
    shortEntry('SHORT~1 TXT', 0x20, store(content), content.length),
  ])
  const rootAt = (1 + tableSectors) * sector
  const folders = folder?.split('/') ?? []
  const root = folders.reduceRight(
    (inner, name) =>
      Buffer.concat([...longEntries(name), shortEntry('FOLDER     ', 0x10, store(inner), 0)]),
    Buffer.concat(entries),
  )
  root.copy(image, rootAt)
  return image
}

function shortEntry(name: string, attributes: number, first: number, size: number): Buffer {
  const entry = Buffer.alloc(32)
  entry.write(name, 0, 'latin1')
  entry[11] = attributes
  entry.writeUInt16LE(first, 26)
  entry.writeUInt32LE(size, 28)
  return entry
}

function longEntries(name: string): Buffer[] {
  const padded = `${name}\0`.padEnd(Math.ceil((name.length + 1) / 13) * 13, '\uffff')
  const parts = Array.from({ length: padded.length / 13 }, (_, index) => {
    const entry = Buffer.alloc(32)
    const text = Buffer.from(padded.slice(index * 13, index * 13 + 13), 'utf16le')
    entry[0] = index + 1
    entry[11] = 0x0f
    text.copy(entry, 1, 0, 10)
    text.copy(entry, 14, 10, 22)
    text.copy(entry, 28, 22, 26)
    return entry
  })
  const last = parts.at(-1)
  if (last) last[0] = (last[0] as number) | 0x40
  return parts.toReversed()
}

const recordSize = 1024

/** An NTFS volume with one folder, `stuff`; small files lie in their record. */
export function ntfsVolume(files: Readonly<Record<string, Buffer>>): Buffer {
  const cluster = 4096
  const names = Object.keys(files)
  const records = 25 + names.length
  const tableClusters = Math.ceil((records * recordSize) / cluster)
  const dataAt = 4 + tableClusters
  const image = Buffer.alloc((dataAt + 64) * cluster)
  image.set([0xeb, 0x52, 0x90])
  image.write('NTFS    ', 3)
  image.writeUInt16LE(sector, 11)
  image[13] = cluster / sector
  image.writeBigUInt64LE(4n, 48)
  image.writeInt8(-10, 64)
  image.writeUInt16LE(0xaa55, 510)
  const put = (number: number, record: Buffer) =>
    record.copy(image, 4 * cluster + number * recordSize)
  const table = outside(4, tableClusters, records * recordSize)
  put(0, fileRecord(1, [nameAttribute('$MFT', 5), table]))
  put(5, fileRecord(3, [nameAttribute('.', 5)]))
  put(24, fileRecord(3, [nameAttribute('stuff', 5)]))
  let next = dataAt
  for (const [index, name] of names.entries()) {
    const content = files[name] as Buffer
    const count = Math.ceil(content.length / cluster)
    const data = content.length <= 500 ? inside(content) : outside(next, count, content.length)
    if (content.length > 500) {
      content.copy(image, next * cluster)
      next += count
    }
    put(25 + index, fileRecord(1, [nameAttribute(name, 24), data]))
  }
  return image
}

function fileRecord(flags: number, attributes: readonly Buffer[]): Buffer {
  const record = Buffer.alloc(recordSize)
  record.write('FILE')
  record.writeUInt16LE(48, 4)
  record.writeUInt16LE(3, 6)
  record.writeUInt16LE(56, 20)
  record.writeUInt16LE(flags, 22)
  let at = 56
  for (const attribute of attributes) {
    attribute.copy(record, at)
    at += attribute.length
  }
  record.writeUInt32LE(0xffff_ffff, at)
  // The mark in the last bytes of each sector, and what belongs there in the head.
  record.writeUInt16LE(0x0707, 48)
  for (const index of [1, 2]) {
    record.copy(record, 48 + index * 2, index * sector - 2, index * sector)
    record.writeUInt16LE(0x0707, index * sector - 2)
  }
  return record
}

function attributeOf(type: number, head: number, body: Buffer): Buffer {
  const attribute = Buffer.alloc(Math.ceil((head + body.length) / 8) * 8)
  attribute.writeUInt32LE(type, 0)
  attribute.writeUInt32LE(attribute.length, 4)
  body.copy(attribute, head)
  return attribute
}

function nameAttribute(name: string, parent: number): Buffer {
  const body = Buffer.alloc(66 + name.length * 2)
  body.writeUInt32LE(parent, 0)
  body[64] = name.length
  body[65] = 1
  body.write(name, 66, 'utf16le')
  const attribute = attributeOf(0x30, 24, body)
  attribute.writeUInt32LE(body.length, 16)
  attribute.writeUInt16LE(24, 20)
  return attribute
}

function inside(content: Buffer): Buffer {
  const attribute = attributeOf(0x80, 24, content)
  attribute.writeUInt32LE(content.length, 16)
  attribute.writeUInt16LE(24, 20)
  return attribute
}

function outside(cluster: number, count: number, size: number): Buffer {
  const runs = Buffer.from([0x22, count & 255, count >> 8, cluster & 255, cluster >> 8, 0])
  const attribute = attributeOf(0x80, 64, runs)
  attribute[8] = 1
  attribute.writeUInt16LE(64, 32)
  attribute.writeBigUInt64LE(BigInt(size), 48)
  return attribute
}

/** A disk with one part, as most are. */
export function diskOf(volume: Buffer): Buffer {
  const disk = Buffer.concat([Buffer.alloc(63 * sector), volume])
  disk[446 + 4] = 7
  disk.writeUInt32LE(63, 446 + 8)
  disk.writeUInt32LE(volume.length / sector, 446 + 12)
  disk.writeUInt16LE(0xaa55, 510)
  return disk
}

function footer(size: number, type: number, headerAt: bigint): Buffer {
  const bytes = Buffer.alloc(sector)
  bytes.write('conectix')
  bytes.writeBigUInt64BE(headerAt, 16)
  bytes.writeBigUInt64BE(BigInt(size), 48)
  bytes.writeUInt32BE(type, 60)
  return bytes
}

export const fixedVhd = (disk: Buffer): Buffer =>
  Buffer.concat([disk, footer(disk.length, 2, 0xffff_ffff_ffff_ffffn)])

/** Only blocks that hold something are in the file. */
export function growingVhd(disk: Buffer, blockSize = 65_536): Buffer {
  const blocks = Math.ceil(disk.length / blockSize)
  const table = Buffer.alloc(Math.ceil((blocks * 4) / sector) * sector, 0xff)
  const header = Buffer.alloc(1024)
  header.write('cxsparse')
  header.writeBigUInt64BE(1536n, 16)
  header.writeUInt32BE(blocks, 28)
  header.writeUInt32BE(blockSize, 32)
  const bitmap = Buffer.alloc(sector, 0xff)
  const stored: Buffer[] = []
  let at = 1536 + table.length
  for (let block = 0; block < blocks; block += 1) {
    const content = Buffer.alloc(blockSize)
    disk.copy(content, 0, block * blockSize, (block + 1) * blockSize)
    if (content.every((byte) => byte === 0)) continue
    table.writeUInt32BE(at / sector, block * 4)
    stored.push(bitmap, content)
    at += sector + blockSize
  }
  const end = footer(disk.length, 3, 512n)
  return Buffer.concat([end, header, table, ...stored, end])
}

/** The GUIDs of its tables and values, as the file has them. */
const vhdxIds = {
  table: '6677c22d23f600429d64115e9bfd4a08',
  metadata: '06a27c8b90479a4bb8fe575f050f886e',
  parameters: '3767a1ca36fa434db3b633f0aa44e76b',
  size: '2442a52f1bcd7648b2115dbed83bf4b8',
  sector: '1dbf41816fa90947ba47f233a8faab5f',
}

/** A disk of blocks of a megabyte; those that hold nothing are left out. */
export function makeVhdx(
  disk: Buffer,
  { log = false, parent = false, sectorSize = 512 } = {},
): Buffer {
  const megabyte = 1024 * 1024
  const kilobyte = 1024
  const blocks = Math.ceil(disk.length / megabyte)
  const file = Buffer.alloc(4 * megabyte)
  file.write('vhdxfile')
  for (const [number, at] of [64 * kilobyte, 128 * kilobyte].entries()) {
    file.write('head', at)
    file.writeBigUInt64LE(BigInt(number), at + 8)
    if (log) file.fill(7, at + 48, at + 64)
  }
  for (const at of [192 * kilobyte, 256 * kilobyte]) {
    file.write('regi', at)
    file.writeUInt32LE(2, at + 8)
    for (const [index, id, place] of [
      [0, vhdxIds.table, 3],
      [1, vhdxIds.metadata, 2],
    ] as const) {
      const entry = at + 16 + index * 32
      file.write(id, entry, 'hex')
      file.writeBigUInt64LE(BigInt(place * megabyte), entry + 16)
      file.writeUInt32LE(megabyte, entry + 24)
    }
  }
  const metadata = 2 * megabyte
  file.write('metadata', metadata)
  file.writeUInt16LE(3, metadata + 10)
  for (const [index, id] of [vhdxIds.parameters, vhdxIds.size, vhdxIds.sector].entries()) {
    file.write(id, metadata + 32 + index * 32, 'hex')
    file.writeUInt32LE(65_536 + index * 8, metadata + 32 + index * 32 + 16)
  }
  file.writeUInt32LE(megabyte, metadata + 65_536)
  file.writeUInt32LE(parent ? 2 : 0, metadata + 65_540)
  file.writeBigUInt64LE(BigInt(disk.length), metadata + 65_544)
  file.writeUInt32LE(sectorSize, metadata + 65_552)
  const stored: Buffer[] = []
  for (let block = 0; block < blocks; block += 1) {
    const content = Buffer.alloc(megabyte)
    disk.copy(content, 0, block * megabyte)
    if (content.every((byte) => byte === 0)) continue
    const at = BigInt(4 + stored.length)
    file.writeBigUInt64LE((at << 20n) | 6n, 3 * megabyte + block * 8)
    stored.push(content)
  }
  return Buffer.concat([file, ...stored])
}
