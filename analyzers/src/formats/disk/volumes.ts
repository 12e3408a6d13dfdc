import { partOf, type RandomAccess } from '../random-access.ts'

const bootSector = 512
const maxVolumes = 16
const maxEntries = 128

/** The parts of a disk that may hold files; a disk without a table is one volume. */
export async function volumesOf(disk: RandomAccess, sector = 512): Promise<RandomAccess[]> {
  const first = await disk.bytes(0, bootSector)
  if (first.length < bootSector || first.readUInt16LE(510) !== 0xaa55) return []
  if (fileSystemOf(first) !== undefined) return [disk]
  const entries = [0, 1, 2, 3].map((index) => {
    const at = 446 + index * 16
    return {
      type: first[at + 4] as number,
      start: first.readUInt32LE(at + 8),
      count: first.readUInt32LE(at + 12),
    }
  })
  const found = entries.some(({ type }) => type === 0xee)
    ? await guidEntries(disk, sector)
    : entries.filter(({ type, count }) => type !== 0 && count > 0)
  return found
    .slice(0, maxVolumes)
    .map(({ start, count }) => partOf(disk, start * sector, count * sector))
    .filter(({ size }) => size > 0)
}

async function guidEntries(disk: RandomAccess, sector: number) {
  const header = await disk.bytes(sector, sector)
  if (header.toString('latin1', 0, 8) !== 'EFI PART') return []
  const at = Number(header.readBigUInt64LE(72)) * sector
  const size = header.readUInt32LE(84)
  const count = Math.min(header.readUInt32LE(80), maxEntries)
  if (size < 128 || size > 4096) return []
  const table = await disk.bytes(at, count * size)
  return Array.from({ length: Math.floor(table.length / size) }, (_, index) => {
    const start = Number(table.readBigUInt64LE(index * size + 32))
    return { start, count: Number(table.readBigUInt64LE(index * size + 40)) - start + 1 }
  }).filter(({ start, count: sectors }) => start > 0 && sectors > 0)
}

/** By the first sector of a volume. */
export function fileSystemOf(boot: Buffer): 'ntfs' | 'fat' | undefined {
  if (boot.length < bootSector || boot.readUInt16LE(510) !== 0xaa55) return undefined
  if (boot.toString('latin1', 3, 11) === 'NTFS    ') return 'ntfs'
  const isFat =
    /^FAT(?:12|16|\x20)/.test(boot.toString('latin1', 54, 59)) ||
    boot.toString('latin1', 82, 87) === 'FAT32'
  return isFat ? 'fat' : undefined
}
