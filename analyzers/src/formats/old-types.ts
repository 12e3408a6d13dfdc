import { isCompoundFile } from './compound-file.ts'
import type { RandomAccess } from './random-access.ts'

/** What a file is, as such files are named, and its media type. */
export interface OldType {
  readonly extension: string
  readonly mime: string
}

/** Directory sectors that are looked at: documents have one or two, installers some dozens. */
const maxSectors = 64
const endOfChain = 0xfffffffe

/** Streams by which a compound file is known, the telling ones first. */
const byStream: readonly (readonly [name: RegExp, extension: string, mime: string])[] = [
  [/^__properties_version1\.0$/, 'msg', 'application/vnd.ms-outlook'],
  [/^EncryptedPackage$/, 'encrypted-office', 'application/x-ole-storage'],
  [/^PowerPoint Document$/i, 'ppt', 'application/vnd.ms-powerpoint'],
  [/^WordDocument$/, 'doc', 'application/msword'],
  [/^(?:Workbook|Book)$/i, 'xls', 'application/vnd.ms-excel'],
  [/^VisioDocument$/, 'vsd', 'application/vnd.visio'],
  [/^Quill$/, 'pub', 'application/vnd.ms-publisher'],
  [/^(?:Props9|Props12|Props14)$/, 'mpp', 'application/vnd.ms-project'],
  [/^MatOST$/, 'wps', 'application/vnd.ms-works'],
  [/^HwpSummaryInformation$/, 'hwp', 'application/x-hwp'],
  // `_StringPool`, the string table of an installer whose root says nothing.
  [/^\u4840\u3f3f\u4577\u446c\u3e6a\u44b2\u482f$/, 'msi', 'application/x-msi'],
  [/^DestList$/, 'automaticDestinations-ms', 'application/octet-stream'],
  [/^Catalog$/, 'db', 'application/octet-stream'],
]

/** Installers name their streams in their own way; the root entry identifies them. */
const byClass: Readonly<Record<string, OldType>> = {
  '84100c0000000000c000000000000046': { extension: 'msi', mime: 'application/x-msi' },
  '82100c0000000000c000000000000046': { extension: 'mst', mime: 'application/x-msi' },
  '86100c0000000000c000000000000046': { extension: 'msp', mime: 'application/x-msi' },
}

/** What is in a compound file; undefined for other files and for unidentifiable ones. */
export async function compoundType(file: RandomAccess): Promise<OldType | undefined> {
  const head = await file.bytes(0, 512)
  if (head.length < 512 || !isCompoundFile(head)) return undefined
  const shift = head.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return undefined
  const records = recordsOf(await directoryOf(file, head, 1 << shift))
  const known = byClass[records[0]?.classId ?? '']
  if (known) return known
  const found = byStream.find(([name]) => records.some((record) => name.test(record.name)))
  return found && { extension: found[1], mime: found[2] }
}

/** Sector by sector along its chain, so a large file costs a few reads. */
async function directoryOf(file: RandomAccess, head: Buffer, sectorSize: number): Promise<Buffer> {
  const sector = (index: number) => file.bytes((index + 1) * sectorSize, sectorSize)
  const tables = new Map<number, Buffer>()
  const parts: Buffer[] = []
  const seen = new Set<number>()
  let at = head.readUInt32LE(48)
  while (at < endOfChain && parts.length < maxSectors && !seen.has(at)) {
    seen.add(at)
    parts.push(await sector(at))
    const perTable = sectorSize / 4
    const number = Math.floor(at / perTable)
    // The others are listed elsewhere; by then the file has 7 MB, and its directory was seen first.
    if (number >= 109) break
    const table = tables.get(number) ?? (await sector(head.readUInt32LE(76 + number * 4)))
    tables.set(number, table)
    const place = (at % perTable) * 4
    if (place + 4 > table.length) break
    at = table.readUInt32LE(place)
  }
  return Buffer.concat(parts)
}

const recordsOf = (directory: Buffer) =>
  Array.from({ length: directory.length >> 7 }, (_, index) => {
    const record = directory.subarray(index * 128, index * 128 + 128)
    const length = Math.min(Math.max(record.readUInt16LE(64) - 2, 0), 64)
    const name = record.toString('utf16le', 0, length)
    return {
      // A sign in front says that it is a property of the document.
      name: (name.codePointAt(0) ?? 0) < 32 ? name.slice(1) : name,
      classId: record.toString('hex', 80, 96),
    }
  })

/**
 * Spreadsheets of Lotus 1-2-3, which begin like a Windows cursor: a record of type 0 whose length
 * is 2 or 26, then the version of the program.
 */
export function lotusType(head: Buffer): OldType | undefined {
  if (head.length < 8 || head.readUInt16LE(0) !== 0) return undefined
  const [length, version] = [head.readUInt16LE(2), head.readUInt16LE(4)]
  const extension =
    length === 2 ? shortForms[version] : length === 26 ? longForms[version] : undefined
  return extension === undefined ? undefined : { extension, mime: 'application/vnd.lotus-1-2-3' }
}

const shortForms: Readonly<Record<number, string>> = {
  1028: 'wks',
  1029: 'wrk',
  1030: 'wk1',
}
const longForms: Readonly<Record<number, string>> = {
  4096: 'wk3',
  4098: 'wk4',
  4099: '123',
  4101: '123',
}
