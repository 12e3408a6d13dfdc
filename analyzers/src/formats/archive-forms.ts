import { fileSystemOf, volumesOf } from './disk/volumes.ts'
import { compoundType } from './old-types.ts'
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
  | 'vhd'
  | 'vhdx'
  | 'img'
  | 'cpio'
  | 'ar'
  | 'xar'
  | 'lha'
  | 'ace'
  | 'arj'
  | 'wim'
  | 'dmg'
  | 'udf'
  | 'compress'
  | 'lzip'
  | 'lzma'
  | 'lz4'
  | 'tnef'
  | 'mbox'
  | 'msi'
  | 'chm'
  | 'pst'

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
  ['ar', 0, '!<arch>\n'],
  ['xar', 0, 'xar!'],
  ['lha', 2, '-lh'],
  ['ace', 7, '**ACE**'],
  ['arj', 0, '\x60\xea'],
  ['wim', 0, 'MSWIM\0\0\0'],
  ['compress', 0, '\x1f\x9d'],
  ['lzip', 0, 'LZIP\x01'],
  ['lz4', 0, '\x04\x22\x4d\x18'],
  ['tnef', 0, '\x78\x9f\x3e\x22'],
  ['chm', 0, 'ITSF\x03\0\0\0'],
  ['pst', 0, '!BDN'],
  ['vhdx', 0, 'vhdxfile'],
  ['vhd', 0, 'conectix'],
]

/** How much of the beginning `archiveForm` needs. */
export const formHeadLength = 65_536

/** By its first bytes; undefined for what is no archive. */
export function archiveForm(head: Buffer): ArchiveForm | undefined {
  const found = signatures.find(
    ([, at, bytes]) => head.toString('latin1', at, at + bytes.length) === bytes,
  )
  if (found?.[0] === 'bzip2' && !isBzip2(head)) return undefined
  if (found?.[0] === 'lha' && !/^-lh[0-7dx]-/.test(head.toString('latin1', 2, 7))) return undefined
  if (found?.[0] === 'arj' && !isArj(head)) return undefined
  return found?.[0] ?? (isLzma(head) ? 'lzma' : undefined)
}

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

/** Three letters begin many a text: the level and the mark of a block or of the end must follow. */
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

/**
 * A disk of fixed size begins like the disk itself; only its last 512 bytes name the form. A disk without
 * any form around it is known by a volume that can be read.
 */
export async function archiveFormOf(file: RandomAccess): Promise<ArchiveForm | undefined> {
  const head = await file.bytes(0, formHeadLength)
  const form = archiveForm(head)
  if (form !== undefined) return form
  if (isMbox(head)) return 'mbox'
  if (installers.has((await compoundType(file))?.extension ?? '')) return 'msi'
  if (file.size < 1024) return (await endsLikeZip(file)) ? 'zip' : undefined
  const end = await file.bytes(file.size - 512, 8)
  if (end.toString('latin1') === 'conectix') return 'vhd'
  if (end.toString('latin1', 0, 4) === 'koly') return 'dmg'
  if (await endsLikeZip(file)) return 'zip'
  if (head.readUInt16LE(510) !== 0xaa55) return undefined
  for (const volume of await volumesOf(file))
    if (fileSystemOf(await volume.bytes(0, 512)) !== undefined) return 'img'
  return undefined
}
