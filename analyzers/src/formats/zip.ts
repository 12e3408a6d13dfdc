import { inflateRawSync, zstdDecompressSync } from 'node:zlib'
import { inflate64, TooMuch } from './inflate64.ts'
import type { RandomAccess } from './random-access.ts'

export interface ZipEntry {
  readonly name: string
  readonly isFolder: boolean
  readonly isEncrypted: boolean
  readonly method: number
  readonly packedSize: number
  readonly size: number
  readonly offset: number
  readonly crc: number
  /** What the last byte of the header of an encrypted file must be. */
  readonly checkByte: number
  /** Of files that are encrypted with AES: the length of the key, and how the content is packed. */
  readonly aes: { readonly strength: number; readonly method: number } | undefined
}

export interface ZipListing {
  readonly entries: readonly ZipEntry[]
  /** As its end record states it; more than `entries` if that is wrong or it was too long. */
  readonly declared: number
  readonly isComplete: boolean
  /** Where the archive begins: bytes in front of it are another file, or there to mislead. */
  readonly start: number
}

export class DamagedZip extends Error {}

/** Packed in a way that nothing here reads. */
export class UnknownMethod extends DamagedZip {
  readonly method: string
  constructor(name: string, method: number) {
    const shown = methods[method] ?? `method ${method}`
    super(`${name} is compressed with an unsupported method (${shown})`)
    this.method = shown
  }
}

const maxEntries = 20_000
/** 20,000 entries with long names. */
const maxDirectory = 16 * 1024 * 1024
const endLength = 22

export const isZip = (head: Buffer): boolean =>
  head.length >= 4 && ['504b0304', '504b0506'].includes(head.subarray(0, 4).toString('hex'))

/** The central directory: what unpackers go by, whatever is between. */
export async function listZip(source: RandomAccess): Promise<ZipListing> {
  const { offset, length, declared, start } = await findDirectory(source)
  const directory = await source.bytes(offset, Math.min(length, maxDirectory))
  const entries: ZipEntry[] = []
  let at = 0
  while (entries.length < maxEntries && at + 46 <= directory.length) {
    if (directory.readUInt32LE(at) !== 0x02014b50) break
    const nameLength = directory.readUInt16LE(at + 28)
    const extraLength = directory.readUInt16LE(at + 30)
    const name = directory.subarray(at + 46, at + 46 + nameLength)
    const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength)
    const entry = entryOf(directory.subarray(at, at + 46), name, extra)
    entries.push(start === 0 ? entry : { ...entry, offset: entry.offset + start })
    at += 46 + nameLength + extraLength + directory.readUInt16LE(at + 32)
  }
  if (entries.length === 0 && declared > 0) throw new DamagedZip('unreadable directory')
  return { entries, declared, isComplete: entries.length === declared, start }
}

async function findDirectory(source: RandomAccess) {
  // A comment of up to 65,535 bytes may follow the end record.
  const tailStart = Math.max(0, source.size - endLength - 65_535)
  const tail = await source.bytes(tailStart, source.size - tailStart)
  const at = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (at < 0 || at + endLength > tail.length) throw new DamagedZip('end of file missing')
  let declared = tail.readUInt16LE(at + 10)
  let length = tail.readUInt32LE(at + 12)
  let offset = tail.readUInt32LE(at + 16)
  if (offset === 0xffffffff || declared === 0xffff) {
    const large = await findLargeEnd(source, tail, at)
    if (large) ({ declared, length, offset } = large)
  }
  // Bytes before the archive, such as the program of one that unpacks itself, shift all offsets.
  const shifted = tailStart + at - length
  const isShifted = shifted > offset && (await isDirectory(source, shifted))
  if (isShifted) return { declared, length, offset: shifted, start: shifted - offset }
  if (offset >= source.size && declared > 0)
    throw new DamagedZip('its directory lies beyond its end')
  return { declared, length, offset, start: 0 }
}

const isDirectory = async (source: RandomAccess, at: number) =>
  (await source.bytes(at, 4)).toString('hex') === '504b0102'

/**
 * Whether a file that begins like something else ends like a zip archive. Java opens one even if
 * further bytes follow.
 */
export async function endsLikeZip(
  source: RandomAccess,
  { mayGoOn = false } = {},
): Promise<boolean> {
  const tailStart = Math.max(0, source.size - endLength - 65_535)
  const tail = await source.bytes(tailStart, source.size - tailStart)
  const at = tail.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (at < 0 || at + endLength > tail.length || tail.readUInt16LE(at + 10) === 0) return false
  // Its comment reaches to the end: an archive inside another file has more bytes behind it.
  if (!mayGoOn && at + endLength + tail.readUInt16LE(at + 20) !== tail.length) return false
  return isDirectory(source, tailStart + at - tail.readUInt32LE(at + 12))
}

async function findLargeEnd(source: RandomAccess, tail: Buffer, at: number) {
  if (at < 20 || tail.readUInt32LE(at - 20) !== 0x07064b50) return undefined
  const record = await source.bytes(Number(tail.readBigUInt64LE(at - 12)), 56)
  if (record.length < 56 || record.readUInt32LE(0) !== 0x06064b50) return undefined
  return {
    declared: Number(record.readBigUInt64LE(32)),
    length: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  }
}

function entryOf(record: Buffer, name: Buffer, extra: Buffer): ZipEntry {
  const flags = record.readUInt16LE(8)
  const sizes = [record.readUInt32LE(24), record.readUInt32LE(20), record.readUInt32LE(42)]
  const [size = 0, packedSize = 0, offset = 0] = largeSizes(sizes, extra)
  const crc = record.readUInt32LE(16)
  const text = flags & 0x800 ? name.toString('utf8') : name.toString('latin1')
  return {
    name: text,
    isFolder: text.endsWith('/'),
    isEncrypted: (flags & 1) === 1,
    method: record.readUInt16LE(10),
    packedSize,
    size,
    offset,
    crc,
    checkByte: flags & 8 ? record.readUInt8(13) : crc >>> 24,
    aes: aesOf(extra),
  }
}

function aesOf(extra: Buffer): ZipEntry['aes'] {
  const at = fieldAt(extra, 0x9901)
  if (at + 11 > extra.length) return undefined
  return { strength: extra.readUInt8(at + 8), method: extra.readUInt16LE(at + 9) }
}

/** Offset of this extra field; at the end when there is none. */
function fieldAt(extra: Buffer, kind: number): number {
  let at = 0
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== kind)
    at += 4 + extra.readUInt16LE(at + 2)
  return at
}

/** Beyond 4 GB the numbers are in an extra field, only those that did not fit. */
function largeSizes(sizes: readonly number[], extra: Buffer): number[] {
  let next = fieldAt(extra, 1) + 4
  return sizes.map((value) => {
    if (value !== 0xffffffff || next + 8 > extra.length) return value
    next += 8
    return Number(extra.readBigUInt64LE(next - 8))
  })
}

/** The bytes of one file as they lie in the archive, at most `maxBytes`. */
export async function packedBytes(
  source: RandomAccess,
  entry: ZipEntry,
  maxBytes: number,
): Promise<Buffer> {
  const header = await source.bytes(entry.offset, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50)
    throw new DamagedZip(`${entry.name} is not where the directory says`)
  const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  return source.bytes(start, Math.min(entry.packedSize, maxBytes))
}

/** Unpacks one file; more than `maxBytes` of it is a `DamagedZip`, with the number. */
export async function readZipEntry(
  source: RandomAccess,
  entry: ZipEntry,
  maxBytes: number,
): Promise<Buffer> {
  if (entry.isEncrypted) throw new DamagedZip(`${entry.name} is encrypted`)
  // Deflate never grows by more than a few bytes, so a longer input is a lie.
  return inflated(entry, await packedBytes(source, entry, maxBytes + 65_536), maxBytes)
}

/** APPNOTE 4.4.5. */
const methods: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  10: 'TERSE',
  12: 'bzip2',
  14: 'LZMA',
  20: 'zstd',
  93: 'zstd',
  95: 'xz',
  96: 'JPEG',
  97: 'WavPack',
  98: 'PPMd',
}

/** From the bytes of the archive, decrypted where they were encrypted. */
export function inflated(
  { name, method }: Pick<ZipEntry, 'name' | 'method'>,
  packed: Buffer,
  maxBytes: number,
): Buffer {
  if (method === 0) return packed.subarray(0, maxBytes)
  const unpack = unpackers[method]
  if (!unpack) throw new UnknownMethod(name, method)
  try {
    return unpack(packed, Math.max(1, maxBytes))
  } catch (error) {
    const isTooLarge =
      error instanceof TooMuch || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE'
    throw new DamagedZip(
      isTooLarge ? `${name} is larger than ${maxBytes} bytes` : `${name} is corrupt`,
    )
  }
}

const unpackers: Readonly<Record<number, (packed: Buffer, maxOutputLength: number) => Buffer>> = {
  8: (packed, maxOutputLength) => inflateRawSync(packed, { maxOutputLength }),
  9: inflate64,
  20: (packed, maxOutputLength) => zstdDecompressSync(packed, { maxOutputLength }),
  93: (packed, maxOutputLength) => zstdDecompressSync(packed, { maxOutputLength }),
}
