import { entropyOfBytes } from '../formats/entropy.ts'
import { type Finding, finding } from '../kit/index.ts'
import type { Program, Section } from './program.ts'
import {
  DamagedProgram,
  entropyBudget,
  packerNames,
  reading,
  textAt,
  tolerating,
} from './program.ts'

const machines = new Map([
  [2, 'SPARC'],
  [3, 'x86'],
  [8, 'MIPS'],
  [20, 'PowerPC'],
  [21, 'PowerPC 64'],
  [22, 'S390'],
  [40, 'ARM'],
  [42, 'SuperH'],
  [62, 'x86-64'],
  [183, 'ARM64'],
  [243, 'RISC-V'],
  [247, 'BPF'],
  [258, 'LoongArch'],
])
const kinds = new Map([
  [1, 'object'],
  [2, 'program'],
  [3, 'library or program'],
  [4, 'core dump'],
])
const maxSegments = 200
const maxSections = 1_000
const maxSymbols = 20_000
const shownSymbols = 500

interface Reader {
  readonly is64: boolean
  short(at: number): number
  int(at: number): number
  /** An address or a size: 4 or 8 bytes. */
  word(at: number): number
}

interface Segment {
  readonly type: number
  readonly flags: number
  readonly offset: number
  readonly address: number
  readonly size: number
}

export function readElf(bytes: Buffer, fileSize = bytes.length): Program {
  return reading('its header', () => readFrom(bytes, readerOf(bytes), fileSize))
}

function readerOf(bytes: Buffer): Reader {
  const [width, order] = [bytes[4], bytes[5]]
  if ((width !== 1 && width !== 2) || (order !== 1 && order !== 2))
    throw new DamagedProgram('neither 32-bit nor 64-bit, or unknown byte order')
  const isLittle = order === 1
  const int = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const long = (at: number) =>
    Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return {
    is64: width === 2,
    short: (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    int,
    word: width === 2 ? long : int,
  }
}

function readFrom(bytes: Buffer, reader: Reader, fileSize: number): Program {
  const { is64, short, word } = reader
  const problems: string[] = []
  const wordSize = is64 ? 8 : 4
  const counts = is64 ? 54 : 42
  const entry = word(24)
  const hasTable = word(24 + 2 * wordSize) !== 0 && short(counts + 6) !== 0
  const segments = tolerating(
    problems,
    'its program header table',
    () => readSegments(reader, word(24 + wordSize), short(counts), short(counts + 2)),
    [],
  )
  const sections = tolerating(
    problems,
    'its section header table',
    () => readSections(bytes, reader, word(24 + 2 * wordSize), counts),
    [],
  )
  // Files of debug symbols keep the segments of their program, but not its code.
  const isOfSymbols = sections.some(({ type, flags }) => type === 8 && flags.includes('x'))
  if (!isOfSymbols && segments.some((one) => one.type === 1 && one.offset + one.size > fileSize))
    problems.push('truncated: a segment ends beyond the end of the file')
  const interpreter = segments.find(({ type }) => type === 3)
  const dynamic = tolerating(
    problems,
    'its dynamic table',
    () => readDynamic(bytes, reader, segments),
    [],
  )
  const symbols = tolerating(
    problems,
    'its symbol table',
    () => readSymbols(bytes, reader, sections),
    [],
  )
  const buildId = tolerating(
    problems,
    'its notes',
    () => readBuildId(bytes, reader, segments, sections),
    null,
  )
  const names = new Set(sections.map(({ name }) => name))
  return {
    format: is64 ? 'ELF 64' : 'ELF 32',
    architecture: machines.get(short(18)) ?? 'unknown',
    kind: kindOf(short(16), interpreter !== undefined),
    sections: sections.map(({ link: _, type: __, ...section }) => section),
    traits: traitsOf(bytes, { entry, type: short(16), hasTable, segments, sections }),
    problems,
    details: {
      entryPoint: entry,
      interpreter: interpreter ? textAt(bytes, interpreter.offset, 256) : null,
      buildId,
      soname: dynamic.find(({ tag }) => tag === 14)?.text ?? null,
      libraries: dynamic.filter(({ tag }) => tag === 1).map(({ text }) => text),
      searchPaths: dynamic.filter(({ tag }) => tag === 15 || tag === 29).map(({ text }) => text),
      isStatic: segments.length > 0 && !segments.some(({ type }) => type === 2),
      isStripped: sections.length === 0 ? null : !names.has('.symtab'),
      importedFunctions: symbols.length,
      imports: symbols.slice(0, shownSymbols),
    },
  }
}

const kindOf = (type: number, hasInterpreter: boolean) =>
  type === 3 && hasInterpreter ? 'program' : (kinds.get(type) ?? 'unknown')

function readSegments(
  { is64, int, word }: Reader,
  start: number,
  entrySize: number,
  count: number,
): Segment[] {
  if (start === 0 || count === 0) return []
  return Array.from({ length: Math.min(count, maxSegments) }, (_, index) => {
    const at = start + index * entrySize
    return {
      type: int(at),
      flags: int(at + (is64 ? 4 : 24)),
      offset: word(at + (is64 ? 8 : 4)),
      address: word(at + (is64 ? 16 : 8)),
      size: word(at + (is64 ? 32 : 16)),
    }
  })
}

interface ElfSection extends Section {
  readonly type: number
  readonly link: number
}

function readSections(
  bytes: Buffer,
  { is64, int, short, word }: Reader,
  start: number,
  counts: number,
): ElfSection[] {
  const [entrySize, count, namesIndex] = [short(counts + 4), short(counts + 6), short(counts + 8)]
  if (start === 0 || count === 0) return []
  const headerOf = (index: number) => start + index * entrySize
  const place = (at: number) => word(at + (is64 ? 24 : 16))
  const namesAt = place(headerOf(namesIndex))
  const budget = entropyBudget()
  return Array.from({ length: Math.min(count, maxSections) }, (_, index) => {
    const at = headerOf(index)
    const type = int(at + 4)
    const flags = word(at + 8)
    const offset = place(at)
    const size = word(at + (is64 ? 32 : 20))
    // Type 8 takes room in memory and none in the file.
    const content = type === 8 ? bytes.subarray(0, 0) : bytes.subarray(offset, offset + size)
    budget.left -= content.length
    return {
      name: textAt(bytes, namesAt + int(at), 64),
      type,
      link: int(at + (is64 ? 40 : 24)),
      offset,
      size: type === 8 ? 0 : size,
      address: word(at + (is64 ? 16 : 12)),
      virtualSize: size,
      flags: `${flags & 2 ? 'r' : '-'}${flags & 1 ? 'w' : '-'}${flags & 4 ? 'x' : '-'}`,
      entropy: budget.left < 0 || content.length === 0 ? null : entropyOfBytes(content),
    }
  })
}

/** The libraries that it needs, where it looks for them, and its own name (14). */
function readDynamic(bytes: Buffer, { is64, word }: Reader, segments: readonly Segment[]) {
  const table = segments.find(({ type }) => type === 2)
  if (!table) return []
  const width = is64 ? 8 : 4
  const rows: { tag: number; value: number }[] = []
  const end = Math.min(table.offset + table.size, bytes.length)
  for (let at = table.offset; at + 2 * width <= end && rows.length < 1_000; at += 2 * width) {
    const tag = word(at)
    if (tag === 0) break
    rows.push({ tag, value: word(at + width) })
  }
  const textsAddress = rows.find(({ tag }) => tag === 5)?.value ?? 0
  const holder = segments.find(
    ({ type, address, size }) =>
      type === 1 && textsAddress >= address && textsAddress < address + size,
  )
  const texts = holder ? textsAddress - holder.address + holder.offset : -1
  return rows
    .filter(({ tag }) => [1, 14, 15, 29].includes(tag) && texts >= 0)
    .map(({ tag, value }) => ({ tag, text: textAt(bytes, texts + value, 512) }))
}

const maxNotes = 100

/** What the linker made of the content: the same for a program and its debug symbols. */
function readBuildId(
  bytes: Buffer,
  { int }: Reader,
  segments: readonly Segment[],
  sections: readonly ElfSection[],
): string | null {
  const places = [
    ...segments.filter(({ type }) => type === 4),
    ...sections.filter(({ type }) => type === 7),
  ]
  for (const { offset, size } of places.slice(0, maxNotes)) {
    const end = Math.min(offset + size, bytes.length)
    let at = offset
    for (let count = 0; at + 12 <= end && count < maxNotes; count += 1) {
      const [nameSize, size, type] = [int(at), int(at + 4), int(at + 8)]
      const content = at + 12 + aligned(nameSize)
      if (
        type === 3 &&
        size > 0 &&
        size <= 64 &&
        bytes.toString('latin1', at + 12, at + 16) === 'GNU\0'
      )
        return content + size <= end ? bytes.toString('hex', content, content + size) : null
      at = content + aligned(size)
    }
  }
  return null
}

const aligned = (size: number) => Math.ceil(size / 4) * 4

/** Names that others must provide. */
function readSymbols(bytes: Buffer, { is64, int, short }: Reader, sections: readonly ElfSection[]) {
  const table = sections.find(({ type }) => type === 11)
  const texts = table && sections[table.link]
  if (!table || !texts) return []
  const width = is64 ? 24 : 16
  const count = Math.min(Math.floor(table.size / width), maxSymbols)
  const found: string[] = []
  for (let index = 1; index < count; index += 1) {
    const at = table.offset + index * width
    const isMissing = short(at + (is64 ? 6 : 14)) === 0
    if (isMissing && int(at) !== 0) found.push(textAt(bytes, texts.offset + int(at), 256))
  }
  return found
}

interface Facts {
  readonly entry: number
  readonly type: number
  /** It says that it has sections, wherever they are. */
  readonly hasTable: boolean
  readonly segments: readonly Segment[]
  readonly sections: readonly Section[]
}

function traitsOf(bytes: Buffer, { entry, type, hasTable, segments, sections }: Facts): Finding[] {
  const isRun = type === 2 || type === 3
  const loaded = segments.filter((segment) => segment.type === 1)
  const start = loaded.find(({ address, size }) => entry >= address && entry < address + size)
  const packer = sections
    .map(({ name }) => packerNames.find(([pattern]) => pattern.test(name))?.[1])
    .find((name) => name !== undefined)
  const isUpx = bytes.subarray(0, 4096).includes('UPX!') || bytes.subarray(-4096).includes('UPX!')
  return [
    ...(packer || isUpx ? [finding('executable.packer-mark', { packer: packer ?? 'UPX' })] : []),
    ...(loaded.some(({ flags }) => (flags & 3) === 3)
      ? [finding('executable.writable-code', { section: 'A segment' })]
      : []),
    ...(segments.some((segment) => segment.type === 0x6474e551 && segment.flags & 1)
      ? [finding('executable.stack')]
      : []),
    ...(isRun && entry !== 0 && loaded.length > 0 && !(start && start.flags & 1)
      ? [finding('executable.entry-no-code', { section: `0x${entry.toString(16)}` })]
      : []),
    ...(isRun && !hasTable ? [finding('executable.no-sections')] : []),
    ...sections
      .filter((one) => one.flags === 'r-x' && one.size >= 4096 && (one.entropy ?? 0) >= 7.2)
      .map(({ name, entropy }) =>
        finding('executable.packed-code', { section: name, entropy: entropy ?? 0 }),
      ),
    ...(sections.length === 0 || sections.some(({ name }) => name === '.symtab')
      ? []
      : [finding('executable.stripped')]),
  ]
}
