import { entropyOfBytes } from '../formats/entropy.ts'
import { type Finding, finding } from '../kit/index.ts'
import type { Program, Section } from './program.ts'
import { DamagedProgram, entropyBudget, reading, textAt } from './program.ts'

const processors = new Map([
  [7, 'x86'],
  [12, 'ARM'],
  [18, 'PowerPC'],
  [0x01000007, 'x86-64'],
  [0x0100000c, 'ARM64'],
  [0x01000012, 'PowerPC 64'],
])
const kinds = new Map([
  [1, 'object'],
  [2, 'program'],
  [4, 'core dump'],
  [6, 'library'],
  [7, 'dynamic linker'],
  [8, 'bundle'],
  [10, 'debug symbols'],
  [11, 'kernel extension'],
])
const maxCommands = 2_000
const maxArchitectures = 20

const magics = new Map([
  ['feedface', { is64: false, isLittle: false }],
  ['feedfacf', { is64: true, isLittle: false }],
  ['cefaedfe', { is64: false, isLittle: true }],
  ['cffaedfe', { is64: true, isLittle: true }],
])

const magicOf = (bytes: Buffer) => bytes.subarray(0, 4).toString('hex')

/** Java classes begin with the same four bytes; their next number is a version of 45 or more. */
const isFat = (head: Buffer) =>
  ['cafebabe', 'cafebabf'].includes(magicOf(head)) &&
  head.readUInt32BE(4) > 0 &&
  head.readUInt32BE(4) <= maxArchitectures

export const isMachO = (head: Buffer): boolean =>
  head.length >= 28 && (magics.has(magicOf(head)) || isFat(head))

export function readMachO(bytes: Buffer): Program {
  return reading('its header', () =>
    isFat(bytes) ? readFat(bytes) : readThin(bytes, entropyBudget()),
  )
}

/** Programs for several processors in one file. */
function readFat(bytes: Buffer): Program {
  const isLarge = magicOf(bytes) === 'cafebabf'
  // One for all: twenty of them may be the same bytes.
  const budget = entropyBudget()
  const programs = Array.from({ length: bytes.readUInt32BE(4) }, (_, index) => {
    const at = 8 + index * (isLarge ? 32 : 20)
    const offset = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at + 8)
    const size = isLarge ? Number(bytes.readBigUInt64BE(at + 16)) : bytes.readUInt32BE(at + 12)
    if (offset < 8 || offset >= bytes.length)
      throw new DamagedProgram('one of its binaries lies beyond its end')
    const program = readThin(bytes.subarray(offset, offset + size), budget)
    return offset + size <= bytes.length
      ? program
      : { ...program, problems: [...program.problems, 'one of its binaries is truncated'] }
  })
  const traits = new Map(
    programs.flatMap((program) => program.traits).map((trait) => [trait.explanation, trait]),
  )
  return {
    format: 'Mach-O universal',
    architecture: programs.map(({ architecture }) => architecture).join(', '),
    kind: programs[0]?.kind ?? 'unknown',
    sections: programs.flatMap(({ sections }) => sections),
    traits: [...traits.values()],
    problems: programs.flatMap(({ problems }) => problems),
    details: {
      programs: programs.map(({ architecture, details }) => ({ architecture, ...details })),
    },
  }
}

interface Reader {
  readonly is64: boolean
  int(at: number): number
  long(at: number): number
}

function readThin(bytes: Buffer, budget: { left: number }): Program {
  const form = magics.get(magicOf(bytes))
  if (!form) throw new DamagedProgram('invalid header')
  const { is64, isLittle } = form
  const int = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const long = (at: number) =>
    Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  const found = readCommands(bytes, { is64, int, long }, budget)
  return {
    format: is64 ? 'Mach-O 64' : 'Mach-O 32',
    architecture: processors.get(int(4)) ?? 'unknown',
    kind: kinds.get(int(12)) ?? 'unknown',
    sections: found.segments,
    traits: traitsOf(found),
    problems: found.problems,
    details: {
      libraries: found.libraries,
      searchPaths: found.searchPaths,
      uuid: found.uuid,
      isSigned: found.isSigned,
      isEncrypted: found.isEncrypted,
    },
  }
}

type Commands = ReturnType<typeof readCommands>

function readCommands(bytes: Buffer, { is64, int, long }: Reader, budget: { left: number }) {
  const declared = int(16)
  const segments: Section[] = []
  const libraries: string[] = []
  const searchPaths: string[] = []
  const problems: string[] = []
  let uuid: string | null = null
  let isSigned = false
  let isEncrypted = false
  let at = is64 ? 32 : 28
  for (let count = 0; count < declared; count += 1) {
    if (count >= maxCommands) {
      problems.push(`declares ${declared} load commands; ${maxCommands} are read`)
      break
    }
    if (at + 8 > bytes.length) throw new DamagedProgram('its load command list lies beyond its end')
    const [command, size] = [int(at) & 0x7fffffff, int(at + 4)]
    if (size < 8) throw new DamagedProgram('a load command has no length')
    if (command === 0x19) segments.push(segmentAt(bytes, at, int, long, budget))
    if (command === 0x1) segments.push(segmentAt(bytes, at, int, int, budget))
    if ([0xc, 0x18, 0x1f, 0x20].includes(command)) libraries.push(textAt(bytes, at + int(at + 8)))
    if (command === 0x1c) searchPaths.push(textAt(bytes, at + int(at + 8)))
    if (command === 0x1b) uuid = bytes.subarray(at + 8, at + 24).toString('hex')
    if (command === 0x1d) isSigned = true
    if (command === 0x21 || command === 0x2c) isEncrypted ||= int(at + 16) !== 0
    at += size
  }
  return { segments, libraries, searchPaths, problems, uuid, isSigned, isEncrypted }
}

function segmentAt(
  bytes: Buffer,
  at: number,
  int: (at: number) => number,
  word: (at: number) => number,
  budget: { left: number },
): Section {
  const width = int === word ? 4 : 8
  const [offset, size] = [word(at + 24 + 2 * width), word(at + 24 + 3 * width)]
  const protection = int(at + 24 + 4 * width + 4)
  const content = bytes.subarray(offset, offset + size)
  budget.left -= content.length
  return {
    name: textAt(bytes, at + 8, 16),
    offset,
    size,
    address: word(at + 24),
    virtualSize: word(at + 24 + width),
    flags: `${protection & 1 ? 'r' : '-'}${protection & 2 ? 'w' : '-'}${protection & 4 ? 'x' : '-'}`,
    entropy: budget.left < 0 || content.length === 0 ? null : entropyOfBytes(content),
  }
}

function traitsOf({ segments, isSigned, isEncrypted }: Commands): Finding[] {
  return [
    ...segments
      .filter(({ flags }) => flags.includes('wx'))
      .map(({ name }) => finding('executable.writable-code', { section: name })),
    ...segments
      .filter(
        ({ flags, size, entropy }) => flags.endsWith('x') && size >= 4096 && (entropy ?? 0) >= 7.2,
      )
      .map(({ name, entropy }) =>
        finding('executable.packed-code', { section: name, entropy: entropy ?? 0 }),
      ),
    ...(isEncrypted ? [finding('executable.encrypted')] : []),
    finding(isSigned ? 'executable.signed' : 'executable.unsigned'),
  ]
}
