import type { RandomAccess } from './random-access.ts'

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
  return found?.[0]
}

/** Three letters begin many a text: the level and the mark of a block or of the end must follow. */
const isBzip2 = (head: Buffer) =>
  /^425a683[1-9](?:314159265359|177245385090)/.test(head.toString('hex', 0, 10))

const packed: ReadonlySet<ArchiveForm> = new Set([
  'zip',
  'gzip',
  'bzip2',
  'xz',
  'zstd',
  '7z',
  'rar',
  'cab',
])

/** Its bytes say nothing before they are unpacked. */
export const isPackedForm = (form: ArchiveForm | undefined): boolean =>
  form !== undefined && packed.has(form)

/** A disk of fixed size begins like the disk itself; only its last 512 bytes name the form. */
export async function archiveFormOf(file: RandomAccess): Promise<ArchiveForm | undefined> {
  const form = archiveForm(await file.bytes(0, formHeadLength))
  if (form !== undefined || file.size < 1024) return form
  const end = await file.bytes(file.size - 512, 8)
  return end.toString('latin1') === 'conectix' ? 'vhd' : undefined
}
