import type { RandomAccess } from '../random-access.ts'
import { type FileOnDisk, maxFilesOnDisk, maxFolderDepth, notListed } from './file-on-disk.ts'
import { DamagedDisk } from './vhd.ts'

/** A folder with more than this is not a folder. */
const maxFolderBytes = 4 * 1024 ** 2
const maxDescriptors = 64
const maxExtents = 20_000
const tags = { partition: 5, volume: 6, end: 8, anchor: 2, set: 256, name: 257, more: 258 }
const entryTags = { file: 261, extendedFile: 266 }

/** Where a run of bytes is; one without an offset is zeros. */
interface Extent {
  readonly at: number | undefined
  readonly length: number
}

interface Entry {
  readonly isFolder: boolean
  readonly isFile: boolean
  readonly size: number
  /** Small ones lie in the entry itself. */
  readonly content: Buffer | readonly Extent[]
}

interface Volume {
  readonly source: RandomAccess
  readonly block: number
  /** Where each partition that pointers name begins, in bytes; undefined for kinds that are not read. */
  readonly starts: readonly (number | undefined)[]
}

/** ECMA-167 leaves room for other descriptors around it; the numbers of discs with ISO 9660 come first. */
const firstDescriptor = 32_768
const descriptorSize = 2_048
const maxRecognition = 64

/** By its marker among the first descriptors: after those of ISO 9660, or alone. */
export async function hasUdf(source: RandomAccess): Promise<boolean> {
  const area = await source.bytes(firstDescriptor, maxRecognition * descriptorSize)
  for (let at = 0; at + 6 <= area.length; at += descriptorSize)
    if (/^NSR0[23]$/.test(area.toString('latin1', at + 1, at + 6))) return true
  return false
}

/** The files of a UDF volume as CDs, DVDs and disc images have it: without spare or virtual blocks. */
export async function* readUdf(
  source: RandomAccess,
  onProblem: (reason: string) => void,
): AsyncGenerator<FileOnDisk> {
  const { volume, set } = await openVolume(source)
  const rootSet = await blockAt(volume, set.partition, set.block)
  if (tagOf(rootSet) !== tags.set) throw damaged()
  const root = await entryAt(volume, pointerAt(rootSet, 400))
  if (!root.isFolder) throw damaged()
  const state = { left: maxFilesOnDisk, seen: new Set<string>(), onProblem }
  yield* filesIn(volume, root, '', state, 0)
}

const damaged = () => new DamagedDisk('with an unreadable UDF volume')
const tagOf = (bytes: Buffer) => (bytes.length < 16 ? -1 : bytes.readUInt16LE(0))

async function openVolume(source: RandomAccess) {
  for (const block of [2048, 512, 4096])
    for (const at of [256 * block, source.size - block, source.size - 257 * block]) {
      if (at < 0) continue
      const anchor = await source.bytes(at, block)
      if (tagOf(anchor) !== tags.anchor || anchor.readUInt32LE(12) !== at / block) continue
      const opened =
        (await sequenceAt(source, block, anchor, 16)) ??
        (await sequenceAt(source, block, anchor, 24))
      if (opened) return opened
    }
  throw damaged()
}

/** The descriptors of the volume, which are there twice. */
async function sequenceAt(source: RandomAccess, block: number, anchor: Buffer, at: number) {
  const first = anchor.readUInt32LE(at + 4)
  const count = Math.min(maxDescriptors, anchor.readUInt32LE(at) / block)
  const partitions = new Map<number, number>()
  let logical: Buffer | undefined
  for (let index = 0; index < count; index += 1) {
    const bytes = await source.bytes((first + index) * block, block)
    const tag = tagOf(bytes)
    if (tag === tags.end) break
    if (tag === tags.partition)
      partitions.set(bytes.readUInt16LE(22), bytes.readUInt32LE(188) * block)
    if (tag === tags.volume) logical = bytes
  }
  if (!logical || logical.readUInt32LE(212) !== block) return undefined
  const { block: setBlock, partition } = pointerAt(logical, 248)
  const starts = startsOf(logical, partitions)
  return { volume: { source, block, starts }, set: { block: setBlock, partition } }
}

function startsOf(logical: Buffer, partitions: ReadonlyMap<number, number>) {
  const starts: (number | undefined)[] = []
  let at = 440
  for (let left = logical.readUInt32LE(268); left > 0 && at + 6 <= logical.length; left -= 1) {
    const length = logical[at + 1] as number
    if (length < 6) break
    // The other kind maps blocks through a table: of discs that are written bit by bit, and of UDF 2.50.
    starts.push(logical[at] === 1 ? partitions.get(logical.readUInt16LE(at + 4)) : undefined)
    at += length
  }
  return starts
}

interface Pointer {
  readonly block: number
  readonly partition: number
}

const pointerAt = (bytes: Buffer, at: number): Pointer => ({
  block: bytes.readUInt32LE(at + 4),
  partition: bytes.readUInt16LE(at + 8),
})

function placeOf({ starts, block }: Volume, partition: number, number: number): number {
  const start = starts[partition]
  if (start === undefined) throw new DamagedDisk('with an unsupported UDF partition type')
  return start + number * block
}

const blockAt = (volume: Volume, partition: number, number: number) =>
  volume.source.bytes(placeOf(volume, partition, number), volume.block)

async function entryAt(volume: Volume, { partition, block }: Pointer): Promise<Entry> {
  const bytes = await blockAt(volume, partition, block)
  const tag = tagOf(bytes)
  if (tag !== entryTags.file && tag !== entryTags.extendedFile) throw damaged()
  const lengthsAt = tag === entryTags.file ? 168 : 208
  const from = lengthsAt + 8 + bytes.readUInt32LE(lengthsAt)
  const described = bytes.subarray(from, from + bytes.readUInt32LE(lengthsAt + 4))
  const form = bytes.readUInt16LE(34) & 7
  const size = Number(bytes.readBigUInt64LE(56))
  return {
    isFolder: bytes[27] === 4,
    isFile: bytes[27] === 5,
    size,
    content: form === 3 ? described : await extentsIn(volume, described, form, partition),
  }
}

async function extentsIn(
  volume: Volume,
  described: Buffer,
  form: number,
  own: number,
): Promise<Extent[]> {
  if (form > 1) throw damaged()
  const step = form === 0 ? 8 : 16
  const extents: Extent[] = []
  const seen = new Set<number>()
  let bytes = described
  for (let at = 0; at + step <= bytes.length && extents.length < maxExtents; at += step) {
    const raw = bytes.readUInt32LE(at)
    const length = raw % 2 ** 30
    if (length === 0) break
    const partition = form === 0 ? own : bytes.readUInt16LE(at + 8)
    const kind = Math.floor(raw / 2 ** 30)
    const place = placeOf(volume, partition, bytes.readUInt32LE(at + 4))
    if (kind < 3) {
      extents.push({ at: kind === 0 ? place : undefined, length })
      continue
    }
    // The list continues elsewhere, once for each place.
    const more = await volume.source.bytes(place, Math.min(length, maxFolderBytes))
    if (seen.has(place) || tagOf(more) !== tags.more) throw damaged()
    seen.add(place)
    bytes = more.subarray(24, 24 + more.readUInt32LE(20))
    at = -step
  }
  return extents
}

async function contentOf({ source }: Volume, entry: Entry, maxBytes: number): Promise<Buffer> {
  const wanted = Math.min(entry.size, maxBytes)
  if (Buffer.isBuffer(entry.content)) return entry.content.subarray(0, wanted)
  const pieces: Buffer[] = []
  let size = 0
  for (const { at, length } of entry.content) {
    const part = Math.min(length, wanted - size)
    if (part <= 0) break
    const piece = at === undefined ? Buffer.alloc(part) : await source.bytes(at, part)
    pieces.push(piece)
    size += piece.length
    if (piece.length < part) break
  }
  return Buffer.concat(pieces)
}

interface Walk {
  left: number
  readonly seen: Set<string>
  onProblem(reason: string): void
}

async function* filesIn(
  volume: Volume,
  folder: Entry,
  path: string,
  walk: Walk,
  depth: number,
): AsyncGenerator<FileOnDisk> {
  if (folder.size > maxFolderBytes) throw damaged()
  const bytes = await contentOf(volume, folder, maxFolderBytes)
  if (bytes.length < folder.size) throw damaged()
  for (let at = 0; at + 38 <= bytes.length; ) {
    if (tagOf(bytes.subarray(at)) !== tags.name) throw damaged()
    const [traits, nameLength] = [bytes[at + 18] as number, bytes[at + 19] as number]
    const nameAt = at + 38 + bytes.readUInt16LE(at + 36)
    const pointer = pointerAt(bytes, at + 20)
    const name = nameOf(bytes.subarray(nameAt, nameAt + nameLength))
    at += Math.ceil((nameAt + nameLength - at) / 4) * 4
    // Deleted, or the folder above.
    if (traits & 0x0c) continue
    const inner = path === '' ? name : `${path}/${name}`
    const entry = await entryAt(volume, pointer)
    if (entry.isFolder) {
      const key = `${pointer.partition} ${pointer.block}`
      if (depth >= maxFolderDepth) walk.onProblem(notListed.depth)
      // A folder that is in itself is walked once.
      if (walk.seen.has(key) || depth >= maxFolderDepth) continue
      walk.seen.add(key)
      yield* filesIn(volume, entry, inner, walk, depth + 1)
    } else if (entry.isFile) {
      if (walk.left === 0) return walk.onProblem(notListed.count)
      walk.left -= 1
      yield {
        path: inner,
        size: entry.size,
        read: (maxBytes) => contentOf(volume, entry, maxBytes),
      }
    }
  }
}

/** One byte says how wide the characters are. */
function nameOf(bytes: Buffer): string {
  const text = bytes.subarray(1)
  if (bytes[0] !== 16) return text.toString('latin1')
  return Buffer.from(text.subarray(0, text.length & ~1))
    .swap16()
    .toString('utf16le')
}
