import {
  type CompoundEntry,
  DamagedCompoundFile,
  readCompoundFile,
} from '../formats/compound-file.ts'
import type { RandomAccess } from '../formats/random-access.ts'
import { openedWorkbook } from './default-password.ts'
import { addFieldShares } from './field-shares.ts'
import { addBinaryFormulas } from './formulas.ts'
import { addEmbedded, readNative } from './ole-object.ts'
import { readPowerPoint } from './ppt.ts'
import { addFinding, DamagedDocument, emptyReport, hasRoom, type Report } from './report.ts'
import { streamOf } from './streams.ts'
import { addMacros, modulesIn } from './vba.ts'

const maxStream = 32 * 1024 * 1024
const forms: readonly (readonly [stream: string, form: string])[] = [
  ['worddocument', 'Word'],
  ['workbook', 'Excel'],
  ['book', 'Excel'],
  ['powerpoint document', 'PowerPoint'],
  ['visiodocument', 'Visio'],
  ['encryptedpackage', 'Office, encrypted'],
]

/**
 * Undefined for compound files that are not documents (mails, installers), which other analyzers read.
 */
export function readOle(bytes: Buffer, isOfOthers = false): Report | undefined {
  const entries = entriesOf(bytes, isOfOthers)
  if (!entries) return undefined
  const names = new Map(entries.map((entry) => [entry.path.toLowerCase(), entry]))
  const form = forms.find(([stream]) => names.has(stream))?.[1]
  const hasMacros = entries.some(({ path }) => /(?:^|\/)VBA\/dir$/i.test(path))
  if (!form && (!hasMacros || names.has('__properties_version1.0'))) return undefined
  const report = emptyReport(form ?? 'macros alone')
  const word = names.get('worddocument')
  const workbook = names.get('workbook') ?? names.get('book')
  if (word) readWord(report, streamOf(report, word, maxStream))
  if (workbook) readWorkbook(report, streamOf(report, workbook, maxStream))
  const slides = names.get('powerpoint document')
  const user = names.get('current user')
  if (slides)
    readPowerPoint(
      report,
      streamOf(report, slides, maxStream),
      user ? streamOf(report, user, 4096) : Buffer.alloc(0),
    )
  if (names.has('encryptedpackage')) addFinding(report, 'document.encrypted')
  readObjects(report, entries)
  addMacros(report, modulesIn(entries, report))
  return report
}

const officeNames = ['WordDocument', 'Workbook', 'PowerPoint Document', 'EncryptedPackage']

const namesOffice = (bytes: Buffer) =>
  officeNames.some((name) => bytes.includes(name, 0, 'utf16le'))

function entriesOf(bytes: Buffer, isOfOthers: boolean): CompoundEntry[] | undefined {
  try {
    return readCompoundFile(bytes)
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error
    // Where the list of its streams is missing, it may be a document as well as anything else.
    if (namesOffice(bytes) || !isOfOthers) throw new DamagedDocument(error.message)
    return undefined
  }
}

/** By the beginning of its directory: large installers are compound files too. */
export async function mayBeOffice(source: RandomAccess, head: Buffer): Promise<boolean> {
  if (head.length < 512) return false
  const sectorSize = head.readUInt16LE(30) === 12 ? 4096 : 512
  return namesOffice(await source.bytes((head.readUInt32LE(48) + 1) * sectorSize, 4096))
}

function readObjects(report: Report, entries: readonly CompoundEntry[]): void {
  let tried = 0
  for (const entry of entries) {
    if (!hasRoom(report) || tried > 100) return
    const name = entry.path.split('/').at(-1) ?? ''
    if (name === '\x01Ole10Native' || name === 'Package') tried += 1
    if (name === '\x01Ole10Native') {
      const found = readNative(streamOf(report, entry, maxStream))
      if (found) addEmbedded(report, found.name, found.content)
    }
    if (name === 'Package' && entry.kind === 'stream')
      addEmbedded(report, 'embedded.zip', streamOf(report, entry, maxStream))
    if (name === 'Equation Native') addFinding(report, 'document.equation-old')
  }
}

/** They begin, separate and end a field. */
const fieldSigns = ['\x13', '\x14', '\x15', '\r'] as const

function readWord(report: Report, stream: Buffer): void {
  if (stream.length > 12 && stream.readUInt16LE(10) & 0x100)
    addFinding(report, 'document.encrypted')
  for (const code of ['latin1', 'utf16le'] as const) {
    const picture = stream.indexOf(Buffer.from('INCLUDEPICTURE', code))
    if (picture >= 0) addFieldShares(report, stream.toString(code, picture, picture + 4_000))
    // 0x13 begins a field, in single bytes or in UTF-16.
    const [at] = ['DDEAUTO', '\x13DDE ', '\x13 DDE ']
      .map((mark) => stream.indexOf(Buffer.from(mark, code)))
      .filter((place) => place >= 0)
    if (at === undefined) continue
    const field = stream.toString(code, at, at + 400).replaceAll(fieldSigns[0], '')
    const ends = fieldSigns.map((sign) => field.indexOf(sign)).filter((end) => end >= 0)
    addFinding(report, 'document.dde', { command: field.slice(0, Math.min(400, ...ends)).trim() })
    return
  }
}

/** Records of a workbook: number, length, content. */
function readWorkbook(report: Report, stream: Buffer, isOpened = false): void {
  addBinaryFormulas(report, [stream], 'xls')
  const isExcel5 = stream.length > 6 && stream.readUInt16LE(4) === 0x0500
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    const type = stream.readUInt16LE(at)
    if (type === 0x2f && !isOpened) {
      const opened = openedWorkbook(
        stream,
        stream.subarray(at + 4, at + 4 + stream.readUInt16LE(at + 2)),
      )
      if (opened) {
        addFinding(report, 'document.default-password-old')
        readWorkbook(report, opened, true)
      } else addFinding(report, 'document.encrypted')
      return
    }
    if (type !== 0x85 || at + 10 > stream.length) continue
    if (stream[at + 9] !== 1) continue
    const isHidden = ((stream[at + 8] ?? 0) & 3) !== 0
    addFinding(report, 'document.excel4', {
      sheet: `"${sheetName(stream, at + 10, isExcel5)}"${isHidden ? ', which is hidden,' : ''}`,
    })
  }
}

/** Its length in characters, since Excel 97 whether they take two bytes each, the characters. */
function sheetName(stream: Buffer, at: number, isExcel5: boolean): string {
  const length = stream[at] ?? 0
  if (isExcel5) return stream.toString('latin1', at + 1, at + 1 + length)
  const isWide = ((stream[at + 1] ?? 0) & 1) !== 0
  return stream.toString(isWide ? 'utf16le' : 'latin1', at + 2, at + 2 + length * (isWide ? 2 : 1))
}
