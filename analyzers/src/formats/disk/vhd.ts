import type { RandomAccess } from '../random-access.ts'

/** What cannot be a disk; the message ends the sentence "disk image …". */
export class DamagedDisk extends Error {}

const fixed = 2
const growing = 3
const sector = 512
/** 2 TB, as the format itself. */
const maxDisk = 2 * 1024 ** 4
const maxBlocks = 1_048_576

/** The disk in a VHD file, of fixed size or growing; what was never written reads as zeros. */
export async function openVhd(file: RandomAccess): Promise<RandomAccess & { isCutOff: boolean }> {
  const footer = await footerOf(file)
  const size = Number(footer.readBigUInt64BE(48))
  if (size > maxDisk) throw new DamagedDisk('larger than the format allows')
  const type = footer.readUInt32BE(60)
  if (type === fixed)
    return {
      size: Math.min(size, file.size - sector),
      isCutOff: size > file.size - sector,
      bytes: (at, count) => file.bytes(at, count),
    }
  if (type !== growing) throw new DamagedDisk('that depends on another one (differencing)')
  const end = await file.bytes(file.size - sector, 8)
  return {
    ...(await openGrowing(file, Number(footer.readBigUInt64BE(16)), size)),
    // Its footer is at its end, with a copy at the start.
    isCutOff: end.toString('latin1') !== 'conectix',
  }
}

/** At the end; a dynamic one has a copy at the start, which counts when the end is cut off. */
async function footerOf(file: RandomAccess): Promise<Buffer> {
  for (const at of [file.size - sector, 0]) {
    const found = at < 0 ? Buffer.alloc(0) : await file.bytes(at, sector)
    if (found.length === sector && found.toString('latin1', 0, 8) === 'conectix') return found
  }
  throw new DamagedDisk('without a footer')
}

async function openGrowing(file: RandomAccess, at: number, size: number): Promise<RandomAccess> {
  const header = await file.bytes(at, 1024)
  if (header.length < 1024 || header.toString('latin1', 0, 8) !== 'cxsparse')
    throw new DamagedDisk('without a header')
  const tableAt = Number(header.readBigUInt64BE(16))
  const blocks = header.readUInt32BE(28)
  const blockSize = header.readUInt32BE(32)
  if (blocks > maxBlocks || blockSize < 4096 || blockSize > 64 * 1024 ** 2 || blockSize % sector)
    throw new DamagedDisk('with an invalid header')
  const table = await file.bytes(tableAt, blocks * 4)
  const bitmap = Math.ceil(blockSize / sector / 8 / sector) * sector
  return {
    size,
    async bytes(start, length) {
      const wanted = Math.max(0, Math.min(length, size - start))
      const out = Buffer.alloc(wanted)
      for (let done = 0; done < wanted; ) {
        const position = start + done
        const block = Math.floor(position / blockSize)
        const inBlock = position % blockSize
        const count = Math.min(blockSize - inBlock, wanted - done)
        const entry = block * 4 + 4 <= table.length ? table.readUInt32BE(block * 4) : 0xffff_ffff
        if (entry !== 0xffff_ffff)
          (await file.bytes(entry * sector + bitmap + inBlock, count)).copy(out, done)
        done += count
      }
      return out
    },
  }
}
