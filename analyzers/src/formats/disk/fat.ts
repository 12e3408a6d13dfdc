import type { RandomAccess } from '../random-access.ts'
import { type FileOnDisk, maxFilesOnDisk, maxFolderDepth, notListed } from './file-on-disk.ts'
import { DamagedDisk } from './vhd.ts'

const entrySize = 32
/** A folder with more than this is not a folder. */
const maxFolderBytes = 4 * 1024 ** 2
const maxTableBytes = 64 * 1024 ** 2

interface Volume {
  readonly volume: RandomAccess
  readonly clusterSize: number
  readonly dataAt: number
  readonly clusters: number
  /** The cluster that follows; undefined at the end of a chain. */
  next(cluster: number): number | undefined
}

/** The files of a FAT12, FAT16 or FAT32 volume, by their long names. */
export async function* readFat(
  volume: RandomAccess,
  boot: Buffer,
  onProblem: (reason: string) => void,
): AsyncGenerator<FileOnDisk> {
  const sector = boot.readUInt16LE(11)
  const clusterSize = sector * (boot[13] as number)
  if (![512, 1024, 2048, 4096].includes(sector) || clusterSize === 0)
    throw new DamagedDisk('with an invalid FAT volume')
  const tableAt = boot.readUInt16LE(14) * sector
  const rootEntries = boot.readUInt16LE(17)
  const tableSize = (boot.readUInt16LE(22) || boot.readUInt32LE(36)) * sector
  const rootAt = tableAt + (boot[16] as number) * tableSize
  const dataAt = rootAt + Math.ceil((rootEntries * entrySize) / sector) * sector
  const total = (boot.readUInt16LE(19) || boot.readUInt32LE(32)) * sector
  const clusters = Math.floor((total - dataAt) / clusterSize)
  if (clusters < 1 || tableSize > maxTableBytes) throw new DamagedDisk('with an invalid FAT volume')
  const table = await volume.bytes(tableAt, tableSize)
  const bits = clusters < 4085 ? 12 : clusters < 65_525 ? 16 : 32
  const opened: Volume = { volume, clusterSize, dataAt, clusters, next: nextIn(table, bits) }
  const root =
    bits === 32
      ? await readChain(opened, boot.readUInt32LE(44), maxFolderBytes)
      : await volume.bytes(rootAt, rootEntries * entrySize)
  yield* filesIn(opened, root, '', { left: maxFilesOnDisk, onProblem }, new Set(), 0)
}

function nextIn(table: Buffer, bits: 12 | 16 | 32) {
  return (cluster: number): number | undefined => {
    const at = bits === 12 ? Math.floor(cluster * 1.5) : cluster * (bits / 8)
    if (at + (bits === 32 ? 4 : 2) > table.length) return undefined
    const raw =
      bits === 32
        ? table.readUInt32LE(at) & 0x0fff_ffff
        : bits === 16
          ? table.readUInt16LE(at)
          : (table.readUInt16LE(at) >> (cluster & 1 ? 4 : 0)) & 0xfff
    const end = bits === 32 ? 0x0fff_fff7 : bits === 16 ? 0xfff7 : 0xff7
    return raw < 2 || raw >= end ? undefined : raw
  }
}

/** A circular chain ends with the limit. */
async function readChain(
  { volume, clusterSize, dataAt, clusters, next }: Volume,
  first: number,
  maxBytes: number,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  for (
    let cluster: number | undefined = first;
    cluster !== undefined && cluster >= 2 && cluster < clusters + 2 && size < maxBytes;
    cluster = next(cluster)
  ) {
    const piece = await volume.bytes(dataAt + (cluster - 2) * clusterSize, clusterSize)
    if (piece.length === 0) break
    pieces.push(piece)
    size += piece.length
  }
  return Buffer.concat(pieces).subarray(0, maxBytes)
}

async function* filesIn(
  volume: Volume,
  folder: Buffer,
  path: string,
  room: { left: number; onProblem(reason: string): void },
  seen: Set<number>,
  depth: number,
): AsyncGenerator<FileOnDisk> {
  let longName = ''
  for (let at = 0; at + entrySize <= folder.length; at += entrySize) {
    const entry = folder.subarray(at, at + entrySize)
    if (entry[0] === 0) return
    const attributes = entry[11] as number
    if (entry[0] === 0xe5) {
      longName = ''
      continue
    }
    if ((attributes & 0x3f) === 0x0f) {
      // Its parts come first, the last one first.
      longName = namePart(entry) + ((entry[0] as number) & 0x40 ? '' : longName)
      continue
    }
    const name = longName.replace(/[\0\uffff].*$/s, '') || shortName(entry)
    longName = ''
    if (attributes & 0x08 || name === '.' || name === '..') continue
    const first = (entry.readUInt16LE(20) << 16) | entry.readUInt16LE(26)
    const inner = path === '' ? name : `${path}/${name}`
    if (attributes & 0x10) {
      if (depth >= maxFolderDepth) room.onProblem(notListed.depth)
      // A folder that is in itself is walked once.
      if (seen.has(first) || depth >= maxFolderDepth) continue
      seen.add(first)
      const content = await readChain(volume, first, maxFolderBytes)
      yield* filesIn(volume, content, inner, room, seen, depth + 1)
      continue
    }
    if (room.left === 0) return room.onProblem(notListed.count)
    room.left -= 1
    const size = entry.readUInt32LE(28)
    yield {
      path: inner,
      size,
      read: (maxBytes) => readChain(volume, first, Math.min(size, maxBytes)),
    }
  }
}

const namePart = (entry: Buffer) =>
  entry.toString('utf16le', 1, 11) +
  entry.toString('utf16le', 14, 26) +
  entry.toString('utf16le', 28, 32)

function shortName(entry: Buffer): string {
  const name = entry.toString('latin1', 0, 8).trimEnd()
  const ending = entry.toString('latin1', 8, 11).trimEnd()
  return ending === '' ? name : `${name}.${ending}`
}
