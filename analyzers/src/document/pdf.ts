import { informationIn } from './pdf-information.ts'
import { nextObject, objectReader, type Place, resolver } from './pdf-object.ts'
import { look, nothingSeen, type Seen } from './pdf-seen.ts'
import { bestRatio, decodeStream, maxStream } from './pdf-streams.ts'
import { summarize } from './pdf-summary.ts'
import {
  type Dictionary,
  type Effort,
  isDictionary,
  Lexer,
  nameOf,
  UnreadableValue,
} from './pdf-values.ts'
import { addNote, addProblem, emptyReport, type Report } from './report.ts'

const maxObjects = 200_000
/** Of object streams that are unpacked and kept while the file is read. */
const maxUnpacked = 32 * 1024 * 1024

/** Readers look for it in the first kilobyte. */
export const looksLikePdf = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-')

export function readPdf(bytes: Buffer): Report {
  const report = emptyReport('PDF')
  const effort: Effort = { left: 4 * bytes.length + 1_000_000 }
  const places = new Map<number, Place>()
  const seen = nothingSeen()
  const kept = { left: maxUnpacked }
  const read = objectReader(bytes, effort)
  let from = 0
  for (let count = 0; effort.left > 0; count += 1) {
    const found = nextObject(bytes, from)
    if (!found) break
    // guard: pdf.test.ts
    if (count >= maxObjects) {
      addProblem(report, `only ${maxObjects} of its objects were examined`)
      break
    }
    places.set(found.number, { bytes, at: found.start })
    from = attempt(
      report,
      () => {
        const { value, stream, end } = read(found.start)
        look(value, seen)
        if (stream && isDictionary(value) && nameOf(value.get('Subtype')) === 'Image')
          seen.images.push({ dictionary: value, raw: stream })
        if (stream && isDictionary(value) && nameOf(value.get('Type')) === 'ObjStm')
          unpackObjects(report, value, stream, { places, seen, effort, kept })
        return end
      },
      found.start,
    )
  }
  if (effort.left <= 0) addProblem(report, 'structure too complex to read in full')
  if (!hasEnd(bytes)) addProblem(report, 'truncated or incomplete: end of file missing')
  readTrailers(bytes, seen, report)
  const resolve = resolver(places, effort)
  report.details.version =
    /%PDF-(\d{1,2}\.\d{1,2})/.exec(bytes.toString('latin1', 0, 1100))?.[1] ?? null
  report.details.pages = seen.pages
  if (!seen.isEncrypted)
    report.details.information = informationIn(seen.info && resolve(seen.info)?.value)
  summarize(report, seen, resolve)
  return report
}

/**
 * Each version of a PDF ends with a marker; objects after the last one belong to a truncated version.
 */
function hasEnd(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('%%EOF')
  return end >= 0 && nextObject(bytes, end) === undefined
}

function attempt<T>(report: Report, work: () => T, otherwise: T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error
    addNote(report, error.message)
    return otherwise
  }
}

interface Unpacking {
  readonly places: Map<number, Place>
  readonly seen: Seen
  readonly effort: Effort
  readonly kept: { left: number }
}

/** Objects inside of a packed stream, where scanners for plain words do not see them. */
function unpackObjects(report: Report, dictionary: Dictionary, raw: Buffer, work: Unpacking): void {
  const bytes =
    work.kept.left > 0
      ? decodeStream(dictionary, raw, Math.min(maxStream, work.kept.left))
      : undefined
  if (!bytes) {
    // The attempt itself may have cost as much as it was allowed.
    work.kept.left -= Math.min(maxStream, raw.length * bestRatio)
    addProblem(report, `compressed objects that are unreadable or larger than ${maxStream} bytes`)
    return
  }
  work.kept.left -= bytes.length
  // What comes out is work too.
  work.effort.left += 2 * bytes.length
  const first = dictionary.get('First')
  const count = dictionary.get('N')
  if (typeof first !== 'number' || typeof count !== 'number') return
  const numbers = bytes
    .toString('latin1', 0, Math.min(first, 1_000_000))
    .split(/[\s\0]{1,100}/)
    .filter((text) => text !== '')
    .map(Number)
  for (let index = 0; index < Math.min(count, 20_000, numbers.length >> 1); index += 1) {
    const at = first + (numbers[index * 2 + 1] ?? 0)
    if (!(at >= 0 && at < bytes.length)) continue
    work.places.set(numbers[index * 2] ?? 0, { bytes, at })
    attempt(report, () => look(new Lexer(bytes, at, work.effort).read(), work.seen), undefined)
  }
}

/** The old form of the table at the end; the new one is an object like the others. */
function readTrailers(bytes: Buffer, seen: Seen, report: Report): void {
  let at = bytes.indexOf('trailer')
  for (let count = 0; at >= 0 && count < 100; count += 1) {
    const lexer = new Lexer(bytes, at + 7, { left: 100_000 })
    attempt(report, () => look(lexer.read(), seen), undefined)
    at = bytes.indexOf('trailer', at + 7)
  }
}
