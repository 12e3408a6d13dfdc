/**
 * Compound files: the file system in files of Outlook, old Office and Windows Installer. Following
 * their chains without counting would never end on a cyclic chain, so the readers here count.
 */
export interface CompoundEntry {
  /** With the storages above it: `VBA/dir`. */
  readonly path: string
  readonly kind: 'storage' | 'stream' | 'root'
  readonly size: number
  /** Identifies what made a storage, in hex. */
  readonly classId: string
  /** Some of its bytes are beyond the end of the file. */
  readonly isCutOff: boolean
  read(maxBytes: number): Buffer
}

export class DamagedCompoundFile extends Error {}

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const endOfChain = 0xfffffffe
const noStream = 0xffffffff
const maxEntries = 20_000

export const isCompoundFile = (bytes: Buffer): boolean => bytes.subarray(0, 8).equals(signature)

/** Every storage and stream. Throws `DamagedCompoundFile` on anything that does not fit together. */
export function readCompoundFile(bytes: Buffer): CompoundEntry[] {
  try {
    return entriesOf(bytes)
  } catch (error) {
    // Whatever lies beyond the end of the bytes.
    if (error instanceof RangeError) throw new DamagedCompoundFile('truncated')
    throw error
  }
}

function entriesOf(bytes: Buffer): CompoundEntry[] {
  if (!isCompoundFile(bytes)) throw new DamagedCompoundFile('invalid header')
  const shift = bytes.readUInt16LE(30)
  const miniShift = bytes.readUInt16LE(32)
  if ((shift !== 9 && shift !== 12) || miniShift !== 6)
    throw new DamagedCompoundFile('invalid sector size')
  const sectorSize = 1 << shift
  const sectors = Math.ceil(bytes.length / sectorSize)
  const sector = (index: number) => {
    const from = (index + 1) * sectorSize
    if (from >= bytes.length)
      throw new DamagedCompoundFile('a sector lies beyond the end of the file')
    return bytes.subarray(from, from + sectorSize)
  }
  const table = readTable(bytes, sector, sectors, sectorSize)
  const chain = (start: number, next: Uint32Array, limit: number) => {
    const found: number[] = []
    for (let at = start; at < endOfChain; at = next[at] ?? noStream) {
      if (found.length > limit) throw new DamagedCompoundFile('endless sector chain')
      found.push(at)
    }
    return found
  }
  const large = (start: number, maxBytes: number) => {
    const wanted = chain(start, table, sectors).slice(0, Math.ceil(maxBytes / sectorSize))
    return Buffer.concat(wanted.map(sector)).subarray(0, maxBytes)
  }

  const directory = large(bytes.readUInt32LE(48), maxEntries * 128)
  const records = readRecords(directory, shift === 9)
  const root = records[0]
  if (root?.kind !== 5) throw new DamagedCompoundFile('no root entry')
  const isMissing = (places: readonly number[], size: number) =>
    places.some((at, index) => {
      const wanted = Math.min(sectorSize, size - index * sectorSize)
      return wanted > 0 && (at + 1) * sectorSize + wanted > bytes.length
    })
  const miniTable = words(large(bytes.readUInt32LE(60), bytes.length))
  const ownPlaces = [48, 60].flatMap((at) => chain(bytes.readUInt32LE(at), table, sectors))
  const rootPlaces = chain(root.start, table, sectors)
  const isMiniCutOff = isMissing(rootPlaces, root.size)
  // What is there of it: one stream that is cut off must not hide the others.
  const miniStream = Buffer.concat(
    rootPlaces
      .slice(0, Math.ceil(root.size / sectorSize))
      .map((at) => bytes.subarray((at + 1) * sectorSize, (at + 2) * sectorSize)),
  ).subarray(0, root.size)
  const miniCutoff = bytes.readUInt32LE(56)
  const small = (start: number, maxBytes: number) => {
    const wanted = chain(start, miniTable, miniTable.length).slice(0, Math.ceil(maxBytes / 64))
    return Buffer.concat(wanted.map((at) => miniStream.subarray(at * 64, at * 64 + 64))).subarray(
      0,
      maxBytes,
    )
  }
  // All of them, also unused ones: a library that gets the file reads them.
  const cutOff = new Set<DirectoryRecord>()
  // Its tables: what they would have named is not among the records.
  if (table.length % (sectorSize / 4) !== 0 || isMissing(ownPlaces, bytes.length)) cutOff.add(root)
  for (const record of records) {
    const { kind, start, size } = record
    if (kind !== 2 || size === 0) continue
    if (size < miniCutoff) {
      const places = chain(start, miniTable, miniTable.length)
      if (isMiniCutOff && places.some((at) => at * 64 + 64 > miniStream.length)) cutOff.add(record)
    } else if (isMissing(chain(start, table, sectors), size)) cutOff.add(record)
  }
  return pathsOf(records).map(([path, record]) => ({
    path,
    kind: record.kind === 5 ? 'root' : record.kind === 1 ? 'storage' : 'stream',
    size: record.size,
    classId: record.classId,
    isCutOff: cutOff.has(record),
    read: (maxBytes) => {
      const length = Math.min(record.size, maxBytes)
      return record.size < miniCutoff && record.kind !== 5
        ? small(record.start, length)
        : large(record.start, length)
    },
  }))
}

/** The end of the last used sector; what follows does not belong to the file. */
export function endOfCompoundFile(bytes: Buffer): number {
  const sectorSize = 1 << bytes.readUInt16LE(30)
  const sector = (index: number) =>
    bytes.subarray((index + 1) * sectorSize, (index + 2) * sectorSize)
  const table = readTable(bytes, sector, Math.ceil(bytes.length / sectorSize), sectorSize)
  return (table.findLastIndex((next) => next !== noStream) + 2) * sectorSize
}

/** A sentence about what is missing of a file that could be read all the same. */
export function missingIn(entries: readonly CompoundEntry[]): string[] {
  const missing = entries.filter(({ isCutOff }) => isCutOff)
  const [first] = missing
  if (!first) return []
  const others = missing.length > 1 ? ` and ${missing.length - 1} more streams` : ''
  return [`truncated: the end of ${printable(first.path)}${others} is missing`]
}

/** Names of streams begin with signs that cannot be seen. */
const printable = (path: string) => path.replace(/[^\x20-\x7e]+/g, '').slice(0, 100) || 'a stream'

/** The table of chains: its first 109 sectors are listed in the header, the others in a chain. */
function readTable(
  bytes: Buffer,
  sector: (index: number) => Buffer,
  sectors: number,
  sectorSize: number,
): Uint32Array {
  const places: number[] = []
  const take = (list: Buffer, count: number) => {
    for (let at = 0; at < count; at += 1) {
      const place = list.readUInt32LE(at * 4)
      if (place < endOfChain) places.push(place)
    }
  }
  take(bytes.subarray(76, 512), 109)
  const perSector = sectorSize / 4 - 1
  let next = bytes.readUInt32LE(68)
  for (let count = 0; next < endOfChain; count += 1) {
    if (count > sectors) throw new DamagedCompoundFile('endless table list')
    const list = sector(next)
    take(list, perSector)
    next = list.readUInt32LE(perSector * 4)
  }
  if (places.length > sectors) throw new DamagedCompoundFile('more tables than sectors')
  return words(Buffer.concat(places.map(sector)))
}

const words = (bytes: Buffer): Uint32Array =>
  Uint32Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4))

interface DirectoryRecord {
  readonly name: string
  readonly kind: number
  readonly left: number
  readonly right: number
  readonly child: number
  readonly classId: string
  readonly start: number
  readonly size: number
}

function readRecords(directory: Buffer, isOldForm: boolean): DirectoryRecord[] {
  return Array.from({ length: directory.length >> 7 }, (_, index) => {
    const record = directory.subarray(index * 128, index * 128 + 128)
    const nameLength = Math.min(Math.max(record.readUInt16LE(64) - 2, 0), 64)
    // The old form leaves rubbish in the upper half of the size.
    const size = isOldForm ? record.readUInt32LE(120) : Number(record.readBigUInt64LE(120))
    return {
      name: record.subarray(0, nameLength).toString('utf16le'),
      kind: record[66] ?? 0,
      left: record.readUInt32LE(68),
      right: record.readUInt32LE(72),
      child: record.readUInt32LE(76),
      classId: record.subarray(80, 96).toString('hex'),
      start: record.readUInt32LE(116),
      size,
    }
  })
}

/** Brothers form a tree, children hang below; every record is visited once or the tree is a knot. */
function pathsOf(records: readonly DirectoryRecord[]): [string, DirectoryRecord][] {
  const found: [string, DirectoryRecord][] = []
  const seen = new Set<number>()
  const waiting: [index: number, above: string][] = [[0, '']]
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const [index, above] = step
    const record = records[index]
    if (index === noStream || !record) continue
    if (seen.has(index)) throw new DamagedCompoundFile('circular folders')
    seen.add(index)
    const path = index === 0 ? '' : above === '' ? record.name : `${above}/${record.name}`
    found.push([path, record])
    if (index !== 0) waiting.push([record.left, above], [record.right, above])
    waiting.push([record.child, path])
  }
  return found
}
