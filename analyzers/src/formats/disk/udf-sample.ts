const sector = 2048
const partitionAt = 260

/**
 * A UDF volume as CD writers make it, with all files in its root. Given an ISO 9660 image, it shares
 * the same disc.
 */
export function makeUdf(
  files: Readonly<Record<string, Buffer>>,
  { disc = Buffer.alloc(0), map = 1 }: { disc?: Buffer; map?: 1 | 2 } = {},
): Buffer {
  const blocks: Buffer[] = []
  const names: Buffer[] = [nameEntry('', 1, 0x0a)]
  let next = 2
  for (const [name, content] of Object.entries(files)) {
    const count = Math.ceil(content.length / sector)
    const extent = Buffer.alloc(8)
    extent.writeUInt32LE(content.length)
    extent.writeUInt32LE(next + 1, 4)
    blocks[next] = fileEntry(5, 0, content.length, content.length === 0 ? Buffer.alloc(0) : extent)
    for (let at = 0; at < count; at += 1)
      blocks[next + 1 + at] = content.subarray(at * sector, (at + 1) * sector)
    names.push(nameEntry(name, next, 0))
    next += 1 + count
  }
  const root = Buffer.concat(names)
  blocks[0] = descriptor(256, 0)
  pointer(1).copy(blocks[0], 400)
  blocks[1] = fileEntry(4, 3, root.length, root)

  const image = Buffer.alloc(Math.max(disc.length, (partitionAt + next) * sector))
  disc.copy(image)
  const put = (at: number, bytes: Buffer) => bytes.copy(image, at * sector)
  const first = disc.length === 0 ? 16 : 30
  for (const [index, mark] of ['BEA01', 'NSR02', 'TEA01'].entries())
    put(first + index, Buffer.from(`\0${mark}\x01`))
  const anchor = descriptor(2, 256)
  anchor.writeUInt32LE(3 * sector, 16)
  anchor.writeUInt32LE(257, 20)
  put(256, anchor)
  const partition = descriptor(5, 257)
  partition.writeUInt32LE(partitionAt, 188)
  partition.writeUInt32LE(next, 192)
  put(257, partition)
  const logical = descriptor(6, 258)
  logical.writeUInt32LE(sector, 212)
  pointer(0).copy(logical, 248)
  logical.writeUInt32LE(1, 268)
  logical.set([map, map === 1 ? 6 : 64, 1, 0, 0, 0], 440)
  put(258, logical)
  put(259, descriptor(8, 259))
  for (const [at, bytes] of blocks.entries()) if (bytes) put(partitionAt + at, bytes)
  return image
}

function descriptor(tag: number, location: number): Buffer {
  const bytes = Buffer.alloc(sector)
  bytes.writeUInt16LE(tag)
  bytes.writeUInt16LE(2, 2)
  bytes.writeUInt32LE(location, 12)
  return bytes
}

function pointer(block: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt32LE(sector)
  bytes.writeUInt32LE(block, 4)
  return bytes
}

function fileEntry(type: number, form: number, size: number, described: Buffer): Buffer {
  const bytes = descriptor(261, 0)
  bytes.writeUInt8(type, 27)
  bytes.writeUInt16LE(form, 34)
  bytes.writeBigUInt64LE(BigInt(size), 56)
  bytes.writeUInt32LE(described.length, 172)
  described.copy(bytes, 176)
  return bytes
}

function nameEntry(name: string, block: number, traits: number): Buffer {
  const id = name === '' ? Buffer.alloc(0) : Buffer.concat([Buffer.from([16]), utf16be(name)])
  const bytes = Buffer.alloc(Math.ceil((38 + id.length) / 4) * 4)
  bytes.writeUInt16LE(257)
  bytes.writeUInt8(traits, 18)
  bytes.writeUInt8(id.length, 19)
  pointer(block).copy(bytes, 20)
  id.copy(bytes, 38)
  return bytes
}

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
