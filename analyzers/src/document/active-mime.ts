import { inflateSync } from 'node:zlib'
import { DamagedCompoundFile, isCompoundFile, readCompoundFile } from '../formats/compound-file.ts'
import { addProblem, emptyReport, type Report } from './report.ts'
import { addMacros, modulesIn } from './vba.ts'

const maxOutputLength = 32 * 1024 * 1024
const maxProjects = 10

/** How Word keeps the macros of a document that it saves as a page or as XML (`editdata.mso`). */
export const isActiveMime = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 10) === 'ActiveMime'

export function readActiveMime(bytes: Buffer): Report {
  const report = emptyReport('macros alone')
  addActiveMime(report, bytes)
  return report
}

/** `ActiveMime` in base64, which precedes the macros in a Word page archive. */
const packedMark = 'QWN0aXZlTWltZ'

/** A page archive (MHTML), which Word opens as a document whatever it is called. */
export const isPageArchive = (head: string): boolean =>
  /^MIME-Version:/im.test(head.slice(0, 2048)) && /multipart\/related/i.test(head)

/** Undefined for one without macros: a page that was saved by hand. */
export function readPageArchive(text: string): Report | undefined {
  const report = emptyReport('Word (page archive)')
  const isCutOff = hasNoEnd(text)
  if (isCutOff) addProblem(report, 'last part has no end (truncated)')
  let at = text.indexOf(packedMark)
  if (at < 0) return isCutOff ? report : undefined
  for (let count = 0; at >= 0 && count < maxProjects; count += 1) {
    const end = text.indexOf('--', at)
    const packed = text.slice(at, end < 0 ? undefined : end)
    addActiveMime(report, Buffer.from(packed, 'base64'))
    at = text.indexOf(packedMark, at + packed.length)
  }
  return report
}

/** Of what is not a mail: the analyzer of mails says it of those. */
function hasNoEnd(text: string): boolean {
  const head = text.slice(0, 4096)
  if (/^(?:From|To|Subject|Date|Received):/im.test(head)) return false
  const [, quoted, plain] =
    /\bboundary\s{0,5}=\s{0,5}(?:"([^"]{1,200})"|([^\s;]{1,200}))/i.exec(head) ?? []
  const boundary = quoted ?? plain
  return boundary === undefined || !text.includes(`--${boundary}--`)
}

export function addActiveMime(report: Report, bytes: Buffer): void {
  const content = unpacked(bytes)
  if (content) addProject(report, content)
  else addProblem(report, 'macros could not be unpacked')
}

/** A project of macros, which is its own compound file. */
export function addProject(report: Report, content: Buffer): void {
  if (!isCompoundFile(content)) return
  try {
    addMacros(report, modulesIn(readCompoundFile(content), report))
  } catch (error) {
    if (!(error instanceof DamagedCompoundFile)) throw error
    addProblem(report, `macros are corrupt: ${error.message}`)
  }
}

/** The header says where the packed bytes begin, or it is one of two usual offsets. */
function unpacked(bytes: Buffer): Buffer | undefined {
  const stated = bytes.length > 32 ? bytes.readUInt16LE(30) + 46 : 0
  for (const start of [stated, 0x32, 0x22a])
    try {
      return inflateSync(bytes.subarray(start), { maxOutputLength })
    } catch {
      // The next one, then.
    }
  return undefined
}
