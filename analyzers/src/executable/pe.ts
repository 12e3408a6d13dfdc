import { entropyOfBytes } from '../formats/entropy.ts'
import { appendedTo } from './appended.ts'
import type { Directory, Locate } from './pe-image.ts'
import { type Imports, imphashOf, readImports } from './pe-imports.ts'
import { type PeFacts, traitsOf } from './pe-traits.ts'
import { versionTexts } from './pe-version.ts'
import type { Program, Section } from './program.ts'
import { DamagedProgram, entropyBudget, reading, textAt, tolerating } from './program.ts'

const machines = new Map([
  [0x14c, 'x86'],
  [0x8664, 'x86-64'],
  [0x1c0, 'ARM'],
  [0x1c4, 'ARM Thumb-2'],
  [0xaa64, 'ARM64'],
  [0x200, 'Itanium'],
  [0xebc, 'EFI byte code'],
  [0x5064, 'RISC-V 64'],
])
const subsystems = new Map([
  [1, 'driver'],
  [2, 'window'],
  [3, 'console'],
  [9, 'Windows CE'],
  [10, 'EFI application'],
  [11, 'EFI driver'],
  [12, 'EFI driver'],
])
/** Windows loads no more than 96. */
const maxSections = 96

export function readPe(bytes: Buffer, fileSize: number): Program {
  const at = bytes.readUInt32LE(60)
  if (at + 24 > bytes.length || bytes.toString('latin1', at, at + 4) !== 'PE\0\0')
    return isCutOff(bytes, at, fileSize)
      ? { ...dosProgram, problems: ['truncated before the PE header'] }
      : dosProgram
  return reading('its header', () => readFrom(bytes, at + 4, fileSize))
}

/** Programs of DOS say how long they are; programs of Windows, where their header is. */
function isCutOff(bytes: Buffer, header: number, fileSize: number): boolean {
  const [rest, pages, relocations] = [2, 4, 24].map((at) => bytes.readUInt16LE(at)) as [
    number,
    number,
    number,
  ]
  const stated = pages * 512 - (rest === 0 ? 0 : 512 - rest)
  const isOfWindows = header >= 64 && (relocations === 0 || relocations >= 64)
  return stated > fileSize || (isOfWindows && header < 0x1000_0000 && header + 24 > fileSize)
}

const dosProgram: Program = {
  format: 'MZ',
  architecture: 'x86',
  kind: 'DOS program',
  sections: [],
  traits: [],
  problems: [],
  details: {},
}

function readFrom(bytes: Buffer, coff: number, fileSize: number): Program {
  const problems: string[] = []
  const optional = coff + 20
  const magic = bytes.readUInt16LE(optional)
  if (magic !== 0x10b && magic !== 0x20b) throw new DamagedProgram('unknown optional header format')
  const is64 = magic === 0x20b
  const directories = readDirectories(bytes, optional + (is64 ? 108 : 92))
  const sections = readSections(bytes, coff, problems)
  const headersSize = bytes.readUInt32LE(optional + 60)
  const locate: Locate = (address) => {
    if (address < headersSize) return address
    const inside = sections.find(
      (section) =>
        address >= section.address &&
        address < section.address + Math.max(section.virtualSize, section.size),
    )
    return inside ? address - inside.address + inside.offset : -1
  }
  const directory = (index: number) => directories[index] ?? { address: 0, size: 0 }
  const noImports: Imports = { libraries: [], count: 0, isComplete: false }
  const imports = tolerating(
    problems,
    'its import table',
    () => readImports(bytes, directory(1), locate, is64),
    noImports,
  )
  const characteristics = bytes.readUInt16LE(coff + 18)
  const signature = signatureOf(bytes, directory(4), fileSize)
  if (directory(4).size > 0 && directory(4).address + directory(4).size > fileSize)
    problems.push('its signature lies beyond its end')
  const exported = tolerating(
    problems,
    'its export table',
    () => readExports(bytes, directory(0), locate),
    null,
  )
  const facts: PeFacts = {
    sections,
    imports,
    entry: bytes.readUInt32LE(optional + 16),
    isLibrary: (characteristics & 0x2000) !== 0,
    isDotNet: directory(14).address > 0,
    isSigned: signature.isPresent,
    overlay: overlayOf(bytes, sections, headersSize, directory(4), fileSize),
    hasTlsCallbacks: directory(9).address > 0,
    exports: exported?.names ?? [],
  }
  const subsystem = subsystems.get(bytes.readUInt16LE(optional + 68)) ?? 'unknown'
  return {
    format: is64 ? 'PE32+' : 'PE32',
    architecture: machines.get(bytes.readUInt16LE(coff)) ?? 'unknown',
    kind: facts.isLibrary ? 'library' : subsystem === 'driver' ? 'driver' : 'program',
    sections,
    traits: traitsOf(facts),
    problems,
    details: {
      subsystem,
      compiled: compiledAt(bytes.readUInt32LE(coff + 4)),
      entryPoint: facts.entry,
      isDotNet: facts.isDotNet,
      imphash: imphashOf(imports) ?? null,
      imports: imports.libraries.map(({ name, functions }) => ({
        name,
        functions: functions.slice(0, 300),
      })),
      importedFunctions: imports.count,
      exports: exported,
      debugSymbols: tolerating(
        problems,
        'its debug data',
        () => readPdbPath(bytes, directory(6), locate),
        null,
      ),
      version: versionOf(bytes, directory(2), locate),
      signature,
      overlay: facts.overlay,
      protections: protectionsOf(bytes.readUInt16LE(optional + 70)),
    },
  }
}

function readDirectories(bytes: Buffer, at: number): Directory[] {
  const count = Math.min(bytes.readUInt32LE(at), 16)
  return Array.from({ length: count }, (_, index) => ({
    address: bytes.readUInt32LE(at + 4 + index * 8),
    size: bytes.readUInt32LE(at + 8 + index * 8),
  }))
}

function readSections(bytes: Buffer, coff: number, problems: string[]): Section[] {
  const declared = bytes.readUInt16LE(coff + 2)
  const start = coff + 20 + bytes.readUInt16LE(coff + 16)
  const count = Math.min(declared, maxSections, Math.floor((bytes.length - start) / 40))
  if (count < declared) problems.push(`declares ${declared} sections; ${count} present or allowed`)
  const budget = entropyBudget()
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const at = start + index * 40
    const [size, offset] = [bytes.readUInt32LE(at + 16), bytes.readUInt32LE(at + 20)]
    const flags = bytes.readUInt32LE(at + 36)
    const content = bytes.subarray(offset, offset + size)
    budget.left -= content.length
    return {
      name: textAt(bytes, at, 8),
      offset,
      size,
      address: bytes.readUInt32LE(at + 12),
      virtualSize: bytes.readUInt32LE(at + 8),
      flags: `${flags & 0x40000000 ? 'r' : '-'}${flags & 0x80000000 ? 'w' : '-'}${flags & 0x20000000 ? 'x' : '-'}`,
      entropy: budget.left < 0 || content.length === 0 ? null : entropyOfBytes(content),
    }
  })
}

/** Zero and hashes of reproducible builds occur here too: a fact, not a finding. */
const compiledAt = (seconds: number) =>
  seconds === 0 ? null : new Date(seconds * 1000).toISOString()

/** Whether it is present. Validity needs certificates and a clock, which are not available here. */
function signatureOf(bytes: Buffer, { address, size }: Directory, fileSize: number) {
  const isInside = size > 8 && address > 0 && address + size <= fileSize
  const isReadable = isInside && address + 8 <= bytes.length
  return {
    isPresent: isInside && (!isReadable || bytes.readUInt16LE(address + 6) === 2),
    size: isInside ? size : 0,
    checked: false,
  }
}

function overlayOf(
  bytes: Buffer,
  sections: readonly Section[],
  headersSize: number,
  signature: Directory,
  fileSize: number,
) {
  const ends = sections.filter(({ size }) => size > 0).map(({ offset, size }) => offset + size)
  const start = Math.max(headersSize, ...ends)
  const isAtEnd = signature.size > 0 && signature.address >= start && signature.address < fileSize
  const end = isAtEnd ? signature.address : fileSize
  if (end <= start) return null
  const content = bytes.subarray(start, end)
  const appended = appendedTo(bytes, start, Math.min(end, bytes.length))
  return {
    offset: start,
    size: end - start,
    entropy: content.length > 0 ? entropyOfBytes(content) : null,
    ...appended,
    isProgram: appended.kind === 'program',
  }
}

function readExports(bytes: Buffer, { address, size }: Directory, locate: Locate) {
  if (address === 0 || size === 0) return null
  const at = locate(address)
  if (at < 0) return null
  const count = bytes.readUInt32LE(at + 24)
  const list = locate(bytes.readUInt32LE(at + 32))
  const names = Array.from({ length: Math.min(count, 200) }, (_, index) =>
    textAt(bytes, locate(bytes.readUInt32LE(list + index * 4)), 256),
  )
  return { name: textAt(bytes, locate(bytes.readUInt32LE(at + 12)), 256), count, names }
}

function readPdbPath(bytes: Buffer, { address, size }: Directory, locate: Locate): string | null {
  const start = locate(address)
  if (start < 0) return null
  for (let at = start; address > 0 && at + 28 <= start + Math.min(size, 28 * 16); at += 28) {
    const place = bytes.readUInt32LE(at + 24)
    if (bytes.readUInt32LE(at + 12) === 2 && bytes.toString('latin1', place, place + 4) === 'RSDS')
      return textAt(bytes, place + 24, 1024)
  }
  return null
}

function versionOf(bytes: Buffer, { address, size }: Directory, locate: Locate) {
  const start = locate(address)
  if (address === 0 || start < 0) return null
  return versionTexts(bytes.subarray(start, start + Math.min(size, 16 * 1024 * 1024)))
}

const protectionsOf = (flags: number) => ({
  randomAddresses: (flags & 0x40) !== 0,
  noExecutableData: (flags & 0x100) !== 0,
  controlFlowGuard: (flags & 0x4000) !== 0,
})
