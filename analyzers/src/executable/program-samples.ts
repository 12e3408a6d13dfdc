/** Writes small programs for tests: enough of each format to be read, nothing that runs. */
export interface SampleSection {
  readonly name: string
  readonly content: Buffer
  readonly flags?: string
  readonly virtualSize?: number
}

export interface SamplePe {
  readonly sections?: readonly SampleSection[]
  readonly imports?: Readonly<Record<string, readonly (string | number)[]>>
  readonly entry?: number
  readonly overlay?: Buffer
  readonly isSigned?: boolean
  /** Texts of the version resource. */
  readonly version?: Readonly<Record<string, string>>
}

const sectionStart = 0x1000

export const code = Buffer.alloc(4096, '\x55\x8b\xec\x33\xc0\xc3\x90', 'latin1')

/** All bytes equally often, as packed data has them. */
export const noise = Buffer.from(Array.from({ length: 8192 }, (_, at) => (at * 167) & 255))

export function makePe({
  sections = [{ name: '.text', content: code, flags: 'rx' }],
  imports = { 'KERNEL32.dll': ['ExitProcess'] },
  entry = sectionStart,
  overlay = Buffer.alloc(0),
  isSigned = false,
  version,
}: SamplePe = {}): Buffer {
  const importsAddress = sectionStart * (sections.length + 1)
  const resources = version && makeVersion(version)
  const all: SampleSection[] = [
    ...sections,
    { name: '.idata', content: importTable(imports, importsAddress), flags: 'rw' },
    ...(resources ? [{ name: '.rsrc', content: resources }] : []),
  ]
  const header = Buffer.alloc(1024)
  header.write('MZ')
  header.writeUInt32LE(64, 60)
  header.write('PE\0\0', 64)
  header.writeUInt16LE(0x14c, 68)
  header.writeUInt16LE(all.length, 70)
  header.writeUInt32LE(1_700_000_000, 72)
  header.writeUInt16LE(224, 84)
  header.writeUInt16LE(0x102, 86)
  const optional = 88
  header.writeUInt16LE(0x10b, optional)
  header.writeUInt32LE(entry, optional + 16)
  header.writeUInt32LE(1024, optional + 60)
  header.writeUInt16LE(3, optional + 68)
  header.writeUInt32LE(16, optional + 92)
  header.writeUInt32LE(importsAddress, optional + 104)
  header.writeUInt32LE(40, optional + 108)
  if (resources) {
    header.writeUInt32LE(importsAddress + sectionStart, optional + 112)
    header.writeUInt32LE(resources.length, optional + 116)
  }
  let offset = 1024
  all.forEach(({ name, content, flags = 'r', virtualSize }, index) => {
    const at = optional + 224 + index * 40
    header.write(name, at)
    header.writeUInt32LE(virtualSize ?? content.length, at + 8)
    header.writeUInt32LE(sectionStart * (index + 1), at + 12)
    header.writeUInt32LE(content.length, at + 16)
    header.writeUInt32LE(offset, at + 20)
    const bits = [...flags].reduce((sum, flag) => sum + (flagBits[flag] ?? 0), 0)
    header.writeUInt32LE(bits, at + 36)
    offset += content.length
  })
  const end = offset + overlay.length
  if (isSigned) {
    header.writeUInt32LE(end, optional + 96 + 4 * 8)
    header.writeUInt32LE(16, optional + 100 + 4 * 8)
  }
  const signature = isSigned
    ? Buffer.from('10000000000202003000000000000000', 'hex')
    : Buffer.alloc(0)
  return Buffer.concat([header, ...all.map(({ content }) => content), overlay, signature])
}

const flagBits: Readonly<Record<string, number>> = { r: 0x40000000, w: 0x80000000, x: 0x20000000 }

function importTable(imports: SamplePe['imports'] & object, base: number): Buffer {
  const table = Buffer.alloc(4096)
  let next = 20 * (Object.keys(imports).length + 1)
  const text = (value: string, hint = 0) => {
    const at = next
    next += table.write(`${'\0'.repeat(hint)}${value}\0`, at)
    return base + at
  }
  Object.entries(imports).forEach(([library, functions], index) => {
    const entries = functions.map((one) =>
      typeof one === 'number' ? 0x80000000 + one : text(one, 2),
    )
    table.writeUInt32LE(text(library), index * 20 + 12)
    table.writeUInt32LE(base + next, index * 20 + 16)
    for (const entry of entries) next = table.writeUInt32LE(entry, next)
    next += 4
  })
  return table
}

/** The version resource, as compilers write it. */
export function makeVersion(texts: Readonly<Record<string, string>>): Buffer {
  const wide = (text: string) => Buffer.from(`${text}\0`, 'utf16le')
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])
  const block = (key: string, type: number, value: Buffer, children: readonly Buffer[] = []) => {
    const head = padded(Buffer.concat([Buffer.alloc(6), wide(key)]))
    const parts = [head, ...(children.length > 0 ? [padded(value)] : [value])]
    // Zeros between two blocks belong to neither.
    parts.push(...children.slice(0, -1).map(padded), ...children.slice(-1))
    const whole = Buffer.concat(parts)
    whole.writeUInt16LE(whole.length, 0)
    whole.writeUInt16LE(type === 1 ? value.length / 2 : value.length, 2)
    whole.writeUInt16LE(type, 4)
    return whole
  }
  const none = Buffer.alloc(0)
  const strings = Object.entries(texts).map(([key, text]) =>
    block(key, 1, text === '' ? none : wide(text)),
  )
  const table = block('040904b0', 1, none, strings)
  const fixed = Buffer.alloc(52)
  fixed.writeUInt32LE(0xfeef04bd)
  return block('VS_VERSION_INFO', 0, fixed, [block('StringFileInfo', 1, none, [table])])
}

export interface SampleElf {
  readonly segmentFlags?: number
  readonly stackFlags?: number
  readonly entry?: number
  readonly hasSections?: boolean
}

/** A Linux program for x86-64 that needs libc. */
export function makeElf({
  segmentFlags = 5,
  stackFlags = 6,
  entry = 0x200,
  hasSections = true,
}: SampleElf = {}): Buffer {
  const bytes = Buffer.alloc(2048)
  bytes.write('\x7fELF\x02\x01\x01', 'latin1')
  bytes.writeUInt16LE(2, 16)
  bytes.writeUInt16LE(62, 18)
  bytes.writeBigUInt64LE(BigInt(entry), 24)
  bytes.writeBigUInt64LE(64n, 32)
  bytes.writeUInt16LE(56, 54)
  bytes.writeUInt16LE(5, 56)
  const segment = (index: number, type: number, flags: number, offset: number, size: number) => {
    const at = 64 + index * 56
    bytes.writeUInt32LE(type, at)
    bytes.writeUInt32LE(flags, at + 4)
    bytes.writeBigUInt64LE(BigInt(offset), at + 8)
    bytes.writeBigUInt64LE(BigInt(offset), at + 16)
    bytes.writeBigUInt64LE(BigInt(size), at + 32)
  }
  segment(0, 1, segmentFlags, 0, 2048)
  segment(1, 3, 4, 0x300, 28)
  segment(2, 2, 6, 0x340, 64)
  segment(3, 0x6474e551, stackFlags, 0, 0)
  segment(4, 4, 4, 0x440, 36)
  const note = Buffer.from('040000001400000003000000', 'hex')
  bytes.set([...note, ...Buffer.from('GNU\0'), ...Buffer.alloc(20, 0xab)], 0x440)
  bytes.write('/lib64/ld-linux-x86-64.so.2\0', 0x300)
  const dynamic = [1, 1, 14, 18, 5, 0x400, 0, 0]
  dynamic.forEach((value, at) => void bytes.writeBigUInt64LE(BigInt(value), 0x340 + at * 8))
  bytes.write('\0libc.so.6\0system\0libsample.so.1\0', 0x400)
  if (!hasSections) return bytes
  bytes.writeBigUInt64LE(0x600n, 40)
  bytes.writeUInt16LE(64, 58)
  bytes.writeUInt16LE(4, 60)
  bytes.writeUInt16LE(3, 62)
  const section = (
    index: number,
    name: number,
    type: number,
    offset: number,
    size: number,
    link = 0,
  ) => {
    const at = 0x600 + index * 64
    bytes.writeUInt32LE(name, at)
    bytes.writeUInt32LE(type, at + 4)
    bytes.writeBigUInt64LE(BigInt(offset), at + 24)
    bytes.writeBigUInt64LE(BigInt(size), at + 32)
    bytes.writeUInt32LE(link, at + 40)
  }
  bytes.write('\0.dynsym\0.dynstr\0.shstrtab\0', 0x480)
  section(1, 1, 11, 0x500, 48, 2)
  section(2, 9, 3, 0x400, 20)
  section(3, 17, 3, 0x480, 30)
  bytes.writeUInt32LE(11, 0x500 + 24)
  return bytes
}

/** A program for macOS on ARM64; several of them make a universal one. */
export function makeMachO({ protection = 5, isSigned = true } = {}): Buffer {
  const bytes = Buffer.alloc(1024)
  bytes.writeUInt32LE(0xfeedfacf, 0)
  bytes.writeUInt32LE(0x0100000c, 4)
  bytes.writeUInt32LE(2, 12)
  bytes.writeUInt32LE(isSigned ? 3 : 2, 16)
  bytes.writeUInt32LE(0x19, 32)
  bytes.writeUInt32LE(72, 36)
  bytes.write('__TEXT', 40)
  bytes.writeBigUInt64LE(1024n, 32 + 48)
  bytes.writeUInt32LE(protection, 32 + 60)
  bytes.writeUInt32LE(0xc, 104)
  bytes.writeUInt32LE(56, 108)
  bytes.writeUInt32LE(24, 112)
  bytes.write('/usr/lib/libSystem.B.dylib\0', 128)
  bytes.writeUInt32LE(0x1d, 160)
  bytes.writeUInt32LE(16, 164)
  return bytes
}

export function makeUniversal(programs: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(512)
  header.write('cafebabe', 'hex')
  header.writeUInt32BE(programs.length, 4)
  let offset = header.length
  programs.forEach((program, index) => {
    header.writeUInt32BE(offset, 8 + index * 20 + 8)
    header.writeUInt32BE(program.length, 8 + index * 20 + 12)
    offset += program.length
  })
  return Buffer.concat([header, ...programs])
}
