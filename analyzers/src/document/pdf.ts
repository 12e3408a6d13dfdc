import { extract } from '@assay/contract/detect'
import { remoteHost } from '../formats/remote-host.ts'
import { addEmbedded } from './ole-object.ts'
import { addImages, type PdfImage } from './pdf-images.ts'
import { informationIn } from './pdf-information.ts'
import type { PdfObject, Resolve } from './pdf-object.ts'
import { decodeStream } from './pdf-streams.ts'
import {
  type Dictionary,
  type Effort,
  isDictionary,
  Lexer,
  Name,
  nameOf,
  Reference,
  UnreadableValue,
  type Value,
} from './pdf-values.ts'
import {
  addFile,
  addFinding,
  addLink,
  addNoRoom,
  addNote,
  addProblem,
  emptyReport,
  hasRoom,
  type Report,
} from './report.ts'
import { readXfa } from './xfa.ts'

const maxObjects = 200_000
/** Of object streams that are unpacked and kept while the file is read. */
const maxUnpacked = 32 * 1024 * 1024
const maxStream = 16 * 1024 * 1024
const maxScript = 1024 * 1024
/** Of deflate: no stream becomes more than that many times its length. */
const bestRatio = 1032

/** Readers look for it in the first kilobyte. */
export const looksLikePdf = (head: Buffer): boolean => head.subarray(0, 1024).includes('%PDF-')

interface Place {
  readonly bytes: Buffer
  readonly at: number
}

/** What was seen on the way. Texts are only believed when the file turns out not to be encrypted. */
interface Seen {
  readonly counts: Map<string, number>
  readonly scripts: Value[]
  readonly files: { name: string; target: Value }[]
  readonly actions: { type: string; target: string }[]
  /** What happens when the document or a page of it is shown. */
  readonly opened: Value[]
  /** Forms in XML (XFA). */
  readonly forms: Value[]
  readonly images: PdfImage[]
  /** Reference to the dictionary with title and author. */
  info: Value | undefined
  pages: number
  isEncrypted: boolean
  isDisguised: boolean
  startsScript: boolean
}

export function readPdf(bytes: Buffer): Report {
  const report = emptyReport('PDF')
  const effort: Effort = { left: 4 * bytes.length + 1_000_000 }
  const places = new Map<number, Place>()
  const seen: Seen = {
    counts: new Map(),
    scripts: [],
    files: [],
    actions: [],
    opened: [],
    forms: [],
    images: [],
    info: undefined,
    pages: 0,
    isEncrypted: false,
    isDisguised: false,
    startsScript: false,
  }
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

/** `12 0 obj`, however the three are set apart. */
function nextObject(bytes: Buffer, from: number): { number: number; start: number } | undefined {
  for (let at = bytes.indexOf('obj', from); at >= 0; at = bytes.indexOf('obj', at + 3)) {
    if ((bytes[at - 1] ?? 0x6f) > 0x20) continue
    const before = bytes.toString('latin1', Math.max(0, at - 40), at)
    const match = /(\d{1,10})[\s\0]{1,10}\d{1,10}[\s\0]{1,10}$/.exec(before)
    if (match) return { number: Number(match[1]), start: at + 3 }
  }
  return undefined
}

function objectReader(bytes: Buffer, effort: Effort) {
  /** There is none after that offset: determined once, not for every stream. */
  let noEndAfter = bytes.length
  const streamEnd = (start: number, declared: Value | undefined) => {
    if (typeof declared === 'number' && declared >= 0 && start + declared <= bytes.length) {
      const behind = bytes.toString('latin1', start + declared, start + declared + 20)
      if (/^\s{0,4}endstream/.test(behind)) return start + declared
    }
    const found = start >= noEndAfter ? -1 : bytes.indexOf('endstream', start)
    if (found < 0) noEndAfter = Math.min(noEndAfter, start)
    return found < 0 ? bytes.length : found
  }
  return (start: number): PdfObject & { end: number } => {
    const lexer = new Lexer(bytes, start, effort)
    const value = lexer.read()
    if (!isDictionary(value) || !lexer.peek('stream'))
      return { value, stream: undefined, end: lexer.at }
    let at = lexer.at + 6
    if (bytes[at] === 13) at += 1
    if (bytes[at] === 10) at += 1
    const end = streamEnd(at, value.get('Length'))
    return { value, stream: bytes.subarray(at, end), end }
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

const counted = new Set(
  'JavaScript JS OpenAction AA Launch EmbeddedFile EmbeddedFiles RichMedia XFA AcroForm URI SubmitForm ImportData GoToR GoToE ObjStm JBIG2Decode Encrypt'.split(
    ' ',
  ),
)

/** Depth is bounded by the lexer, which made the value. */
function look(value: Value, seen: Seen): void {
  if (Array.isArray(value)) {
    for (const entry of value) look(entry, seen)
    return
  }
  const count = (name: string) => seen.counts.set(name, (seen.counts.get(name) ?? 0) + 1)
  if (!isDictionary(value)) {
    const name = nameOf(value)
    if (counted.has(name)) count(name)
    if (value instanceof Name && value.isDisguised) seen.isDisguised ||= counted.has(name)
    return
  }
  for (const [key, entry] of value) {
    if (key === '\0disguised') {
      seen.isDisguised ||= counted.has(String(entry))
      continue
    }
    if (counted.has(key)) count(key)
    look(entry, seen)
  }
  if (value.has('Encrypt')) seen.isEncrypted = true
  if (nameOf(value.get('Type')) === 'Page') seen.pages += 1
  // In the trailer, or in the stream that replaces it.
  if (value.has('Root') && value.has('Info')) seen.info = value.get('Info')
  const form = value.get('XFA')
  if (form !== undefined && seen.forms.length < 20) seen.forms.push(form)
  lookAtAction(value, seen)
  const files = value.get('EF')
  if (isDictionary(files) && seen.files.length < 1_000) {
    const name = [value.get('UF'), value.get('F')].find((text) => typeof text === 'string')
    const target = ['F', 'UF', 'DOS', 'Mac', 'Unix'].map((key) => files.get(key)).find(Boolean)
    if (target !== undefined) seen.files.push({ name: String(name ?? 'embedded'), target })
  }
}

function lookAtAction(value: Dictionary, seen: Seen): void {
  const type = nameOf(value.get('S'))
  if (value.has('JS') && seen.scripts.length < 1_000) seen.scripts.push(value.get('JS') ?? null)
  const started = value.get('OpenAction')
  const more = value.get('AA')
  for (const first of [started, isDictionary(more) ? more.get('O') : undefined])
    if (first !== undefined && seen.opened.length < 100) seen.opened.push(first)
  if ((isDictionary(started) && nameOf(started.get('S')) === 'JavaScript') || runsByItself(value))
    seen.startsScript = true
  if (!['URI', 'Launch', 'SubmitForm', 'GoToR', 'GoToE', 'ImportData'].includes(type)) return
  if (seen.actions.length >= 5_000) return
  const target = type === 'URI' ? value.get('URI') : (value.get('F') ?? value.get('Win'))
  seen.actions.push({ type, target: targetText(target) })
}

/** Of a form field: while the user types in it, and what is shown then. */
const whileTyping = new Set(['K', 'F', 'V', 'C'])

function runsByItself(value: Dictionary): boolean {
  const more = value.get('AA')
  if (more === undefined) return false
  const isField = nameOf(value.get('Subtype')) === 'Widget' || value.has('FT')
  return !(isField && isDictionary(more) && [...more.keys()].every((key) => whileTyping.has(key)))
}

function targetText(target: Value | undefined): string {
  if (typeof target === 'string') return target
  if (!isDictionary(target)) return ''
  const parts = ['UF', 'F', 'P'].map((key) => target.get(key))
  return parts.filter((part) => typeof part === 'string').join(' ')
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

function resolver(places: ReadonlyMap<number, Place>, effort: Effort): Resolve {
  const readers = new Map<Buffer, ReturnType<typeof objectReader>>()
  return (value) => {
    if (!(value instanceof Reference)) return { value, stream: undefined }
    const place = places.get(value.target)
    if (!place) return undefined
    try {
      const read = readers.get(place.bytes) ?? objectReader(place.bytes, effort)
      readers.set(place.bytes, read)
      return read(place.at)
    } catch (error) {
      if (error instanceof UnreadableValue) return undefined
      throw error
    }
  }
}

function summarize(report: Report, seen: Seen, resolve: Resolve): void {
  const { counts, isEncrypted } = seen
  const has = (...names: string[]) => names.some((name) => counts.has(name))
  report.details.names = Object.fromEntries(counts)
  if (isEncrypted) addFinding(report, 'document.texts-encrypted')
  if (has('JavaScript', 'JS') && (isEncrypted || !onlyFormats(seen, resolve))) {
    addFinding(report, 'document.script')
    if (seen.startsScript || has('OpenAction')) addFinding(report, 'document.script-starts')
  } else if (has('OpenAction', 'AA')) addFinding(report, 'document.action-open')
  if (has('Launch') && (isEncrypted || !seen.actions.some(isLaunch)))
    addFinding(report, 'document.launch', { target: 'a program' })
  if (has('RichMedia')) addFinding(report, 'document.flash')
  if (has('XFA')) addFinding(report, 'document.xfa')
  if (seen.isDisguised) addFinding(report, 'document.names-disguised')
  if (isEncrypted) return
  readOpened(report, seen, resolve)
  readScripts(report, seen, resolve)
  readActions(report, seen)
  readFiles(report, seen, resolve)
  readXfa(report, seen.forms, resolve)
  addImages(report, seen.images, resolve)
}

const formArgument = String.raw`(?:"[^"\\]{0,300}"|'[^'\\]{0,300}'|[\w.+\s,-])`
/** What form designers generate: numbers, dates and sums, made by functions of the reader. */
const formScript = new RegExp(
  String.raw`^(?:\s{0,20}AF(?:Number|Date|Time|Percent|Special|Simple|Range)_\w{1,20}\s?\((?:${formArgument}|new Array\s?\(${formArgument}{0,5000}\)){0,2000}\)\s?;?){1,20}\s{0,20}$`,
)

function onlyFormats({ scripts, counts }: Seen, resolve: Resolve): boolean {
  return (
    scripts.length > 0 &&
    scripts.length === counts.get('JS') &&
    scripts.every((script) => {
      const value = resolve(script)?.value
      return typeof value === 'string' && value.length < 4_000 && formScript.test(value)
    })
  )
}

function readScripts(report: Report, { scripts }: Seen, resolve: Resolve): void {
  const sources = new Set<string>()
  for (const script of scripts.slice(0, 200)) {
    const found = resolve(script)
    const { value, stream } = found ?? { value: null, stream: undefined }
    const unpacked =
      stream && isDictionary(value) ? decodeStream(value, stream, maxScript) : undefined
    if (stream && !unpacked) addProblem(report, 'a script could not be unpacked')
    const source = unpacked?.toString('latin1') ?? (typeof value === 'string' ? value : '')
    if (source !== '' && sources.size < 50) sources.add(source.slice(0, maxScript))
  }
  if (scripts.length > 200 || sources.size >= 50)
    addProblem(report, 'only the first 50 scripts were extracted')
  if (sources.size === 0) return
  report.details.scripts = [...sources].map((source) => source.slice(0, 2_000)).slice(0, 20)
  for (const [index, source] of [...sources].entries()) {
    addFile(report, {
      name: `script${index + 1}.js`,
      content: Buffer.from(source),
      message: 'script in the PDF',
    })
    for (const { dataType, value } of extract(source, { max: 100 }))
      if (dataType === 'url') addLink(report, value, 'in a script')
  }
}

function readOpened(report: Report, { opened }: Seen, resolve: Resolve): void {
  for (const action of opened) {
    const value = resolve(action)?.value
    if (value === undefined || !isDictionary(value)) continue
    const type = nameOf(value.get('S'))
    if (!['URI', 'SubmitForm', 'GoToR', 'GoToE', 'ImportData'].includes(type)) continue
    const target = targetText(type === 'URI' ? value.get('URI') : value.get('F'))
    if (/^(?:https?|ftp):/i.test(target))
      addFinding(report, 'document.opens-elsewhere', { target, action: type })
  }
}

const isLaunch = ({ type, target }: { type: string; target: string }) =>
  type === 'Launch' && target !== ''

function readActions(report: Report, { actions }: Seen): void {
  for (const { type, target } of actions) {
    if (/^(?:https?|ftp):/i.test(target)) addLink(report, target, type === 'URI' ? 'link' : type)
    if (isLaunch({ type, target })) addFinding(report, 'document.launch', { target })
    if ((/^\\\\|^file:\/\/[^/]/i.test(target) || remoteHost(target)) && type !== 'URI')
      addFinding(report, 'document.share', { target })
    if (/^(?:javascript|vbscript|data):/i.test(target))
      addFinding(report, 'document.link-script', { target })
  }
}

function readFiles(report: Report, { files }: Seen, resolve: Resolve): void {
  const done = new Set<number>()
  for (const { name, target } of files) {
    if (target instanceof Reference) {
      if (done.has(target.target)) continue
      done.add(target.target)
    }
    if (!hasRoom(report)) {
      addNoRoom(report)
      return
    }
    const found = resolve(target)
    // What has no room is not unpacked either: else each of a thousand bombs would be, and refused.
    const most = Math.min(2 * maxStream, report.room.left)
    const content =
      found?.stream && isDictionary(found.value)
        ? decodeStream(found.value, found.stream, most)
        : undefined
    if (!content) {
      // The attempt itself may have cost as much as it was allowed.
      report.room.left -= Math.min(most, (found?.stream?.length ?? 0) * bestRatio)
      addProblem(
        report,
        `embedded file ${name.slice(0, 200)}: unpacking failed, or larger than ${most} bytes`,
      )
    }
    addEmbedded(report, name, content ?? Buffer.alloc(0))
  }
}
