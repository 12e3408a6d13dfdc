import { archiveForm } from '../formats/archive-forms.ts'
import { type Finding, finding } from '../kit/index.ts'
import { isElf, looksLikeMz } from './marks.ts'

/** What is appended to a program, and its offset. */
export interface Appended {
  readonly kind: 'program' | 'script' | 'archive' | 'bundle' | 'data'
  readonly at: number
  /** The beginning of a script. */
  readonly evidence: string
}

/** How far a program is looked for in data of an unknown form. */
const maxSearched = 16 * 1024 * 1024
const maxPadding = 65_536
/** In the launcher of a .NET program whose libraries are appended uncompressed. */
const bundleMark = Buffer.from(
  '8b1202b96a612038727b930214d7a03213f5b9e6efae3318ee3b2dce24b36aae',
  'hex',
)
const scripts =
  /^(?:\xef\xbb\xbf)?\s{0,200}(?:<(?:!doctype html|html|hta:|script|job\b|package\b|\?xml[^>]{0,200}\?>\s{0,50}<(?:scriptlet|package|job)\b)|#!\s{0,5}\/(?:usr\/)?s?bin\/|@?echo off\b|on error resume next\b|(?:var|dim|set) \w{1,60}\s{0,5}=\s{0,5}(?:new activexobject|createobject|wscript))/i

export function appendedTo(program: Buffer, start: number, end: number): Appended {
  const content = program.subarray(start, end)
  const padding = content.subarray(0, maxPadding).findIndex((byte) => byte !== 0)
  const at = Math.max(0, padding)
  const found = (kind: Appended['kind'], place = at, evidence = '') => ({
    kind,
    at: place,
    evidence,
  })
  if (isBundle(program, start)) return found('bundle')
  const first = content.subarray(at)
  if (looksLikeMz(first) || isWholeElf(first) || isCombined(first)) return found('program')
  // Launchers of Python packages: a line that names the interpreter, and the program as a zip.
  const isLauncher = /^#![^\r\n]{1,500}\r?\nPK/.test(first.toString('latin1', 0, 600))
  const isFrozen = content.subarray(-65_536).includes('MEI\x0c\x0b\x0a\x0b\x0e', 0, 'latin1')
  if (isLauncher || isFrozen || archiveForm(first) !== undefined || isNsis(first))
    return found('archive')
  const text = first.toString('latin1', 0, 1024)
  if (scripts.test(text)) return found('script', at, text.slice(0, 120))
  const hidden = programIn(content.subarray(0, maxSearched))
  return hidden < 0 ? found('data') : found('program', hidden)
}

export function appendedFindings({ kind, evidence }: Appended, size: number): Finding[] {
  if (kind === 'program') return [finding('executable.overlay-program', { size })]
  if (kind === 'script') return [finding('executable.overlay-script', { size, evidence })]
  return [finding('executable.overlay', { size })]
}

const isNsis = (bytes: Buffer) => bytes.toString('latin1', 8, 20) === 'NullsoftInst'

function isBundle(program: Buffer, start: number): boolean {
  const mark = program.subarray(0, start).indexOf(bundleMark)
  if (mark < 8) return false
  // Zero in a launcher without appended data.
  const header = Number(program.readBigUInt64LE(mark - 8))
  return header >= start && header < program.length
}

const isWholeElf = (bytes: Buffer) =>
  bytes.length >= 52 &&
  isElf(bytes) &&
  (bytes[4] === 1 || bytes[4] === 2) &&
  (bytes[5] === 1 || bytes[5] === 2) &&
  bytes[6] === 1

/** Two letters occur everywhere: the header that they point to must exist. */
function programIn(content: Buffer): number {
  for (let at = content.indexOf('MZ'); at >= 0; at = content.indexOf('MZ', at + 1)) {
    if (at + 64 > content.length) break
    const header = at + content.readUInt32LE(at + 60)
    if (header - at >= 64 && header - at <= 4096 && isPeHeader(content, header)) return at
  }
  for (let at = content.indexOf('\x7fELF'); at >= 0; at = content.indexOf('\x7fELF', at + 1))
    if (isWholeElf(content.subarray(at, at + 64))) return at
  return -1
}

/** A program XORed with a single byte: its first byte reveals the key. */
function isCombined(content: Buffer): boolean {
  const key = (content[0] ?? 0) ^ 0x4d
  if (key === 0 || content.length < 64 || content[1] !== (key ^ 0x5a)) return false
  const head = Buffer.from(content.subarray(0, 8192).map((byte) => byte ^ key))
  const header = head.readUInt32LE(60)
  return header >= 64 && header <= 4096 && isPeHeader(head, header)
}

const isPeHeader = (content: Buffer, at: number) =>
  at + 26 <= content.length &&
  content.toString('latin1', at, at + 4) === 'PE\0\0' &&
  [0x10b, 0x20b].includes(content.readUInt16LE(at + 24))
