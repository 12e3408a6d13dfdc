/** Its directory does not fit together. */
export class DamagedHelp extends Error {}

export interface HelpEntry {
  readonly path: string
  readonly isPacked: boolean
  readonly offset: number
  readonly size: number
}

/** The pages of a compiled help file, and where they are. */
export interface HelpFile {
  readonly entries: readonly HelpEntry[]
  /** Of what is not packed. */
  read(entry: HelpEntry): Buffer
  /** Undefined when nothing is packed. */
  readonly packed: PackedPages | undefined
}

/** LZX that starts afresh every few frames of 32 KB. */
export interface PackedPages {
  readonly windowBits: number
  /** Where each frame begins in the stream. */
  readonly frames: readonly number[]
  readonly framesBetweenStarts: number
  readonly stream: Buffer
  readonly size: number
}

export const frameSize = 32_768
const maxEntries = 50_000
const storage = '::DataSpace/Storage/MSCompressed'
const resetTable = `${storage}/Transform/{7FC28940-9D31-11D0-9B27-00A0C91E9C7C}/InstanceData/ResetTable`

export function readHelp(bytes: Buffer): HelpFile {
  try {
    return helpOf(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedHelp('truncated')
    throw error
  }
}

const long = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at))

function helpOf(bytes: Buffer): HelpFile {
  const content = long(bytes, 0x58)
  const entries = entriesOf(bytes, long(bytes, 0x48))
  const read = ({ offset, size }: HelpEntry) => {
    const start = content + offset
    if (start + size > bytes.length) throw new DamagedHelp('truncated')
    return bytes.subarray(start, start + size)
  }
  const byPath = new Map(entries.map((entry) => [entry.path, entry]))
  const part = (path: string) => {
    const entry = byPath.get(path)
    return entry && !entry.isPacked ? read(entry) : undefined
  }
  return { entries, read, packed: packedPages(part) }
}

function entriesOf(bytes: Buffer, start: number): HelpEntry[] {
  if (bytes.toString('latin1', start, start + 4) !== 'ITSP') throw new DamagedHelp('no directory')
  const chunkSize = bytes.readUInt32LE(start + 0x10)
  const chunks = start + bytes.readUInt32LE(start + 8)
  const count = bytes.readUInt32LE(start + 0x2c)
  if (chunkSize < 32 || chunkSize > 65_536) throw new DamagedHelp('invalid directory')
  const found: HelpEntry[] = []
  for (let number = 0; number < count; number += 1) {
    const at = chunks + number * chunkSize
    if (at + chunkSize > bytes.length) throw new DamagedHelp('truncated')
    const chunk = bytes.subarray(at, at + chunkSize)
    // The others are an index over these.
    if (chunk.toString('latin1', 0, 4) !== 'PMGL') continue
    const end = chunkSize - Math.min(chunk.readUInt32LE(4), chunkSize)
    let place = 0x14
    const next = () => {
      let value = 0
      for (let length = 0; length < 8; length += 1) {
        const byte = chunk.readUInt8(place)
        place += 1
        value = value * 128 + (byte & 0x7f)
        if (byte < 128) return value
      }
      throw new DamagedHelp('corrupt directory')
    }
    while (place < end) {
      // guard: chm.test.ts
      if (found.length >= maxEntries) throw new DamagedHelp(`more than ${maxEntries} pages`)
      const length = next()
      const path = chunk.toString('utf8', place, place + length)
      place += length
      const [section, offset, size] = [next(), next(), next()]
      found.push({ path, isPacked: section > 0, offset, size })
    }
  }
  return found
}

function packedPages(part: (path: string) => Buffer | undefined): PackedPages | undefined {
  const stream = part(`${storage}/Content`)
  const control = part(`${storage}/ControlData`)
  const table = part(resetTable)
  if (!stream || !control || !table) return undefined
  const unit = control.readUInt32LE(8) === 2 ? frameSize : 1
  const windowBits = Math.log2(control.readUInt32LE(16) * unit)
  const framesBetweenStarts = (control.readUInt32LE(12) * unit) / frameSize
  const count = table.readUInt32LE(4)
  const start = table.readUInt32LE(12)
  if (control.toString('latin1', 4, 8) !== 'LZXC' || long(table, 0x20) !== frameSize)
    throw new DamagedHelp('unknown compression')
  if (!Number.isInteger(windowBits) || windowBits < 15 || windowBits > 21)
    throw new DamagedHelp('invalid window size')
  if (!Number.isInteger(framesBetweenStarts) || framesBetweenStarts < 1)
    throw new DamagedHelp('unknown compression')
  if (start + count * 8 > table.length) throw new DamagedHelp('truncated')
  return {
    windowBits,
    framesBetweenStarts,
    frames: Array.from({ length: count }, (_, at) => long(table, start + at * 8)),
    stream: stream.subarray(0, long(table, 0x18)),
    size: long(table, 0x10),
  }
}

/**
 * A cabinet around the packed pages, which a library can unpack: each start is a folder of the cabinet with
 * one file, and the frames are its blocks.
 */
export function asCabinet(packed: PackedPages, maxBytes: number): Buffer {
  const { frames, framesBetweenStarts, windowBits, stream, size } = packed
  const wanted = Math.min(frames.length, Math.ceil(Math.min(size, maxBytes) / frameSize))
  const folders: { blocks: Buffer[]; size: number }[] = []
  for (let frame = 0; frame < wanted; frame += 1) {
    if (frame % framesBetweenStarts === 0) folders.push({ blocks: [], size: 0 })
    const folder = folders.at(-1) as { blocks: Buffer[]; size: number }
    const [from, to] = [frames[frame] as number, frames[frame + 1] ?? stream.length]
    const content = stream.subarray(from, to)
    const length = Math.min(frameSize, size - frame * frameSize)
    if (to < from || content.length > frameSize + 6144) throw new DamagedHelp('corrupt')
    const head = Buffer.alloc(8)
    head.writeUInt16LE(content.length, 4)
    head.writeUInt16LE(length, 6)
    folder.blocks.push(head, content)
    folder.size += length
  }
  if (folders.length > 65_535) throw new DamagedHelp('too large')
  return cabinetOf(folders, windowBits)
}

function cabinetOf(
  folders: readonly { blocks: readonly Buffer[]; size: number }[],
  windowBits: number,
): Buffer {
  const header = Buffer.alloc(36)
  const files = folders.map(({ size }, at) => {
    const file = Buffer.concat([Buffer.alloc(16), Buffer.from(`${at}\0`)])
    file.writeUInt32LE(size)
    file.writeUInt16LE(at, 8)
    file.writeUInt16LE(0x5b21, 10)
    return file
  })
  const filesAt = header.length + folders.length * 8
  let dataAt = filesAt + files.reduce((sum, { length }) => sum + length, 0)
  const heads = folders.map(({ blocks }) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(dataAt)
    head.writeUInt16LE(blocks.length / 2, 4)
    head.writeUInt16LE(3 | (windowBits << 8), 6)
    dataAt += blocks.reduce((sum, { length }) => sum + length, 0)
    return head
  })
  header.write('MSCF')
  header.writeUInt32LE(dataAt, 8)
  header.writeUInt32LE(filesAt, 16)
  header.writeUInt16LE(0x0103, 24)
  header.writeUInt16LE(folders.length, 26)
  header.writeUInt16LE(folders.length, 28)
  return Buffer.concat([header, ...heads, ...files, ...folders.flatMap(({ blocks }) => blocks)])
}
