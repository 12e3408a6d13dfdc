import { DamagedCompoundFile, isCompoundFile, readCompoundFile } from '../formats/compound-file.ts'
import type { RandomAccess } from '../formats/random-access.ts'
import { remoteHost } from '../formats/remote-host.ts'
import { unescapeXml } from '../formats/unescape-xml.ts'
import { DamagedZip, readZipEntry, type ZipEntry } from '../formats/zip.ts'
import { addFieldShares } from './field-shares.ts'
import { addSheetFormulas } from './formulas.ts'
import { addMedia } from './media.ts'
import { addObject } from './ole-object.ts'
import type { Parts } from './parts.ts'
import {
  addFinding,
  addLink,
  addProblem,
  DamagedDocument,
  emptyReport,
  type Report,
} from './report.ts'
import { addMacros, modulesIn } from './vba.ts'
import { entriesOf } from './zip-entries.ts'

const maxPart = 16 * 1024 * 1024
/** Of everything that is unpacked: a document that packs well has a hundred times its size. */
const maxTotal = 96 * 1024 * 1024

/** Undefined for zip files that are not documents. */
export async function readOoxml(source: RandomAccess): Promise<Report | undefined> {
  const entries = await entriesOf(source)
  const names = new Set(entries.map(({ name }) => name.toLowerCase()))
  if (!names.has('[content_types].xml')) return undefined
  const form = formOf(entries)
  if (!form) return undefined
  const report = emptyReport(form)
  const parts = { entries, read: partReader(source, report) }
  const { projects, objects } = await readRelationships(report, parts)
  await readMacros(report, parts, projects)
  await readObjects(report, parts, objects)
  await readFields(report, parts)
  await addSheetFormulas(report, parts)
  await addMedia(report, parts)
  return report
}

/** By the folder of the main part. With a damaged directory, the type of a zip file is unknown. */
function formOf(entries: readonly ZipEntry[]): string | undefined {
  const has = (start: string) => entries.some(({ name }) => name.toLowerCase().startsWith(start))
  if (has('word/')) return 'Word'
  if (has('xl/')) return 'Excel'
  if (has('ppt/')) return 'PowerPoint'
  return has('visio/') ? 'Visio' : undefined
}

function partReader(source: RandomAccess, report: Report): Parts['read'] {
  let left = maxTotal
  return async (entry) => {
    if (left <= 0) {
      addProblem(report, `content after the first ${maxTotal} unpacked bytes`)
      return undefined
    }
    try {
      const content = await readZipEntry(source, entry, Math.min(maxPart, left))
      left -= content.length
      return content
    } catch (error) {
      if (!(error instanceof DamagedZip)) throw new DamagedDocument('one part is unreadable')
      left -= Math.min(maxPart, left)
      addProblem(report, error.message)
      return undefined
    }
  }
}

const xmlText = (bytes: Buffer) =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? bytes.toString('utf16le', 2) : bytes.toString('utf8')

function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s{0,5}=\\s{0,5}(?:"([^"]{0,4000})"|'([^']{0,4000})')`).exec(
    tag,
  )
  return unescapeXml(match?.[1] ?? match?.[2] ?? '')
}

const baseName = (path: string) => (path.split('/').at(-1) ?? '').toLowerCase()

/** Answers which parts are macros and objects: they may be called anything. */
async function readRelationships(
  report: Report,
  { entries, read }: Parts,
): Promise<{ projects: Set<string>; objects: Set<string> }> {
  const [projects, objects] = [new Set<string>(), new Set<string>()]
  const external: { type: string; target: string; part: string }[] = []
  for (const entry of entries.filter(({ name }) => /\.rels$/i.test(name)).slice(0, 1_000)) {
    const bytes = await read(entry)
    if (!bytes) continue
    for (const [tag] of xmlText(bytes).matchAll(/<(?:\w{1,20}:)?Relationship\s[^<>]{1,10000}>/g)) {
      const type = attribute(tag, 'Type').split('/').at(-1) ?? ''
      const target = attribute(tag, 'Target')
      if (type === 'vbaProject') projects.add(baseName(target))
      if (type === 'oleObject' || type === 'package') objects.add(baseName(target))
      if (attribute(tag, 'TargetMode').toLowerCase() !== 'external') continue
      if (external.length < 1_000) external.push({ type, target, part: entry.name })
      judge(report, type, target)
    }
  }
  if (external.length > 0) report.details.external = external.slice(0, 500)
  return { projects, objects }
}

/** Loaded when the document is opened, without a click. */
const loaded = new Map([
  ['attachedTemplate', 'template'],
  ['oleObject', 'object'],
  ['frame', 'frame'],
  ['subDocument', 'document'],
  ['aFChunk', 'document'],
  ['externalLinkPath', 'workbook'],
] as const)

type Loaded = typeof loaded extends ReadonlyMap<string, infer W> ? W : never

function judge(report: Report, type: string, target: string): void {
  const isWeb = /^(?:mhtml:|x-usc:)?(?:https?|ftp):/i.test(target)
  if (isWeb) addLink(report, target.replace(/^(?:mhtml|x-usc):/i, ''), type)
  if (/^(?:mhtml|ms-msdt|search-ms|javascript|vbscript|x-usc):/i.test(target))
    addFinding(report, 'document.link-script', { target })
  const what = (loaded as ReadonlyMap<string, Loaded>).get(type)
  if (!what) {
    const share = /^(?:file:\/{2,5})?\\\\[^\\/]{1,255}\.[^\\/]{1,255}\\/i.test(target)
    if ((share || remoteHost(target)) && type !== 'hyperlink')
      addFinding(report, 'document.share', { target })
    return
  }
  // A template on a share of a local network is ordinary; one of a named host elsewhere is not.
  const host = /^(?:file:\/{2,5})?\\\\([^\\/]{1,255})|^file:\/\/([^\\/:]{1,255})\//i.exec(target)
  const isElsewhere = isWeb || (host?.[1] ?? host?.[2] ?? '').includes('.')
  if (isElsewhere || what === 'workbook')
    addFinding(report, `document.external-${what}`, { target })
  else addFinding(report, 'document.external-local', { what, target })
}

async function readMacros(
  report: Report,
  { entries, read }: Parts,
  projects: ReadonlySet<string>,
): Promise<void> {
  for (const entry of entries) {
    if (/\/macrosheets\/[^/]{1,200}\.(?:xml|bin)$/i.test(entry.name))
      addFinding(report, 'document.excel4', { sheet: entry.name })
    if (!/(?:^|\/)vba[^/]{0,100}\.bin$/i.test(entry.name) && !projects.has(baseName(entry.name)))
      continue
    const bytes = await read(entry)
    if (!bytes || !isCompoundFile(bytes)) continue
    try {
      addMacros(report, modulesIn(readCompoundFile(bytes), report))
    } catch (error) {
      if (!(error instanceof DamagedCompoundFile)) throw error
      addProblem(report, `macros are corrupt: ${error.message}`)
      addFinding(report, 'document.macros-damaged', { reason: error.message })
    }
  }
}

async function readObjects(
  report: Report,
  { entries, read }: Parts,
  objects: ReadonlySet<string>,
): Promise<void> {
  for (const entry of entries) {
    if (/\/activeX\/[^/]{1,200}\.bin$/i.test(entry.name))
      addFinding(report, 'document.activex', { part: entry.name })
    const isObject = /\/embeddings\/[^/]{1,200}$/i.test(entry.name)
    if (!isObject && !objects.has(baseName(entry.name))) continue
    const bytes = await read(entry)
    if (bytes) addObject(report, entry.name.split('/').at(-1) ?? 'embedded', bytes)
  }
}

/** Fields and links that start other programs. They may be cut into many pieces of text. */
async function readFields(report: Report, { entries, read }: Parts): Promise<void> {
  const fields = /^word\/(?:document|header|footer|footnotes|endnotes|comments)\d{0,4}\.xml$/i
  for (const entry of entries) {
    if (fields.test(entry.name)) {
      const bytes = await read(entry)
      const text = bytes && fieldText(xmlText(bytes))
      const command = text && ddeField.exec(text)?.[0]
      if (command !== undefined && command !== '') addFinding(report, 'document.dde', { command })
      if (text) addFieldShares(report, text)
    }
    if (/^xl\/externalLinks\/[^/]{1,200}\.xml$/i.test(entry.name)) {
      const bytes = await read(entry)
      const tag = bytes && /<ddeLink\s[^<>]{1,4000}>/.exec(xmlText(bytes))?.[0]
      if (tag)
        addFinding(report, 'document.dde', {
          command: `${attribute(tag, 'ddeService')} ${attribute(tag, 'ddeTopic')}`,
        })
    }
    if (/^xl\/externalLinks\/[^/]{1,200}\.bin$/i.test(entry.name)) {
      const bytes = await read(entry)
      const command = bytes && ddeOfBinary(bytes)
      if (command !== undefined) addFinding(report, 'document.dde', { command })
    }
    if (/^xl\/connections\.xml$/i.test(entry.name)) {
      const bytes = await read(entry)
      for (const [tag] of bytes ? xmlText(bytes).matchAll(/<webPr\s[^<>]{1,4000}>/g) : []) {
        const address = attribute(tag, 'url')
        if (/^(?:https?|ftp):/i.test(address))
          addFinding(report, 'document.external-query', { address })
      }
    }
    if (/^ppt\/slides\/[^/]{1,200}\.xml$/i.test(entry.name)) await readSlide(report, entry, read)
    if (/^xl\/workbook\.xml$/i.test(entry.name)) {
      const bytes = await read(entry)
      const names = bytes && /name="_xlnm\.(Auto_(?:Open|Close))/i.exec(xmlText(bytes))?.[1]
      if (names) addFinding(report, 'document.macros-start', { names })
    }
  }
}

/** A click on a slide, or the mouse over it, may start a program. */
async function readSlide(report: Report, entry: ZipEntry, read: Parts['read']): Promise<void> {
  const bytes = await read(entry)
  const action = bytes && /ppaction:\/\/(program|macro)[^"<]{0,300}/i.exec(xmlText(bytes))
  if (!action) return
  const external = (report.details.external ?? []) as readonly { target: string; part: string }[]
  const own = external.filter(({ part }) => baseName(part) === `${baseName(entry.name)}.rels`)
  const target = own.find((link) => !/^https?:/i.test(link.target))?.target ?? action[0]
  if (/^macro$/i.test(action[1] ?? ''))
    addFinding(report, 'document.macros-start', { names: target })
  else addFinding(report, 'document.launch', { target: unescapeXml(target) })
}

/** Records of an .xlsb: BrtBeginSupBook (360) of the kind 1 names a program and its topic. */
function ddeOfBinary(bytes: Buffer): string | undefined {
  let at = 0
  const variable = (most: number) => {
    let value = 0
    for (let index = 0; index < most; index += 1) {
      const byte = bytes[at] ?? 0
      at += 1
      value |= (byte & 0x7f) << (7 * index)
      if (byte < 0x80) break
    }
    return value
  }
  for (let count = 0; at < bytes.length && count < 10_000; count += 1) {
    const type = variable(2)
    const size = variable(4)
    const body = bytes.subarray(at, at + size)
    at += size
    if (type !== 360 || body.length < 6 || body.readUInt16LE(0) !== 1) continue
    const first = body.readUInt32LE(2)
    const service = body.toString('utf16le', 6, 6 + 2 * Math.min(first, 500))
    const topic = body.toString('utf16le', 10 + 2 * first, 10 + 2 * first + 1_000)
    return `${service} ${topic}`.trim()
  }
  return undefined
}

const ddeField = /\bDDE(?:AUTO)?\b[^\r\n]{0,400}/i

function fieldText(xml: string): string {
  let text = ''
  for (const [, piece, simple] of xml.matchAll(
    /<w:instrText(?:\s[^<>]{0,200})?>([^<]{0,4000})|<w:fldSimple\s[^<>]{0,200}w:instr="([^"<]{0,4000})"/g,
  )) {
    text += simple === undefined ? piece : ` ${simple}`
    if (text.length > 1_000_000) break
  }
  return unescapeXml(text)
}
