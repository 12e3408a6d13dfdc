import { fileSystemOf, volumesOf } from './disk/volumes.ts'
import { knownContainer, type UnreadForm } from './known-containers.ts'
import { compoundType } from './old-types.ts'
import { endOfProgram } from './program-end.ts'
import type { RandomAccess } from './random-access.ts'
import { endsLikeZip } from './zip.ts'

export type ArchiveForm =
  | 'zip'
  | 'gzip'
  | 'bzip2'
  | 'xz'
  | 'zstd'
  | '7z'
  | 'rar'
  | 'cab'
  | 'tar'
  | 'iso'
  | 'udf'
  | 'vhd'
  | 'vhdx'
  | 'img'
  | 'cpio'
  | 'ar'
  | 'lha'
  | 'compress'
  | 'lzip'
  | 'lzma'
  | 'tnef'
  | 'mbox'
  | 'msi'
  | 'chm'
  | 'rpm'
  | 'szdd'
  | 'kwaj'
  | 'nsis'
  | 'uu'
  | UnreadForm

const signatures: readonly (readonly [ArchiveForm, at: number, bytes: string])[] = [
  ['zip', 0, 'PK\x03\x04'],
  ['zip', 0, 'PK\x05\x06'],
  // Written in parts: the first one begins with a marker.
  ['zip', 0, 'PK\x07\x08'],
  ['gzip', 0, '\x1f\x8b\x08'],
  ['bzip2', 0, 'BZh'],
  ['xz', 0, '\xfd7zXZ\0'],
  ['zstd', 0, '\x28\xb5\x2f\xfd'],
  ['7z', 0, '7z\xbc\xaf\x27\x1c'],
  ['rar', 0, 'Rar!\x1a\x07'],
  ['cab', 0, 'MSCF\0\0\0\0'],
  ['tar', 257, 'ustar'],
  ['iso', 32_769, 'CD001'],
  ['udf', 32_769, 'BEA01'],
  ['cpio', 0, '070701'],
  ['cpio', 0, '070702'],
  ['cpio', 0, '070707'],
  ['cpio', 0, '\xc7\x71'],
  ['cpio', 0, '\x71\xc7'],
  ['rpm', 0, '\xed\xab\xee\xdb'],
  ['szdd', 0, 'SZDD\x88\xf0\x27\x33'],
  ['szdd', 0, 'SZ \x88\xf0\x27\x33\xd1'],
  ['kwaj', 0, 'KWAJ\x88\xf0\x27\xd1'],
  ['ar', 0, '!<arch>\n'],
  ['lha', 2, '-lh'],
  ['arj', 0, '\x60\xea'],
  ['compress', 0, '\x1f\x9d'],
  ['lzip', 0, 'LZIP\x01'],
  ['tnef', 0, '\x78\x9f\x3e\x22'],
  ['chm', 0, 'ITSF\x03\0\0\0'],
  ['vhdx', 0, 'vhdxfile'],
  ['vhd', 0, 'conectix'],
]

/** How much of the beginning `archiveForm` needs. */
export const formHeadLength = 65_536

/** By its first bytes; undefined for anything but an archive. */
export function archiveForm(head: Buffer): ArchiveForm | undefined {
  const found = signatures.find(
    ([, at, bytes]) => head.toString('latin1', at, at + bytes.length) === bytes,
  )
  if (found?.[0] === 'bzip2' && !isBzip2(head)) return undefined
  if (found?.[0] === 'lha' && !/^-lh[0-7dx]-/.test(head.toString('latin1', 2, 7))) return undefined
  if (found?.[0] === 'arj' && !isArj(head)) return undefined
  if (found?.[0] === 'cpio' && !isCpio(head)) return undefined
  return found?.[0] ?? byShape(head) ?? knownContainer(head)
}

function byShape(head: Buffer): ArchiveForm | undefined {
  if (isLzma(head)) return 'lzma'
  if (isUu(head)) return 'uu'
  return isOldTar(head) ? 'tar' : undefined
}

/** Before it had a mark: the sum over the header is right. */
function isOldTar(head: Buffer): boolean {
  if (head.length < 512 || head[0] === 0 || !/^[ 0-7]{6}/.test(head.toString('latin1', 148, 154)))
    return false
  const stated = Number.parseInt(head.toString('latin1', 148, 156), 8)
  const field = head.subarray(148, 156).reduce((sum, byte) => sum + byte, 0)
  const sum = head.subarray(0, 512).reduce((all, byte) => all + byte, 0) - field + 8 * 32
  return sum === stated
}

/** Of the binary form, in either order of bytes: a name of a possible length, which ends with a zero. */
function isCpio(head: Buffer): boolean {
  if (head.toString('latin1', 0, 3) === '070') return true
  const isLittle = head[0] === 0xc7
  const length = head.length < 28 ? 0 : isLittle ? head.readUInt16LE(20) : head.readUInt16BE(20)
  return length > 1 && length <= 4096 && head[25 + length] === 0 && head[24 + length] !== 0
}

/** A file written as text, as programs on mail did before MIME. */
const isUu = (head: Buffer) =>
  /^begin(?:-base64)? [0-7]{3,4} [^\r\n]{1,200}\r?\n[!-`]/.test(head.toString('latin1', 0, 400))

/** It has no mark: the usual settings, a dictionary of a round size, and the length or that it is unknown. */
function isLzma(head: Buffer): boolean {
  if (head.length < 14 || head[0] !== 0x5d) return false
  const dictionary = head.readUInt32LE(1)
  const [low, high] = [head.readUInt32LE(5), head.readUInt32LE(9)]
  const isLength = high < 256 || (high === 0xffff_ffff && low === 0xffff_ffff)
  return dictionary >= 4096 && (dictionary & (dictionary - 1)) === 0 && isLength
}

/** Mails one after the other, each with a line in front that says who sent it and when. */
export const isMbox = (head: Buffer): boolean =>
  /^From \S{1,300} [^\r\n]{10,100}\d{4}[^\r\n]{0,20}\r?\n[A-Za-z-]{2,60}:/.test(
    head.toString('latin1', 0, 600),
  )

/** Two bytes begin many a file: the length of its first header, and of the part of it that is always there. */
const isArj = (head: Buffer) => {
  const length = head.length > 40 ? head.readUInt16LE(2) : 0
  return length >= 30 && length <= 2600 && (head[4] === 30 || head[4] === 34) && head[10] === 2
}

/**
 * Many texts begin with these three letters: the level and the marker of a block or of the end must
 * follow.
 */
const isBzip2 = (head: Buffer) =>
  /^425a683[1-9](?:314159265359|177245385090)/.test(head.toString('hex', 0, 10))

const installers = new Set(['msi', 'mst', 'msp'])

const packed: ReadonlySet<ArchiveForm> = new Set([
  'zip',
  'gzip',
  'bzip2',
  'xz',
  'zstd',
  '7z',
  'rar',
  'cab',
  'compress',
  'lzip',
  'lzma',
  'lz4',
])

/** Its bytes say nothing before they are unpacked. */
export const isPackedForm = (form: ArchiveForm | undefined): boolean =>
  form !== undefined && packed.has(form)

export interface FoundArchive {
  readonly form: ArchiveForm
  /** Where it begins: after its self-extractor, or at the start. */
  readonly start: number
}

/**
 * A disk of fixed size begins like the disk itself; only its last 512 bytes name the form. A disk without
 * any form around it is known by a volume that can be read.
 */
export async function archiveIn(file: RandomAccess): Promise<FoundArchive | undefined> {
  const head = await file.bytes(0, formHeadLength)
  const behind = await behindProgram(file, head)
  if (behind) return behind
  const form = archiveForm(head) ?? (await otherForm(file, head))
  return form && { form, start: 0 }
}

async function otherForm(file: RandomAccess, head: Buffer): Promise<ArchiveForm | undefined> {
  if (isMbox(head)) return 'mbox'
  if (installers.has((await compoundType(file))?.extension ?? '')) return 'msi'
  if (file.size < 1024) return (await endsLikeZip(file)) ? 'zip' : undefined
  const end = (await file.bytes(file.size - 512, 512)).toString('latin1')
  if (end.startsWith('conectix')) return 'vhd'
  if (end.startsWith('koly')) return 'dmg'
  if (await endsLikeZip(file)) return 'zip'
  if (end.startsWith('NER5', 500) || end.startsWith('NERO', 504)) return 'nrg'
  if (end.startsWith('bbis', 448)) return 'uif'
  if (head.readUInt16LE(510) !== 0xaa55) return undefined
  for (const volume of await volumesOf(file))
    if (fileSystemOf(await volume.bytes(0, 512)) !== undefined) return 'img'
  return isDiskCutOff(head, file.size) ? 'img' : undefined
}

const volumeTypes = new Set([0x01, 0x04, 0x06, 0x07, 0x0b, 0x0c, 0x0e, 0xee])

/** Its table names Windows volumes beyond the end: nothing of them can be recognized. */
function isDiskCutOff(head: Buffer, size: number): boolean {
  const entries = [446, 462, 478, 494].map((at) => head.subarray(at, at + 16))
  return (
    entries.every((entry) => (entry[0] ?? 0) === 0 || entry[0] === 0x80) &&
    entries.some((entry) => {
      const [start, count] = [entry.readUInt32LE(8), entry.readUInt32LE(12)]
      return volumeTypes.has(entry[4] ?? 0) && count > 0 && start > 0 && start * 512 >= size
    })
  )
}

/** What self-extracting programs contain. */
const carried: ReadonlySet<ArchiveForm> = new Set([
  '7z',
  'rar',
  'cab',
  'nsis',
  'squashfs',
  'inno',
  'installshield',
])

async function behindProgram(file: RandomAccess, head: Buffer): Promise<FoundArchive | undefined> {
  const start = await endOfProgram(file, head)
  if (start === undefined || start >= file.size) return undefined
  const behind = await file.bytes(start, formHeadLength)
  const form = isNsis(behind) ? 'nsis' : archiveForm(behind)
  if (form !== undefined && carried.has(form)) return { form, start }
  if (await endsLikeZip(file)) return { form: 'zip', start: 0 }
  const end = await file.bytes(Math.max(start, file.size - formHeadLength), formHeadLength)
  return end.includes('MEI\x0c\x0b\x0a\x0b\x0e', 0, 'latin1')
    ? { form: 'pyinstaller', start }
    : undefined
}

export const isNsis = (bytes: Buffer): boolean =>
  bytes.length >= 28 && bytes.toString('latin1', 4, 20) === '\xef\xbe\xad\xdeNullsoftInst'
