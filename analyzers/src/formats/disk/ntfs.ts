import type { RandomAccess } from '../random-access.ts'
import { type FileOnDisk, maxFilesOnDisk, maxFolderDepth, notListed } from './file-on-disk.ts'
import { DamagedDisk } from './vhd.ts'

/** Records of the system come first: the table itself, its log, its bitmap. */
const firstOwnRecord = 24
const rootRecord = 5
const maxRecords = 200_000
const maxRuns = 10_000

interface Run {
  /** Undefined for a hole. */
  readonly cluster: number | undefined
  readonly count: number
}

interface DataStream {
  readonly name: string
  readonly size: number
  readonly isPacked: boolean
  readonly resident?: Buffer
  readonly runs?: readonly Run[]
}

interface FileRecord {
  readonly isFolder: boolean
  readonly name: string
  readonly parent: number
  readonly streams: readonly DataStream[]
}

/** The files of an NTFS volume, by walking its table; alternate streams are files, too. */
export async function* readNtfs(
  volume: RandomAccess,
  boot: Buffer,
  onProblem: (reason: string) => void,
): AsyncGenerator<FileOnDisk> {
  const clusterSize = boot.readUInt16LE(11) * clustersOf(boot[13] as number)
  const given = boot.readInt8(64)
  const recordSize = given < 0 ? 2 ** -given : given * clusterSize
  if (clusterSize < 256 || clusterSize > 2 ** 21 || recordSize < 256 || recordSize > 65_536)
    throw new DamagedDisk('with an invalid NTFS volume')
  const tableAt = Number(boot.readBigUInt64LE(48)) * clusterSize
  const [table] =
    recordOf(await volume.bytes(tableAt, recordSize))?.streams.filter(({ name }) => name === '') ??
    []
  if (!table?.runs) throw new DamagedDisk('with an NTFS volume whose file table is unreadable')
  const records = new Map<number, FileRecord>()
  const all = Math.floor(table.size / recordSize)
  if (all > maxRecords) onProblem(`records after the first ${maxRecords} of a volume`)
  const count = Math.min(all, maxRecords)
  for (let number = rootRecord; number < count; number += 1) {
    const bytes = await readRuns(volume, table.runs, clusterSize, number * recordSize, recordSize)
    const record = recordOf(bytes)
    if (record) records.set(number, record)
  }
  let left = maxFilesOnDisk
  for (const [number, record] of records) {
    if (number < firstOwnRecord || record.isFolder) continue
    const path = pathOf(records, record)
    if (path === tooDeep) onProblem(notListed.depth)
    if (path === undefined || path === tooDeep) continue
    for (const stream of record.streams) {
      // Where a file came from, which Windows itself notes.
      if (stream.name === 'Zone.Identifier') continue
      if (left === 0) return onProblem(notListed.count)
      left -= 1
      yield {
        path: stream.name === '' ? path : `${path}:${stream.name}`,
        size: stream.size,
        read: (maxBytes) => readStream(volume, stream, clusterSize, maxBytes),
      }
    }
  }
}

/** Above 0x80 it is an exponent. */
const clustersOf = (byte: number) => (byte > 0x80 ? 2 ** (256 - byte) : byte)

const tooDeep = Symbol()

/** Undefined for what belongs to no folder, and for files of the system. */
function pathOf(
  records: ReadonlyMap<number, FileRecord>,
  record: FileRecord,
): string | undefined | typeof tooDeep {
  const parts = [record.name]
  let { parent } = record
  for (let depth = 0; parent !== rootRecord; depth += 1) {
    const folder = records.get(parent)
    if (!folder?.isFolder) return undefined
    if (depth >= maxFolderDepth) return tooDeep
    parts.unshift(folder.name)
    parent = folder.parent
  }
  return parts[0]?.startsWith('$') ? undefined : parts.join('/')
}

function recordOf(raw: Buffer): FileRecord | undefined {
  if (raw.length < 48 || raw.toString('latin1', 0, 4) !== 'FILE') return undefined
  const bytes = repaired(raw)
  const flags = bytes.readUInt16LE(22)
  if ((flags & 1) === 0) return undefined
  let found: { name: string; parent: number; rank: number } | undefined
  const streams: DataStream[] = []
  for (let at = bytes.readUInt16LE(20); at + 24 <= bytes.length; ) {
    const type = bytes.readUInt32LE(at)
    const length = bytes.readUInt32LE(at + 4)
    if (type === 0xffff_ffff || length < 24 || at + length > bytes.length) break
    const attribute = bytes.subarray(at, at + length)
    if (type === 0x30) {
      const named = nameOf(attribute)
      if (named && named.rank > (found?.rank ?? -1)) found = named
    } else if (type === 0x80) {
      const stream = streamOf(attribute)
      if (stream) streams.push(stream)
    }
    at += length
  }
  return found && { isFolder: (flags & 2) !== 0, name: found.name, parent: found.parent, streams }
}

/** The header holds the last two bytes of each sector, which are replaced by a marker. */
function repaired(raw: Buffer): Buffer {
  const bytes = Buffer.from(raw)
  const at = bytes.readUInt16LE(4)
  const count = bytes.readUInt16LE(6)
  for (let index = 1; index < count; index += 1) {
    const end = index * 512 - 2
    if (at + index * 2 + 2 > bytes.length || end + 2 > bytes.length) break
    bytes.copy(bytes, end, at + index * 2, at + index * 2 + 2)
  }
  return bytes
}

/** A short name of DOS counts only where there is no other. */
function nameOf(attribute: Buffer) {
  const at = attribute.readUInt16LE(20)
  if (attribute[8] !== 0 || at + 66 > attribute.length) return undefined
  const letters = attribute[at + 64] as number
  const parent = attribute.readUInt32LE(at) + attribute.readUInt16LE(at + 4) * 2 ** 32
  const name = attribute.toString('utf16le', at + 66, at + 66 + letters * 2)
  return { name, parent, rank: attribute[at + 65] === 2 ? 0 : 1 }
}

function streamOf(attribute: Buffer): DataStream | undefined {
  const letters = attribute[9] as number
  const nameAt = attribute.readUInt16LE(10)
  const name = attribute.toString('utf16le', nameAt, nameAt + letters * 2)
  const isPacked = (attribute.readUInt16LE(12) & 0x4001) !== 0
  if (attribute[8] === 0) {
    const at = attribute.readUInt16LE(20)
    const resident = attribute.subarray(at, at + attribute.readUInt32LE(16))
    return { name, size: resident.length, isPacked, resident }
  }
  if (attribute.length < 64) return undefined
  const runs = runsIn(attribute.subarray(attribute.readUInt16LE(32)))
  return { name, size: Number(attribute.readBigUInt64LE(48)), isPacked, runs }
}

function runsIn(bytes: Buffer): Run[] {
  const runs: Run[] = []
  let cluster = 0
  for (let at = 0; at < bytes.length && runs.length < maxRuns; ) {
    const head = bytes[at] as number
    const [countBytes, offsetBytes] = [head & 15, head >> 4]
    if (head === 0 || countBytes === 0 || countBytes > 6 || offsetBytes > 6) break
    if (at + 1 + countBytes + offsetBytes > bytes.length) break
    const count = bytes.readUIntLE(at + 1, countBytes)
    if (offsetBytes > 0) cluster += bytes.readIntLE(at + 1 + countBytes, offsetBytes)
    runs.push({ cluster: offsetBytes === 0 ? undefined : cluster, count })
    at += 1 + countBytes + offsetBytes
  }
  return runs
}

function readStream(
  volume: RandomAccess,
  { resident, runs = [], size, isPacked }: DataStream,
  clusterSize: number,
  maxBytes: number,
): Promise<Buffer> {
  if (isPacked) throw new DamagedDisk('with a file compressed or encrypted by NTFS')
  if (resident) return Promise.resolve(Buffer.from(resident.subarray(0, maxBytes)))
  return readRuns(volume, runs, clusterSize, 0, Math.min(size, maxBytes))
}

async function readRuns(
  volume: RandomAccess,
  runs: readonly Run[],
  clusterSize: number,
  start: number,
  length: number,
): Promise<Buffer> {
  const out: Buffer[] = []
  let skip = start
  let left = length
  for (const { cluster, count } of runs) {
    if (left <= 0) break
    const bytes = count * clusterSize
    if (skip >= bytes) {
      skip -= bytes
      continue
    }
    const wanted = Math.min(bytes - skip, left)
    const piece =
      cluster === undefined
        ? Buffer.alloc(wanted)
        : cluster < 0
          ? Buffer.alloc(0)
          : await volume.bytes(cluster * clusterSize + skip, wanted)
    if (piece.length === 0) break
    out.push(piece)
    left -= piece.length
    skip = 0
  }
  return Buffer.concat(out)
}
