import type { RandomAccess } from '../random-access.ts'
import { DamagedDisk } from './vhd.ts'

const kilobyte = 1024
const megabyte = 1024 * kilobyte
/** 64 TB, as the format itself. */
const maxDisk = 64 * 1024 ** 4
/** 32 MB of table, which is a disk of 4 TB with the smallest blocks. */
const maxTable = 32 * megabyte
const maxEntries = 2_047

const tableRegion = '2dc27766-f623-4200-9d64-115e9bfd4a08'
const metadataRegion = '8b7ca206-4790-4b9a-b8fe-575f050f886e'
const fileParameters = 'caa16737-fa36-4d43-b3b6-33f0aa44e76b'
const diskSize = '2fa54224-cd1b-4876-b211-5dbed83bf4b8'
const logicalSector = '8141bf1d-a96f-4709-ba47-f233a8faab5f'

const hasParent = 2
/** States of a block whose bytes are in the file. */
const present = new Set([6, 7])

interface Place {
  readonly at: number
  readonly length: number
}

export interface OpenedVhdx extends RandomAccess {
  readonly sector: number
  /** What its log holds was never written to its place: the power was cut. */
  readonly hasLog: boolean
  /** Some blocks are beyond the end of the file. */
  readonly isCutOff: boolean
}

/** The disk in a VHDX file; what was never written reads as zeros. */
export async function openVhdx(file: RandomAccess): Promise<OpenedVhdx> {
  const regions = await regionsOf(file)
  const metadata = regions.get(metadataRegion)
  const table = regions.get(tableRegion)
  if (!metadata || !table) throw new DamagedDisk('without its tables')
  const item = await itemsOf(file, metadata)
  const parameters = item(fileParameters, 8)
  if (parameters.readUInt32LE(4) & hasParent)
    throw new DamagedDisk('that depends on another one (differencing)')
  const blockSize = parameters.readUInt32LE(0)
  const size = Number(item(diskSize, 8).readBigUInt64LE(0))
  const sector = item(logicalSector, 4).readUInt32LE(0)
  if (size > maxDisk) throw new DamagedDisk('larger than the format allows')
  if (blockSize < megabyte || blockSize > 256 * megabyte || blockSize % megabyte !== 0)
    throw new DamagedDisk('with an invalid block size')
  if (sector !== 512 && sector !== 4096) throw new DamagedDisk('with an invalid sector size')
  // After so many blocks stands one that says which sectors of them are there.
  const blocksOfChunk = (2 ** 23 * sector) / blockSize
  const entries = await file.bytes(table.at, Math.min(table.length, maxTable))
  const placeOf = (block: number): number | undefined => {
    const at = (block + Math.floor(block / blocksOfChunk)) * 8
    if (at + 8 > entries.length) return undefined
    const entry = entries.readBigUInt64LE(at)
    return present.has(Number(entry & 7n)) ? Number(entry >> 20n) * megabyte : undefined
  }
  const blocks = Math.min(Math.ceil(size / blockSize), entries.length >> 3)
  const isCutOff = Array.from({ length: blocks }, (_, block) => placeOf(block) ?? 0).some(
    (place) => place > 0 && place + blockSize > file.size,
  )
  return {
    size,
    sector,
    isCutOff,
    hasLog: await hasLog(file),
    async bytes(start, length) {
      const out = Buffer.alloc(Math.max(0, Math.min(length, size - start)))
      for (let done = 0; done < out.length; ) {
        const inBlock = (start + done) % blockSize
        const count = Math.min(blockSize - inBlock, out.length - done)
        const place = placeOf(Math.floor((start + done) / blockSize))
        if (place !== undefined) (await file.bytes(place + inBlock, count)).copy(out, done)
        done += count
      }
      return out
    },
  }
}

/** Written twice; the second counts when the first is damaged. */
async function regionsOf(file: RandomAccess): Promise<Map<string, Place>> {
  for (const at of [192 * kilobyte, 256 * kilobyte]) {
    const region = await file.bytes(at, 64 * kilobyte)
    if (region.length < 16 || region.toString('latin1', 0, 4) !== 'regi') continue
    const count = Math.min(
      region.readUInt32LE(8),
      maxEntries,
      Math.floor((region.length - 16) / 32),
    )
    return new Map(
      Array.from({ length: count }, (_, index) => {
        const entry = region.subarray(16 + index * 32, 48 + index * 32)
        return [
          guidAt(entry, 0),
          { at: Number(entry.readBigUInt64LE(16)), length: entry.readUInt32LE(24) },
        ]
      }),
    )
  }
  throw new DamagedDisk('without its tables')
}

async function itemsOf(file: RandomAccess, { at, length }: Place) {
  const region = await file.bytes(at, Math.min(length, megabyte))
  if (region.toString('latin1', 0, 8) !== 'metadata') throw new DamagedDisk('without metadata')
  const count = Math.min(region.readUInt16LE(10), maxEntries, Math.floor((region.length - 32) / 32))
  const places = new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = region.subarray(32 + index * 32, 64 + index * 32)
      return [guidAt(entry, 0), entry.readUInt32LE(16)]
    }),
  )
  return (id: string, size: number): Buffer => {
    const place = places.get(id)
    const value = place === undefined ? undefined : region.subarray(place, place + size)
    if (value?.length !== size) throw new DamagedDisk('without metadata')
    return value
  }
}

/** The header with the higher number counts; an id of a log in it means that there is one. */
async function hasLog(file: RandomAccess): Promise<boolean> {
  const headers = await Promise.all(
    [64 * kilobyte, 128 * kilobyte].map((at) => file.bytes(at, 4096)),
  )
  const [newest] = headers
    .filter((header) => header.length >= 80 && header.toString('latin1', 0, 4) === 'head')
    .toSorted((a, b) => Number(b.readBigUInt64LE(8) - a.readBigUInt64LE(8)))
  return newest?.subarray(48, 64).some((byte) => byte !== 0) ?? false
}

/** The first three parts have their bytes turned around. */
function guidAt(bytes: Buffer, at: number): string {
  const part = (from: number, to: number) => bytes.toString('hex', at + from, at + to)
  const turned = (from: number, to: number) =>
    Buffer.from(bytes.subarray(at + from, at + to).toReversed()).toString('hex')
  return [turned(0, 4), turned(4, 6), turned(6, 8), part(8, 10), part(10, 16)].join('-')
}
