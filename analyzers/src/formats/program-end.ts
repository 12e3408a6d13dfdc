import type { RandomAccess } from './random-access.ts'

const maxTable = 1024 * 1024

/** The end of a Windows or Linux program by its own tables; undefined for other or damaged files. */
export async function endOfProgram(file: RandomAccess, head: Buffer): Promise<number | undefined> {
  try {
    if (head.toString('latin1', 0, 2) === 'MZ') return endOfPe(head)
    if (head.toString('latin1', 0, 4) === '\x7fELF') return await endOfElf(file, head)
  } catch (error) {
    // A number that leads beyond the bytes is the usual damage.
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function endOfPe(head: Buffer): number | undefined {
  const coff = head.readUInt32LE(60) + 4
  if (coff < 8 || head.toString('latin1', coff - 4, coff) !== 'PE\0\0') return undefined
  const sections = coff + 20 + head.readUInt16LE(coff + 16)
  let end = head.readUInt32LE(coff + 80)
  for (let at = 0; at < Math.min(head.readUInt16LE(coff + 2), 96); at += 1) {
    const size = head.readUInt32LE(sections + at * 40 + 16)
    if (size > 0) end = Math.max(end, head.readUInt32LE(sections + at * 40 + 20) + size)
  }
  return end
}

async function endOfElf(file: RandomAccess, head: Buffer): Promise<number | undefined> {
  const is64 = head[4] === 2
  const isLittle = head[5] === 1
  const reader = (bytes: Buffer) => {
    const int = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
    const long = (at: number) =>
      Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
    return {
      short: (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
      int,
      word: is64 ? long : int,
    }
  }
  const { short, word } = reader(head)
  const counts = is64 ? 54 : 42
  const [segmentsAt, sectionsAt] = [word(is64 ? 32 : 28), word(is64 ? 40 : 32)]
  const [segmentSize, segments] = [short(counts), short(counts + 2)]
  const [sectionSize, sections] = [short(counts + 4), short(counts + 6)]
  const table = async (at: number, length: number) =>
    reader(await file.bytes(at, Math.min(length, maxTable)))
  let end = Math.max(segmentsAt + segmentSize * segments, sectionsAt + sectionSize * sections)
  const ofSegments = await table(segmentsAt, segmentSize * segments)
  for (let at = 0; at < segments * segmentSize; at += segmentSize || 1)
    end = Math.max(
      end,
      ofSegments.word(at + (is64 ? 8 : 4)) + ofSegments.word(at + (is64 ? 32 : 16)),
    )
  if (sectionsAt === 0 || sections === 0) return end
  const ofSections = await table(sectionsAt, sectionSize * sections)
  for (let at = 0; at < sections * sectionSize; at += sectionSize || 1) {
    // Type 8 takes room in memory and none in the file.
    if (ofSections.int(at + 4) === 8) continue
    const offset = ofSections.word(at + (is64 ? 24 : 16))
    end = Math.max(end, offset + ofSections.word(at + (is64 ? 32 : 20)))
  }
  return end
}
